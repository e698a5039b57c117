//! A kernel of one's own for the rankings, and what becomes of those that are wrong.

use std::sync::Arc;

use retrograde::engine::VerifyError;
use retrograde::kernel::Group;
use retrograde::layers::{NotEarlier, Solved};
use retrograde::{
    CellType, ContractError, Cpu, Earlier, Kernel, Offer, Recurrence, SolveError, Solver, Space, State, Undefined,
    verify,
};

use super::ranking::Ranking;
use super::{Random, breach, table, things};

#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    Right,
    /// One cell of the table is wrong.
    Broken,
    /// It asks for blocks that are not done.
    TooEarly,
    /// It is offered for cells that the table does not have.
    OtherCells,
    /// It is offered and not built.
    Absent,
}

struct ByKernel(Ranking, How);

struct Fill<'a>(&'a Ranking, How);

impl Kernel<i32> for Fill<'_> {
    fn group(&self) -> usize {
        3
    }

    fn fill(
        &self,
        _: Cpu,
        solved: Solved<'_, i32>,
        _: Solved<'_, i32>,
        group: Group<'_, i32>,
    ) -> Result<(), NotEarlier> {
        let (space, low_bits) = (solved.space(), solved.space().low_bits());
        for (block, cells) in group.blocks.zip(group.cells.chunks_mut(1 << low_bits)) {
            let high = space.block_high(block);
            if self.1 == How::TooEarly {
                solved.block(high)?;
            }
            for low in 0..1 << low_bits {
                let set = high << low_bits | low;
                let mut least = if set == 0 { 0 } else { i32::MAX };
                for last in things(set) {
                    let rest = set & !(1 << last);
                    let place = (rest & ((1 << low_bits) - 1)) as usize;
                    let own = rest >> low_bits == high;
                    let cost = if own { cells[place] } else { solved.block(rest >> low_bits)?[place] };
                    least = least.min(cost + self.0.behind(rest, last) as i32);
                }
                cells[low as usize] = least;
            }
            if self.1 == How::Broken && block + 1 == space.blocks() {
                cells[cells.len() / 2] += 1;
            }
        }
        Ok(())
    }
}

impl Kernel<i16> for Fill<'_> {
    fn fill(&self, _: Cpu, _: Solved<'_, i16>, _: Solved<'_, i16>, _: Group<'_, i16>) -> Result<(), NotEarlier> {
        Ok(())
    }
}

impl Recurrence for ByKernel {
    type Cell = i32;

    fn space(&self) -> &Arc<Space> {
        &self.0.space
    }

    #[inline(always)]
    fn fill(&self, set: State, earlier: Earlier<'_, i32>, row: &mut [i32]) -> Result<(), Undefined> {
        self.0.fill(set, earlier, row)
    }

    fn kernel(&self) -> Option<Offer<'_>> {
        Some(match self.1 {
            How::OtherCells => Offer::new::<i16, _>(|| Some(Fill(&self.0, self.1))),
            How::Absent => Offer::new::<i32, Fill<'_>>(|| None),
            _ => Offer::new::<i32, _>(|| Some(Fill(&self.0, self.1))),
        })
    }
}

/// Ten things in blocks of eight sets; as many layers as four things have.
fn ranking(how: How) -> ByKernel {
    let space = Arc::new(Space::subsets_by_weight(10, 6, &[1; 4]).unwrap());
    ByKernel(Ranking { space, before: Random(4).square(10, 50) }, how)
}

#[test]
fn it_fills_the_same_table() {
    for how in [How::Right, How::Absent] {
        let problem = ranking(how);
        let solution = Solver::new().solve(&problem).unwrap();
        assert_eq!(solution.report.moves.is_none(), how == How::Right, "by the kernel, which counts no moves");
        assert!(table(&problem).cells() == Solver::new().solve(&problem.0).unwrap().table.cells());
    }
}

#[test]
fn a_broken_one_is_found() {
    let problem = ranking(How::Broken);
    let broken = Solver::new().solve(&problem).unwrap().table;
    let (state, table) = ((1 << 10) - 32, table(&problem.0));
    let found = verify(&problem, &broken);
    assert!(matches!(found, Err(VerifyError::Value { state: at, .. }) if at == state), "{found:?}");
    assert_eq!(broken.value::<i32>(state), table.value::<i32>(state).map(|value| value + 1));
    assert!(matches!(breach(&ranking(How::TooEarly)), ContractError::Kernel { mask: 0 }));
    let other = Solver::new().solve(&ranking(How::OtherCells));
    assert!(matches!(other, Err(SolveError::Kernel { kernel: CellType::I16 })), "{other:?}");
}
