//! `retrograde verify`: is a table what it claims to be?

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrograde::engine::{MemberError, verify_with};
use retrograde::games::peg::SetError;
use retrograde::{Notation, Table};

use super::Options;
use super::error::{CliError, shown};
use super::progress::Bar;
use super::size::grouped;
use super::table::{TableVisitor, game_of_set, open_either, with_game};

/// Check tables: the checksums, the index, and every value, or the yes or no of a set, by the rules
///
/// Exit status 1 for a table that is wrong, 2 for what is no table.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The tables
    #[arg(required = true, value_name = "TABLE")]
    tables: Vec<PathBuf>,
}

pub(super) fn run(command: &Verify, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let mut worst: Option<CliError> = None;
    for path in &command.tables {
        let verified = open_either(path, true).and_then(|table| match table.set() {
            None => with_game(path, &table, Run { path, options, out: &mut *out }),
            Some(_) => verify_set(path, &table, options, &mut *out),
        });
        let Err(error) = verified else { continue };
        // The other tables are looked at all the same; the exit status is that of the worst.
        match worst.take() {
            None => worst = Some(error),
            Some(other) => {
                let (first, second) = if error.status() > other.status() { (other, error) } else { (error, other) };
                first.print();
                worst = Some(second);
            }
        }
    }
    worst.map_or(Ok(()), Err)
}

fn verify_set(path: &Path, set: &Table, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let game = game_of_set(path, set)?;
    let bar = Bar::new(options);
    let verified = game.verify_set(set, &|progress| bar.show(progress));
    drop(bar);
    verified.map_err(|error| {
        let text = match error {
            SetError::Member(MemberError::State { state, .. }) => format!("{error} (`{}`)", game.state_text(state)),
            error => error.to_string(),
        };
        CliError::No(format!("{}: wrong: {text}", shown(path)))
    })?;
    let states = grouped(set.states() as u64);
    writeln!(out, "{}: right, all {states} states", shown(path)).map_err(CliError::Output)
}

struct Run<'a, W> {
    path: &'a Path,
    options: &'a Options,
    out: &'a mut W,
}

impl<W: Write> TableVisitor for Run<'_, W> {
    fn visit<G: Notation>(self, game: G, table: &Table) -> Result<(), CliError> {
        let bar = Bar::new(self.options);
        let verified = verify_with(&game, table, &|progress| bar.show(progress));
        drop(bar);
        verified.map_err(|error| CliError::No(format!("{}: wrong: {}", shown(self.path), explained(&game, &error))))?;
        let states = grouped(table.states() as u64);
        writeln!(self.out, "{}: right, all {states} states", shown(self.path)).map_err(CliError::Output)
    }
}

/// The error, with the state as the game writes it.
fn explained<G: Notation>(game: &G, error: &retrograde::engine::VerifyError) -> String {
    match error {
        retrograde::engine::VerifyError::Value { state, .. } => format!("{error} (`{}`)", game.state_text(*state)),
        error => error.to_string(),
    }
}
