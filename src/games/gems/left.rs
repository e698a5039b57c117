//! The fill where every gem makes a stone by itself (S = 1): whoever moves keeps the turn and takes all that is left,
//! so the value of a state is the number of gems in it.

use crate::kernel::{Cpu, Group, Kernel, Offer, Work};
use crate::layers::{NotEarlier, Solved};
use crate::space::Space;
use crate::table::{CellType, Dense, Holds};

/// The gems left in each state.
pub(super) struct GemsLeft<'a> {
    space: &'a Space,
    /// The gems in each bag.
    sizes: Vec<i32>,
    /// The gems in the bags of each low part.
    low: Vec<i32>,
}

impl<'a> GemsLeft<'a> {
    /// For these bags, whose gems together fit the cells.
    pub(super) fn offer(space: &'a Space, bags: &'a [Vec<u32>], cell: CellType) -> Option<Offer<'a>> {
        match cell {
            CellType::I8 => Some(Offer::new::<i8, _>(move || Some(Self::new(space, bags)))),
            CellType::I16 => Some(Offer::new::<i16, _>(move || Some(Self::new(space, bags)))),
            CellType::I32 => Some(Offer::new::<i32, _>(move || Some(Self::new(space, bags)))),
            _ => None,
        }
    }

    fn new(space: &'a Space, bags: &[Vec<u32>]) -> Self {
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

impl<C: Dense + Holds<i32>> Kernel<C> for GemsLeft<'_> {
    fn group(&self) -> usize {
        32
    }

    fn fill(
        &self,
        cpu: Cpu,
        _solved: Solved<'_, C>,
        _plane: Solved<'_, C>,
        group: Group<'_, C>,
    ) -> Result<(), NotEarlier> {
        cpu.run(Fill { kernel: self, group });
        Ok(())
    }
}

/// A group to fill.
struct Fill<'a, C> {
    kernel: &'a GemsLeft<'a>,
    group: Group<'a, C>,
}

impl<C: Holds<i32>> Work for Fill<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (block, out) in self.group.blocks.zip(self.group.cells.chunks_exact_mut(self.kernel.low.len())) {
            let high = self.kernel.in_high(block);
            for (out, low) in out.iter_mut().zip(&self.kernel.low) {
                // The table is as wide as the gems of all bags need, so each fits.
                *out = C::hold(high + low).unwrap_or_default();
            }
        }
    }
}
