//! `retrograde count`: yes or no for every position, counted by level.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retrograde::engine::plays;
use retrograde::games::peg::{NAMES, Peg, named};
use retrograde::notation::Position;
use retrograde::{ContractError, Cpu, Draft, Existing, Game, Notation, SaveError, SolveError, StateSet};

use super::Options;
use super::error::CliError;
use super::input::Input;
use super::line::draw;
use super::size::grouped;

/// Count the positions that can be reached, and those that can be solved
///
/// At one bit a position, so that boards of 2^33 positions are done in seconds. Solved is a position with a single peg.
/// Cells are numbered from 0, row by row.
#[derive(Debug, Args)]
pub(super) struct Count {
    /// The game
    #[arg(value_name = "GAME")]
    game: Counted,
    /// The board: triangle-4 to triangle-7, hexagon-3, english, french; or the input, `-` for standard input
    #[arg(value_name = "BOARD|FILE")]
    board: PathBuf,
    /// The one cell that is vacant at the start [default: as the problem says]
    #[arg(long, value_name = "CELL")]
    vacant: Option<usize>,
    /// The cell that the last peg must be on [default: any]
    #[arg(long, value_name = "CELL")]
    target: Option<usize>,
    /// Count all positions of the board, of a large one too, not only those in the class of the start that no jump leaves
    #[arg(long)]
    all: bool,
    /// Count the games, too: the maximal sequences of jumps
    #[arg(long)]
    games: bool,
    /// Draw a way to solve the start
    #[arg(long)]
    line: bool,
    /// Keep the positions that can be solved in a file, for `probe`
    #[arg(short, long, value_name = "TABLE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    force: bool,
}

/// The games whose positions can be counted so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Counted {
    Peg,
}

pub(super) fn run(command: &Count, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let Counted::Peg = command.game;
    let (name, position, game) = problem(command)?;
    let failed = |error: SolveError| CliError::Solve { file: name.clone(), position, error };
    let (needed, limit) = (2 * StateSet::bytes(game.space().states()), options.memory());
    if needed > limit {
        return Err(failed(SolveError::MemoryLimit { needed, limit }));
    }
    let unsaved = |error: SaveError| CliError::Save { path: command.output.clone().unwrap_or_default(), error };
    let existing = if command.force { Existing::Replace } else { Existing::Keep };
    // What would keep the file from being written is found out before the work.
    let draft = command.output.as_deref().map(|path| Draft::new(path, existing)).transpose().map_err(unsaved)?;
    if let Some(draft) = &draft {
        draft.reserve(StateSet::bytes(game.space().states())).map_err(unsaved)?;
    }
    let mut both = game.reachable(Cpu::default()).map_err(failed)?;
    let solvable = game.solvable(Cpu::default(), command.target).map_err(failed)?;
    if let Some(draft) = draft {
        let name = command.target.map_or("solvable".into(), |cell| format!("solvable {cell}"));
        draft.finish_set(&solvable, &name, &game.label()).map_err(unsaved)?;
    }
    let mut columns = [both.by_level(), solvable.by_level(), Vec::new()];
    let (needed, limit) = (needed + 16 * both.len(), options.memory().max(limit));
    if command.games && needed > limit {
        return Err(failed(SolveError::MemoryLimit { needed, limit }));
    }
    let games = if command.games { Some(games(&game, command.target, &both).map_err(failed)?) } else { None };
    both.intersect(&solvable);
    columns[2] = both.by_level();
    print(&game, command.target, &columns, out).map_err(CliError::Output)?;
    if let Some([all, solved]) = games {
        let shown = |number: Option<u128>| number.map_or("more than 128 bits hold".into(), |number| number.to_string());
        writeln!(out, "\ngames   {}\nsolved  {}", shown(all), shown(solved)).map_err(CliError::Output)?;
    }
    if command.line {
        let Some(line) = game.line_within(&solvable) else {
            return Err(CliError::No("the start cannot be solved".into()));
        };
        writeln!(out).and_then(|()| draw(&game, game.start(), &line, out)).map_err(CliError::Output)?;
    }
    Ok(())
}

