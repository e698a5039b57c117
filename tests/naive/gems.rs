//! Gems Fight! by playing it: bags go into an actual cooker, gem by gem.

use std::collections::HashMap;

/// Alice's stones minus Bob's, both playing their best, Alice first.
///
/// `stone` gems of one colour melt into a stone; each bag lists the colours of its gems, from 1 on.
pub fn answer(stone: i64, bags: &[Vec<usize>]) -> i64 {
    value_after(stone, bags, &vec![false; bags.len()])
}

/// What the player to move wins over the other from here on, once the marked bags are gone.
///
/// Who took them and in which order does not matter: the cooker holds the same gems.
pub fn value_after(stone: i64, bags: &[Vec<usize>], taken: &[bool]) -> i64 {
    let mut cooker = Cooker::new(bags);
    for (bag, &gone) in bags.iter().zip(taken) {
        if gone {
            cooker.drop_bag(bag, stone);
        }
    }
    let left = taken.iter().map(|gone| !gone).collect();
    let here = Position { left, cooker, mover: Player::Alice };
    best(stone, bags, &here, &mut HashMap::new())
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Player {
    Alice,
    Bob,
}

/// Everything a player sees.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    left: Vec<bool>,
    cooker: Cooker,
    mover: Player,
}

/// The gems of each colour waiting in the cooker; index 0 stays unused, as colours start at 1.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Cooker(Vec<i64>);

impl Cooker {
    fn new(bags: &[Vec<usize>]) -> Self {
        let colours = bags.iter().flatten().max().copied().unwrap_or(0);
        Self(vec![0; colours + 1])
    }

    /// Drops the whole bag in and returns how many stones melt out of the cooker.
    fn drop_bag(&mut self, bag: &[usize], stone: i64) -> i64 {
        let mut stones = 0;
        for &colour in bag {
            self.0[colour] += 1;
            if self.0[colour] == stone {
                self.0[colour] = 0;
                stones += 1;
            }
        }
        stones
    }
}

/// Alice minus Bob over all the stones still to be made.
fn best(stone: i64, bags: &[Vec<usize>], here: &Position, memo: &mut HashMap<Position, i64>) -> i64 {
    if let Some(&known) = memo.get(here) {
        return known;
    }
    let mut outcomes = Vec::new();
    for (index, bag) in bags.iter().enumerate() {
        if !here.left[index] {
            continue;
        }
        let mut next = here.clone();
        next.left[index] = false;
        let stones = next.cooker.drop_bag(bag, stone);
        // A move that made a stone earns another move.
        if stones == 0 {
            next.mover = match here.mover {
                Player::Alice => Player::Bob,
                Player::Bob => Player::Alice,
            };
        }
        let gain = match here.mover {
            Player::Alice => stones,
            Player::Bob => -stones,
        };
        outcomes.push(gain + best(stone, bags, &next, memo));
    }
    let chosen = match here.mover {
        Player::Alice => outcomes.into_iter().max(),
        Player::Bob => outcomes.into_iter().min(),
    };
    // With no bag left there is nothing more to win.
    let value = chosen.unwrap_or(0);
    memo.insert(here.clone(), value);
    value
}
