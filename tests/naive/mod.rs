//! The games a second time, straight from the problem statements.
//!
//! The solvers under test walk packed states in a clever order. These oracles do nothing clever:
//! they keep a real board (or a real cooker), try every legal move and recurse, and they import
//! nothing from the crate. So a mistake in an encoding, in an order of filling or in a side to move
//! cannot be made twice, and wherever the two agree the rules were understood twice.
//!
//! All of them remember positions they have met, under the position itself as the key. That is the
//! only saving, and enough to play the largest boards the judges allow.

#![allow(dead_code, reason = "every test file compiles this module for itself and uses only a part of it")]

pub mod chess;
pub mod dots;
pub mod gems;
pub mod own;
pub mod peg;
pub mod sternhalma;
