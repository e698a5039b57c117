//! Gems Fight: two players drop bags of gems into one cooker; every S gems of a colour melt into a stone.
//!
//! A state is the set of bags left: what lies in the cooker follows from the bags taken. Whoever makes a stone moves
//! again.

mod cooker;
mod left;
mod stones;

use std::sync::{Arc, OnceLock};

use self::cooker::Cooker;
use self::left::GemsLeft;
use self::stones::Stones;
use super::GameError;
use crate::game::{Game, Move, Turn};
use crate::kernel::{
    Kernel,
    bonus::{Bonus, TILE},
};
use crate::space::{Space, State};
use crate::table::Width;

/// A game of Gems Fight.
#[derive(Debug, Clone)]
pub struct Gems {
    space: Arc<Space>,
    stone: u32,
    bags: Vec<Vec<u32>>,
    cooker: Cooker,
    bound: i64,
    /// For the vectorised fill, worked out when it is first asked for.
    stones: OnceLock<Option<Stones>>,
}

impl Gems {
    /// A game in which `stone` gems of a colour make a stone; `bags` lists the colours of the gems in each bag, by
    /// any numbers.
    ///
    /// ```
    /// use retrograde::{Solver, games::gems::Gems, game::Game};
    ///
    /// let game = Gems::new(3, vec![vec![2, 3], vec![1, 3], vec![1, 2], vec![2, 3, 1]])?;
    /// let table = Solver::new().solve(&game)?.table;
    /// assert_eq!(table.value(game.start()), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError`] where `stone` is 0, there are too many bags for a space, or the stones could exceed 32 bits.
    pub fn new(stone: u32, bags: Vec<Vec<u32>>) -> Result<Self, GameError> {
        let space = Arc::new(Space::subsets(u32::try_from(bags.len()).unwrap_or(u32::MAX))?);
        if stone == 0 {
            return Err(GameError::Stone);
        }
        let cooker = Cooker::new(stone, &bags);
        let bound = cooker.stones_in_all();
        GameError::check_bound(bound)?;
        Ok(Self { space, stone, bags, cooker, bound, stones: OnceLock::new() })
    }

    /// The same game with its states laid out differently.
    #[cfg(test)]
    pub(crate) fn in_space(self, space: Arc<Space>) -> Self {
        Self { space, ..self }
    }

    /// How many gems of a colour make a stone, S.
    pub fn stone(&self) -> u32 {
        self.stone
    }

    /// The colours of the gems in each bag.
    pub fn bags(&self) -> &[Vec<u32>] {
        &self.bags
    }
}

impl Game for Gems {
    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// All bags are left.
    fn start(&self) -> State {
        (1 << self.bags.len()) - 1
    }

    /// All stones that can ever be made.
    fn bound(&self) -> i64 {
        self.bound
    }

    /// The bags left, the first one first.
    #[inline]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        let cooker = self.cooker.after(self.start() & !state);
        let mut left = state;
        while left != 0 {
            let bag = left.trailing_zeros();
            left &= left - 1;
            let gain = cooker.stones_from(bag as usize);
            let turn = if gain > 0 { Turn::Kept } else { Turn::Passes };
            visit(Move { to: state & !(1 << bag), gain, turn });
        }
    }

    fn kernel(&self, width: Width) -> Option<Box<dyn Kernel + '_>> {
        if self.stone == 1 {
            return Some(Box::new(GemsLeft::new(&self.space, &self.bags)));
        }
        if width != Width::I8 || self.space.low_bits() < TILE.trailing_zeros() {
            return None;
        }
        let stones = self.stones.get_or_init(|| Stones::new(self.stone, &self.bags)).as_ref()?;
        Some(Box::new(Bonus::new(&self.space, stones)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Solver;

    #[test]
    fn where_every_gem_is_a_stone_the_kernel_equals_the_plain_sweep() {
        for (bags, gems) in [(0, 1), (3, 2), (11, 10), (13, 11), (12, 3000)] {
            // The first bag is empty: taking it passes the turn.
            let game = Gems::new(1, (0..bags).map(|bag| vec![1; bag * gems / 12]).collect()).unwrap();
            let solver = Solver::new();
            assert!(game.kernel(Width::I16).is_some());
            assert!(
                solver.solve(&game).unwrap().table.values() == solver.plain(true).solve(&game).unwrap().table.values()
            );
        }
    }
}
