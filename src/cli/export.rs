//! `retrograde export`: values with their masks, for NumPy and spreadsheets.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use npyz::WriterBuilder;
use retrograde::{CellType, Notation, Number, Table};

use super::error::{CliError, shown};
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
        let failed = |error: io::Error| CliError::Open { path: output.clone(), error };
        if !force && output.symlink_metadata().is_ok() {
            return Err(CliError::Other(format!("{} exists already (see --force)", shown(output))));
        }
        // Given its name when it is complete: the name may be that of the very table, which is still read.
        let folder = output.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder).map_err(failed)?;
        let mut buffer = BufWriter::new(file.as_file_mut());
        write(&game, table, &mut buffer).and_then(|()| buffer.flush()).map_err(failed)?;
        drop(buffer);
        let persisted = if *force { file.persist(output) } else { file.persist_noclobber(output) };
        persisted.map(|_| ()).map_err(|persist| failed(persist.error))
    }
}

/// All states in the order of the index, each with its value.
fn rows<'a, G: Notation>(game: &'a G, table: &'a Table) -> impl Iterator<Item = (u64, Number)> + 'a {
    let states = (0..game.space().states()).map(|index| game.space().state_at(index));
    states.filter_map(|state| Some((state, table.number(state)?)))
}

fn npy<G: Notation>(game: &G, table: &Table, out: &mut dyn Write) -> io::Result<()> {
    match table.shape().cell {
        // Masks have fewer bits than a floating number of 64.
        CellType::F32 | CellType::F64 => pairs(game, table, out, |mask| mask as f64, |value| Some(value.to_f64())),
        _ => pairs(
            game,
            table,
            out,
            |mask| mask as i64,
            |value| match value {
                Number::Bit(bit) => Some(bit.into()),
                Number::Signed(value) => Some(value),
                Number::Unsigned(value) => value.try_into().ok(),
                _ => None,
            },
        ),
    }
}

/// Two columns of numbers of one type.
fn pairs<G: Notation, T: npyz::AutoSerialize + Copy>(
    game: &G,
    table: &Table,
    out: &mut dyn Write,
    mask: impl Fn(u64) -> T,
    number: impl Fn(Number) -> Option<T>,
) -> io::Result<()> {
    let shape = [game.space().states() as u64, 2];
    let mut writer = npyz::WriteOptions::<T>::new().default_dtype().shape(&shape).writer(out).begin_nd()?;
    for (state, value) in rows(game, table) {
        let value = number(value).ok_or_else(|| io::Error::other("values of more than 63 bits go into a .csv only"))?;
        writer.push(&mask(state))?;
        writer.push(&value)?;
    }
    writer.finish()
}

fn csv<G: Notation>(game: &G, table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "mask,value,state")?;
    rows(game, table).try_for_each(|(mask, value)| writeln!(out, "{mask},{value},{}", game.state_text(mask)))
}
