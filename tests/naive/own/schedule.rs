//! One machine, total weighted tardiness, precedence pairs (a before b). Brute force.

/// All orders of `left` after `head`, in lexicographic order.
fn orders(head: &mut Vec<usize>, left: &[usize], out: &mut Vec<Vec<usize>>) {
    if left.is_empty() {
        out.push(head.clone());
    }
    for (k, &x) in left.iter().enumerate() {
        let mut rest = left.to_vec();
        rest.remove(k);
        head.push(x);
        orders(head, &rest, out);
        head.pop();
    }
}

/// Total weighted tardiness of one order, jobs run without idle time from 0.
pub fn tardiness(processing: &[i64], weights: &[i64], due: &[i64], order: &[usize]) -> i64 {
    let mut now = 0;
    let mut sum = 0;
    for &j in order {
        now += processing[j];
        sum += weights[j] * (now - due[j]).max(0);
    }
    sum
}

/// Does the order respect every pair?
pub fn allowed(order: &[usize], before: &[(usize, usize)]) -> bool {
    let at = |x: usize| order.iter().position(|&y| y == x).unwrap();
    before.iter().all(|&(a, b)| at(a) < at(b))
}

/// The least total, how many allowed orders reach it, and the lexicographically first of them;
/// `None` where no order respects the pairs (a cycle).
pub fn best(
    processing: &[i64],
    weights: &[i64],
    due: &[i64],
    before: &[(usize, usize)],
) -> Option<(i64, u64, Vec<usize>)> {
    let all: Vec<usize> = (0..processing.len()).collect();
    let mut list = Vec::new();
    orders(&mut Vec::new(), &all, &mut list);
    list.retain(|o| allowed(o, before));
    let cost = |o: &Vec<usize>| tardiness(processing, weights, due, o);
    let least = list.iter().map(cost).min()?;
    let hit: Vec<&Vec<usize>> = list.iter().filter(|o| cost(o) == least).collect();
    Some((least, hit.len() as u64, hit[0].clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // due 0: weighted completion times, so Smith's rule: ratios 3/1, 1/2, 2/2 -> 0, 2, 1.
        // 3*1 + 2*3 + 1*5 = 14
        let (p, w, d) = ([1, 2, 2], [3, 1, 2], [0, 0, 0]);
        assert_eq!(best(&p, &w, &d, &[]), Some((14, 1, vec![0, 2, 1])));
        // 1 before 0: 1,0,2 = 2+9+10 = 21; 1,2,0 = 2+8+15 = 25; 2,1,0 = 4+4+15 = 23
        assert_eq!(best(&p, &w, &d, &[(1, 0)]), Some((21, 1, vec![1, 0, 2])));
    }

    #[test]
    fn edges() {
        assert_eq!(best(&[], &[], &[], &[]), Some((0, 1, vec![])));
        assert_eq!(best(&[1, 1], &[1, 1], &[0, 0], &[(0, 1), (1, 0)]), None);
        assert_eq!(best(&[1, 1, 1], &[1, 1, 1], &[9, 9, 9], &[]), Some((0, 6, vec![0, 1, 2])));
    }
}
