//! Problems of one's own a second time: brute force over orders, partitions and plays, and formulas.

pub mod chomp;
pub mod coalitions;
pub mod coins;
pub mod extensions;
pub mod ranking;
pub mod schedule;
pub mod shut_the_box;
pub mod tableaux;
pub mod tour;
