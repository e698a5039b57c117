//! `retrograde solve`: judges' input in, judges' output out.

use std::io::Write;

use clap::Args;
use rayon::prelude::*;
use retrograde::games::Visitor;
use retrograde::notation::Position;
use retrograde::{Notation, SolveError, Solver};

use super::error::CliError;
use super::input::Input;
use super::progress::Bar;
use super::{Options, Problem};

/// Answer every case of an input
///
/// chess: `n m`, n rows of m numbers for Black, as many for White; boards may follow each other.
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

    fn visit<G: Notation>(self) -> Self::Output {
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
    let Some((position, game)) = input.problem::<G>()? else { return Ok(()) };
    let boards = input.announced()?;
    let bar = Bar::new(options);
    let show = |progress| bar.show(progress);
    let solution = Solver::new().memory_limit(options.memory()).progress(&show).solve(&game);
    let table = solution.map_err(|error| CliError::Solve { file: input.name.clone(), position, error })?.table;
    drop(bar);
    for _ in 0..boards {
        let state = game.read_state(&mut input.reader).map_err(|error| input.at(error))?;
        let value = table.value(state).ok_or_else(|| CliError::Other(format!("no state {state:#b}")))?;
        writeln!(out, "{value}").map_err(CliError::Output)?;
    }
    input.reader.end("the last board").map_err(|error| input.at(error))
}

/// Problems one after the other; a line for the start of each, in order.
fn answer_starts<G: Notation>(mut input: Input, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let mut more = true;
    while more {
        let mut batch = Vec::new();
        let mut failed = Ok(());
        while batch.len() < BATCH {
            match input.problem::<G>() {
                Ok(Some(problem)) => batch.push(problem),
                Ok(None) => more = false,
                Err(error) => (more, failed) = (false, Err(error)),
            }
            if !more {
                break;
            }
        }
        // What stands before a bad place is answered before the error.
        answer_batch(&batch, &input.name, options, out)?;
        failed?;
        out.flush().map_err(CliError::Output)?;
    }
    Ok(())
}

/// Small problems one a thread, large ones with all threads inside each.
fn answer_batch<G: Notation>(
    batch: &[(Position, G)],
    file: &str,
    options: &Options,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let limit = options.memory();
    let threads = rayon::current_num_threads();
    let small = |(_, game): &(Position, G)| {
        Solver::new().plan(game).is_ok_and(|plan| plan.states < 1 << 23 && plan.peak_bytes() < limit / threads as u64)
    };
    let start_value = |game: &G, solver: Solver<'_>| -> Result<i32, SolveError> {
        let table = solver.memory_limit(limit).solve(game)?.table;
        Ok(table.value(game.start()).unwrap_or_default())
    };
    for run in batch.chunk_by(|a, b| small(a) && small(b)) {
        let values: Vec<Result<i32, SolveError>> = if let [(_, game)] = run {
            let bar = Bar::new(options);
            vec![start_value(game, Solver::new().progress(&|progress| bar.show(progress)))]
        } else {
            let one = |(_, game): &(Position, G)| start_value(game, Solver::new().sequential(true));
            run.par_iter().with_max_len(1).map(one).collect()
        };
        for ((position, _), value) in run.iter().zip(values) {
            let value = value.map_err(|error| CliError::Solve { file: file.into(), position: *position, error })?;
            writeln!(out, "{value}").map_err(CliError::Output)?;
        }
    }
    Ok(())
}
