//! How long the games of the crate last, and how many plays they have.

use std::collections::HashMap;

use retrograde::games::chess::Chess;
use retrograde::games::dots::Dots;
use retrograde::games::gems::Gems;
use retrograde::games::peg::{Peg, named};
use retrograde::games::sternhalma::Sternhalma;
use retrograde::{Count, Game, Longest, Plays, Shortest, Table, Under};

use super::{naive, table};

/// The moves of the shortest play and of the longest, and the number of plays, for every state.
fn solved(game: &impl Game) -> [Table; 3] {
    [table(&Under::new(game, Shortest)), table(&Under::new(game, Longest)), table(&Plays::new(game, Count::new()))]
}

/// The same for the start.
fn from_start(game: &impl Game) -> (u32, u32, u128) {
    let [shortest, longest, plays] = solved(game);
    let start = game.start();
    (shortest.value(start).unwrap(), longest.value(start).unwrap(), plays.value(start).unwrap())
}

#[test]
fn a_game_of_chess_fills_a_tableau() {
    for (rows, cols) in [(1, 1), (2, 3), (4, 4), (3, 5), (5, 5)] {
        let cells = rows * cols;
        let game = Chess::new(rows, cols, vec![1; cells as usize], vec![1; cells as usize]).unwrap();
        let tableaux = naive::own::tableaux::rectangle(rows.into(), cols.into()).unwrap();
        assert_eq!(from_start(&game), (cells, cells, tableaux));
    }
}

#[test]
fn every_order_of_bags_and_of_edges_is_a_play() {
    let factorial = |count: u32| (1..=u128::from(count)).product::<u128>();
    for bags in [0, 1, 5, 12] {
        let game = Gems::new(2, vec![vec![1]; bags as usize]).unwrap();
        assert_eq!(from_start(&game), (bags, bags, factorial(bags)));
    }
    for (rows, cols, edges) in [(1, 1, 4), (1, 3, 10), (2, 2, 12)] {
        assert_eq!(from_start(&Dots::new(rows, cols).unwrap()), (edges, edges, factorial(edges)));
    }
}

/// What follows from all that can come next: the moves of the shortest play and of the longest, and how many there are.
fn joined(next: impl Iterator<Item = (u32, u32, u128)>) -> (u32, u32, u128) {
    next.map(|(least, most, plays)| (least + 1, most + 1, plays))
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1), a.2 + b.2))
        .unwrap_or((0, 0, 1))
}

/// Of a position of peg solitaire, by a real board.
fn of_peg(
    position: &naive::peg::Position,
    known: &mut HashMap<naive::peg::Position, (u32, u32, u128)>,
) -> (u32, u32, u128) {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let next = naive::peg::jumps(position, naive::peg::TRIANGULAR);
    let found = joined(next.iter().map(|next| of_peg(next, known)));
    known.insert(position.clone(), found);
    found
}

#[test]
fn plays_of_peg_solitaire() {
    for (vacant, plays) in [(0, 568_630), (1, 294_543), (3, 1_149_568), (4, 137_846)] {
        let game = Peg::with_vacancy(named("triangle-5").unwrap().0, vacant).unwrap();
        let mut board = naive::peg::position("    #\n   # #\n  # # #\n # # # #\n# # # # #\n");
        board[vacant].1 = false;
        let found = from_start(&game);
        assert_eq!(found, of_peg(&board, &mut HashMap::new()), "{vacant}");
        assert_eq!(found.2, plays, "{vacant}");
    }
}

/// Of a board of sternhalma, by a real one.
fn of_sternhalma(
    board: naive::sternhalma::Board,
    jumps: &[(usize, usize, usize)],
    known: &mut HashMap<naive::sternhalma::Board, (u32, u32, u128)>,
) -> (u32, u32, u128) {
    if let Some(&known) = known.get(&board) {
        return known;
    }
    let without = |cells: &[usize]| std::array::from_fn(|cell| board[cell] && !cells.contains(&cell));
    let mut next: Vec<[bool; 19]> = (0..19).filter(|&cell| board[cell]).map(|cell| without(&[cell])).collect();
    for &(from, over, to) in jumps.iter().filter(|&&(from, over, to)| board[from] && board[over] && !board[to]) {
        let mut jumped = without(&[from, over]);
        jumped[to] = true;
        next.push(jumped);
    }
    let found = joined(next.into_iter().map(|next| of_sternhalma(next, jumps, known)));
    known.insert(board, found);
    found
}

#[test]
fn plays_of_sternhalma() {
    let game = Sternhalma::new([1; 19]).unwrap();
    let [shortest, longest, plays] = solved(&game);
    let (jumps, mut known) = (naive::sternhalma::jumps(), HashMap::new());
    for mask in (1..1_u32 << 19).step_by(9_973) {
        // At most 13 pieces, so that the plain search ends soon.
        let board: [bool; 19] = std::array::from_fn(|cell| mask >> cell & 1 == 1 && cell % 3 != (mask % 3) as usize);
        let state = Sternhalma::state(&board);
        let found = (shortest.value(state), longest.value(state), plays.value(state));
        let (least, most, count) = of_sternhalma(board, &jumps, &mut known);
        assert_eq!(found, (Some(least), Some(most), Some(count)), "{mask:b}");
    }
    // Every move takes a piece off. From the full board only one can be taken first.
    assert_eq!((shortest.value(game.start()), longest.value(game.start())), (Some(19_u32), Some(19_u32)));
    let first: u128 = (0..19).map(|cell| plays.value::<u128>(game.start() & !(1 << cell)).unwrap()).sum();
    assert_eq!(plays.value(game.start()), Some(first));
}
