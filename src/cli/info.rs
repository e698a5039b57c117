//! `retrograde info`: what a table holds.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;
use retrograde::space::Index;
use retrograde::table::Cells;
use retrograde::{Label, Number, Table};

use super::error::{CliError, plain_text, shown};
use super::size::{grouped, show};
use super::table::open_either;

/// Say what a table holds, and how often each value occurs; of a set, how many states are in it
#[derive(Debug, Args)]
pub(super) struct Info {
    /// The table
    table: PathBuf,
    /// Hold the whole table against its checksums first
    #[arg(long)]
    check: bool,
}

/// The most bars of the histogram; where there are more values, a bar stands for several.
const BARS: i64 = 25;

/// The length of the longest bar.
const WIDTH: u64 = 50;

pub(super) fn run(command: &Info, out: &mut impl Write) -> Result<(), CliError> {
    let table = open_either(&command.table, command.check)?;
    let bytes = std::fs::metadata(&command.table).map_or(0, |metadata| metadata.len());
    let printed = match table.set() {
        None => print(&command.table, &table, bytes, out),
        Some(set) => print_set(&command.table, &table, set, bytes, out),
    };
    printed.map_err(CliError::Output)
}

fn print_set(path: &Path, table: &Table, set: &str, bytes: u64, out: &mut impl Write) -> std::io::Result<()> {
    let label = table.label().cloned().unwrap_or_default();
    let Cells::Bit(bits) = table.cells() else { return Ok(()) };
    print_label(path, &label, bytes, out)?;
    writeln!(out, "states  {}", grouped(table.states() as u64))?;
    writeln!(out, "set     {}: {} states", plain_text(set), grouped(bits.count_ones()))?;
    print_masks(table.index(), &label, out)
}

fn print_label(path: &Path, label: &Label, bytes: u64, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "table   {}: {}", shown(path), show(bytes))?;
    writeln!(out, "game    {}", plain_text(&label.game))?;
    let lines: Vec<&str> = label.problem.lines().collect();
    writeln!(out, "problem {}{}", plain_text(lines.first().unwrap_or(&"")), if lines.len() > 1 { " ..." } else { "" })
}

fn print_masks(index: &Index, label: &Label, out: &mut impl Write) -> std::io::Result<()> {
    let name = |name: Option<&String>| name.map_or("-".into(), |name| plain_text(name));
    let (first, last) = (name(label.bits.first()), name(label.bits.last()));
    writeln!(out, "masks   {} bits, {} of them low; from {first} to {last}", index.bits(), index.low_bits())
}

fn print(path: &Path, table: &Table, bytes: u64, out: &mut impl Write) -> std::io::Result<()> {
    let label = table.label().cloned().unwrap_or_default();
    let (cells, shape) = (table.cells(), table.shape());
    print_label(path, &label, bytes, out)?;
    writeln!(out, "states  {} in {} layers", grouped(table.states() as u64), table.layers().len().saturating_sub(1))?;
    let a_state = if shape.width == 1 { String::new() } else { format!(", {} a state", shape.width) };
    let bound =
        if table.bound() == i64::MAX { "without a bound".into() } else { format!("none beyond +-{}", table.bound()) };
    writeln!(out, "values  {} bits each{a_state}, {bound}", shape.cell.bits())?;
    print_masks(table.index(), &label, out)?;
    writeln!(out)?;
    histogram(&cells, out)
}

/// A number on the axis of the histogram: whole ones exactly as far as people read them.
fn axis(cells: &Cells<'_>, index: usize) -> f64 {
    cells.number(index).map_or(0.0, Number::to_f64)
}

fn histogram(cells: &Cells<'_>, out: &mut impl Write) -> std::io::Result<()> {
    let range = (0..cells.len()).into_par_iter().map(|index| (axis(cells, index), axis(cells, index)));
    let Some((low, high)) = range.reduce_with(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return Ok(()) };
    let whole = !matches!(cells, Cells::F32(_) | Cells::F64(_));
    // Round steps, so that the bars begin at numbers a person would choose.
    let least = if whole { 0 } else { ((high - low) / BARS as f64).max(1e-300).log10().floor() as i32 };
    let step = (least..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
    let fits = |step: &f64| {
        !(high.is_finite() && low.is_finite()) || (high / step).floor() - (low / step).floor() < BARS as f64
    };
    let step = step.into_iter().find(fits).unwrap_or(1.0);
    let bar = |index| (axis(cells, index) / step).floor() as i64;
    let count = |mut counts: BTreeMap<i64, u64>, index| {
        *counts.entry(bar(index)).or_default() += 1;
        counts
    };
    let merge = |mut all: BTreeMap<i64, u64>, some: BTreeMap<i64, u64>| {
        some.into_iter().for_each(|(bar, count)| *all.entry(bar).or_default() += count);
        all
    };
    let counts = (0..cells.len()).into_par_iter().fold(BTreeMap::new, count).reduce(BTreeMap::new, merge);
    let most = counts.values().max().copied().unwrap_or(1);
    for (bar, count) in counts {
        let from = bar as f64 * step;
        let name = match (whole, step == 1.0) {
            (true, true) => format!("{from}"),
            (true, false) => format!("{from} .. {}", from + step - 1.0),
            (false, _) => format!("from {from:.3}"),
        };
        let bar = "#".repeat((u128::from(count) * u128::from(WIDTH)).div_ceil(most.into()) as usize);
        writeln!(out, "{name:>24}  {:>15}  {bar}", grouped(count))?;
    }
    Ok(())
}
