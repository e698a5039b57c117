//! The games against rules written a second time, from the statements alone.

mod naive;

use proptest::collection::vec;
use proptest::prelude::*;
use retrograde::games::chess::Chess;
use retrograde::games::dots::Dots;
use retrograde::games::gems::Gems;
use retrograde::games::peg::Peg;
use retrograde::games::sternhalma::Sternhalma;
use retrograde::notation::Reader;
use retrograde::{Cpu, Game, Notation, Solver, Table};

fn solve(game: &impl Game) -> Table {
    Solver::new().solve(game).unwrap().table
}

/// Two grids of one size, of small or large numbers.
fn boards() -> impl Strategy<Value = (usize, usize, Vec<i32>, Vec<i32>)> {
    (1..=4_usize, 1..=5_usize, prop_oneof![Just(3), Just(100_000)]).prop_flat_map(|(rows, cols, most)| {
        let grid = vec(0..=most, rows * cols);
        (Just(rows), Just(cols), grid.clone(), grid)
    })
}

/// Bags of gems of a few colours; small stones, so that many are made.
fn bags(most: usize) -> impl Strategy<Value = (u32, Vec<Vec<u32>>)> {
    let stone = prop_oneof![1..=4_u32, 1..=19_u32];
    (stone, 1..=8_u32).prop_flat_map(move |(stone, colours)| (Just(stone), vec(vec(1..=colours, 0..=10), 0..=most)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chess((rows, cols, black, white) in boards()) {
        let grid = |numbers: &[i32]| -> Vec<Vec<i64>> {
            numbers.chunks(cols).map(|row| row.iter().map(|&number| number.into()).collect()).collect()
        };
        let expected = naive::chess::answer(&grid(&black), &grid(&white));
        let game = Chess::new(rows as u32, cols as u32, black, white).unwrap();
        prop_assert_eq!(i64::from(solve(&game).value::<i32>(game.start()).unwrap()), expected);
    }

    #[test]
    fn gems((stone, bags) in bags(9)) {
        let colours: Vec<Vec<usize>> = bags.iter().map(|bag| bag.iter().map(|&gem| gem as usize).collect()).collect();
        let game = Gems::new(stone, bags).unwrap();
        let value = solve(&game).value::<i32>(game.start()).unwrap();
        prop_assert_eq!(i64::from(value), naive::gems::answer(stone.into(), &colours));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn gems_after_every_set_of_bags((stone, bags) in bags(6)) {
        let colours: Vec<Vec<usize>> = bags.iter().map(|bag| bag.iter().map(|&gem| gem as usize).collect()).collect();
        let game = Gems::new(stone, bags).unwrap();
        let table = solve(&game);
        for left in 0..=game.start() {
            let taken: Vec<bool> = (0..colours.len()).map(|bag| left >> bag & 1 == 0).collect();
            let expected = naive::gems::value_after(stone.into(), &colours, &taken);
            prop_assert_eq!(i64::from(table.value::<i32>(left).unwrap()), expected, "left {:b}", left);
        }
    }

    #[test]
    fn sternhalma(weights in vec(-1_000_000..=1_000_000_i32, 19), masks in vec(0_u32..1 << 19, 20)) {
        let weights: [i32; 19] = weights.try_into().unwrap();
        let table = solve(&Sternhalma::new(weights).unwrap());
        let mut naive = naive::sternhalma::Solver::new(&weights.map(i64::from));
        for mask in masks {
            // At most 13 pieces, so that the plain search ends soon.
            let occupied: [bool; 19] = std::array::from_fn(|cell| mask >> cell & 1 == 1 && cell % 3 != (mask % 3) as usize);
            let value = table.value::<i32>(Sternhalma::state(&occupied)).unwrap();
            prop_assert_eq!(i64::from(value), naive.best(&occupied));
        }
    }
}

#[test]
fn peg_on_drawn_boards() {
    use naive::peg::{SQUARE, TRIANGULAR};
    for (lattice, steps, picture) in [
        ("triangular", TRIANGULAR, "   #\n  # #\n # . #\n# # # #\n"),
        ("triangular", TRIANGULAR, "  # # #\n # . # .\n# # . # #\n"),
        ("hexagonal", TRIANGULAR, "#   .\n # # #\n# # #\n   #\n"),
        ("square", SQUARE, "####\n#.##\n####\n##.#\n"),
        ("square", SQUARE, " ## #\n##.##\n   ##\n## .#\n"),
        ("square", SQUARE, "#\n"),
        ("square", SQUARE, "##.####.##\n"),
        ("square", SQUARE, "#.##\n\n####\n#\n#\n.\n"),
    ] {
        let start = naive::peg::position(picture);
        let mut reader = Reader::new(picture.as_bytes());
        let problem = format!("{lattice}\n{picture}");
        let game = Peg::read_problem(&mut Reader::new(problem.as_bytes()), None).unwrap().unwrap();
        assert_eq!(game.read_state(&mut reader).unwrap(), game.start(), "{picture}");
        // The problem's own text is the same problem.
        let again = Peg::read_problem(&mut Reader::new(game.problem_text().as_bytes()), None).unwrap().unwrap();
        assert_eq!((again.start(), again.board()), (game.start(), game.board()), "{picture}");

        let text = |position: &naive::peg::Position| {
            position.iter().map(|(_, peg)| if *peg { '#' } else { '.' }).collect::<String>()
        };
        let state = |position| game.read_state(&mut Reader::new(text(position).as_bytes())).unwrap();
        let table = solve(&game);
        let (reached, solved) = (game.reachable(Cpu::default()).unwrap(), game.solvable(Cpu::default(), None).unwrap());
        let expected = naive::peg::reachable(&start, steps);
        assert_eq!(reached.len(), expected.len() as u64, "{picture}");
        let mut known = std::collections::HashMap::new();
        for position in &expected {
            let fewest = naive::peg::fewest(position, steps, &mut known);
            assert!(reached.contains(state(position)), "{picture}");
            assert_eq!(table.value::<i32>(state(position)), Some(-(fewest as i32)), "{picture}");
            assert_eq!(solved.contains(state(position)), fewest == 1, "{picture}");
        }
    }
}

/// The sheet on which what is not left has been drawn.
fn sheet(game: &Dots, left: u64) -> naive::dots::Sheet {
    let mut sheet = naive::dots::Sheet::empty(game.rows(), game.cols());
    for (row, edges) in sheet.lying.iter_mut().enumerate() {
        edges.iter_mut().enumerate().for_each(|(col, drawn)| *drawn = left & game.across(row, col) == 0);
    }
    for (row, edges) in sheet.standing.iter_mut().enumerate() {
        edges.iter_mut().enumerate().for_each(|(col, drawn)| *drawn = left & game.down(row, col) == 0);
    }
    sheet
}

#[test]
fn dots_from_every_state() {
    for (rows, cols, step) in [(1, 1, 1), (1, 2, 1), (3, 1, 1), (2, 2, 1), (1, 4, 1), (2, 3, 5), (3, 2, 7)] {
        let game = Dots::new(rows, cols).unwrap();
        let (table, mut known) = (solve(&game), naive::dots::Known::new());
        for left in (0..=game.american()).step_by(step) {
            // On the larger boards with at most 11 edges left, so that the plain search ends soon.
            if step == 1 || left.count_ones() <= 11 {
                let expected = naive::dots::first_minus_second(&sheet(&game, left), true, &mut known);
                assert_eq!(table.value::<i32>(left).map(i64::from), Some(expected), "{rows} x {cols}, left {left:b}");
            }
        }
    }
}
