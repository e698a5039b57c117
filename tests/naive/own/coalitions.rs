//! Best partition of all players into coalitions, by brute force over set partitions.

/// Every partition of 0..n, as lists of masks: each player joins a block there is, or opens one.
pub fn partitions(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let mut list = Vec::new();
    for smaller in partitions(n - 1) {
        for k in 0..smaller.len() {
            let mut joined = smaller.clone();
            joined[k] |= 1 << (n - 1);
            list.push(joined);
        }
        let mut alone = smaller;
        alone.push(1 << (n - 1));
        list.push(alone);
    }
    list
}

/// Best sum of worths and how many partitions reach it. `v` has 2^n entries; v[0] is not used.
pub fn best(n: usize, v: &[i64]) -> (i64, u64) {
    assert_eq!(v.len(), 1 << n);
    let sums: Vec<i64> = partitions(n).iter().map(|p| p.iter().map(|&s| v[s]).sum()).collect();
    let top = *sums.iter().max().unwrap();
    (top, sums.iter().filter(|&&s| s == top).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bell_numbers() {
        let got: Vec<usize> = (0..=8).map(|n| partitions(n).len()).collect();
        assert_eq!(got, [1, 1, 2, 5, 15, 52, 203, 877, 4140]);
    }

    #[test]
    fn partitions_are_partitions_and_differ() {
        let mut list = partitions(5);
        for p in &list {
            assert_eq!(p.iter().sum::<usize>(), 31);
            assert_eq!(p.iter().fold(0, |a, b| a | b), 31);
            assert!(p.iter().all(|&s| s > 0));
        }
        list.iter_mut().for_each(|p| p.sort());
        list.sort();
        list.dedup();
        assert_eq!(list.len(), 52);
    }

    #[test]
    fn small_by_hand() {
        assert_eq!(best(0, &[99]), (0, 1));
        assert_eq!(best(1, &[99, -4]), (-4, 1));
        // {0}:3 {1}:2 {01}:6 {2}:1 {02}:5 {12}:5 {012}:7 -> {01}{2} = 7, {02}{1} = 7,
        // {12}{0} = 8, all alone 6, together 7.
        assert_eq!(best(3, &[0, 3, 2, 6, 1, 5, 5, 7]), (8, 1));
        // additive worth: every partition is as good.
        let v: Vec<i64> = (0..32usize).map(|s| s.count_ones() as i64).collect();
        assert_eq!(best(5, &v), (5, 52));
        // convex and concave worth: together, or all alone.
        let v: Vec<i64> = (0..32usize).map(|s| (s.count_ones() as i64).pow(2)).collect();
        assert_eq!(best(5, &v), (25, 1));
        assert_eq!(best(5, &v.iter().map(|x| -x).collect::<Vec<_>>()), (-5, 1));
    }
}
