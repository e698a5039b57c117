//! `retrograde build`: solve once, keep the table.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::games::{Listed, Visitor};
use retrograde::{Draft, Existing, SaveError, SolveError, Solver};

use super::error::CliError;
use super::input::Input;
use super::progress::Bar;
use super::size::{grouped, show};
use super::{Options, Problem};

/// Solve a problem and keep its table in a file
///
/// The file is a safetensors file. It is complete or not there at all, whenever the program is stopped.
#[derive(Debug, Args)]
pub(super) struct Build {
    #[command(flatten)]
    pub(super) problem: Problem,
    /// The table to write
    #[arg(short, long, value_name = "TABLE")]
    output: PathBuf,
    /// Which case of the input; needed where there are several
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    case: Option<u64>,
    /// Replace the table if it exists
    #[arg(long)]
    force: bool,
    /// Where the table stands while it is filled; in the file it may be larger than the memory
    #[arg(long, value_name = "PLACE", value_enum, default_value_t = Backing::Memory)]
    backing: Backing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backing {
    Memory,
    File,
}

pub(super) fn run<'a, W: Write>(
    command: &'a Build,
    options: &'a Options,
    out: &'a mut W,
) -> impl Visitor<Output = Result<(), CliError>> {
    Run { command, options, out }
}

struct Run<'a, W> {
    command: &'a Build,
    options: &'a Options,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let Build { output, force, backing, .. } = self.command;
        let mut input = Input::open(&self.command.problem)?;
        let (position, game, _) = match self.command.case {
            Some(case) => input.case::<G>(case)?,
            None => input.only_case::<G>()?,
        };
        let failed = |error| CliError::Solve { file: input.name.clone(), position, error };
        let unsaved = |error: SaveError| CliError::Save { path: output.clone(), error };
        let existing = if *force { Existing::Replace } else { Existing::Keep };
        let label = game.label();
        let draft = Draft::new(output, existing).map_err(unsaved)?;
        let bar = Bar::new(self.options);
        let show_bar = |progress| bar.show(progress);
        let solver = Solver::new().memory_limit(self.options.memory()).progress(&show_bar);
        let unsolved = |error| match error {
            SolveError::Save(error) => unsaved(error),
            error => failed(error),
        };
        let report = match backing {
            Backing::Memory => {
                // Where the memory suffices, so does the disk, or there is no use in solving.
                if let Ok(plan) = solver.plan(&game)
                    && plan.peak_bytes() <= self.options.memory()
                {
                    draft.reserve(plan.table_bytes).map_err(unsaved)?;
                }
                let solution = solver.solve(&game).map_err(unsolved)?;
                drop(bar);
                draft.finish(&solution.table, &label).map_err(unsaved)?;
                solution.report
            }
            Backing::File => {
                let (filled, report) = solver.solve_in(&game, draft, &label).map_err(unsolved)?;
                drop(bar);
                filled.finish().map_err(unsaved)?;
                report
            }
        };
        let bytes = std::fs::metadata(output).map_or(0, |metadata| metadata.len());
        let states = grouped(report.states as u64);
        writeln!(self.out, "{}: {states} states, {}", super::error::shown(output), show(bytes))
            .map_err(CliError::Output)
    }
}
