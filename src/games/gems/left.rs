//! The fill where every gem makes a stone by itself (S = 1): whoever moves keeps the turn and takes all that is left,
//! so the value of a state is the number of gems in it.

use crate::kernel::{Cpu, Group, Kernel, Solved, Work};
use crate::space::Space;
use crate::table::CellsMut;

/// The gems left in each state.
pub(super) struct GemsLeft<'a> {
    space: &'a Space,
    /// The gems in each bag.
    sizes: Vec<i32>,
    /// The gems in the bags of each low part.
    low: Vec<i32>,
}

impl<'a> GemsLeft<'a> {
    /// For these bags, whose gems together fit 32 bits.
    pub(super) fn new(space: &'a Space, bags: &[Vec<u32>]) -> Self {
        let sizes: Vec<i32> = bags.iter().map(|bag| bag.len() as i32).collect();
        let mut low = vec![0];
        for size in &sizes[..space.low_bits() as usize] {
            low.extend_from_within(..);
            let taller = low.len() / 2;
            low[taller..].iter_mut().for_each(|gems| *gems += size);
        }
        Self { space, sizes, low }
    }

    /// The gems in the bags of the high part of a block.
    fn in_high(&self, block: usize) -> i32 {
        let (high, sizes) = (self.space.block_high(block), &self.sizes[self.space.low_bits() as usize..]);
        sizes.iter().enumerate().filter(|&(bag, _)| high >> bag & 1 == 1).map(|(_, size)| size).sum()
    }
}

impl Kernel for GemsLeft<'_> {
    fn group(&self) -> usize {
        32
    }

    fn fill(&self, cpu: Cpu, _solved: Solved<'_>, group: Group<'_>) {
        cpu.run(Fill { kernel: self, group });
    }
}

/// A group to fill.
struct Fill<'a> {
    kernel: &'a GemsLeft<'a>,
    group: Group<'a>,
}

impl Work for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // The table is as wide as the gems of all bags need, so no cast loses anything.
        macro_rules! fill {
            ($out:expr, $number:ty) => {
                for (block, out) in $out.chunks_exact_mut(self.kernel.low.len()).enumerate() {
                    let high = self.kernel.in_high(self.group.first_block + block);
                    for (out, low) in out.iter_mut().zip(&self.kernel.low) {
                        *out = (high + low) as $number;
                    }
                }
            };
        }
        match self.group.values {
            CellsMut::I8(out) => fill!(out, i8),
            CellsMut::I16(out) => fill!(out, i16),
            CellsMut::I32(out) => fill!(out, i32),
        }
    }
}
