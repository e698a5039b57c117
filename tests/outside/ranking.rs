//! Rankings that the least is disagreed with (Kemeny, 1959): an equation; and by an algebra of one's own, which also
//! counts them.

use std::sync::Arc;

use retrograde::{Algebra, Earlier, Game, Move, Recurrence, Space, State, Turn, Undefined};

use super::{Random, naive, table, things};

pub struct Ranking {
    pub space: Arc<Space>,
    /// What it costs to put one before another.
    pub before: Vec<Vec<i64>>,
}

impl Ranking {
    pub fn new(before: Vec<Vec<i64>>) -> Self {
        Self { space: Arc::new(Space::subsets(before.len() as u32).unwrap()), before }
    }

    /// What it costs to put `last` behind all others of a set.
    #[inline(always)]
    pub fn behind(&self, rest: State, last: usize) -> i64 {
        things(rest).map(|other| self.before[other][last]).sum()
    }
}

impl Recurrence for Ranking {
    type Cell = i32;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    #[inline(always)]
    fn fill(&self, set: State, earlier: Earlier<'_, i32>, row: &mut [i32]) -> Result<(), Undefined> {
        for (at, last) in things(set).enumerate() {
            let rest = set & !(1 << last);
            let cost = earlier.get(rest)? + self.behind(rest, last) as i32;
            row[0] = if at == 0 { cost } else { row[0].min(cost) };
        }
        Ok(())
    }
}

/// The least sum, and in how many ways it is made: `sum << 32 | ways`.
#[derive(Clone, Copy)]
struct LeastAndWays;

impl Algebra for LeastAndWays {
    type Gain = i64;
    type Value = u64;
    type Sum = (u64, u64);

    fn none(&self) -> (u64, u64) {
        (u64::MAX, 0)
    }

    fn join(&self, sum: &mut (u64, u64), gain: i64, _: Turn, behind: u64) -> Result<(), Undefined> {
        let (least, ways) = ((behind >> 32) + gain as u64, behind & 0xffff_ffff);
        if least < sum.0 {
            *sum = (least, 0);
        }
        sum.1 += if least == sum.0 { ways } else { 0 };
        Ok(())
    }

    fn value(&self, (least, ways): (u64, u64)) -> Result<u64, Undefined> {
        if ways >> 32 == 0 && least >> 32 == 0 { Ok(least << 32 | ways) } else { Err(Undefined::TooLarge) }
    }

    fn terminal(&self) -> u64 {
        1
    }
}

/// The same as a game: each move takes the last.
struct Counted(Ranking);

impl Game for Counted {
    type Algebra = LeastAndWays;

    fn algebra(&self) -> LeastAndWays {
        LeastAndWays
    }

    fn space(&self) -> &Arc<Space> {
        &self.0.space
    }

    fn start(&self) -> State {
        (1 << self.0.before.len()) - 1
    }

    fn for_each_move(&self, set: State, mut visit: impl FnMut(Move<i64>)) {
        for last in things(set) {
            let rest = set & !(1 << last);
            visit(Move { to: rest, gain: self.0.behind(rest, last), turn: Turn::Kept });
        }
    }
}

#[test]
fn the_best_ranking_of_every_set_and_how_many_there_are() {
    let cycle = naive::own::ranking::cost_of(3, &[vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]]);
    let mut random = Random(3);
    let mut costs = vec![cycle];
    costs.extend((0..14).map(|size| random.square(size % 8, 4)));
    for before in costs {
        let ranking = Ranking::new(before);
        let solved = table(&ranking);
        let counted = Counted(ranking);
        let both = table(&counted);
        for set in (0..=counted.start()).step_by(if counted.start() > 100 { 9 } else { 1 }) {
            let before: Vec<Vec<i64>> =
                things(set).map(|a| things(set).map(|b| counted.0.before[a][b]).collect()).collect();
            let (least, ways, _) = naive::own::ranking::best(&before);
            assert_eq!(solved.value(set), Some(least as i32), "{before:?}");
            assert_eq!(both.value(set), Some((least as u64) << 32 | ways), "{before:?}");
        }
    }
}
