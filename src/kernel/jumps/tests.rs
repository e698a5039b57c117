use std::sync::Arc;

use super::*;
use crate::engine::Solver;
use crate::game::{Game, Minimax, Move, Turn, check_game};
use crate::games::board;
use crate::games::sternhalma::Sternhalma;
use crate::space::State;

/// A board of any shape, by the scalar definition.
struct Board {
    space: Arc<Space>,
    lines: Vec<JumpLine>,
}

impl Board {
    fn new(low_bits: u32, high_weights: &[u64], lines: Vec<JumpLine>) -> Self {
        let bits = low_bits + high_weights.len() as u32;
        Self { space: Arc::new(Space::subsets_by_weight(bits, low_bits, high_weights).unwrap()), lines }
    }
}

impl Game for Board {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        (1 << self.space.bits()) - 1
    }

    /// Every jump takes a piece off, and the last one stays.
    fn bound(&self) -> i64 {
        let best = self.lines.iter().map(|line| i64::from(line.weight)).max().unwrap_or(0).max(0);
        best * i64::from(self.space.bits() - 1)
    }

    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        for line in &self.lines {
            let ends = 1 << line.ends[0] | 1 << line.ends[1];
            if state >> line.middle & 1 == 1 && (state & ends).count_ones() == 1 {
                visit(Move { to: state ^ ends ^ 1 << line.middle, gain: line.weight, turn: Turn::Kept });
            }
        }
        for bit in (0..self.space.bits()).filter(|bit| state >> bit & 1 == 1) {
            visit(Move { to: state ^ 1 << bit, gain: 0, turn: Turn::Kept });
        }
    }

    fn kernel(&self, cell: CellType) -> Option<Offer<'_>> {
        jumps(&self.space, self.lines.clone(), cell)
    }
}

/// Numbers that look random, from a seed (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 16) % end
    }

    fn between(&mut self, least: i64, most: i64) -> i32 {
        (least + self.below((most - least + 1) as u64) as i64) as i32
    }
}

/// The least and the most a weight may be, for every width of the table and kinds of sign.
fn ranges(jumps: i64) -> Vec<(i64, i64)> {
    let least = i64::from(i32::MIN);
    let mut ranges = vec![(0, 0), (least, 0), (-1_000_000, 1_000_000), (0, 1_000_000)];
    for width in [127, 32_767, i64::from(i32::MAX)] {
        ranges.extend([(width / jumps, width / jumps), (least, width / jumps), (-width / jumps, width / jumps)]);
    }
    ranges
}

fn assert_kernel_equals_plain_sweep(game: &impl Game) {
    let plain = Solver::new().plain(true).solve(game).unwrap().table;
    assert!(game.kernel(plain.shape().cell).is_some());
    for cpu in [Cpu::Portable, Cpu::default()] {
        for sequential in [true, false] {
            let solution = Solver::new().cpu(cpu).sequential(sequential).solve(game).unwrap();
            assert_eq!(solution.report.moves, None, "the kernel was not used");
            assert!(solution.table.cells() == plain.cells(), "{cpu}, sequential: {sequential}");
        }
    }
}

#[test]
fn sternhalma_equals_the_plain_sweep() {
    let mut numbers = Numbers(1);
    for (least, most) in ranges(16).into_iter().skip(1).step_by(2) {
        let weights = std::array::from_fn(|_| numbers.between(least, most));
        assert_kernel_equals_plain_sweep(&Sternhalma::new(weights).unwrap());
    }
}

#[test]
fn a_triangle_equals_the_plain_sweep() {
    // The corners low; the cells beside them and the inner ones weigh 2, the middles of the edges 1.
    let cells: Vec<(i32, i32)> = (0..5).flat_map(|y| (0..=y).map(move |i| (2 * i - y, y))).collect();
    let order = [0, 10, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13];
    let high_weights = order[3..].iter().map(|cell| if [3, 5, 12].contains(cell) { 1 } else { 2 }).collect::<Vec<_>>();
    let bit = |cell: usize| order.iter().position(|&other| other == cell).unwrap() as u32;
    let mut numbers = Numbers(2);
    for (least, most) in ranges(14) {
        let weights: Vec<i32> = (0..15).map(|_| numbers.between(least, most)).collect();
        let lines = board::lines(&cells, &[(2, 0), (-1, 1), (1, 1)]);
        let line = |line: &board::Line| JumpLine {
            ends: line.ends.map(bit),
            middle: bit(line.middle),
            weight: weights[line.middle],
        };
        let board = Board::new(3, &high_weights, lines.iter().map(line).collect());
        check_game(&board).unwrap();
        assert_kernel_equals_plain_sweep(&board);
    }
}

/// A board of random lines: cells of weight 2 are jumped over, cells of weight 1 are not, nor are the low ones.
fn random_board(numbers: &mut Numbers, low_bits: u32, (least, most): (i64, i64)) -> Board {
    let high_weights = [2, 1, 2, 2, 1, 2, 1];
    let bits = u64::from(low_bits) + high_weights.len() as u64;
    let weight = |bit: u32| bit.checked_sub(low_bits).map_or(0_u64, |high| high_weights[high as usize]);
    let mut lines = Vec::new();
    while lines.len() < 30 {
        let [a, b, middle] = [0; 3].map(|_| numbers.below(bits) as u32);
        let flat = weight(a).abs_diff(weight(b)) < 2;
        if a != b && a != middle && b != middle && weight(middle) == 2 && flat {
            lines.push(JumpLine { ends: [a, b], middle, weight: numbers.between(least, most) });
        }
    }
    Board::new(low_bits, &high_weights, lines)
}

#[test]
fn random_lines_equal_the_plain_sweep_for_every_low_part() {
    let mut numbers = Numbers(3);
    for low_bits in 3..=6 {
        for range in ranges(15) {
            let board = random_board(&mut numbers, low_bits, range);
            check_game(&board).unwrap();
            assert_kernel_equals_plain_sweep(&board);
        }
    }
}

#[test]
fn boards_without_a_kernel_are_declined() {
    let line = |a, middle, b| JumpLine { ends: [a, b], middle, weight: 1 };
    let is_kernel = |low_bits, high_weights: &[u64], lines: &[JumpLine]| {
        let board = Board::new(low_bits, high_weights, lines.to_vec());
        board.kernel(CellType::I32).is_some()
    };
    assert!(is_kernel(3, &[2, 1, 2], &[line(0, 3, 4), line(3, 5, 4), line(0, 4, 1)]));
    assert!(!is_kernel(2, &[2, 1], &[]), "a low part of 2 bits");
    assert!(!is_kernel(7, &[2, 1], &[]), "a low part of 7 bits");
    assert!(!is_kernel(3, &[2, 0], &[]), "a removal within a layer");
    assert!(!is_kernel(3, &[2, 1, 2], &[line(3, 0, 4)]), "a low middle");
    assert!(!is_kernel(3, &[2, 1, 2], &[line(0, 3, 5)]), "a jump within a layer");
    assert!(!is_kernel(3, &[2, 1, 2], &[line(0, 3, 6)]), "a cell off the board");
    assert!(!is_kernel(3, &[2, 1, 2], &[line(4, 3, 4)]), "one end twice");
    assert!(!is_kernel(3, &[2, 1, 2], &[line(0, 3, 1); 65]), "65 lines");
}
