//! Shut the box: tiles 1..=n open, always two dice; shut any set of open tiles whose sum is the
//! sum of the dice; where none can be shut the game ends, scoring the sum of the open tiles.

use std::collections::HashMap;

/// All sets of tiles out of `open` with the given sum.
fn sets(open: &[u32], sum: u32) -> Vec<Vec<u32>> {
    if open.is_empty() {
        return if sum == 0 { vec![vec![]] } else { vec![] };
    }
    let mut list = sets(&open[1..], sum);
    if open[0] <= sum {
        for mut set in sets(&open[1..], sum - open[0]) {
            set.push(open[0]);
            list.push(set);
        }
    }
    list
}

/// Least expected final score from the open tiles (before a roll).
fn expect(open: &[u32], memo: &mut HashMap<Vec<u32>, f64>) -> f64 {
    if let Some(&e) = memo.get(open) {
        return e;
    }
    let mut total = 0.0;
    for first in 1..=6 {
        for second in 1..=6 {
            let mut least: Option<f64> = None;
            for shut in sets(open, first + second) {
                let rest: Vec<u32> = open.iter().copied().filter(|t| !shut.contains(t)).collect();
                let e = expect(&rest, memo);
                least = Some(least.map_or(e, |l| l.min(e)));
            }
            total += least.unwrap_or(open.iter().sum::<u32>() as f64);
        }
    }
    let e = total / 36.0;
    memo.insert(open.to_vec(), e);
    e
}

/// Least expected score of given open tiles (ascending).
pub fn value_of(open: &[u32]) -> f64 {
    expect(open, &mut HashMap::new())
}

/// Least expected score of tiles 1..=n.
pub fn value(n: u32) -> f64 {
    value_of(&(1..=n).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_by_hand() {
        assert_eq!(value(0), 0.0);
        assert_eq!(value(1), 1.0);
        // 2 (1/36): {1} is left, scoring 1; 3 (2/36): all shut; else 3.
        assert!((value(2) - 100.0 / 36.0).abs() < 1e-12);
        // a lone 7: shut with chance 6/36.
        assert!((value_of(&[7]) - 7.0 * 30.0 / 36.0).abs() < 1e-12);
        assert_eq!(value_of(&[1, 13]), 14.0);
    }

    #[test]
    fn sets_by_hand() {
        assert_eq!(sets(&[1, 2, 3, 4], 5).len(), 2);
        // 15 partitions of 12 into distinct parts, less 12, 11+1, 10+2.
        assert_eq!(sets(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 12).len(), 12);
    }

    #[test]
    fn table() {
        for n in 0..=12 {
            assert!(value(n) <= (n * (n + 1) / 2) as f64 && value(n) >= 0.0);
        }
    }
}
