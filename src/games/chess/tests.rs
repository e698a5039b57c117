//! The kernel and the batch against the plain sweep.

use super::*;
use crate::engine::Recursion;

const SHAPES: [(u32, u32); 16] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
    (1, 12),
    (12, 1),
    (2, 30),
    (30, 2),
    (5, 7),
    (7, 5),
    (3, 14),
    (10, 10),
    (12, 9),
    (1, 38),
    (39, 1),
    (0, 5),
];

/// Numbers up to `most`, the same for the same seed.
fn board((rows, cols): (u32, u32), most: u64, seed: u64) -> Chess {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut grid = || {
        (0..rows * cols)
            .map(|_| {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                ((x >> 20) % (most + 1)) as i32
            })
            .collect()
    };
    let (black, white) = (grid(), grid());
    Chess::new(rows, cols, black, white).unwrap()
}

fn value(game: &Chess) -> i32 {
    Solver::new().plain(true).solve(game).unwrap().table.value(game.start()).unwrap()
}

#[test]
fn the_kernel_fills_the_table_that_the_plain_sweep_fills() {
    for (k, shape) in SHAPES.into_iter().enumerate() {
        // Of a byte, of two bytes, of four.
        for most in [0, 3, 400, 100_000] {
            let game = board(shape, most, k as u64);
            assert!(game.kernel(CellType::I32).is_some());
            let plain = Solver::new().plain(true).solve(&game).unwrap().table;
            for cpu in [Cpu::Portable, Cpu::Avx2] {
                for sequential in [false, true] {
                    let table = Solver::new().cpu(cpu).sequential(sequential).solve(&game).unwrap().table;
                    assert!(table.cells() == plain.cells(), "{shape:?}, up to {most}, {cpu}, {sequential}");
                }
            }
        }
    }
}

#[test]
fn the_kernel_declines_numbers_that_could_overflow() {
    let game = Chess::new(2, 2, vec![i32::MAX / 2; 4], vec![0; 4]).unwrap();
    assert!(game.kernel(CellType::I32).is_none());
    assert_eq!(start_values(std::slice::from_ref(&game)).unwrap(), [value(&game)]);
    let most = (1 << 29) / 8 - 1;
    let game = Chess::new(2, 2, vec![most; 4], vec![most; 4]).unwrap();
    assert!(game.kernel(CellType::I32).is_some());
    let table = Solver::new().solve(&game).unwrap().table;
    assert!(table.cells() == Solver::new().plain(true).solve(&game).unwrap().table.cells());
}

#[test]
fn every_low_part_will_do() {
    let game = board((4, 6), 1000, 5);
    let plain = Recursion::new(&game).unwrap().value(game.start()).unwrap();
    for low_bits in 0..=10 {
        let space = Arc::new(Space::young_with_low_bits(4, 6, low_bits).unwrap());
        let game = Chess { space, ..game.clone() };
        let table = Solver::new().solve(&game).unwrap().table;
        assert_eq!(table.value(game.start()), Some(plain), "{low_bits} low bits");
        assert!(table.cells() == Solver::new().plain(true).solve(&game).unwrap().table.cells());
        assert_eq!(start_values(&[game]).unwrap(), [plain]);
    }
}

#[test]
fn boards_side_by_side_have_the_values_of_boards_alone() {
    for shape in SHAPES {
        let most = if shape.0 * shape.1 > 40 { 17 } else { 35 };
        let boards: Vec<Chess> = (0..most).map(|k| board(shape, 100_000, k)).collect();
        let value = |game: &Chess| Solver::new().solve(game).unwrap().table.value(game.start()).unwrap();
        let alone: Vec<i32> = boards.iter().map(value).collect();
        for count in [1, 15, 16, 17, boards.len()] {
            for cpu in [Cpu::Portable, Cpu::Avx2] {
                let together = start_values_on(cpu, &boards[..count]).unwrap();
                assert_eq!(together, alone[..count], "{shape:?} x {count}, {cpu}");
            }
        }
    }
}

#[test]
fn boards_of_several_sizes_are_taken_in_order() {
    let boards = [(2, 3), (2, 3), (3, 2), (2, 3)].map(|shape| board(shape, 50, 3));
    assert_eq!(start_values(&boards).unwrap(), boards.each_ref().map(value));
    assert!(start_values(&[]).unwrap().is_empty());
}
