//! `retrograde line`: one best play, move by move.

use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::Style;
use clap::Args;
use retrograde::game::{Gain, GainOf, ValueOf};
use retrograde::games::{GAMES, Listed, Visitor, visit};
use retrograde::notation::Reader;
use retrograde::probe::Step;
use retrograde::{Notation, Probe, Solver, State, Table};

use super::Options;
use super::error::{CliError, shown};
use super::input::Input;
use super::number::gained;
use super::progress::Bar;
use super::table::{TableVisitor, open, with_game};

/// Show one best play, move by move
///
/// From the start of a problem, or from any state of a table. Both sides play their best; of equal moves the first is
/// shown.
#[derive(Debug, Args)]
pub(super) struct Line {
    /// A game, with FILE; or a table, with STATE
    #[arg(value_name = "GAME|TABLE")]
    source: PathBuf,
    /// The input; standard input if it is `-` or missing. With a table: the state, by default the start
    #[arg(value_name = "FILE|STATE")]
    rest: Vec<String>,
    /// Which case or board of the input
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    case: Option<u64>,
}

pub(super) fn run(command: &Line, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let source = &command.source;
    if let Some(done) = source.to_str().and_then(|name| visit(name, Run { command, options, out: &mut *out })) {
        return done;
    }
    if !source.exists() {
        let games: Vec<&str> = GAMES.iter().map(|game| game.0).collect();
        let games = games.join(", ");
        return Err(CliError::Other(format!("`{}` is no game ({games}) and no table file", shown(source))));
    }
    let table = open(source, false)?;
    with_game(source, &table, Run { command, options, out })
}

struct Run<'a, W> {
    command: &'a Line,
    options: &'a Options,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let ([] | [_]) = &self.command.rest[..] else {
            return Err(CliError::Other("one FILE is enough".into()));
        };
        let mut input = Input::named(self.command.rest.first().map(Path::new))?;
        let (position, game, state) = input.case::<G>(self.command.case.unwrap_or(1))?;
        let bar = Bar::new(self.options);
        let show = |progress| bar.show(progress);
        let solver = Solver::new().memory_limit(self.options.memory()).progress(&show);
        let solution = solver.solve(&game).map_err(|error| CliError::Solve { file: input.name, position, error })?;
        drop(bar);
        print(&game, &solution.table, state, self.out)
    }
}

impl<W: Write> TableVisitor for Run<'_, W> {
    fn visit<G: Notation>(self, game: G, table: &Table) -> Result<(), CliError> {
        if self.command.case.is_some() {
            return Err(CliError::Other("--case goes with a game, not with a table".into()));
        }
        let text = self.command.rest.join(" ");
        let state = match &text[..] {
            "" => game.start(),
            text => {
                let mut reader = Reader::new(text.as_bytes());
                let state = game.read_state(&mut reader).and_then(|state| reader.end("the state").map(|()| state));
                state.map_err(|error| CliError::Input { file: "<STATE>".into(), error })?
            }
        };
        print(&game, table, state, self.out)
    }
}

/// Draws the line of play from a state, with the totals running along, and says its value.
fn print<G: Notation>(game: &G, table: &Table, state: State, out: &mut impl Write) -> Result<(), CliError> {
    let line = Probe::new(game, table).principal_line(state);
    let (value, line) = table
        .value::<ValueOf<G>>(state)
        .zip(line)
        .ok_or_else(|| CliError::Other(format!("the table has no value for `{}`", game.state_text(state))))?;
    draw(game, state, &line, out).map_err(CliError::Output)?;
    let (player, bold) = (players(game, state)[0], bold());
    writeln!(out, "\n{bold}value {value}{bold:#} for {player} after {} moves", line.len()).map_err(CliError::Output)
}

/// The players of a line from a state. In the midst of a game it is not said whose turn it is: the one whose it is
/// comes first.
fn players<G: Notation>(game: &G, state: State) -> &'static [&'static str] {
    if state == game.start() || G::PLAYERS.len() < 2 { G::PLAYERS } else { &["Mover", "Other"] }
}

/// Draws a line of play from a state, with the totals running along.
pub(super) fn draw<G: Notation>(
    game: &G,
    state: State,
    line: &[Step<GainOf<G>>],
    out: &mut impl Write,
) -> std::io::Result<()> {
    let (players, bold) = (players(game, state), bold());
    if let Some(legend) = game.legend() {
        writeln!(out, "{legend}\n")?;
    }
    writeln!(out, "{}", indented(&game.draw(state, &[])))?;
    for (at, step) in line.iter().enumerate() {
        let player = players[step.mover % players.len()];
        let played = game.describe(step.from, &step.play);
        writeln!(
            out,
            "\n{bold}{:>3}. {player}: {played}{bold:#}{}{}",
            at + 1,
            gained(step.play.gain),
            shown_totals::<GainOf<G>>(players, step.totals)
        )?;
        writeln!(out, "{}", indented(&game.draw(step.play.to, &line[..=at])))?;
    }
    Ok(())
}

/// Bold, where someone is there to see it.
fn bold() -> Style {
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    if colour { Style::new().bold() } else { Style::new() }
}

/// The running totals, like `   (Alice 3, Bob 1)`; nothing where moves gain nothing that could be summed.
fn shown_totals<G: Gain>(players: &[&str], totals: [G::Total; 2]) -> String {
    let shown = |(player, total): (&&str, G::Total)| Some(format!("{player} {}", G::total(total)?));
    let totals: Option<Vec<String>> = players.iter().zip(totals).map(shown).collect();
    totals.map_or_else(String::new, |totals| format!("   ({})", totals.join(", ")))
}

fn indented(picture: &str) -> String {
    picture.lines().map(|line| format!("     {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
