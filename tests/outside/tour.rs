//! The shortest round trip (Held and Karp, 1962): a row of cells for each set of cities, one for each last city; and the
//! same with the last city as a part of the state.

use std::sync::Arc;

use retrograde::{Earlier, Recurrence, Space, State, Undefined};

use super::{Random, naive, table, things};

/// City 0 is where the trip begins; the bits of a set are those from 1 on.
struct Tour {
    space: Arc<Space>,
    way: Vec<Vec<i64>>,
}

impl Recurrence for Tour {
    type Cell = i64;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn width(&self) -> usize {
        self.way.len() - 1
    }

    #[inline(always)]
    fn fill(&self, set: State, earlier: Earlier<'_, i64>, row: &mut [i64]) -> Result<(), Undefined> {
        for last in things(set) {
            let rest = set & !(1 << last);
            let before = earlier.row(rest)?;
            let through = things(rest).map(|city| before[city] + self.way[city + 1][last + 1]);
            row[last] = through.min().unwrap_or(self.way[0][last + 1]);
        }
        Ok(())
    }
}

/// The same, a state for each set and last city; nothing where that is not in the set.
struct Pairs<'a>(Arc<Space>, &'a [Vec<i64>], u32);

impl Recurrence for Pairs<'_> {
    type Cell = i64;

    fn space(&self) -> &Arc<Space> {
        &self.0
    }

    #[inline(always)]
    fn fill(&self, state: State, earlier: Earlier<'_, i64>, row: &mut [i64]) -> Result<(), Undefined> {
        let (set, last) = (state >> self.2, (state & ((1 << self.2) - 1)) as usize);
        if set >> last & 1 == 1 {
            let rest = set & !(1 << last);
            row[0] = if rest == 0 { self.1[0][last + 1] } else { i64::MAX };
            for city in things(rest) {
                row[0] = row[0].min(earlier.get(rest << self.2 | city as u64)? + self.1[city + 1][last + 1]);
            }
        }
        Ok(())
    }
}

#[test]
fn the_shortest_way_through_every_set() {
    let mut random = Random(2);
    for cities in 2..=8 {
        let way = random.square(cities, 1_000);
        let others = cities as u32 - 1;
        let tour = Tour { space: Arc::new(Space::subsets(others).unwrap()), way: way.clone() };
        let rows = table(&tour);
        let all = rows.row::<i64>((1 << others) - 1).unwrap();
        let closed = things((1 << others) - 1).map(|last| all[last] + way[last + 1][0]).min();
        assert_eq!(closed, Some(naive::own::tour::shortest(&way)), "{way:?}");

        let number_bits = others.next_power_of_two().trailing_zeros();
        let pairs = Pairs(Arc::new(Space::subsets_and_number(others, others).unwrap()), &way, number_bits);
        let pairs = table(&pairs);
        assert_eq!(pairs.states(), (1 << others) * others as usize);
        for set in 0..1_u64 << others {
            let visited: Vec<usize> = things(set).map(|city| city + 1).collect();
            for last in 0..others as usize {
                let expected =
                    if set >> last & 1 == 0 { 0 } else { naive::own::tour::best_path(&way, &visited, last + 1) };
                assert_eq!(rows.row::<i64>(set).unwrap()[last], expected);
                assert_eq!(pairs.value(set << number_bits | last as u64), Some(expected));
            }
        }
    }
}
