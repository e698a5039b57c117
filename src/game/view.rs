//! A game as a recurrence, and as another game: the same moves under another algebra.

use std::sync::Arc;

use super::{Algebra, Count, GainOf, Game, Move, ValueOf, value_from_moves};
use crate::kernel::Offer;
use crate::layers::Earlier;
use crate::recurrence::{Recurrence, Undefined};
use crate::space::{Space, State};
use crate::table::{CellType, Holds};

/// The values of a game, as a recurrence in cells that hold them.
#[derive(Debug)]
pub struct Values<'g, G, C> {
    game: &'g G,
    cell: std::marker::PhantomData<fn() -> C>,
}

impl<'g, G: Game, C: Holds<ValueOf<G>>> Values<'g, G, C> {
    /// Of this game, in cells of type `C`.
    pub fn new(game: &'g G) -> Self {
        Self { game, cell: std::marker::PhantomData }
    }
}

impl<G: Game, C: Holds<ValueOf<G>>> Recurrence for Values<'_, G, C> {
    type Cell = C;

    fn space(&self) -> &Arc<Space> {
        self.game.space()
    }

    #[inline(always)]
    fn fill(&self, state: State, earlier: Earlier<'_, C>, row: &mut [C]) -> Result<(), Undefined> {
        let value = value_from_moves(
            self.game,
            state,
            #[inline(always)]
            |to| Ok::<_, Undefined>(earlier.get(to)?.value()),
        )?;
        let bound = self.game.bound();
        match C::hold(value) {
            Some(cell) if crate::table::Value::is_within(value, bound) => row[0] = cell,
            _ if value.partial_cmp(&value).is_none() => return Err(Undefined::NotANumber),
            _ => return Err(Undefined::TooLarge),
        }
        Ok(())
    }

    fn bound(&self) -> i64 {
        self.game.bound()
    }

    fn kernel(&self) -> Option<Offer<'_>> {
        self.game.kernel(C::TYPE)
    }
}

/// The moves of a game under an algebra that does not look at gains: how long play lasts, how many plays there are, who
/// moves last.
///
/// ```
/// use retrograde::{Longest, Solver, Under, games::dots::Dots, Game};
///
/// let game = Dots::new(2, 2)?;
/// let table = Solver::new().solve(&Under::new(&game, Longest))?.table;
/// assert_eq!(table.value::<u32>(game.start()), Some(12)); // every edge is drawn
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Under<'g, G, A> {
    game: &'g G,
    algebra: A,
    bound: i64,
}

/// The number of plays of a game, from each state to an end.
pub type Plays<'g, G> = Under<'g, G, Count<u128>>;

impl<'g, G: Game, A: Algebra<Gain = ()>> Under<'g, G, A> {
    /// The moves of this game under this algebra, without a bound on the values.
    pub fn new(game: &'g G, algebra: A) -> Self {
        Self { game, algebra, bound: i64::MAX }
    }

    /// The same with a bound on the values, so that smaller cells may do.
    #[must_use]
    pub fn bounded(self, bound: i64) -> Self {
        Self { bound, ..self }
    }
}

impl<G: Game, A: Algebra<Gain = ()>> Game for Under<'_, G, A> {
    type Algebra = A;

    fn algebra(&self) -> A {
        self.algebra
    }

    fn space(&self) -> &Arc<Space> {
        self.game.space()
    }

    fn start(&self) -> State {
        self.game.start()
    }

    fn bound(&self) -> i64 {
        self.bound
    }

    #[inline(always)]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move<()>)) {
        self.game.for_each_move(
            state,
            #[inline(always)]
            |play: Move<GainOf<G>>| visit(Move { to: play.to, gain: (), turn: play.turn }),
        );
    }

    fn kernel(&self, _cell: CellType) -> Option<Offer<'_>> {
        None
    }
}
