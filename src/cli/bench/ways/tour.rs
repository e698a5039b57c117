//! The shortest tour through so many cities and one more, home (Held and Karp).

use std::sync::Arc;

use retrograde::kernel::rows::rows;
use retrograde::{Cheapest, Earlier, Offer, Recurrence, Space, State, Table, Undefined};

use super::{Numbers, Way};

/// The cells of a row: a city each, and home.
pub(super) fn width(cities: u32) -> usize {
    (cities as usize + 1).next_multiple_of(8)
}

/// The loop by hand, `table[set * cities + j]` being the shortest way from home through the set that ends in j.
struct Hand<'a> {
    cities: usize,
    /// The ways between cities, and to and from home, whose number is that of the cities.
    ways: &'a [f32],
    table: &'a mut [f32],
}

impl retrograde::kernel::Work for Hand<'_> {
    type Output = f32;

    #[inline(always)]
    fn run(self) -> f32 {
        let Self { cities: n, ways, table } = self;
        for set in 1..1_usize << n {
            let mut ends = set;
            while ends != 0 {
                let j = ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let before = set ^ 1 << j;
                let (row, mut rest) = (&table[before * n..(before + 1) * n], before);
                let mut best = if before == 0 { ways[n * (n + 1) + j] } else { f32::INFINITY };
                while rest != 0 {
                    let i = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let way = row[i] + ways[i * (n + 1) + j];
                    best = if way < best { way } else { best };
                }
                table[set * n + j] = best;
            }
        }
        let last = &table[((1 << n) - 1) * n..];
        (0..n).map(|j| last[j] + ways[j * (n + 1) + n]).fold(f32::INFINITY, f32::min)
    }
}

/// The ways by what comes next, as a recurrence of rows.
struct Tour {
    space: Arc<Space>,
    width: usize,
    cities: usize,
    /// A row for each city, and one for home; beyond home there is nothing.
    ways: Vec<f32>,
}

impl Tour {
    #[inline(always)]
    fn ways_from(&self, place: usize) -> &[f32] {
        &self.ways[place * self.width..(place + 1) * self.width]
    }
}

impl Recurrence for Tour {
    type Cell = f32;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline(always)]
    fn fill(&self, set: State, earlier: Earlier<'_, f32>, row: &mut [f32]) -> Result<(), Undefined> {
        if set == 0 {
            row.copy_from_slice(self.ways_from(self.cities));
            return Ok(());
        }
        row.fill(f32::INFINITY);
        let mut rest = set;
        while rest != 0 {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let behind = earlier.row(set & !(1 << i))?[i];
            for (best, way) in row.iter_mut().zip(self.ways_from(i)) {
                *best = best.min(behind + way);
            }
        }
        Ok(())
    }

    fn kernel(&self) -> Option<Offer<'_>> {
        let home = self.ways_from(self.cities);
        rows(&self.space, self.width, Cheapest::new(), |j| home[j], |i, j| self.ways_from(i)[j])
    }
}

/// The ways to tour so many cities and home.
pub(super) fn ways(cities: u32) -> Result<Vec<Way>, String> {
    let space = Arc::new(
        Space::subsets_by_weight(cities, 10.min(cities), &vec![1; cities.saturating_sub(10) as usize])
            .map_err(|error| error.to_string())?,
    );
    let (full, width, places) = ((1_u64 << cities) - 1, width(cities), cities as usize + 1);
    let cities = cities as usize;
    let mut numbers = Numbers(1);
    let ways_by_hand: Vec<f32> = (0..places * places).map(|_| numbers.below(1000) as f32).collect();
    let mut ways = vec![0.0; places * width];
    for (row, by_hand) in ways.chunks_exact_mut(width).zip(ways_by_hand.chunks_exact(places)) {
        row[..places].copy_from_slice(by_hand);
    }
    let mut table = vec![0.0; cities << cities];
    let by_hand = move || super::by_hand(Hand { cities, ways: &ways_by_hand, table: &mut table }).into();
    let answer = move |table: &Table| table.row::<f32>(full).map(|row| row[cities].into());
    let tour = || Tour { space: space.clone(), width, cities, ways: ways.clone() };
    Ok(vec![
        Way::by_hand(by_hand),
        Way::by_solver("plain", true, tour(), answer),
        Way::by_solver("rows", false, tour(), answer),
    ])
}
