//! Laws that hold for every instance: symmetry, scale, threads, and Bellman's equation on whole tables.

mod cpus;

use proptest::collection::vec;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use retrograde::games::chess::Chess;
use retrograde::games::dots::Dots;
use retrograde::games::gems::Gems;
use retrograde::games::peg::{Peg, named};
use retrograde::games::sternhalma::{Sternhalma, bit_of_cell};
use retrograde::{Game, Minimax, Recursion, Solver, Table, check_game, verify};

fn solve(game: &impl Game<Algebra = Minimax>) -> Table {
    Solver::new().solve(game).unwrap().table
}

fn value(game: &impl Game<Algebra = Minimax>) -> i32 {
    solve(game).value::<i32>(game.start()).unwrap()
}

/// Whatever holds for every game and every way to solve it.
fn obeys_the_laws_of_the_engine(game: &impl Game<Algebra = Minimax>) {
    check_game(game).unwrap();
    let table = solve(game);
    verify(game, &table).unwrap();
    let mut solvers = vec![Solver::new().sequential(true)];
    for cpu in cpus::cpus() {
        solvers.extend([Solver::new().cpu(cpu), Solver::new().cpu(cpu).plain(true)]);
    }
    for solver in solvers {
        assert_eq!(solver.solve(game).unwrap().table.cells(), table.cells(), "{solver:?}");
    }
    for threads in [1, 2, 5] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| solve(game)).cells(), table.cells(), "{threads} threads");
    }
    let mut recursion = Recursion::new(game).unwrap();
    assert_eq!(Some(recursion.value(game.start()).unwrap()), table.value::<i32>(game.start()));
    let known: Vec<usize> = recursion.known().indices_in(0..game.space().states()).collect();
    for index in known {
        let state = game.space().state_at(index);
        assert_eq!(Some(recursion.value(state).unwrap()), table.value::<i32>(state), "{state:b}");
    }
}

/// A chess board and the same board with rows and columns changed over.
fn chess_and_transposed(rows: usize, cols: usize, black: &[i32], white: &[i32]) -> (Chess, Chess) {
    let transpose = |grid: &[i32]| -> Vec<i32> { (0..rows * cols).map(|i| grid[i % rows * cols + i / rows]).collect() };
    let board = Chess::new(rows as u32, cols as u32, black.into(), white.into()).unwrap();
    (board, Chess::new(cols as u32, rows as u32, transpose(black), transpose(white)).unwrap())
}

