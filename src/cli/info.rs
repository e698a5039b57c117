//! `retrograde info`: what a table holds.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use retrograde::Table;
use retrograde::table::Cells;

use super::error::{CliError, plain_text, shown};
use super::size::{grouped, show};
use super::table::open;

/// Say what a table holds, and how often each value occurs
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
    let table = open(&command.table, command.check)?;
    let bytes = std::fs::metadata(&command.table).map_or(0, |metadata| metadata.len());
    print(&command.table, &table, bytes, out).map_err(CliError::Output)
}

fn print(path: &std::path::Path, table: &Table, bytes: u64, out: &mut impl Write) -> std::io::Result<()> {
    let mut label = table.label().cloned().unwrap_or_default();
    for text in label.bits.iter_mut().chain([&mut label.game]) {
        *text = plain_text(text);
    }
    let (index, cells) = (table.index(), table.cells());
    let (first_bit, last_bit) = (label.bits.first(), label.bits.last());
    writeln!(out, "table   {}: {}", shown(path), show(bytes))?;
    writeln!(out, "game    {}", label.game)?;
    let lines: Vec<&str> = label.problem.lines().collect();
    writeln!(out, "problem {}{}", plain_text(lines.first().unwrap_or(&"")), if lines.len() > 1 { " ..." } else { "" })?;
    writeln!(out, "states  {} in {} layers", grouped(table.states() as u64), table.layers().len().saturating_sub(1))?;
    writeln!(out, "values  {} bits each, none beyond +-{}", 8 * cells.width().bytes(), table.bound())?;
    writeln!(
        out,
        "masks   {} bits, {} of them low; from {} to {}",
        index.bits(),
        index.low_bits(),
        first_bit.map_or("-", String::as_str),
        last_bit.map_or("-", String::as_str)
    )?;
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
