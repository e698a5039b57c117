//! Jobs on one machine, some before others, with the least total weighted tardiness.

use std::sync::Arc;

use retrograde::{Earlier, Recurrence, Space, State, Undefined};

use super::{Random, naive, table, things};

struct Schedule {
    space: Arc<Space>,
    time: Vec<i64>,
    weight: Vec<i64>,
    due: Vec<i64>,
    before: Vec<(usize, usize)>,
}

impl Recurrence for Schedule {
    type Cell = i64;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    #[inline(always)]
    fn fill(&self, done: State, earlier: Earlier<'_, i64>, row: &mut [i64]) -> Result<(), Undefined> {
        let now: i64 = things(done).map(|job| self.time[job]).sum();
        row[0] = if done == 0 { 0 } else { i64::MAX }; // no order of these jobs alone is allowed
        for last in things(done) {
            let rest = done & !(1 << last);
            if self.before.iter().all(|&(a, b)| b != last || rest >> a & 1 == 1) {
                let late = self.weight[last] * (now - self.due[last]).max(0);
                row[0] = row[0].min(earlier.get(rest)?.saturating_add(late));
            }
        }
        Ok(())
    }
}

#[test]
fn the_least_tardiness() {
    let mut random = Random(5);
    let mut impossible = 0;
    for case in 0..32 {
        let jobs = case % 8;
        let pairs = if jobs < 2 { 0 } else { case / 8 };
        let job = |random: &mut Random| random.below(jobs as u64) as usize;
        let before: Vec<(usize, usize)> = (0..pairs).map(|_| (job(&mut random), job(&mut random))).collect();
        let (time, weight, due) = (random.many(jobs, 9), random.many(jobs, 5), random.many(jobs, 20));
        let expected = naive::own::schedule::best(&time, &weight, &due, &before);
        impossible += u32::from(expected.is_none());
        let space = Arc::new(Space::subsets(jobs as u32).unwrap());
        let solved = table(&Schedule { space, time, weight, due, before });
        let expected = expected.map_or(i64::MAX, |(least, ..)| least);
        assert_eq!(solved.value((1 << jobs) - 1), Some(expected), "case {case}");
    }
    assert!((1..16).contains(&impossible), "{impossible}");
}
