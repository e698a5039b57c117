//! Binomial coefficients, plain and Gaussian: how many states there are, in all and level by level.

/// The number of `k`-subsets of `n` things, C(n, k); 0 where `k > n`.
///
/// Exact for every value that fits 64 bits; `None` where it does not.
///
/// # Complexity
/// O(min(k, n - k)) multiplications.
pub fn binomial(n: u32, k: u32) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    for step in 0..k.min(n - k) {
        value = value * u128::from(n - step) / u128::from(step + 1);
        if value > u128::from(u64::MAX) {
            return None;
        }
    }
    Some(value as u64)
}

/// The coefficients of the Gaussian binomial [rows + cols choose rows]: entry `k` is the number of Young
/// diagrams of `k` cells inside a `rows` x `cols` rectangle, `k` from 0 to `rows * cols`.
///
/// By the recurrence [n choose r] = [n - 1 choose r] q^r + [n - 1 choose r - 1]
/// (Stanley, *Enumerative Combinatorics* I, section 1.7). Exact; `None` where C(rows + cols, rows) does not fit 64 bits.
///
/// # Complexity
/// O((rows * cols)^2) additions, O(rows^2 * cols) numbers.
pub fn gaussian_binomial(rows: u32, cols: u32) -> Option<Vec<u64>> {
    // They sum to this, and so do those met on the way to less.
    binomial(rows.checked_add(cols)?, rows)?;
    let (rows, cols) = (rows as usize, cols as usize);
    // counts[r] holds [r + c choose r] for the columns `c` taken so far; no column leaves the empty diagram.
    let mut counts: Vec<Vec<u64>> = vec![vec![1]; rows + 1];
    for c in 1..=cols {
        for r in 1..=rows {
            let mut next = vec![0; r * c + 1];
            // The diagrams whose shortest row is empty live in r - 1 rows; the others lose one cell a row.
            for (k, &count) in counts[r - 1].iter().enumerate() {
                next[k] += count;
            }
            for (k, &count) in counts[r].iter().enumerate() {
                next[k + r] += count;
            }
            counts[r] = next;
        }
    }
    counts.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_binomials() {
        assert_eq!(binomial(20, 10), Some(184_756));
        assert_eq!(binomial(30, 15), Some(155_117_520));
        assert_eq!(binomial(5, 6), Some(0));
        assert_eq!(binomial(67, 33), Some(14_226_520_737_620_288_370));
        assert_eq!(binomial(68, 34), None);
    }

    #[test]
    fn diagrams_in_a_4_by_4_box_by_cells() {
        let expected = [1, 1, 2, 3, 5, 5, 7, 7, 8, 7, 7, 5, 5, 3, 2, 1, 1];
        assert_eq!(gaussian_binomial(4, 4).unwrap(), expected);
    }

    #[test]
    fn widest_layers_are_those_of_oeis_a029895() {
        let widest = [2, 3, 8, 20, 58, 169, 526, 1667, 5448];
        for (n, &expected) in (2..).zip(&widest) {
            let counts = gaussian_binomial(n, n).unwrap();
            assert_eq!(counts.iter().max(), Some(&expected), "{n} x {n}");
            assert_eq!(Some(counts.iter().sum()), binomial(2 * n, n), "{n} x {n}");
        }
    }

    #[test]
    fn boxes_without_rows_or_columns_hold_the_empty_diagram_only() {
        assert_eq!(gaussian_binomial(0, 5).unwrap(), [1]);
        assert_eq!(gaussian_binomial(5, 0).unwrap(), [1]);
    }

    #[test]
    fn numbers_beyond_64_bits_are_none() {
        assert_eq!(gaussian_binomial(40, 40), None);
        assert_eq!(gaussian_binomial(u32::MAX, 2), None);
    }
}
