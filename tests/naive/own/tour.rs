//! Shortest round trip by brute force over permutations. The matrix may be asymmetric.
//! Every city is visited exactly once (no detours, even where the triangle inequality fails).

/// Least length of a path that stands at `at`, passes all of `left` once, and ends in `last`.
fn through(d: &[Vec<i64>], at: usize, left: &[usize], last: usize) -> i64 {
    if left.is_empty() {
        return d[at][last];
    }
    let mut least = i64::MAX;
    for (k, &next) in left.iter().enumerate() {
        let mut rest = left.to_vec();
        rest.remove(k);
        least = least.min(d[at][next] + through(d, next, &rest, last));
    }
    least
}

/// Shortest way from city 0 through all of the set `cities` to `last`. Whether `cities` names 0
/// or `last` makes no difference: they are the ends. Way from 0 to 0 through nothing is 0.
pub fn best_path(d: &[Vec<i64>], cities: &[usize], last: usize) -> i64 {
    let mut left: Vec<usize> = cities.iter().copied().filter(|&c| c != 0 && c != last).collect();
    left.sort();
    left.dedup();
    if left.is_empty() && last == 0 {
        return 0;
    }
    through(d, 0, &left, last)
}

/// Length of the shortest round trip; 0 for fewer than two cities.
pub fn shortest(d: &[Vec<i64>]) -> i64 {
    let all: Vec<usize> = (1..d.len()).collect();
    best_path(d, &all, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Vec<i64>> {
        vec![vec![0, 10, 15, 20], vec![5, 0, 9, 10], vec![6, 13, 0, 12], vec![8, 8, 9, 0]]
    }

    #[test]
    fn asymmetric_by_hand() {
        // 0-1-3-2-0 = 10+10+9+6 = 35
        assert_eq!(shortest(&sample()), 35);
    }

    #[test]
    fn square_and_tiny() {
        let d: Vec<Vec<i64>> =
            (0..6i64).map(|a| (0..6i64).map(|b| (a - b).abs().min(6 - (a - b).abs())).collect()).collect();
        assert_eq!(shortest(&d), 6);
        assert_eq!(shortest(&[]), 0);
        assert_eq!(shortest(&[vec![0]]), 0);
        assert_eq!(shortest(&[vec![0, 3], vec![4, 0]]), 7);
    }

    #[test]
    fn paths() {
        let d = sample();
        assert_eq!(best_path(&d, &[], 2), 15);
        assert_eq!(best_path(&d, &[1], 2), 19); // 10 + 9
        assert_eq!(best_path(&d, &[1, 2], 2), 19);
        // to 2 through 1, 3: 10+10+9 = 29 against 20+8+9 = 37
        assert_eq!(best_path(&d, &[1, 2, 3], 2), 29);
        assert_eq!(best_path(&d, &[1, 2, 3], 0), shortest(&d));
        let closed = (1..4).map(|l| best_path(&d, &[1, 2, 3], l) + d[l][0]).min();
        assert_eq!(closed, Some(35));
    }
}
