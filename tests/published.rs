//! Counts with a closed form or a published value, by the games' own moves.

use retrograde::games::chess::Chess;
use retrograde::games::dots::Dots;
use retrograde::games::gems::Gems;
use retrograde::games::peg::{Peg, named};
use retrograde::games::sternhalma::Sternhalma;
use retrograde::space::{binomial, gaussian_binomial};
use retrograde::{Game, Turn, check_game, reachable};

fn chess(rows: u32, cols: u32) -> Chess {
    let cells = (rows * cols) as usize;
    Chess::new(rows, cols, vec![1; cells], vec![1; cells]).unwrap()
}

/// The complete plays from the start: moves lower the index, so one pass up the index counts them.
fn complete_plays(game: &impl Game) -> u128 {
    let space = game.space();
    let mut plays = vec![0_u128; space.states()];
    for index in 0..space.states() {
        let mut over = true;
        game.for_each_move(space.state_at(index), |play| {
            over = false;
            plays[index] += plays[space.index(play.to).unwrap()];
        });
        plays[index] += u128::from(over);
    }
    plays[space.index(game.start()).unwrap()]
}

#[test]
fn complete_plays_are_standard_young_tableaux() {
    // OEIS A060854; squares A039622.
    for (rows, cols, plays) in [
        (2, 3, 5),
        (2, 8, 1_430),
        (3, 4, 462),
        (3, 7, 1_385_670),
        (4, 4, 24_024),
        (4, 6, 140_229_804),
        (5, 5, 701_149_020),
        (6, 5, 396_499_770_810),
        (6, 6, 1_671_643_033_734_960),
        (7, 7, 475_073_684_264_389_879_228_560),
    ] {
        assert_eq!(complete_plays(&chess(rows, cols)), plays, "{rows} x {cols}");
        assert_eq!(complete_plays(&chess(cols, rows)), plays, "{cols} x {rows}");
    }
}

#[test]
fn moves_of_the_young_lattice() {
    // Each of the m + n - 1 places of a contour can be a corner, with C(m + n - 2, m - 1) ways to go on.
    for (rows, cols) in [(1, 1), (2, 5), (4, 4), (5, 3), (7, 6), (10, 10), (2, 30)] {
        let expected = u64::from(rows + cols - 1) * binomial(rows + cols - 2, rows - 1).unwrap();
        assert_eq!(check_game(&chess(rows, cols)), Ok(expected), "{rows} x {cols}");
    }
}

#[test]
fn every_diagram_can_be_reached() {
    for (rows, cols) in [(3, 3), (4, 6), (8, 8)] {
        let game = chess(rows, cols);
        assert_eq!(reachable(&game, game.start()).unwrap().by_level(), gaussian_binomial(rows, cols).unwrap());
    }
}

#[test]
fn moves_of_sternhalma() {
    // 54 directed jumps, each with 16 free cells; 19 removals, each with 18.
    assert_eq!(check_game(&Sternhalma::new([1; 19]).unwrap()), Ok((54 << 16) + (19 << 18)));
}

#[test]
fn no_game_of_sternhalma_has_more_than_16_jumps() {
    // With weight 1 everywhere the value is the largest number of jumps.
    let table = retrograde::Solver::new().solve(&Sternhalma::new([1; 19]).unwrap()).unwrap().table;
    assert_eq!((0..1 << 19).filter_map(|state| table.value::<i32>(state)).max(), Some(16));
}

#[test]
fn turns_are_as_the_statements_say() {
    fn turns(game: &impl Game, state: u64) -> Vec<Turn> {
        let mut turns = Vec::new();
        game.for_each_move(state, |play| turns.push(play.turn));
        turns
    }
    let board = chess(2, 2);
    // One corner; then two; the last.
    for (state, moves) in [(0b1100, 1), (0b1010, 2), (0b1001, 1), (0b0110, 1), (0b0101, 1), (0b0011, 0)] {
        assert_eq!(turns(&board, state), vec![Turn::Passes; moves], "{state:b}");
    }
    let hexagon = Sternhalma::new([1; 19]).unwrap();
    assert_eq!(turns(&hexagon, hexagon.start()), [Turn::Kept; 19]);
    // Two edges of a box are left: the first passes the turn, the second closes it.
    let dots = Dots::new(1, 1).unwrap();
    assert_eq!(turns(&dots, 0b11), [Turn::Passes; 2]);
    assert_eq!(turns(&dots, 0b1), [Turn::Kept]);
    // Two gems make a stone.
    let gems = Gems::new(2, vec![vec![1], vec![1]]).unwrap();
    assert_eq!((turns(&gems, 0b11), turns(&gems, 0b1)), (vec![Turn::Passes; 2], vec![Turn::Kept]));
    let peg = Peg::with_vacancy(named("triangle-5").unwrap().0, 0).unwrap();
    assert_eq!(turns(&peg, peg.start()), [Turn::Kept; 2]);
}
