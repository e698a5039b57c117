//! Lines of three cells, and whether a board of them suits the kernel.

use crate::space::{Mask, Members, Space};

/// A line of three cells, as bit numbers of a state. With the middle and exactly one end occupied, the piece at the
/// end may jump to the other end; the middle comes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JumpLine {
    /// The two ends.
    pub ends: [u32; 2],
    /// The cell jumped over.
    pub middle: u32,
    /// What the jump gains.
    pub weight: i32,
}

/// Whether every line lies on the board, and every move that changes the high part leads to an earlier layer.
pub(super) fn is_suited(space: &Space, lines: &[JumpLine]) -> bool {
    let low_bits = space.low_bits();
    let layer_of = |state: Mask| space.layer_of(space.block_numbers()[(state >> low_bits) as usize] as usize).start;
    // Layers ascend in a sum over the bits: what holds with the other cells empty holds whatever else is occupied.
    let falls = |from: Mask, to: Mask| layer_of(to) < layer_of(from);
    let line_is_suited = |line: &JumpLine| {
        let [a, b] = line.ends;
        let on_board = [a, b, line.middle].iter().all(|&bit| bit < space.bits());
        if !on_board || a == b || line.ends.contains(&line.middle) || line.middle < low_bits {
            return false;
        }
        let middle = 1 << line.middle;
        falls(middle | 1 << a, 1 << b) && falls(middle | 1 << b, 1 << a)
    };
    *space.members() == Members::All
        && lines.len() <= 64
        && (low_bits..space.bits()).all(|bit| falls(1 << bit, 0))
        && lines.iter().all(line_is_suited)
}
