//! The best split of a set into coalitions: two look-ups a choice.

use std::sync::Arc;

use retrograde::{Earlier, Recurrence, Space, State, Undefined};

use super::{Random, naive, table, things};

struct Coalitions {
    space: Arc<Space>,
    worth: Vec<i64>,
}

impl Recurrence for Coalitions {
    type Cell = i64;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    #[inline(always)]
    fn fill(&self, set: State, earlier: Earlier<'_, i64>, row: &mut [i64]) -> Result<(), Undefined> {
        row[0] = if set == 0 { 0 } else { self.worth[set as usize] };
        let mut part = set.saturating_sub(1) & set;
        while part != 0 {
            row[0] = row[0].max(earlier.get(part)? + earlier.get(set & !part)?);
            part = (part - 1) & set;
        }
        Ok(())
    }
}

#[test]
fn the_best_split_of_every_set() {
    let mut random = Random(7);
    for players in (0..=8).chain([6; 8]) {
        // Worth about what so many are, so that splits of all kinds are best.
        let noise = random.many(1 << players, 100);
        let worth: Vec<i64> =
            (0..1_u64 << players).map(|set| 60 * things(set).count() as i64 + noise[set as usize]).collect();
        let solved = table(&Coalitions { space: Arc::new(Space::subsets(players).unwrap()), worth: worth.clone() });
        let all = (1_u64 << players) - 1;
        assert_eq!(solved.value(all), Some(naive::own::coalitions::best(players as usize, &worth).0), "{worth:?}");
    }
}
