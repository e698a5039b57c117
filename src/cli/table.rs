//! What the subcommands that work on table files share.

use std::path::Path;

use retrograde::games::{Listed, Visitor, visit};
use retrograde::notation::Reader;
use retrograde::{Notation, OpenError, Table};

use super::error::{CliError, shown};

/// Opens a table for a subcommand.
pub(super) fn open(path: &Path, check: bool) -> Result<Table, CliError> {
    let table = if check { Table::open_checked(path) } else { Table::open(path) };
    table.map_err(|error| match error {
        OpenError::Io(error) => CliError::Open { path: path.into(), error },
        error @ OpenError::Damaged { .. } => CliError::No(format!("{}: {error}", shown(path))),
        error => CliError::Other(format!("{}: {error}", shown(path))),
    })
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