fn boards() -> impl Strategy<Value = (usize, usize, Vec<i32>, Vec<i32>)> {
    (1..=8_usize, 1..=8_usize, prop_oneof![Just(1), Just(200), Just(100_000)]).prop_flat_map(|(rows, cols, most)| {
        let grid = vec(0..=most, rows * cols);
        (Just(rows), Just(cols), grid.clone(), grid)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn chess((rows, cols, black, white) in boards()) {
        let (board, transposed) = chess_and_transposed(rows, cols, &black, &white);
        obeys_the_laws_of_the_engine(&board);
        prop_assert_eq!(value(&board), value(&transposed));
        let scaled = |grid: &[i32]| grid.iter().map(|number| number * 7).collect::<Vec<_>>();
        let scaled = Chess::new(rows as u32, cols as u32, scaled(&black), scaled(&white)).unwrap();
        prop_assert_eq!(value(&scaled), 7 * value(&board));
    }

    #[test]
    fn gems(stone in 1..=6_u32, bags in vec(vec(1..=8_u32, 0..=10), 0..=13), turns in 0..13_usize) {
        let game = Gems::new(stone, bags.clone()).unwrap();
        obeys_the_laws_of_the_engine(&game);
        let mut permuted = bags;
        let turns = turns.min(permuted.len());
        permuted.rotate_left(turns);
        permuted.iter_mut().for_each(|bag| bag.reverse());
        let renamed = permuted.into_iter().map(|bag| bag.into_iter().map(|gem| 1_000_000 - gem).collect()).collect();
        prop_assert_eq!(value(&Gems::new(stone, renamed).unwrap()), value(&game));
    }
}

/// Where each cell of the hexagon goes under a turn by a sixth, and under a reflection.
fn symmetries_of_the_hexagon() -> [[usize; 19]; 2] {
    // Cube coordinates: three numbers that sum to 0; a turn shifts them and changes the signs.
    let cells: Vec<(i32, i32, i32)> = (-2..=2_i32)
        .flat_map(|r| (-2..=2_i32).map(move |q| (q, r, -q - r)))
        .filter(|&(q, r, s)| q.abs() + r.abs() + s.abs() <= 4)
        .collect();
    let find = |cell| cells.iter().position(|&other| other == cell).unwrap();
    [
        std::array::from_fn(|i| find((-cells[i].1, -cells[i].2, -cells[i].0))),
        std::array::from_fn(|i| find((cells[i].2, cells[i].1, cells[i].0))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn sternhalma(weights in vec(-1_000..=1_000_i32, 19)) {
        let weights: [i32; 19] = weights.try_into().unwrap();
        let game = Sternhalma::new(weights).unwrap();
        obeys_the_laws_of_the_engine(&game);
        let table = solve(&game);
        for symmetry in symmetries_of_the_hexagon() {
            let moved = solve(&Sternhalma::new(std::array::from_fn(|cell| weights[symmetry[cell]])).unwrap());
            for state in (0..1 << 19).step_by(7) {
                let cells = (0..19).filter(|&cell| state & bit_of_cell(symmetry[cell]) != 0);
                prop_assert_eq!(moved.value::<i32>(cells.map(bit_of_cell).sum()), table.value::<i32>(state));
            }
        }
        let scaled = solve(&Sternhalma::new(weights.map(|weight| 1000 * weight)).unwrap());
        prop_assert!((0..1 << 19).all(|state| scaled.value::<i32>(state) == table.value::<i32>(state).map(|value| 1000 * value)));
    }
}

#[test]
fn dots() {
    for (rows, cols) in [(1, 1), (1, 3), (4, 1), (2, 2), (2, 3)] {
        let game = Dots::new(rows as u32, cols as u32).unwrap();
        obeys_the_laws_of_the_engine(&game);
        // Where each edge goes when the board is turned upside down, and when rows and columns change over.
        let transposed = Dots::new(cols as u32, rows as u32).unwrap();
        let across = (0..=rows)
            .flat_map(|row| (0..cols).map(move |col| (row, col)))
            .map(|(row, col)| (game.across(row, col), game.across(rows - row, col), transposed.down(col, row)));
        let down = (0..rows)
            .flat_map(|row| (0..=cols).map(move |col| (row, col)))
            .map(|(row, col)| (game.down(row, col), game.down(rows - 1 - row, col), transposed.across(col, row)));
        let edges: Vec<_> = across.chain(down).collect();
        let (table, of_transposed) = (solve(&game), solve(&transposed));
        for left in 0..=game.american() {
            let mut images = [0, 0];
            for (_, flipped, transposed) in edges.iter().filter(|edges| left & edges.0 != 0) {
                images[0] |= flipped;
                images[1] |= transposed;
            }
            assert_eq!(table.value::<i32>(images[0]), table.value::<i32>(left), "{rows} x {cols}, left {left:b}");
            assert_eq!(
                of_transposed.value::<i32>(images[1]),
                table.value::<i32>(left),
                "{rows} x {cols}, left {left:b}"
            );
        }
    }
}

#[test]
fn peg() {
    for (side, name) in [(4, "triangle-4"), (5, "triangle-5")] {
        // Cell by row and place: a turn by a third, and the mirror.
        let cells: Vec<(usize, usize)> = (0..side).flat_map(|row| (0..=row).map(move |place| (row, place))).collect();
        let find = |cell| cells.iter().position(|&other| other == cell).unwrap();
        let turned: Vec<usize> = cells.iter().map(|&(row, place)| find((side - 1 - place, row - place))).collect();
        let mirrored: Vec<usize> = cells.iter().map(|&(row, place)| find((row, row - place))).collect();
        for vacant in [0, 1, 4] {
            let game = |vacant| Peg::with_vacancy(named(name).unwrap().0, vacant).unwrap();
            let (board, other) = (game(vacant), game(turned[vacant]));
            obeys_the_laws_of_the_engine(&board);
            assert_eq!(value(&board), value(&other), "{name} {vacant}");
            let (table, of_other) = (solve(&board), solve(&other));
            for state in 0..1_u64 << cells.len() {
                let pegs = board.pegs(state);
                let moved = |to: &[usize]| {
                    (0..pegs.len()).filter(|&cell| pegs[cell]).map(|cell| other.peg_on(to[cell])).sum::<u64>()
                };
                let value = table.value::<i32>(state);
                assert!(value.is_some_and(|value| value <= 0 && -value <= state.count_ones() as i32));
                for image in [moved(&turned), moved(&mirrored)] {
                    assert_eq!(of_other.value::<i32>(image), value, "{name}, {state:b}");
                }
            }
        }
    }
}
