//! Linear extensions of a poset, by recursion on minimal elements, memoised on the set left.

use std::collections::HashMap;

fn count_left(left: u64, n: usize, less: &[(usize, usize)], memo: &mut HashMap<u64, u128>) -> u128 {
    if left == 0 {
        return 1;
    }
    if let Some(&c) = memo.get(&left) {
        return c;
    }
    let has = |x: usize| left >> x & 1 == 1;
    let mut sum: u128 = 0;
    for x in 0..n {
        let minimal = has(x) && !less.iter().any(|&(a, b)| b == x && has(a));
        if minimal {
            let c = count_left(left & !(1 << x), n, less, memo);
            sum = sum.checked_add(c).expect("fits u128");
        }
    }
    memo.insert(left, sum);
    sum
}

/// Orders of 0..n (n <= 63) with a before b for each pair (a, b). Pairs need not be transitively
/// closed; a cycle gives 0. Panics where a count does not fit u128.
pub fn count(n: usize, less: &[(usize, usize)]) -> u128 {
    assert!(n < 64);
    count_left((1u64 << n) - 1, n, less, &mut HashMap::new())
}

/// 0 < 1 > 2 < 3 > ...
pub fn zigzag(n: usize) -> Vec<(usize, usize)> {
    (1..n).map(|i| if i % 2 == 1 { (i - 1, i) } else { (i, i - 1) }).collect()
}

/// Subsets of k elements (as masks), ordered by proper inclusion.
pub fn subsets(k: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for a in 0..1usize << k {
        for b in 0..1usize << k {
            if a != b && a & b == a {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn antichains_and_chains() {
        let mut f = 1;
        for n in 0..=12usize {
            f *= n.max(1) as u128;
            assert_eq!(count(n, &[]), f);
            let chain: Vec<_> = (1..n).map(|i| (i - 1, i)).collect();
            assert_eq!(count(n, &chain), 1);
        }
        assert_eq!(count(2, &[(0, 1), (1, 0)]), 0);
    }

    #[test]
    fn zigzags() {
        let known = [1, 1, 2, 5, 16, 61, 272, 1385, 7936, 50521];
        for (i, &k) in known.iter().enumerate() {
            assert_eq!(count(i + 1, &zigzag(i + 1)), k);
        }
    }

    #[test]
    fn inclusion() {
        let got: Vec<u128> = (0..=4).map(|k| count(1 << k, &subsets(k))).collect();
        assert_eq!(got, [1, 1, 2, 48, 1_680_384]);
    }
}
