//! A bottom-up table engine: answers every state of a layered problem before anyone asks.
//!
//! A [`Space`] enumerates the states, a [`Recurrence`] is one equation a state in earlier ones, a [`Game`] is moves and an
//! [`Algebra`] that says what they make. A [`Solver`] fills a [`Table`] with the cells of every state, layer by layer and
//! in parallel, and a [`Probe`] asks it: values, moves, best moves, the principal line.
//!
//! ```text
//!             a reader's own           the crate's own
//!   Game      moves + an algebra       chess gems sternhalma dots peg
//!   Recurrence  one equation a state   values of games, numbers of plays
//!   layers    blocks of typed columns  kernels: whole blocks at a time
//!   Space     HIGH[m >> L] + LOW[m & mask]
//!   table     columns in memory or in a file
//! ```
//!
//! # A map of the rooms
//!
//! Imports run one way, from the bottom to the top of this list: a room knows those above it, and no other.
//!
//! | module | what it holds |
//! |---|---|
//! | [`space`] | which states exist, and where each stands in the table |
//! | [`table`] | cells of every type, fallible memory, sets of states, files |
//! | [`layers`] | the one driver: what is solved, asked by block; tasks, threads, progress |
//! | [`kernel`] | where a vectorised fill plugs in, and the fills; the one place of CPU dispatch |
//! | [`recurrence`], [`game`] | equations, moves, algebras, contracts and their checks |
//! | [`engine`] | solver, plan, report; reference recursion; verification, reachable states, closed sets, counts of plays |
//! | [`probe`] | questions to a solved table |
//! | [`notation`] | problems and states as text |
//! | [`games`] | the games of the crate, a module each, and the one list of them |
//!
//! The rules and the order of the layers never meet a parser; a game names its kernel, and nothing else does. The
//! command line stands on top, in the binary, behind the feature `cli`.
//!
//! To follow the whole in ten minutes: [`space`], [`layers`], [`recurrence`], [`game`], then one game, [`games::gems`].
//!
//! # A recurrence
//!
//! The number of ways to order things so that each comes after those it needs, for every set of them:
//!
//! ```
//! use std::sync::Arc;
//! use retrograde::{Earlier, Recurrence, Solver, Space, State, Undefined};
//!
//! struct Orders { space: Arc<Space>, needs: Vec<u64> }
//!
//! impl Recurrence for Orders {
//!     type Cell = u128;
//!     fn space(&self) -> &Arc<Space> { &self.space }
//!     fn fill(&self, done: State, earlier: Earlier<'_, u128>, row: &mut [u128]) -> Result<(), Undefined> {
//!         row[0] = u128::from(done == 0);
//!         for last in (0..self.needs.len()).filter(|last| done >> last & 1 == 1) {
//!             let before = done & !(1 << last);
//!             if self.needs[last] & !before == 0 {
//!                 row[0] = row[0].checked_add(earlier.get(before)?).ok_or(Undefined::TooLarge)?;
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! // 2 needs 0; 3 needs 0 and 1.
//! let orders = Orders { space: Arc::new(Space::subsets(4)?), needs: vec![0, 0, 0b1, 0b11] };
//! let table = Solver::new().solve(&orders)?.table;
//! assert_eq!(table.value(0b1111), Some(5_u128));
//! assert_eq!(table.value(0b0100), Some(0_u128)); // 2 alone cannot be first
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game
//!
//! ```
//! use retrograde::games::gems::Gems;
//! use retrograde::{Game, Probe, Solver};
//!
//! let game = Gems::new(3, vec![vec![2, 3], vec![1, 3], vec![1, 2], vec![2, 3, 1]])?;
//! let solution = Solver::new().solve(&game)?;
//! assert_eq!(solution.table.value(game.start()), Some(3));
//!
//! let probe = Probe::new(&game, &solution.table);
//! assert_eq!(probe.best_moves(game.start()).unwrap()[0].value, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README has a game of one's own from start to end.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod engine;
pub mod game;
pub mod games;
pub mod kernel;
pub mod layers;
pub mod notation;
pub mod probe;
pub mod recurrence;
pub mod space;
pub mod table;

pub use engine::{Buffers, Plan, Recursion, Report, Solution, Solvable, SolveError, Solver, plays, reachable, verify};
pub use game::{
    Algebra, All, Any, Bottleneck, Chance, Cheapest, Count, Dearest, Expectation, Game, Grundy, Longest, Minimax,
    Modulo, Move, Plays, Probability, Shortest, Turn, Under, check_game,
};
pub use kernel::{Cpu, Kernel, Offer};
pub use layers::{Earlier, Layers, Progress, Solved};
pub use notation::Notation;
pub use probe::Probe;
pub use recurrence::{ContractError, Recurrence, Undefined};
pub use space::{Mask, Space, SpaceError, State};
pub use table::{
    Cell, CellType, Draft, Existing, Filled, Label, Number, OpenError, SaveError, Shape, StateSet, Table, Value,
};

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