/// The number of games, and of those that end with one peg where it should be.
fn games(game: &Peg, target: Option<usize>, reachable: &StateSet) -> Result<[Option<u128>; 2], SolveError> {
    let solved = |state: u64| state.count_ones() == 1 && target.is_none_or(|cell| state == game.peg_on(cell));
    let number = |number: Result<u128, SolveError>| match number {
        Ok(number) => Ok(Some(number)),
        Err(SolveError::Contract(ContractError::Bound { .. })) => Ok(None),
        Err(error) => Err(error),
    };
    let start = game.start();
    Ok([number(plays(game, reachable, start, |_| true))?, number(plays(game, reachable, start, solved))?])
}

/// The problem, and where it was found.
fn problem(command: &Count) -> Result<(String, Position, Peg), CliError> {
    let wrong = |error: &dyn std::fmt::Display| CliError::Other(format!("{}: {error}", command.board.display()));
    let start = Position { line: 1, column: 1 };
    let (name, position, game) = match command.board.to_str().and_then(|name| Some((name, named(name)?))) {
        Some((name, (board, vacant))) => {
            (name.to_owned(), start, Peg::with_vacancy(board, vacant).map_err(|error| wrong(&error))?)
        }
        None if command.board != Path::new("-") && !command.board.exists() => {
            return Err(wrong(&format!("no board ({}) and no file", NAMES.join(", "))));
        }
        None => {
            let mut input = Input::named(Some(&command.board))?;
            let (position, game, _) = input.only_case::<Peg>()?;
            (input.name, position, game)
        }
    };
    let cells = game.board().cells().len();
    if let Some(cell) = [command.vacant, command.target].into_iter().flatten().find(|&cell| cell >= cells) {
        return Err(wrong(&format!("no cell {cell}, the last is {}", cells - 1)));
    }
    let game = match command.vacant {
        Some(vacant) => Peg::with_vacancy(game.board().clone(), vacant).map_err(|error| wrong(&error))?,
        None => game,
    };
    let game = if command.all { game.with_all_positions().map_err(|error| wrong(&error))? } else { game };
    Ok((name, position, game))
}

fn print(game: &Peg, target: Option<usize>, columns: &[Vec<u64>; 3], out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "board   {}", game.title())?;
    let (states, all) = (game.space().states() as u64, 1_u64 << game.board().cells().len());
    let of = if states == all { String::new() } else { format!(" of {}: a class that no jump leaves", grouped(all)) };
    writeln!(out, "states  {}{of}", grouped(states))?;
    writeln!(out, "start   {}", game.state_text(game.start()))?;
    let target = target.map_or("anywhere".into(), |cell| format!("on cell {cell}"));
    writeln!(out, "solved  with one peg, {target}\n")?;
    writeln!(out, "{:>6}  {:>6}  {:>15}  {:>15}  {:>15}", "jumps", "pegs", "reachable", "solvable", "both")?;
    let pegs_at_start = game.start().count_ones() as usize;
    let row = |out: &mut dyn Write, jumps: String, pegs: String, counts: [u64; 3]| {
        let [reachable, solvable, both] = counts.map(grouped);
        writeln!(out, "{jumps:>6}  {pegs:>6}  {reachable:>15}  {solvable:>15}  {both:>15}")
    };
    for pegs in (0..columns[0].len()).rev() {
        let counts = [0, 1, 2].map(|column: usize| columns[column][pegs]);
        let jumps = pegs_at_start.checked_sub(pegs).map_or(String::new(), |jumps| jumps.to_string());
        if counts != [0; 3] {
            row(out, jumps, pegs.to_string(), counts)?;
        }
    }
    row(out, String::new(), "in all".into(), [0, 1, 2].map(|column: usize| columns[column].iter().sum()))
}
