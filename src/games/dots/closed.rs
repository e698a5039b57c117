//! The boxes closed in a whole tile of states at once, for the vectorised fill.
//!
//! A box whose edges all lie in the high part of a state is closed in every state of a tile or in none. Any other box is
//! closed where its low edges are drawn, if its high ones are. These boxes are few, and are taken in two halves: for
//! each set of boxes whose high edges are drawn, a row lists how many of them every low part closes. So a tile is the
//! sum of two rows and a number.

use crate::kernel::bonus::{Made, TILE};
use crate::space::{Mask, State};

/// The edges that the states of a tile differ in.
const LOW: Mask = TILE as Mask - 1;

/// The boxes of a board, parted by where their edges lie.
#[derive(Debug, Clone)]
pub(super) struct Closed {
    /// The boxes without a low edge.
    high: Vec<Mask>,
    /// The other boxes: at most ten, as the edges are numbered row by row.
    halves: [Half; 2],
}

/// Some boxes with low edges.
#[derive(Debug, Clone)]
struct Half {
    /// All edges of each box but the low ones.
    boxes: Vec<Mask>,
    /// For each set of boxes how many of them are closed, by the low part.
    rows: Vec<i8>,
}

impl Closed {
    /// Of boxes given as masks of their edges.
    pub(super) fn new(boxes: &[Mask]) -> Self {
        let (low, high): (Vec<Mask>, _) = boxes.iter().partition(|&edges| edges & LOW != 0);
        let (a, b) = low.split_at(low.len() / 2);
        Self { high, halves: [Half::new(a), Half::new(b)] }
    }
}

impl Half {
    fn new(boxes: &[Mask]) -> Self {
        let mut rows = vec![0; TILE];
        for edges in boxes {
            let low = edges & LOW;
            // The sets with this box follow those without it.
            let mut more = rows.clone();
            for row in more.chunks_exact_mut(TILE) {
                row.iter_mut().zip(0..).for_each(|(closed, left)| *closed += i8::from(low & left == 0));
            }
            rows.extend(more);
        }
        Self { boxes: boxes.iter().map(|edges| edges & !LOW).collect(), rows }
    }

    /// The row for the tile that starts with the state `first`.
    #[inline(always)]
    fn row(&self, first: State) -> &[i8] {
        let mut set = 0;
        for (at, edges) in self.boxes.iter().enumerate() {
            set |= usize::from(first & edges == 0) << at;
        }
        &self.rows[set * TILE..][..TILE]
    }
}

impl Made for Closed {
    #[inline(always)]
    fn of_tile(&self, first: State, made: &mut [i8; TILE]) {
        let mut high = 0;
        for edges in &self.high {
            high += i8::from(first & edges == 0);
        }
        let [a, b] = &self.halves;
        for ((made, a), b) in made.iter_mut().zip(a.row(first)).zip(b.row(first)) {
            *made = a + b + high;
        }
    }
}
