//! `retrograde line`: one best play, move by move.

use std::io::Write;

use anstyle::Style;
use clap::Args;
use retrograde::games::Visitor;
use retrograde::{Notation, Probe, Solver, State, Table};

use super::error::CliError;
use super::input::Input;
use super::progress::Bar;
use super::{Options, Problem};

/// Show one best play from the start, move by move
///
/// Both sides play their best; of equal moves the first is shown.
#[derive(Debug, Args)]
pub(super) struct Line {
    #[command(flatten)]
    pub(super) problem: Problem,
    /// Which case or board of the input
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    case: u64,
}

pub(super) fn run<'a, W: Write>(
    command: &'a Line,
    options: &'a Options,
    out: &'a mut W,
) -> impl Visitor<Output = Result<(), CliError>> {
    Run { command, options, out }
}

struct Run<'a, W> {
    command: &'a Line,
    options: &'a Options,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<G: Notation>(self) -> Self::Output {
        let mut input = Input::open(&self.command.problem)?;
        let (position, game, state) = input.case::<G>(self.command.case)?;
        let bar = Bar::new(self.options);
        let show = |progress| bar.show(progress);
        let solver = Solver::new().memory_limit(self.options.memory()).progress(&show);
        let solution = solver.solve(&game).map_err(|error| CliError::Solve { file: input.name, position, error })?;
        drop(bar);
        print(&game, &solution.table, state, self.out).map_err(CliError::Output)
    }
}

/// Draws the line of play from a state, with the score running along.
pub(super) fn print<G: Notation>(game: &G, table: &Table, state: State, out: &mut impl Write) -> std::io::Result<()> {
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let bold = if colour { Style::new().bold() } else { Style::new() };
    let line = Probe::new(game, table).principal_line(state).unwrap_or_default();
    if let Some(legend) = game.legend() {
        writeln!(out, "{legend}\n")?;
    }
    writeln!(out, "{}", indented(&game.draw(state, &[])))?;
    for (at, step) in line.iter().enumerate() {
        let player = G::PLAYERS[step.mover % G::PLAYERS.len()];
        let played = game.describe(step.from, &step.play);
        writeln!(
            out,
            "\n{bold}{:>3}. {player}: {played}{bold:#}  {:+}   ({})",
            at + 1,
            step.play.gain,
            score::<G>(step.totals)
        )?;
        writeln!(out, "{}", indented(&game.draw(step.play.to, &line[..=at])))?;
    }
    let value = table.value(state).unwrap_or_default();
    writeln!(out, "\n{bold}value {value}{bold:#} for {} after {} moves", G::PLAYERS[0], line.len())
}

/// The running totals, like `Alice 3, Bob 1`.
fn score<G: Notation>(totals: [i64; 2]) -> String {
    let scores: Vec<String> =
        G::PLAYERS.iter().zip(totals).map(|(player, total)| format!("{player} {total}")).collect();
    scores.join(", ")
}

fn indented(picture: &str) -> String {
    picture.lines().map(|line| format!("     {line}")).collect::<Vec<_>>().join("\n")
}
