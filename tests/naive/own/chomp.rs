//! Chomp on row lengths (not increasing). A bite at (i, j) removes all cells at or below row i
//! and at or right of column j. Who takes the poisoned cell (0, 0) loses.

use std::collections::{HashMap, HashSet};

pub type Bar = Vec<usize>;

/// The bar after a bite, without empty rows.
pub fn bite(bar: &[usize], i: usize, j: usize) -> Bar {
    let cut = |(k, &len): (usize, &usize)| if k >= i { len.min(j) } else { len };
    bar.iter().enumerate().map(cut).filter(|&len| len > 0).collect()
}

/// All cells of the bar.
fn cells(bar: &[usize]) -> Vec<(usize, usize)> {
    (0..bar.len()).flat_map(|i| (0..bar[i]).map(move |j| (i, j))).collect()
}

/// Does the player to move win? The empty bar is won: the other has just taken the poison.
pub fn wins(bar: &[usize], memo: &mut HashMap<Bar, bool>) -> bool {
    if bar.is_empty() {
        return true;
    }
    if let Some(&w) = memo.get(bar) {
        return w;
    }
    let w = cells(bar).into_iter().any(|(i, j)| !wins(&bite(bar, i, j), memo));
    memo.insert(bar.to_vec(), w);
    w
}

/// Grundy value of a non-empty bar where nobody may take the poison; who cannot move loses.
pub fn grundy(bar: &[usize], memo: &mut HashMap<Bar, u32>) -> u32 {
    assert!(!bar.is_empty());
    if let Some(&g) = memo.get(bar) {
        return g;
    }
    let free = cells(bar).into_iter().filter(|&cell| cell != (0, 0));
    let seen: HashSet<u32> = free.map(|(i, j)| grundy(&bite(bar, i, j), memo)).collect();
    let g = (0..).find(|g| !seen.contains(g)).unwrap();
    memo.insert(bar.to_vec(), g);
    g
}

/// All bites that leave the other player lost, by rows then columns.
pub fn winning_bites(bar: &[usize]) -> Vec<(usize, usize)> {
    let mut memo = HashMap::new();
    let all = cells(bar).into_iter();
    all.filter(|&(i, j)| !wins(&bite(bar, i, j), &mut memo)).collect()
}

/// All non-empty bars of at most `rows` rows, each at most `widest`.
pub fn diagrams(rows: usize, widest: usize) -> Vec<Bar> {
    let mut list = Vec::new();
    for first in 1..=(if rows == 0 { 0 } else { widest }) {
        list.push(vec![first]);
        for rest in diagrams(rows - 1, first) {
            list.push([vec![first], rest].concat());
        }
    }
    list
}

/// How many non-empty bars inside n x n are lost for the player to move.
pub fn lost_inside(n: usize) -> usize {
    let mut memo = HashMap::new();
    diagrams(n, n).iter().filter(|bar| !wins(bar, &mut memo)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published() {
        let got: Vec<usize> = (1..=7).map(lost_inside).collect();
        assert_eq!(got, [1, 2, 5, 10, 23, 48, 129]);
    }

    #[test]
    fn diagrams_are_counted_by_binomials() {
        let got: Vec<usize> = (0..=5).map(|n| diagrams(n, n).len()).collect();
        assert_eq!(got, [0, 1, 5, 19, 69, 251]);
    }

    #[test]
    fn rectangles_are_won() {
        for r in 1..=5 {
            for c in 1..=5 {
                assert_eq!(wins(&vec![c; r], &mut HashMap::new()), r * c > 1);
            }
        }
        assert_eq!(winning_bites(&[4; 4]), [(1, 1)]);
        assert_eq!(winning_bites(&[5, 5]), [(1, 4)]);
    }

    #[test]
    fn grundy_zero_is_lost() {
        let (mut a, mut b) = (HashMap::new(), HashMap::new());
        for bar in diagrams(5, 5) {
            assert_eq!(grundy(&bar, &mut a) == 0, !wins(&bar, &mut b));
        }
        assert_eq!(grundy(&[7], &mut a), 6); // a heap of 6
        assert_eq!(grundy(&[4, 1, 1], &mut a), 3 ^ 2); // two heaps
    }
}
