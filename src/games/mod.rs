//! The games of the crate, and the one list of them.
//!
//! A game is rules ([`Game`](crate::Game)) and notation ([`Notation`]); a small one is one file. A word in the list below is all it
//! takes for the command line and the tests over all games to know it.

pub mod board;
pub mod chess;
pub mod dots;
pub mod gems;
pub mod peg;
pub mod sternhalma;

use crate::engine::SolveError;
use crate::game::ValueOf;
use crate::notation::Notation;
use crate::space::SpaceError;

macro_rules! games {
    ($($module:ident::$Game:ident),* $(,)?) => {
        /// The name of every game, and what it is, in a line.
        pub const GAMES: &[(&str, &str)] = &[$(($module::$Game::NAME, $module::$Game::ABOUT)),*];

        /// Does something for the game of this name; `None` where there is none.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $($module::$Game::NAME => Some(visitor.visit::<$module::$Game>()),)*
                _ => None,
            }
        }
    };
}

games! {
    chess::Chess,
    dots::Dots,
    gems::Gems,
    peg::Peg,
    sternhalma::Sternhalma,
}

/// A game of the list: it can make problems of its own, for benches and for tests over all games.
pub trait Listed: Notation {
    /// Sizes worth measuring: the largest of the judges first, then larger ones.
    const SIZES: &'static [u32];

    /// A problem of this size that looks random; the same seed gives the same problem.
    ///
    /// # Errors
    /// [`GameError`] where there is no problem of this size.
    fn random(size: u32, seed: u64) -> Result<Self, GameError>;

    /// Optional: how many problems [`start_values`](Self::start_values) likes to be given together. By default 1.
    const TOGETHER: usize = 1;

    /// Optional: the values of the starts of several problems, where there is a faster way than to solve each; `None`
    /// where there is none for these.
    fn start_values(_games: &[Self]) -> Option<Result<Vec<ValueOf<Self>>, SolveError>> {
        None
    }
}

/// Numbers that look random: the generator SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `most`.
    pub(crate) fn up_to(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % (u64::from(most) + 1)) as u32
    }
}

/// Something to be done for a game chosen by its name at run time.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it for the game `G`.
    fn visit<G: Listed>(self) -> Self::Output;
}

/// Why the data of a game make no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The states cannot be enumerated.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// Too many or too few of something.
    #[error("{found} {what}, not {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A number is negative where that makes no sense.
    #[error("{value} is negative")]
    Negative {
        /// The number.
        value: i64,
    },
    /// A board without boxes.
    #[error("a board has at least 1 box")]
    NoBox,
    /// No board has so many edges.
    #[error("no board of boxes has {edges} edges")]
    NoBoard {
        /// The number of edges.
        edges: u32,
    },
    /// No gems would make a stone.
    #[error("a stone takes at least 1 gem")]
    Stone,
    /// The values could exceed 32 bits.
    #[error("values could reach {bound}, at most {} are possible", i32::MAX)]
    Bound {
        /// The bound on the values.
        bound: i64,
    },
}

impl GameError {
    /// Refuses a bound that 32 bits do not hold.
    fn check_bound(bound: i64) -> Result<(), Self> {
        if bound > i32::MAX.into() { Err(Self::Bound { bound }) } else { Ok(()) }
    }
}
