//! Counts with a closed form or a published value, by the games' own moves.

use retrograde::games::chess::Chess;
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
    let board = chess(2, 2);
    board.for_each_move(board.start(), |play| assert_eq!(play.turn, Turn::Passes));
    let hexagon = Sternhalma::new([1; 19]).unwrap();
    hexagon.for_each_move(hexagon.start(), |play| assert_eq!(play.turn, Turn::Kept));
}
