//! Standard Young tableaux of a rectangle r x c by hook lengths: (rc)! / product of hooks.

/// Exponent of each number's primes in (rc)! over the hooks, as a list of (prime, exponent).
fn factors(r: u64, c: u64) -> Vec<(u64, i64)> {
    let n = r * c;
    let mut list = Vec::new();
    for p in 2..=n {
        if (2..p).any(|q| p % q == 0) {
            continue;
        }
        let times = |mut x: u64| {
            let mut k = 0;
            while x.is_multiple_of(p) {
                x /= p;
                k += 1;
            }
            k
        };
        let mut e: i64 = (1..=n).map(times).sum();
        for i in 0..r {
            for j in 0..c {
                e -= times((r - 1 - i) + (c - 1 - j) + 1);
            }
        }
        assert!(e >= 0);
        list.push((p, e));
    }
    list
}

/// Exact count, `None` where it does not fit u128. An empty rectangle has 1.
pub fn rectangle(r: u64, c: u64) -> Option<u128> {
    let mut value: u128 = 1;
    for (p, e) in factors(r, c) {
        for _ in 0..e {
            value = value.checked_mul(p as u128)?;
        }
    }
    Some(value)
}

/// The count modulo m (from the prime factors, so also where it does not fit).
pub fn rectangle_mod(r: u64, c: u64, m: u64) -> u64 {
    let mut value = 1 % m as u128;
    for (p, e) in factors(r, c) {
        for _ in 0..e {
            value = value * p as u128 % m as u128;
        }
    }
    value as u64
}

/// A decimal number's residue modulo p.
pub fn decimal_mod(text: &str, p: u64) -> u64 {
    let digit = |b: u8| (b as char).to_digit(10).expect("a digit") as u128;
    text.bytes().fold(0, |v: u128, b| (v * 10 + digit(b)) % p as u128) as u64
}

/// Any shape (rows not increasing), by taking the largest entry off each corner: no formula.
pub fn by_corners(rows: &[u64]) -> u128 {
    if rows.iter().all(|&x| x == 0) {
        return 1;
    }
    let mut sum = 0;
    for i in 0..rows.len() {
        if rows[i] > rows.get(i + 1).copied().unwrap_or(0) {
            let mut less = rows.to_vec();
            less[i] -= 1;
            sum += by_corners(&less);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: &str = "220381378415074546123953914908618547085974856000";

    #[test]
    fn published() {
        assert_eq!(rectangle(5, 5), Some(701149020));
        assert_eq!(rectangle(8, 8), Some(22081374992701950398847674830857600));
        assert_eq!(rectangle(9, 9), None);
    }

    #[test]
    fn formula_agrees_with_corners() {
        for (r, c) in [(0, 3), (1, 5), (2, 2), (2, 6), (3, 3), (3, 4), (4, 4), (5, 3)] {
            assert_eq!(rectangle(r, c), Some(by_corners(&vec![c; r as usize])));
            assert_eq!(rectangle(r, c), rectangle(c, r));
        }
    }

    #[test]
    fn nine_by_residues() {
        for p in [1_000_000_007, 998_244_353] {
            assert_eq!(decimal_mod(NINE, p), rectangle_mod(9, 9, p));
        }
        assert_eq!(decimal_mod("1000000009", 1_000_000_007), 2);
        assert_eq!(rectangle_mod(5, 5, 1_000_000_007), 701149020);
    }
}
