//! Boards of cells on which pieces jump: the cells, and the straight lines of three neighbouring cells.

/// Three neighbouring cells in a straight line: a piece jumps from one end over the middle to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    /// The two ends, the lower cell first.
    pub ends: [usize; 2],
    /// The cell that is jumped over.
    pub middle: usize,
}

/// All straight lines of three cells, given where each cell stands and the directions that jumps may take, one of
/// each pair of opposites. In ascending order of the lower end.
///
/// # Complexity
/// O(cells^2 * directions).
pub fn lines(cells: &[(i32, i32)], directions: &[(i32, i32)]) -> Vec<Line> {
    let at = |x, y| cells.iter().position(|&cell| cell == (x, y));
    let mut lines = Vec::new();
    for (end, &(x, y)) in cells.iter().enumerate() {
        for &(dx, dy) in directions {
            if let (Some(middle), Some(far)) = (at(x + dx, y + dy), at(x + 2 * dx, y + 2 * dy)) {
                lines.push(Line { ends: [end.min(far), end.max(far)], middle });
            }
        }
    }
    lines
}
