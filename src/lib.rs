//! A bottom-up table engine: answers every position of a game before anyone asks.
//!
//! A [`Game`] is its moves over a [`Space`] of bit masks. A [`Solver`] fills a [`Table`] with the value of every state,
//! layer by layer and in parallel, and a [`Probe`] asks it: values, moves, best moves, the principal line.
//!
//! # A map of the rooms
//!
//! Imports run one way, from the top to the bottom of this list:
//!
//! | module | what it holds |
//! |---|---|
//! | [`space`] | which states exist, and where each stands in the table |
//! | [`table`] | the values: widths, fallible memory, sets of states, files |
//! | [`kernel`] | where a vectorised fill plugs in, and the fills; the one place of CPU dispatch |
//! | [`game`] | the recurrence and the contract of a game |
//! | [`engine`] | plan, the one parallel sweep, report; the reference recursion, reachable states, counts of plays, the verifier |
//! | [`probe`] | questions to a solved table |
//! | [`notation`] | problems and states as text |
//! | [`games`] | the games of the crate, a module each, and the one list of them |
//!
//! The rules and the order of the layers never meet a parser; a game names its kernel, and nothing else does. The
//! command line stands on top, in the binary, behind the feature `cli`.
//!
//! To follow the whole in ten minutes: [`game`], [`space`], `engine/sweep.rs`, then one game, [`games::gems`].
//!
//! # Example
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
//! A game of your own takes one `impl`; the README has one from start to end.

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
