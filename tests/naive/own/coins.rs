//! Coins in a row. Taking one gains (its still-present direct neighbours, 0..2) times its worth.
//! With no neighbour left the same player moves again, else the turn passes.

/// Best (mover's total minus the other's) from the coins still present, by plain recursion.
fn best(worth: &[i32], present: &mut Vec<bool>) -> i32 {
    let n = worth.len();
    let mut top: Option<i32> = None;
    for i in 0..n {
        if !present[i] {
            continue;
        }
        let left = i > 0 && present[i - 1];
        let right = i + 1 < n && present[i + 1];
        let near = left as i32 + right as i32;
        present[i] = false;
        let rest = best(worth, present);
        present[i] = true;
        let got = if near == 0 { rest } else { near * worth[i] - rest };
        top = Some(top.map_or(got, |t| t.max(got)));
    }
    top.unwrap_or(0)
}

/// Best first player's total minus the second's; 0 for no coins. Takes n! steps: n <= 9 or so.
pub fn value(worth: &[i32]) -> i32 {
    best(worth, &mut vec![true; worth.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published() {
        assert_eq!(value(&[8, 15, 3, 7]), 23);
    }

    #[test]
    fn small_by_hand() {
        assert_eq!(value(&[]), 0);
        assert_eq!(value(&[5]), 0);
        assert_eq!(value(&[5, 9]), 9);
        // middle: 2 * 1 = 2, then two lonely coins; end: 10, the other then takes max(1, 10).
        assert_eq!(value(&[10, 1, 10]), 2);
        // no choice of coin can be declined, so a negative worth may have to be taken.
        assert_eq!(value(&[-4, -3]), -3);
    }

    #[test]
    fn mirror() {
        assert_eq!(value(&[3, 1, 4, 1, 5, 9]), value(&[9, 5, 1, 4, 1, 3]));
    }
}
