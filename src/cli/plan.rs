//! `retrograde plan`: what a solve would take, at once and without solving.

use std::io::Write;

use clap::Args;
use retrograde::games::{Listed, Visitor};
use retrograde::{Solver, StateSet, reachable};

use super::error::CliError;
use super::input::Input;
use super::size::{grouped, show};
use super::{Options, Problem};

/// Say how many states there are and what memory a solve takes
#[derive(Debug, Args)]
pub(super) struct Plan {
    #[command(flatten)]
    pub(super) problem: Problem,
    /// Which case or board of the input
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    case: u64,
    /// Count the states that can be reached from the start, too
    #[arg(long)]
    reachable: bool,
}

pub(super) fn run<'a, W: Write>(
    command: &'a Plan,
    options: &'a Options,
    out: &'a mut W,
) -> impl Visitor<Output = Result<(), CliError>> {
    Run { command, options, out }
}

struct Run<'a, W> {
    command: &'a Plan,
    options: &'a Options,
    out: &'a mut W,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let mut input = Input::open(&self.command.problem)?;
        let (position, game, state) = input.case::<G>(self.command.case)?;
        let failed = |error| CliError::Solve { file: input.name.clone(), position, error };
        let plan = Solver::new().plan(&game).map_err(failed)?;
        let memory = self.options.memory();
        let reached = if self.command.reachable {
            let needed = StateSet::bytes(plan.states);
            if needed > memory {
                return Err(failed(retrograde::SolveError::MemoryLimit { needed, limit: memory }));
            }
            Some(reachable(&game, state).map_err(failed)?.by_level())
        } else {
            None
        };
        let bits = plan.shape.cell.bits();
        let fits = if plan.peak_bytes() <= memory { "fits" } else { "does not fit" };
        let rows = [
            ("game", format!("{}: {}", G::NAME, game.title())),
            ("states", grouped(plan.states as u64)),
            (
                "layers",
                format!(
                    "{} of {} blocks, low part of {} bits",
                    grouped(plan.layers as u64),
                    grouped(plan.blocks as u64),
                    plan.low_bits
                ),
            ),
            ("table", format!("{} ({bits} bits a value)", show(plan.table_bytes))),
            ("plane", show(plan.plane_bytes)),
            ("index", show(plan.index_bytes)),
            ("peak", format!("{}: {fits} into the {} that may be used", show(plan.peak_bytes()), show(memory))),
        ];
        let levels = game.space().states_by_level();
        print(self.out, &rows, &levels, reached.as_deref(), G::LEVEL).map_err(CliError::Output)
    }
}

fn print(
    out: &mut impl Write,
    rows: &[(&str, String)],
    levels: &[u64],
    reached: Option<&[u64]>,
    level_name: &str,
) -> std::io::Result<()> {
    for (name, text) in rows {
        writeln!(out, "{name:<8}{text}")?;
    }
    let width = levels.iter().max().map_or(0, |&most| grouped(most).len()).max("reachable".len());
    write!(out, "\n{level_name:>10}  {:>width$}", "states")?;
    writeln!(out, "{}", if reached.is_some() { format!("  {:>width$}", "reachable") } else { String::new() })?;
    for (level, &states) in levels.iter().enumerate().rev() {
        write!(out, "{level:>10}  {:>width$}", grouped(states))?;
        writeln!(out, "{}", reached.map_or(String::new(), |reached| format!("  {:>width$}", grouped(reached[level]))))?;
    }
    if let Some(reached) = reached {
        let (all, some) = (levels.iter().sum(), reached.iter().sum());
        writeln!(out, "{:>10}  {:>width$}  {:>width$}", "in all", grouped(all), grouped(some))?;
    }
    Ok(())
}
