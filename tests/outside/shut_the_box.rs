//! Shut the Box: two dice are thrown, and tiles that sum to them are shut; the least that is left open on average.

use std::sync::Arc;

use retrograde::{Earlier, Recurrence, Space, State, Undefined};

use super::{naive, table, things};

struct Boxes(Arc<Space>);

fn sum(tiles: State) -> usize {
    things(tiles).map(|tile| tile + 1).sum()
}

impl Recurrence for Boxes {
    type Cell = f64;

    fn space(&self) -> &Arc<Space> {
        &self.0
    }

    #[inline(always)]
    fn fill(&self, open: State, earlier: Earlier<'_, f64>, row: &mut [f64]) -> Result<(), Undefined> {
        let mut least = [sum(open) as f64; 13]; // of each throw, where nothing can be shut
        let mut shut = open;
        while shut != 0 {
            if let Some(least) = least.get_mut(sum(shut)) {
                *least = least.min(earlier.get(open & !shut)?);
            }
            shut = (shut - 1) & open;
        }
        row[0] = (2..=12).map(|dice: usize| least[dice] * (6 - dice.abs_diff(7)) as f64 / 36.0).sum();
        Ok(())
    }
}

#[test]
fn the_least_that_is_left_on_average() {
    let table = table(&Boxes(Arc::new(Space::subsets(12).unwrap())));
    let value = |tiles: u32| table.value::<f64>((1 << tiles) - 1).unwrap();
    assert!((value(9) - 11.157_508_444_203).abs() < 1e-11, "{}", value(9));
    assert!((value(12) - 35.081_420_652_921).abs() < 1e-11, "{}", value(12));
    for tiles in 0..=9 {
        let expected = naive::own::shut_the_box::value(tiles);
        assert!((value(tiles) - expected).abs() < 1e-12, "{tiles} tiles: {} and {expected}", value(tiles));
    }
    assert!((table.value::<f64>(1 << 6).unwrap() - 7.0 * 30.0 / 36.0).abs() < 1e-12, "the seven alone");
}
