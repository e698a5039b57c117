//! `retrograde export`: values with their masks, for NumPy and spreadsheets.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use npyz::WriterBuilder;
use retrograde::{Notation, Table};

use super::error::CliError;
use super::table::{TableVisitor, open, with_game};

/// Write all states of a table with their values, as .npy or .csv
///
/// A .npy file holds a two-dimensional array of 64-bit numbers, a row a state: mask and value. A .csv file has the same
/// two columns, and the state as the game writes it.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The table
    table: PathBuf,
    /// The file to write; its ending, .npy or .csv, chooses the format
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

pub(super) fn run(command: &Export) -> Result<(), CliError> {
    let table = open(&command.table, false)?;
    with_game(&command.table, &table, Run { command })
}

struct Run<'a> {
    command: &'a Export,
}

impl TableVisitor for Run<'_> {
    fn visit<G: Notation>(self, game: G, table: &Table) -> Result<(), CliError> {
        let Export { output, force, .. } = self.command;
        let write: fn(&G, &Table, &mut dyn Write) -> io::Result<()> = match output.extension().and_then(|e| e.to_str())
        {
            Some("npy") => npy,
            Some("csv") => csv,
            _ => return Err(CliError::Other("the output must end in .npy or .csv".into())),
        };
        let mut options = File::options();
        options.write(true).truncate(true).create(true).create_new(!force);
        let failed = |error: io::Error| CliError::Open { path: output.clone(), error };
        let mut file = BufWriter::new(options.open(output).map_err(failed)?);
        write(&game, table, &mut file).and_then(|()| file.flush()).map_err(failed)
    }
}

/// All states in the order of the index, each with its value.
fn rows<'a, G: Notation>(game: &'a G, table: &'a Table) -> impl Iterator<Item = (u64, i32)> + 'a {
    let states = (0..game.space().states()).map(|index| game.space().state_at(index));
    states.filter_map(|state| Some((state, table.value(state)?)))
}

fn npy<G: Notation>(game: &G, table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let shape = [game.space().states() as u64, 2];
    let mut writer = npyz::WriteOptions::<i64>::new().default_dtype().shape(&shape).writer(out).begin_nd()?;
    for (mask, value) in rows(game, table) {
        writer.push(&(mask as i64))?;
        writer.push(&value.into())?;
    }
    writer.finish()
}

fn csv<G: Notation>(game: &G, table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "mask,value,state")?;
    rows(game, table).try_for_each(|(mask, value)| writeln!(out, "{mask},{value},{}", game.state_text(mask)))
}
