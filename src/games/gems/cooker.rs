//! What lies in the cooker: the gems of each colour modulo S, packed many colours to a word.
//!
//! A colour takes a field of w bits with 2^(w-1) >= S. Adding 2^(w-1) - S to a sum of two residues carries into the
//! top bit of the field exactly where the sum reaches S. So a bag's stones are one addition and one count of bits,
//! plus those that the bag makes by itself; no table over the states is needed.

/// The gems of all bags, by colour.
#[derive(Debug, Clone)]
pub(super) struct Cooker {
    stone: u64,
    /// The bits of a field, w.
    field: u32,
    /// The top bit of every field.
    guards: u64,
    /// 2^(w-1) - S in every field.
    bias: u64,
    words: usize,
    /// The stones that each bag makes by itself.
    whole: Vec<i32>,
    /// The residues of each bag, `words` to a bag.
    rest: Vec<u64>,
    /// The residues of every set of the lower half of the bags, and of the upper half, `words` to a set.
    halves: [Vec<u64>; 2],
    lower: u32,
    stones_in_all: i64,
}

impl Cooker {
    pub(super) fn new(stone: u32, bags: &[Vec<u32>]) -> Self {
        let mut colours: Vec<u32> = bags.iter().flatten().copied().collect();
        colours.sort_unstable();
        colours.dedup();
        let field = stone.next_power_of_two().trailing_zeros() + 1;
        let fields = (64 / field) as usize;
        let words = colours.len().div_ceil(fields).max(1);
        let stone = u64::from(stone);
        let ones = (0..fields as u32).map(|at| 1 << (at * field)).sum::<u64>();

        let (mut whole, mut rest) = (Vec::new(), vec![0; words * bags.len()]);
        let mut totals = vec![0_u64; colours.len()];
        for (bag, gems) in bags.iter().enumerate() {
            let mut counts = vec![0_u64; colours.len()];
            for gem in gems {
                counts[colours.partition_point(|colour| colour < gem)] += 1;
            }
            // Stones of one bag never exceed those in all, which the caller bounds.
            whole.push(counts.iter().map(|count| count / stone).sum::<u64>().min(i32::MAX as u64) as i32);
            for (colour, count) in counts.iter().enumerate() {
                let shift = (colour % fields) as u32 * field;
                rest[bag * words + colour / fields] |= (count % stone) << shift;
                totals[colour] += count;
            }
        }
        let stones_in_all = totals.iter().map(|total| total / stone).sum::<u64>() as i64;
        let mut cooker = Self {
            stone,
            field,
            guards: ones << (field - 1),
            bias: ((1 << (field - 1)) - stone) * ones,
            words,
            whole,
            rest,
            halves: [Vec::new(), Vec::new()],
            lower: bags.len() as u32 / 2,
            stones_in_all,
        };
        let lower = cooker.lower as usize;
        cooker.halves = [cooker.residues_of_sets(0..lower), cooker.residues_of_sets(lower..bags.len())];
        cooker
    }

    /// The stones that all bags together make.
    pub(super) fn stones_in_all(&self) -> i64 {
        self.stones_in_all
    }

    /// The cooker after the bags of a set are dropped into it.
    #[inline(always)]
    pub(super) fn after(&self, taken: u64) -> Filled<'_> {
        let filled = Filled { cooker: self, taken, first: 0 };
        Filled { first: filled.residues(0), ..filled }
    }

    /// The residues of every set of a run of bags, by adding one bag to a smaller set.
    fn residues_of_sets(&self, bags: std::ops::Range<usize>) -> Vec<u64> {
        let mut residues = vec![0; self.words << bags.len()];
        for set in 1..1_usize << bags.len() {
            let (bag, smaller) = (bags.start + set.trailing_zeros() as usize, set & (set - 1));
            for word in 0..self.words {
                residues[set * self.words + word] =
                    self.add(residues[smaller * self.words + word], self.rest[bag * self.words + word]);
            }
        }
        residues
    }

    /// The top bits of the fields in which two residues sum to S or more.
    #[inline(always)]
    fn full(&self, a: u64, b: u64) -> u64 {
        (a + b + self.bias) & self.guards
    }

    /// The sum of two words of residues, modulo S in each field.
    #[inline(always)]
    fn add(&self, a: u64, b: u64) -> u64 {
        a + b - (self.full(a, b) >> (self.field - 1)) * self.stone
    }
}

/// A cooker with some bags dropped into it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filled<'a> {
    cooker: &'a Cooker,
    taken: u64,
    /// The first word of residues; mostly it is the only one.
    first: u64,
}

impl Filled<'_> {
    #[inline(always)]
    fn residues(&self, word: usize) -> u64 {
        let Cooker { words, lower, halves, .. } = self.cooker;
        let below = (self.taken & ((1 << lower) - 1)) as usize;
        let above = (self.taken >> lower) as usize;
        self.cooker.add(halves[0][below * words + word], halves[1][above * words + word])
    }

    /// The stones made by dropping one more bag.
    #[inline(always)]
    pub(super) fn stones_from(&self, bag: usize) -> i32 {
        let Cooker { words, whole, rest, .. } = self.cooker;
        let mut full = self.cooker.full(self.first, rest[bag * words]).count_ones();
        for word in 1..*words {
            full += self.cooker.full(self.residues(word), rest[bag * words + word]).count_ones();
        }
        whole[bag] + full as i32
    }
}
