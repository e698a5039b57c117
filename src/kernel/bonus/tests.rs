use std::sync::Arc;

use super::*;
use crate::engine::Solver;
use crate::game::Game;
use crate::games::gems::Gems;
use crate::table::CellType;

/// A game of `bags` bags of `gems` gems in `colours` colours, made up from a seed.
fn gems(bags: usize, gems: usize, colours: u64, stone: u32, mut seed: u64) -> Gems {
    let mut colour = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % colours) as u32
    };
    Gems::new(stone, (0..bags).map(|_| (0..gems).map(|_| colour()).collect()).collect()).unwrap()
}

/// Asserts that each way to fill by the kernel leaves the bytes of the plain sweep.
fn assert_equals_the_plain_sweep(game: &Gems) {
    assert!(game.kernel(CellType::I8).is_some());
    let plain = Solver::new().plain(true).solve(game).unwrap().table;
    for cpu in [Cpu::Portable, Cpu::Avx2] {
        for sequential in [false, true] {
            let solver = Solver::new().cpu(cpu).sequential(sequential);
            let table = solver.solve(game).unwrap().table;
            assert!(table.cells() == plain.cells(), "{cpu}, sequential: {sequential}, {game:?}");
        }
    }
}

#[test]
fn equals_the_plain_sweep_from_one_block_to_whole_groups() {
    for bags in 10..=17 {
        let seed = bags as u64;
        assert_equals_the_plain_sweep(&gems(bags, 10, 8, 3, seed));
        assert_equals_the_plain_sweep(&gems(bags, 1 + bags % 5, 1 + seed % 7, 2 + seed as u32 % 6, seed));
    }
}

#[test]
fn equals_the_plain_sweep_in_blocks_of_many_tiles() {
    for low_bits in 10..=16 {
        let game = gems(16, 10, 8, 3, low_bits.into());
        let space = Arc::new(Space::subsets_by_weight(16, low_bits, &[1; 6][..16 - low_bits as usize]).unwrap());
        assert_equals_the_plain_sweep(&game.in_space(space));
    }
}

#[test]
fn equals_the_plain_sweep_whatever_makes_a_stone() {
    for stone in [2, 5, 6, 19, 40] {
        assert_equals_the_plain_sweep(&gems(12, 9, 5, stone, stone.into()));
    }
    // Nothing is ever made; more colours than a row's combinations.
    assert_equals_the_plain_sweep(&gems(11, 2, 8, 30, 1));
    assert_equals_the_plain_sweep(&gems(11, 20, 40, 2, 3));
}

#[test]
fn equals_the_plain_sweep_with_21_bags() {
    assert_equals_the_plain_sweep(&gems(21, 10, 8, 3, 21));
}

#[test]
fn declines_what_it_is_not_made_for() {
    assert!(gems(9, 10, 8, 3, 0).kernel(CellType::I8).is_none());
    assert!(gems(14, 20, 8, 2, 0).kernel(CellType::I16).is_none());
    let heavy = gems(12, 10, 8, 300, 0);
    assert!(Solver::new().solve(&heavy).unwrap().report.moves.is_some(), "filled by the plain sweep");
}
