//! lib
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod engine;
pub mod game;
pub mod games;
pub mod kernel;
pub mod notation;
pub mod probe;
pub mod space;
pub mod table;

pub use engine::{Plan, Progress, Recursion, Report, Solution, SolveError, Solver, reachable, verify};
pub use game::{ContractError, Game, Move, Turn, check_game};
pub use kernel::{Cpu, Kernel};
pub use notation::Notation;
pub use probe::Probe;
pub use space::{Space, SpaceError, State};
pub use table::{StateSet, Table, Width};
