//! Linear extensions: the orders of things in which some come before others.

use std::sync::Arc;

use retrograde::{Count, Game, Move, Space, State};

use super::{Random, naive, table, things};

struct Order {
    space: Arc<Space>,
    /// Those that must be gone before each.
    below: Vec<State>,
}

impl Game for Order {
    type Algebra = Count<u128>;

    fn algebra(&self) -> Count<u128> {
        Count::new()
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        (1 << self.below.len()) - 1
    }

    fn terminal(&self, left: State) -> u128 {
        u128::from(left == 0)
    }

    fn for_each_move(&self, left: State, visit: impl FnMut(Move<()>)) {
        let free = things(left).filter(|&thing| left & self.below[thing] == 0);
        free.map(|thing| Move::to(left & !(1 << thing))).for_each(visit);
    }
}

fn order(size: usize, less: &[(usize, usize)]) -> Order {
    let below = |thing| less.iter().filter(|pair| pair.1 == thing).map(|pair| 1 << pair.0).sum();
    Order { space: Arc::new(Space::subsets(size as u32).unwrap()), below: (0..size).map(below).collect() }
}

fn count(size: usize, less: &[(usize, usize)]) -> u128 {
    let game = order(size, less);
    table(&game).value(game.start()).unwrap()
}

#[test]
fn published() {
    use naive::own::extensions::{subsets, zigzag};
    // OEIS A114717 and A000111, the Euler numbers.
    let of_subsets: Vec<u128> = (0..=4).map(|size| count(1 << size, &subsets(size))).collect();
    assert_eq!(of_subsets, [1, 1, 2, 48, 1_680_384]);
    let of_zigzags: Vec<u128> = (1..=10).map(|size| count(size, &zigzag(size))).collect();
    assert_eq!(of_zigzags, [1, 1, 2, 5, 16, 61, 272, 1_385, 7_936, 50_521]);
    assert_eq!(count(2, &[(0, 1), (1, 0)]), 0);
}

#[test]
fn random_orders() {
    let mut random = Random(6);
    for size in 2..=12 {
        let mut less = Vec::new();
        for _ in 0..size {
            let (a, b) = (random.below(size) as usize, random.below(size) as usize);
            if a != b && !less.contains(&(a, b)) {
                less.push((a, b)); // with cycles, now and then
            }
        }
        assert_eq!(count(size as usize, &less), naive::own::extensions::count(size as usize, &less), "{less:?}");
    }
}
