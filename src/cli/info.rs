//! `retrograde info`: what a table holds.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;
use retrograde::space::Index;
use retrograde::table::Cells;
use retrograde::{BitTable, Label, Table, TableFile};

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
    let file = open_either(&command.table, command.check)?;
    let bytes = std::fs::metadata(&command.table).map_or(0, |metadata| metadata.len());
    let printed = match file {
        TableFile::Values(table) => print(&command.table, &table, bytes, out),
        TableFile::Bits(set) => print_set(&command.table, &set, bytes, out),
    };
    printed.map_err(CliError::Output)
}

fn print_set(path: &Path, set: &BitTable, bytes: u64, out: &mut impl Write) -> std::io::Result<()> {
    print_label(path, set.label(), bytes, out)?;
    writeln!(out, "states  {}", grouped(set.states() as u64))?;
    writeln!(out, "set     {}: {} states", plain_text(set.set()), grouped(set.len()))?;
    print_masks(set.index(), set.label(), out)
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
    let cells = table.cells();
    print_label(path, &label, bytes, out)?;
    writeln!(out, "states  {} in {} layers", grouped(table.states() as u64), table.layers().len().saturating_sub(1))?;
    writeln!(out, "values  {} bits each, none beyond +-{}", 8 * cells.width().bytes(), table.bound())?;
    print_masks(table.index(), &label, out)?;
    writeln!(out)?;
    histogram(&cells, out)
}

fn histogram(cells: &Cells<'_>, out: &mut impl Write) -> std::io::Result<()> {
    let value = |index| i64::from(cells.get(index).unwrap_or_default());
    let range = (0..cells.len()).into_par_iter().map(|index| (value(index), value(index)));
    let Some((low, high)) = range.reduce_with(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return Ok(()) };
    // Round steps, so that the bars begin at numbers a person would choose.
    let step = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    let step = step.into_iter().find(|step| (high.div_euclid(*step) - low.div_euclid(*step)) < BARS).unwrap_or(1);
    let count = |mut counts: BTreeMap<i64, u64>, index| {
        *counts.entry(value(index).div_euclid(step)).or_default() += 1;
        counts
    };
    let merge = |mut all: BTreeMap<i64, u64>, some: BTreeMap<i64, u64>| {
        some.into_iter().for_each(|(bar, count)| *all.entry(bar).or_default() += count);
        all
    };
    let counts = (0..cells.len()).into_par_iter().fold(BTreeMap::new, count).reduce(BTreeMap::new, merge);
    let most = counts.values().max().copied().unwrap_or(1);
    for (bar, count) in counts {
        let (from, to) = (bar * step, bar * step + step - 1);
        let name = if step == 1 { from.to_string() } else { format!("{from} .. {to}") };
        let bar = "#".repeat((u128::from(count) * u128::from(WIDTH)).div_ceil(most.into()) as usize);
        writeln!(out, "{name:>24}  {:>15}  {bar}", grouped(count))?;
    }
    Ok(())
}
