//! The cheapest ranking of every subset: `f(S) = min over v in S of f(S - v) + what it costs to put v last`.

use std::sync::Arc;

use retrograde::kernel::Summand;
use retrograde::kernel::removal::{largest_sum, removal};
use retrograde::{Cheapest, Earlier, Offer, Recurrence, Space, State, Table, Undefined};

use super::{Numbers, Way};

/// The costs, by the part of a set: what v costs behind the part is `part * things + v` of the low or the high ones.
struct Costs<C> {
    things: usize,
    low_bits: u32,
    low: Vec<C>,
    high: Vec<C>,
}

impl<C: Summand> Costs<C> {
    fn new(things: usize, low_bits: u32, number: fn(i32) -> C) -> Self {
        let mut numbers = Numbers(1);
        // Of 22 things all pairs together cost less than 2^15, whichever way they stand.
        let behind: Vec<i32> = (0..things * things).map(|_| numbers.below(60)).collect();
        let of_part = |bits: u32, first: usize| -> Vec<C> {
            let cost = |part: usize, v: usize| {
                let before = (0..things - first).filter(|&u| part >> u & 1 == 1 && u + first != v);
                number(before.map(|u| behind[v * things + u + first]).sum())
            };
            (0..1_usize << bits).flat_map(|part| (0..things).map(move |v| (part, v))).map(|(p, v)| cost(p, v)).collect()
        };
        let high_bits = things as u32 - low_bits;
        Self { things, low_bits, low: of_part(low_bits, 0), high: of_part(high_bits, low_bits as usize) }
    }

    /// What no ranking costs more than.
    fn largest_sum(&self, space: &Space) -> f64 {
        let Self { things, low, high, .. } = self;
        largest_sum(space, C::default(), |v, part| high[part * things + v], |v, part| low[part * things + v])
    }

    /// The costs by the high and by the low part of a set.
    #[inline(always)]
    fn of_set(&self, set: usize) -> (&[C], &[C]) {
        let (high, low) = (set >> self.low_bits, set & ((1 << self.low_bits) - 1));
        let (high, low) = (high * self.things, low * self.things);
        (&self.high[high..high + self.things], &self.low[low..low + self.things])
    }
}

/// A loop over all masks, as one would write it.
struct Hand<'a> {
    costs: &'a Costs<i32>,
    table: &'a mut [i32],
}

impl retrograde::kernel::Work for Hand<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.table[0] = 0;
        for set in 1..self.table.len() {
            let (high, low) = self.costs.of_set(set);
            let (mut best, mut rest) = (i32::MAX, set);
            while rest != 0 {
                let v = rest.trailing_zeros() as usize;
                best = best.min(self.table[set & !(1 << v)] + high[v] + low[v]);
                rest &= rest - 1;
            }
            self.table[set] = best;
        }
    }
}

/// The same as a recurrence.
struct Ranking<C> {
    space: Arc<Space>,
    costs: Arc<Costs<C>>,
}

impl<C: Summand> Recurrence for Ranking<C> {
    type Cell = C;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    #[inline(always)]
    fn fill(&self, set: State, earlier: Earlier<'_, C>, row: &mut [C]) -> Result<(), Undefined> {
        if set == 0 {
            return Ok(());
        }
        let (high, low) = self.costs.of_set(set as usize);
        let (mut best, mut rest) = (C::HIGHEST, set);
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            best = best.lesser(earlier.get(set & !(1 << v))?.plus(high[v]).plus(low[v]));
            rest &= rest - 1;
        }
        row[0] = best;
        Ok(())
    }

    fn kernel(&self) -> Option<Offer<'_>> {
        let Costs { things, low, high, .. } = &*self.costs;
        let high = move |v, part| high[part * things + v];
        let low = move |v, part| low[part * things + v];
        removal(&self.space, Cheapest::new(), C::default(), high, low)
    }
}

/// The ways to rank so many things.
pub(super) fn ways(things: u32) -> Result<Vec<Way>, String> {
    // A low part twice as long as by default: the costs by it still fit the cache next to the core.
    let low_bits = things.min(11).max(things.saturating_sub(20));
    let space = Space::subsets_by_weight(things, low_bits, &vec![1; (things - low_bits) as usize]);
    let space = Arc::new(space.map_err(|error| error.to_string())?);
    let (full, things) = ((1_u64 << things) - 1, things as usize);
    let costs = Arc::new(Costs::new(things, low_bits, |cost| cost));
    let (by_hand, mut table) = (costs.clone(), vec![0; 1 << things]);
    let answer = move |table: &Table| table.value::<i32>(full).map(f64::from);
    let by_hand = move || {
        super::by_hand(Hand { costs: &by_hand, table: &mut table });
        f64::from(table[full as usize])
    };
    let ranking = |costs: &Arc<Costs<i32>>| Ranking { space: space.clone(), costs: costs.clone() };
    let mut ways = vec![
        Way::by_hand(by_hand),
        Way::by_solver("plain", true, ranking(&costs), answer),
        Way::by_solver("removal i32", false, ranking(&costs), answer),
    ];
    if costs.largest_sum(&space) <= i16::MAX.into() {
        let costs = Arc::new(Costs::new(things, low_bits, |cost| cost as i16));
        ways.push(Way::by_solver("removal i16", false, Ranking { space, costs }, answer));
    }
    Ok(ways)
}
