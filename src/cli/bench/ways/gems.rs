//! Gems Fight, by a loop over all masks and by the crate's plain sweep.

use retrograde::games::Listed;
use retrograde::games::gems::Gems;
use retrograde::{Game, Table};

use super::Way;

/// Gems modulo S, a field a colour: what one would write who knows the game, and that a word will do.
struct Cooker {
    bags: usize,
    /// The bits of a field: half of it holds S.
    field: u32,
    stone: u64,
    /// The top bit of each field, and what carries into it where a field reaches S.
    guards: u64,
    bias: u64,
    /// The stones that each bag makes by itself, and the gems beside them.
    whole: Vec<i8>,
    rest: Vec<u64>,
    /// What lies in the cooker, by the bags taken of the lower half, and of the upper.
    lower: Vec<u64>,
    upper: Vec<u64>,
}

impl Cooker {
    fn new(game: &Gems) -> Self {
        let (bags, stone) = (game.bags().len(), u64::from(game.stone()));
        let field = stone.next_power_of_two().trailing_zeros() + 1;
        let colours = game.bags().iter().flatten().max().copied().unwrap_or(0);
        let ones: u64 = (0..colours).map(|colour| 1 << (colour * field)).sum();
        let (guards, bias) = (ones << (field - 1), ones * ((1 << (field - 1)) - stone));
        let mut cooker =
            Self { bags, field, stone, guards, bias, whole: vec![], rest: vec![], lower: vec![0], upper: vec![0] };
        for bag in game.bags() {
            let counts = (1..=colours).map(|colour| bag.iter().filter(|&&gem| gem == colour).count() as u64);
            cooker.whole.push(counts.clone().map(|count| count / stone).sum::<u64>() as i8);
            cooker.rest.push(counts.zip(0..).map(|(count, at)| (count % stone) << (at * field)).sum());
        }
        for (bag, &rest) in cooker.rest.clone().iter().enumerate() {
            let mut half = std::mem::take(if bag < bags / 2 { &mut cooker.lower } else { &mut cooker.upper });
            half.extend_from_within(..);
            let middle = half.len() / 2;
            half[middle..].iter_mut().for_each(|gems| *gems = cooker.sum(*gems, rest));
            *(if bag < bags / 2 { &mut cooker.lower } else { &mut cooker.upper }) = half;
        }
        cooker
    }

    /// The top bits of the fields that reach S together.
    #[inline(always)]
    fn full(&self, a: u64, b: u64) -> u64 {
        (a + b + self.bias) & self.guards
    }

    #[inline(always)]
    fn sum(&self, a: u64, b: u64) -> u64 {
        a + b - (self.full(a, b) >> (self.field - 1)) * self.stone
    }
}

struct Hand<'a> {
    cooker: &'a Cooker,
    table: &'a mut [i8],
}

impl retrograde::kernel::Work for Hand<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { cooker, table } = self;
        let (full, half) = (table.len() - 1, cooker.bags / 2);
        table[0] = 0;
        for left in 1..=full {
            let taken = full & !left;
            let gems = cooker.sum(cooker.lower[taken & ((1 << half) - 1)], cooker.upper[taken >> half]);
            let (mut best, mut rest) = (i8::MIN, left);
            while rest != 0 {
                let bag = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let gain = cooker.whole[bag] + cooker.full(gems, cooker.rest[bag]).count_ones() as i8;
                let behind = table[left & !(1 << bag)];
                best = best.max(if gain > 0 { gain + behind } else { -behind });
            }
            table[left] = best;
        }
    }
}

/// The ways to fill a table of a game with so many bags.
pub(super) fn ways(bags: u32) -> Result<Vec<Way>, String> {
    let game = Gems::random(bags, 1).map_err(|error| error.to_string())?;
    let start = game.start();
    if game.bound() > i8::MAX.into() {
        return Err(format!("{bags} bags: the loop by hand is for values of one byte"));
    }
    let (cooker, mut table) = (Cooker::new(&game), vec![0; 1 << bags]);
    let by_hand = move || {
        super::by_hand(Hand { cooker: &cooker, table: &mut table });
        table[start as usize].into()
    };
    let answer = move |table: &Table| table.value::<i32>(start).map(f64::from);
    Ok(vec![
        Way::by_hand(by_hand),
        Way::by_solver("plain", true, game.clone(), answer),
        Way::by_solver("kernel", false, game, answer),
    ])
}
