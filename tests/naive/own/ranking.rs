//! Kemeny ranking: cost[a][b] = how many voters disagree with placing a before b.

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

/// Sum of cost[a][b] over all pairs with a before b in the order.
pub fn total(cost: &[Vec<i64>], order: &[usize]) -> i64 {
    let mut sum = 0;
    for i in 0..order.len() {
        for j in i + 1..order.len() {
            sum += cost[order[i]][order[j]];
        }
    }
    sum
}

/// The least total, how many orders reach it, and the lexicographically first of them.
pub fn best(cost: &[Vec<i64>]) -> (i64, u64, Vec<usize>) {
    let all: Vec<usize> = (0..cost.len()).collect();
    let mut list = Vec::new();
    orders(&mut Vec::new(), &all, &mut list);
    let least = list.iter().map(|o| total(cost, o)).min().unwrap();
    let hit: Vec<&Vec<usize>> = list.iter().filter(|o| total(cost, o) == least).collect();
    (least, hit.len() as u64, hit[0].clone())
}

/// cost matrix from ballots (each an order, best first).
pub fn cost_of(n: usize, ballots: &[Vec<usize>]) -> Vec<Vec<i64>> {
    let mut cost = vec![vec![0; n]; n];
    for ballot in ballots {
        for i in 0..n {
            for j in i + 1..n {
                cost[ballot[j]][ballot[i]] += 1;
            }
        }
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condorcet_cycle() {
        let cost = cost_of(3, &[vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]]);
        assert_eq!(best(&cost), (4, 3, vec![0, 1, 2]));
    }

    #[test]
    fn one_voter_and_indifference() {
        assert_eq!(best(&cost_of(4, &[vec![2, 0, 3, 1]])), (0, 1, vec![2, 0, 3, 1]));
        assert_eq!(best(&vec![vec![0; 4]; 4]), (0, 24, vec![0, 1, 2, 3]));
        assert_eq!(best(&[]), (0, 1, vec![]));
    }

    #[test]
    fn opposite_voters_tie_everywhere() {
        let cost = cost_of(4, &[vec![0, 1, 2, 3], vec![3, 2, 1, 0]]);
        assert_eq!(best(&cost), (6, 24, vec![0, 1, 2, 3]));
    }
}
