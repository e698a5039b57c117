//! Peg solitaire by trying every jump on an actual board.

use std::collections::{HashMap, HashSet};

/// Where the pegs are, by (column, row).
pub type Position = Vec<((i32, i32), bool)>;

/// The board of a picture: `#` a peg, `.` a hole, anything else no cell.
pub fn position(picture: &str) -> Position {
    let mut cells = Vec::new();
    for (y, line) in picture.lines().enumerate() {
        for (x, sign) in line.chars().enumerate() {
            if sign == '#' || sign == '.' {
                cells.push(((x as i32, y as i32), sign == '#'));
            }
        }
    }
    cells
}

/// The steps to a neighbour on a square board.
pub const SQUARE: &[(i32, i32)] = &[(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The steps to a neighbour where rows are shifted by half a cell and columns count half cells.
pub const TRIANGULAR: &[(i32, i32)] = &[(2, 0), (-2, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// What every jump leads to.
pub fn jumps(position: &Position, steps: &[(i32, i32)]) -> Vec<Position> {
    let at = |x, y| position.iter().position(|(cell, _)| *cell == (x, y));
    let mut after = Vec::new();
    for (from, &((x, y), peg)) in position.iter().enumerate() {
        for (dx, dy) in steps {
            if let (Some(over), Some(to)) = (at(x + dx, y + dy), at(x + 2 * dx, y + 2 * dy))
                && peg
                && position[over].1
                && !position[to].1
            {
                let mut next = position.clone();
                (next[from].1, next[over].1, next[to].1) = (false, false, true);
                after.push(next);
            }
        }
    }
    after
}

/// The pegs of a position.
pub fn pegs(position: &Position) -> usize {
    position.iter().filter(|(_, peg)| *peg).count()
}

/// All positions that can be reached, by a plain search.
pub fn reachable(start: &Position, steps: &[(i32, i32)]) -> HashSet<Position> {
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        for next in jumps(&position, steps) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

/// The fewest pegs that a position can end with.
pub fn fewest(position: &Position, steps: &[(i32, i32)], known: &mut HashMap<Position, usize>) -> usize {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let ends = jumps(position, steps).iter().map(|next| fewest(next, steps, known)).min();
    let fewest = ends.unwrap_or(pegs(position));
    known.insert(position.clone(), fewest);
    fewest
}
