//! The stones made by whole sets of bags, a block of sets at a time, for the vectorised fill.
//!
//! The bags of a set are split into those of the high part and those of the low part of the state. For each colour
//! floor((a + b) / S) = floor(a / S) + floor(b / S) + 1 if the residues of a and b sum to S or more. A few colours
//! make a palette, small enough to list for each combination of high residues what the last term sums to over all low
//! parts; so a block is a sum of as many rows as there are palettes.

use crate::kernel::bonus::{Made, TILE};
use crate::space::State;

/// The most combinations of residues in a palette of several colours.
const COMBINATIONS: usize = 81;

/// The most bytes that all rows may take.
const MAX_BYTES: usize = 1 << 22;

/// The stones of a game's sets of bags.
#[derive(Debug, Clone)]
pub(super) struct Stones {
    stone: u8,
    high: State,
    /// The lower and the upper half of the bags of the high part.
    halves: [Half; 2],
    palettes: Vec<Palette>,
}

/// What the sets of a run of bags leave in the cooker, and the stones they make.
#[derive(Debug, Clone)]
struct Half {
    bags: u32,
    /// The gems left of each colour, set by set.
    residues: Vec<u8>,
    stones: Vec<i8>,
}

/// Some colours, and for each combination of their residues the stones that the low part adds.
#[derive(Debug, Clone)]
struct Palette {
    colours: std::ops::Range<usize>,
    rows: Vec<i8>,
}

impl Half {
    /// Of bags given as the gems of each colour.
    fn new(stone: u8, bags: &[Vec<u64>], colours: usize) -> Self {
        let sets = 1 << bags.len();
        let mut half = Self { bags: bags.len() as u32, residues: vec![0; sets * colours], stones: vec![0; sets] };
        for (at, bag) in bags.iter().enumerate() {
            let more: Vec<u8> = bag.iter().map(|gems| (gems % u64::from(stone)) as u8).collect();
            let whole = bag.iter().map(|gems| gems / u64::from(stone)).sum::<u64>() as i8;
            // The sets with this bag as their last follow those of the bags before it.
            let (before, after) = half.residues.split_at_mut(colours << at);
            for set in 0..1 << at {
                let mut stones = half.stones[set] + whole;
                let (from, to) = (&before[set * colours..][..colours], &mut after[set * colours..][..colours]);
                for ((to, from), more) in to.iter_mut().zip(from).zip(&more) {
                    let (sum, full) = (from + more, from + more >= stone);
                    *to = if full { sum - stone } else { sum };
                    stones += i8::from(full);
                }
                half.stones[set | 1 << at] = stones;
            }
        }
        half
    }
}

impl Stones {
    /// The stones of the sets of these bags, `stone` gems to a stone, for blocks of 2^`low_bits` states; `None` where
    /// the stones in all exceed a byte or the lists would be long.
    pub(super) fn new(stone: u32, bags: &[Vec<u32>]) -> Option<Self> {
        let mut colours: Vec<u32> = bags.iter().flatten().copied().collect();
        colours.sort_unstable();
        let totals: Vec<(u32, usize)> = colours.chunk_by(|a, b| a == b).map(|gems| (gems[0], gems.len())).collect();
        let in_all: i64 = totals.iter().map(|&(_, gems)| gems as i64 / i64::from(stone)).sum();
        // A colour of fewer gems than a stone takes never makes one.
        let colours: Vec<u32> =
            totals.iter().filter(|&&(_, gems)| gems as u64 >= stone.into()).map(|&(colour, _)| colour).collect();
        // Two residues have to fit a byte together.
        let (stone, states) = (u8::try_from(stone).ok().filter(|&stone| stone <= 128)?, TILE);
        if !(0..=127).contains(&in_all) || colours.len() * usize::from(stone) * states > MAX_BYTES {
            return None;
        }
        let counts: Vec<Vec<u64>> = bags
            .iter()
            .map(|bag| colours.iter().map(|colour| bag.iter().filter(|gem| *gem == colour).count() as u64).collect())
            .collect();
        let (low, high) = counts.split_at(TILE.trailing_zeros() as usize);
        let (lower, upper) = high.split_at(high.len() / 2);
        let half = |bags| Half::new(stone, bags, colours.len());
        let low = half(low);

        let mut palettes = Vec::new();
        let mut from = 0;
        // In pairs, so that a block is mostly one pass over two rows.
        while from < colours.len() || palettes.is_empty() || palettes.len() % 2 == 1 {
            let mut palette = Palette { colours: from..from, rows: vec![0; states] };
            if from == 0 {
                palette.rows.iter_mut().rev().zip(&low.stones).for_each(|(number, &stones)| *number = stones);
            }
            while palette.colours.end < colours.len()
                && (palette.colours.is_empty() || palette.rows.len() / states * usize::from(stone) <= COMBINATIONS)
            {
                palette.add_colour(stone, &low, colours.len());
            }
            from = palette.colours.end;
            palettes.push(palette);
        }
        Some(Self { stone, high: (1 << high.len()) - 1, halves: [half(lower), half(upper)], palettes })
    }
}

impl Palette {
    /// Lists the combinations with the residues of the next colour.
    fn add_colour(&mut self, stone: u8, low: &Half, colours: usize) {
        let states = low.stones.len();
        let colour = self.colours.end;
        // A state says what is left, so the sets of bags taken run backwards.
        let residues: Vec<u8> = (0..states).rev().map(|taken| low.residues[taken * colours + colour]).collect();
        let mut rows = vec![0; self.rows.len() * usize::from(stone)];
        let combinations = self.rows.chunks_exact(states).flat_map(|row| (0..stone).map(move |residue| (row, residue)));
        for (to, (row, residue)) in rows.chunks_exact_mut(states).zip(combinations) {
            for ((to, from), &low) in to.iter_mut().zip(row).zip(&residues) {
                *to = from + i8::from(low >= stone - residue);
            }
        }
        self.rows = rows;
        self.colours.end += 1;
    }
}

impl Made for Stones {
    #[inline(always)]
    fn of_tile(&self, first: State, made: &mut [i8; TILE]) {
        let taken = !(first >> TILE.trailing_zeros()) & self.high;
        let [lower, upper] = &self.halves;
        let sets = [(taken & ((1 << lower.bags) - 1)) as usize, (taken >> lower.bags) as usize];
        let colours = self.palettes.last().map_or(0, |palette| palette.colours.end);
        let residues = [&lower.residues[sets[0] * colours..], &upper.residues[sets[1] * colours..]];
        let whole = lower.stones[sets[0]] + upper.stones[sets[1]];
        for (at, pair) in self.palettes.as_chunks::<2>().0.iter().enumerate() {
            let mut stones = if at == 0 { whole } else { 0 };
            let mut rows = [&[][..]; 2];
            for (row, palette) in rows.iter_mut().zip(pair) {
                let mut combination = 0;
                for colour in palette.colours.clone() {
                    let mut residue = residues[0][colour] + residues[1][colour];
                    if residue >= self.stone {
                        residue -= self.stone;
                        stones += 1;
                    }
                    combination = combination * usize::from(self.stone) + usize::from(residue);
                }
                *row = &palette.rows[combination * TILE..][..TILE];
            }
            let [a, b] = rows;
            if at == 0 {
                for ((made, a), b) in made.iter_mut().zip(a).zip(b) {
                    *made = a + b + stones;
                }
            } else {
                for ((made, a), b) in made.iter_mut().zip(a).zip(b) {
                    *made += a + b + stones;
                }
            }
        }
    }
}
