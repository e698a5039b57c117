//! Questions to a solved table: the value of a state, its moves, the best of them, and the principal line.

use std::cmp::Ordering;

use crate::game::{Algebra, Gain, GainOf, Game, Move, Turn, ValueOf};
use crate::space::{Mask, State};
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
pub struct RatedMove<G = i32, V = i32> {
    /// The move.
    pub play: Move<G>,
    /// What it is worth by itself: its gain and all that follows with best play, for the mover.
    pub value: V,
}

/// One move of a line of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step<G: Gain = i32> {
    /// The state moved from.
    pub from: State,
    /// The move.
    pub play: Move<G>,
    /// Who made it: 0 for the player to move where the line begins, 1 for the other.
    pub mover: usize,
    /// What each player has gained since the line began, this move included.
    pub totals: [G::Total; 2],
}

/// The moves of a game with what they are worth.
pub type RatedMoves<G> = Vec<RatedMove<GainOf<G>, ValueOf<G>>>;

/// A line of play of a game.
pub type Line<G> = Vec<Step<GainOf<G>>>;

impl<'a, G: Game> Probe<'a, G> {
    /// Asks `table`, the solution of `game`.
    pub fn new(game: &'a G, table: &'a Table) -> Self {
        Self { game, table }
    }

    /// The value of a state for the player to move; `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(1).
    pub fn value(&self, state: Mask) -> Option<ValueOf<G>> {
        self.table.value(state)
    }

    /// All moves of a state with their values, in the game's order; `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(moves).
    pub fn moves(&self, state: Mask) -> Option<RatedMoves<G>> {
        self.value(state)?;
        let (algebra, mut moves) = (self.game.algebra(), Vec::new());
        self.game.for_each_move(state, |play| {
            // A table of another game could lack the successor; such a move cannot be rated.
            let worth = self.value(play.to).map(|behind| algebra.worth(play.gain, play.turn, behind));
            if let Some(Ok(value)) = worth {
                moves.push(RatedMove { play, value });
            }
        });
        Some(moves)
    }

    /// All moves of a state, best first; equal ones, and those of a game in which nobody chooses, stay in the game's order.
    ///
    /// # Complexity
    /// O(moves * log moves).
    pub fn moves_best_first(&self, state: Mask) -> Option<RatedMoves<G>> {
        let (algebra, mut moves) = (self.game.algebra(), self.moves(state)?);
        moves.sort_by(|a, b| match (algebra.prefers(a.value, b.value), algebra.prefers(b.value, a.value)) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Greater,
            _ => Ordering::Equal,
        });
        Some(moves)
    }

    /// The best moves of a state, none of which is preferred to another, in the game's order; empty where the game is
    /// over.
    ///
    /// # Complexity
    /// O(moves).
    pub fn best_moves(&self, state: Mask) -> Option<RatedMoves<G>> {
        let (algebra, mut moves) = (self.game.algebra(), self.moves(state)?);
        let best = moves.iter().map(|rated| rated.value).reduce(|a, b| if algebra.prefers(b, a) { b } else { a });
        moves.retain(|rated| best.is_some_and(|best| !algebra.prefers(best, rated.value)));
        Some(moves)
    }

    /// The principal line: best play by both sides to the end, the first of equal moves each time.
    ///
    /// # Complexity
    /// O(moves of the states on the line).
    pub fn principal_line(&self, state: Mask) -> Option<Line<G>> {
        self.value(state)?;
        let (mut line, mut from, mut mover) = (Vec::new(), state, 0);
        let mut totals = [<GainOf<G> as Gain>::Total::default(); 2];
        while let Some(best) = self.best_moves(from).and_then(|best| best.first().copied()) {
            best.play.gain.add_to(&mut totals[mover]);
            line.push(Step { from, play: best.play, mover, totals });
            from = best.play.to;
            if best.play.turn == Turn::Passes {
                mover = 1 - mover;
            }
        }
        Some(line)
    }
}
