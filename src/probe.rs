//! Questions to a solved table: the value of a state, its moves, the best of them, and the principal line.

use crate::game::{Game, Move, Turn};
use crate::space::State;
use crate::table::Table;

/// A solved game, to be asked.
///
/// ```
/// use retrograde::{Probe, Solver, games::gems::Gems};
///
/// let game = Gems::new(2, vec![vec![1], vec![1], vec![2, 2]])?;
/// let table = Solver::new().solve(&game)?.table;
/// let probe = Probe::new(&game, &table);
/// let line = probe.principal_line(0b111).unwrap();
/// assert_eq!(line[0].totals, [1, 0]); // the third bag makes a stone at once
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Probe<'a, G> {
    game: &'a G,
    table: &'a Table,
}

/// A legal move and what it is worth to the mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub play: Move,
    /// Its gain and all that follows with best play, for the mover.
    pub value: i32,
}

/// One move of a line of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The state moved from.
    pub from: State,
    /// The move.
    pub play: Move,
    /// Who made it: 0 for the player to move where the line begins, 1 for the other.
    pub mover: usize,
    /// What each player has gained since the line began, this move included.
    pub totals: [i64; 2],
}

impl<'a, G: Game> Probe<'a, G> {
    /// Asks `table`, the solution of `game`.
    pub fn new(game: &'a G, table: &'a Table) -> Self {
        Self { game, table }
    }

    /// The value of a state for the player to move; `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(1).
    pub fn value(&self, state: State) -> Option<i32> {
        self.table.value(state)
    }

    /// All moves of a state with their values, in the game's order; `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(moves).
    pub fn moves(&self, state: State) -> Option<Vec<RatedMove>> {
        self.table.value(state)?;
        let mut moves = Vec::new();
        self.game.for_each_move(state, |play| {
            // A table of another game could lack the successor; such a move cannot be rated.
            if let Some(value) = self.table.value(play.to).and_then(|value| i32::try_from(play.value(value)).ok()) {
                moves.push(RatedMove { play, value });
            }
        });
        Some(moves)
    }

    /// All moves of a state, best first; equal ones stay in the game's order.
    ///
    /// # Complexity
    /// O(moves * log moves).
    pub fn moves_best_first(&self, state: State) -> Option<Vec<RatedMove>> {
        let mut moves = self.moves(state)?;
        moves.sort_by_key(|rated| std::cmp::Reverse(rated.value));
        Some(moves)
    }

    /// The best moves of a state, all of equal value, in the game's order; empty where the game is over.
    ///
    /// # Complexity
    /// O(moves).
    pub fn best_moves(&self, state: State) -> Option<Vec<RatedMove>> {
        let mut moves = self.moves(state)?;
        let best = moves.iter().map(|rated| rated.value).max();
        moves.retain(|rated| Some(rated.value) == best);
        Some(moves)
    }

    /// The principal line: best play by both sides to the end, the first of equal moves each time.
    ///
    /// # Complexity
    /// O(moves of the states on the line).
    pub fn principal_line(&self, state: State) -> Option<Vec<Step>> {
        self.table.value(state)?;
        let (mut line, mut from, mut mover, mut totals) = (Vec::new(), state, 0, [0; 2]);
        while let Some(best) = self.best_moves(from).and_then(|best| best.first().copied()) {
            totals[mover] += i64::from(best.play.gain);
            line.push(Step { from, play: best.play, mover, totals });
            from = best.play.to;
            if best.play.turn == Turn::Passes {
                mover = 1 - mover;
            }
        }
        Some(line)
    }
}
