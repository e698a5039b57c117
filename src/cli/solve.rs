//! `retrograde solve`: judges' input in, judges' output out.

use std::io::Write;

use clap::Args;
use rayon::prelude::*;
use retrograde::game::ValueOf;
use retrograde::games::{Listed, Visitor};
use retrograde::notation::Position;
use retrograde::{Buffers, Notation, SolveError, Solver};

use super::bulk::Bulk;
use super::error::CliError;
use super::input::Input;
use super::progress::Bar;
use super::{Options, Problem};

/// Answer every case of an input
///
/// chess: `n m`, n rows of m numbers for Black, as many for White; boards may follow each other.
/// dots: `R C` (boxes), then `icelandic`, `swedish`, a picture of the edges drawn, or nothing; boards may follow.
/// gems: cases `G B S` and B bags `n c1 ... cn`, ended by `0 0 0`.
/// peg: a board by name and its vacant cell, like `english 16`; or `square` or `triangular` and a picture of `#` (peg),
/// `.` (hole) and blanks. The answer is the fewest pegs it can end with, taken negative.
/// sternhalma: 19 weights, the number of boards, and the boards, five rows of `#` and `.` each.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) problem: Problem,
}

/// The most problems held at a time: many for each thread, few enough to take no memory to speak of.
const BATCH: usize = 256;

pub(super) fn run<'a, W: Write>(
    command: &'a Solve,
    options: &'a Options,
    out: &'a mut W,
) -> impl Visitor<Output = Result<(), CliError>> {
    Run { command, options, out }
}

struct Run<'a, W> {
    command: &'a Solve,
    options: &'a Options,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let input = Input::open(&self.command.problem)?;
        if G::QUERIES {
            answer_states::<G>(input, self.options, self.out)
        } else {
            answer_starts::<G>(input, self.options, self.out)
        }
    }
}

/// One problem, solved once; then a line for each of its states, as they come.
fn answer_states<G: Notation>(mut input: Input, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let Some((position, game)) = input.problem::<G>(None)? else { return Ok(()) };
    let boards = input.announced()?;
    let bar = Bar::new(options);
    let show = |progress| bar.show(progress);
    let solution = Solver::new().memory_limit(options.memory()).progress(&show).solve(&game);
    let table = solution.map_err(|error| CliError::Solve { file: input.name.clone(), position, error })?.table;
    drop(bar);
    let (mut bulk, mut left) = (Bulk::default(), boards);
    while left > 0 {
        if G::STATE_BYTES > 0 {
            left -= bulk.answer::<G>(&table, &mut input.reader, left, out)?.map_err(|error| input.at(error))?;
        }
        // What stands in another layout is read one by one, and so is what is wrong.
        if left > 0 {
            let state = game.read_state(&mut input.reader).map_err(|error| input.at(error))?;
            let value =
                table.value::<ValueOf<G>>(state).ok_or_else(|| CliError::Other(format!("no state {state:#b}")))?;
            writeln!(out, "{value}").map_err(CliError::Output)?;
            left -= 1;
        }
    }
    input.reader.end("the last board").map_err(|error| input.at(error))
}

/// Problems one after the other; a line for the start of each, in order.
fn answer_starts<G: Listed>(mut input: Input, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let mut batch: Batch<G> = Batch { positions: Vec::new(), games: Vec::new() };
    loop {
        let stopped = batch.read(&mut input);
        // What stands before a bad place is answered before the error.
        batch.answer(&input.name, options, out)?;
        out.flush().map_err(CliError::Output)?;
        if !stopped? {
            return Ok(());
        }
        // One is kept: the next may have much in common with it.
        batch.games.truncate(1);
    }
}

/// Problems read, to be answered together, and where each begins.
struct Batch<G> {
    positions: Vec<Position>,
    games: Vec<G>,
}

impl<G: Listed> Batch<G> {
    /// Reads problems until there are many, or the next would have to be waited for; false where there is no further
    /// one.
    fn read(&mut self, input: &mut Input) -> Result<bool, CliError> {
        let before = self.games.pop();
        self.positions.clear();
        while self.games.len() < BATCH && (self.games.is_empty() || input.reader.token_at_hand()) {
            let Some((position, game)) = input.problem(self.games.last().or(before.as_ref()))? else {
                return Ok(false);
            };
            self.positions.push(position);
            self.games.push(game);
        }
        Ok(true)
    }

    /// Prints the answers: small problems one a thread, large ones with all threads inside each.
    fn answer(&self, file: &str, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
        let limit = options.memory();
        let threads = rayon::current_num_threads();
        let small = |game: &G| {
            let plan = Solver::new().plan(game);
            plan.is_ok_and(|plan| plan.states < 1 << 23 && plan.peak_bytes() < limit / threads as u64)
        };
        let mut positions = self.positions.iter();
        for games in self.games.chunk_by(|a, b| small(a) && small(b)) {
            let values = match games {
                [game] => {
                    let bar = Bar::new(options);
                    let show = |progress| bar.show(progress);
                    let solver = Solver::new().memory_limit(limit).progress(&show);
                    vec![start_value(&mut Buffers::default(), game, &solver)]
                }
                games => start_values(games, limit),
            };
            for (value, &position) in values.into_iter().zip(positions.by_ref()) {
                let value = value.map_err(|error| CliError::Solve { file: file.into(), position, error })?;
                writeln!(out, "{value}").map_err(CliError::Output)?;
            }
        }
        Ok(())
    }
}

/// The value of the start of a game, in memory that is used again for the next.
fn start_value<G: Listed>(buffers: &mut Buffers, game: &G, solver: &Solver<'_>) -> Result<ValueOf<G>, SolveError> {
    let table = solver.solve_with(game, buffers)?.table;
    let value = table.value(game.start()).ok_or(SolveError::State { state: game.start() })?;
    buffers.give_back(table);
    Ok(value)
}

/// The values of the starts of small games: together where the game has a way for that, else one a thread.
fn start_values<G: Listed>(games: &[G], limit: u64) -> Vec<Result<ValueOf<G>, SolveError>> {
    let solver = Solver::new().memory_limit(limit).sequential(true);
    let one_by_one = |buffers: &mut Buffers, games: &[G]| -> Vec<_> {
        games.iter().map(|game| start_value(buffers, game, &solver)).collect()
    };
    let piece = match G::TOGETHER {
        1 => 1,
        lanes => games.len().div_ceil(rayon::current_num_threads()).next_multiple_of(lanes),
    };
    let values = games.par_chunks(piece).map_init(Buffers::default, |buffers, games| match G::start_values(games) {
        Some(Ok(values)) => values.into_iter().map(Ok).collect(),
        _ => one_by_one(buffers, games),
    });
    values.flatten_iter().collect()
}
