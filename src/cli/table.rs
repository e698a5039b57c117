//! What the subcommands that work on table files share.

use std::path::Path;

use retrograde::games::peg::Peg;
use retrograde::games::{Listed, Visitor, visit};
use retrograde::notation::Reader;
use retrograde::space::Members;
use retrograde::{Game, Notation, OpenError, Table};

use super::error::{CliError, shown};

/// Opens a table of values for a subcommand.
pub(super) fn open(path: &Path, check: bool) -> Result<Table, CliError> {
    let table = open_either(path, check)?;
    match table.set() {
        None => Ok(table),
        Some(_) => Err(CliError::Other(format!("{}: not a table: it holds a set of states, not values", shown(path)))),
    }
}

/// Opens a table, or a set of states. It is mapped, not read: a look-up should not wait for the rest of the file.
#[allow(unsafe_code)]
pub(super) fn open_either(path: &Path, check: bool) -> Result<Table, CliError> {
    // SAFETY: tables are replaced by renaming, never changed in place. Who writes into one all the same, or cuts it
    // short, while this program looks at it, gets wrong answers or a signal; the README says so.
    unsafe { Table::open_mapped(path, check) }.map_err(|error| unopened(path, error))
}

fn unopened(path: &Path, error: OpenError) -> CliError {
    match error {
        OpenError::Io(error) => CliError::Open { path: path.into(), error },
        error @ OpenError::Damaged { .. } => CliError::No(format!("{}: {error}", shown(path))),
        error => CliError::Other(format!("{}: {error}", shown(path))),
    }
}

/// The game of a set of states: peg solitaire, the one whose sets are kept.
pub(super) fn game_of_set(path: &Path, set: &Table) -> Result<Peg, CliError> {
    let broken = |what: String| CliError::Other(format!("{}: {what}", shown(path)));
    let label = set.label().cloned().unwrap_or_default();
    if label.game != Peg::NAME {
        return Err(broken(format!("a set of states of an unknown game, `{}`", label.game)));
    }
    let game = match Peg::read_problem(&mut Reader::new(label.problem.as_bytes()), None) {
        Ok(Some(game)) => game,
        Ok(None) => return Err(broken("the set names no problem".into())),
        Err(error) => return Err(broken(format!("the problem in the set is wrong: {error}"))),
    };
    let fits = |game: &Peg| {
        let (index, own) = (set.index(), game.space());
        (index.bits(), index.members(), set.states()) == (own.bits(), own.members(), own.states())
    };
    // The problem does not say whether the set was made of all positions.
    let game = match set.index().members() {
        Members::All if !fits(&game) => game.with_all_positions().map_err(|error| broken(error.to_string()))?,
        _ => game,
    };
    if fits(&game) { Ok(game) } else { Err(broken("the set does not fit the problem that it names".into())) }
}

/// Something to be done with a table and its game.
pub(super) trait TableVisitor {
    fn visit<G: Notation>(self, game: G, table: &Table) -> Result<(), CliError>;
}

/// Finds the game of a table and does something with both.
pub(super) fn with_game(path: &Path, table: &Table, visitor: impl TableVisitor) -> Result<(), CliError> {
    let name = table.label().map_or("", |label| &label.game);
    visit(name, WithGame { path, table, visitor })
        .unwrap_or_else(|| Err(CliError::Other(format!("{}: a table of an unknown game, `{name}`", shown(path)))))
}

struct WithGame<'a, V> {
    path: &'a Path,
    table: &'a Table,
    visitor: V,
}

impl<V: TableVisitor> Visitor for WithGame<'_, V> {
    type Output = Result<(), CliError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let broken = |what: String| CliError::Other(format!("{}: {what}", shown(self.path)));
        let problem = self.table.label().map_or("", |label| &label.problem);
        let game = match G::read_problem(&mut Reader::new(problem.as_bytes()), None) {
            Ok(Some(game)) => game,
            Ok(None) => return Err(broken("the table names no problem".into())),
            Err(error) => return Err(broken(format!("the problem in the table is wrong: {error}"))),
        };
        let (index, own) = (self.table.index(), game.space());
        if (index.bits(), index.members()) != (own.bits(), own.members()) {
            return Err(broken("the table does not fit the problem that it names".into()));
        }
        self.visitor.visit(game, self.table)
    }
}
