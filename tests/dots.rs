//! Dots and Boxes against its published values, and its notation.
//!
//! The values of all named starts and of single moves: <https://wilson.engr.wisc.edu/boxes/>. The sums over all states
//! and the histogram were computed by an independent program.

use std::collections::BTreeMap;

use retrograde::games::Listed;
use retrograde::games::dots::Dots;
use retrograde::notation::{ParseError, Reader};
use retrograde::table::Cells;
use retrograde::{CellType, Game, Notation, Probe, Solver, Table};

fn solve(rows: u32, cols: u32) -> (Dots, Table) {
    let game = Dots::new(rows, cols).unwrap();
    let table = Solver::new().solve(&game).unwrap().table;
    (game, table)
}

/// The values of all states.
fn values(table: &Table) -> impl Iterator<Item = i8> {
    let Cells::I8(values) = table.cells() else { panic!("boards this small need a byte a state") };
    values.iter().copied()
}

/// The values of the American, Icelandic and Swedish start, and the sum of those of all states.
fn summary(rows: u32, cols: u32) -> ([i32; 3], i64) {
    let (game, table) = solve(rows, cols);
    assert_eq!(game.kernel(CellType::I8).is_some(), game.space().bits() >= 10, "{rows} x {cols}");
    let starts = [game.american(), game.icelandic(), game.swedish()];
    (starts.map(|start| table.value::<i32>(start).unwrap()), values(&table).map(i64::from).sum())
}

#[test]
fn published_values() {
    for (rows, cols, starts, sum) in [
        (1, 1, [-1, -1, 0], 1),
        (1, 2, [0, 2, 2], 68),
        (1, 3, [-1, -1, 3], 890),
        (1, 4, [0, 2, 4], 10_140),
        (1, 5, [-1, -1, 5], 103_790),
        (1, 6, [0, 2, 6], 1_010_056),
        (1, 7, [-1, -1, 7], 9_535_586),
        (2, 2, [2, 2, -4], 5_702),
        (2, 3, [-2, 4, 6], 291_932),
        (2, 4, [2, 4, 0], 13_053_070),
        (3, 3, [-3, -1, 7], 62_132_964),
    ] {
        assert_eq!(summary(rows, cols), (starts, sum), "{rows} x {cols}");
        assert_eq!(summary(cols, rows), (starts, sum), "{cols} x {rows}");
    }
}

/// 2^31 states, in 4.1 GiB: `cargo test --release --test dots -- --ignored`
#[test]
#[ignore = "4.1 GiB of memory; see above"]
fn published_values_of_3_x_4() {
    assert_eq!(summary(3, 4), ([0, 4, 4], 11_325_956_930));
}

#[test]
fn every_first_move_on_3_x_3_loses_by_3_boxes() {
    let (game, table) = solve(3, 3);
    let moves = Probe::new(&game, &table).moves(game.start()).unwrap();
    assert_eq!(moves.iter().map(|rated| rated.value).collect::<Vec<_>>(), [-3; 24]);

    let mut histogram = BTreeMap::new();
    values(&table).for_each(|value| *histogram.entry(value).or_insert(0) += 1);
    let expected = [
        144, 317, 4392, 7120, 92090, 109406, 578066, 414267, 1129202, 547560, 1440893, 763048, 2026152, 1520162,
        3252764, 1257776, 2062879, 715256, 855722,
    ];
    assert_eq!(histogram.into_iter().collect::<Vec<_>>(), (-9..=9).zip(expected).collect::<Vec<_>>());
}

#[test]
fn on_2_x_2_a_first_move_on_the_border_wins() {
    let (game, table) = solve(2, 2);
    let moves = Probe::new(&game, &table).moves(game.start()).unwrap();
    assert_eq!(moves.len(), 12);
    for rated in moves {
        // What the Swedish start leaves are the inner edges.
        let inner = (game.start() & !rated.play.to) & game.swedish() != 0;
        assert_eq!(rated.value, if inner { 0 } else { 2 }, "{}", game.describe(game.start(), &rated.play));
    }
}

#[test]
fn boards_that_cannot_be() {
    assert_eq!(Dots::new(0, 3).unwrap_err().to_string(), "a board has at least 1 box");
    for (rows, cols) in [(5, 4), (1, 14), (14, 1), (u32::MAX, u32::MAX), (0, 42), (u32::MAX, 1)] {
        assert!(Dots::new(rows, cols).unwrap_err().to_string().contains("at most 41"), "{rows} x {cols}");
    }
    assert_eq!(Dots::new(4, 4).unwrap().space().bits(), 40);
    assert_eq!(Dots::random(24, 0).unwrap().title(), "a board of 3 x 3 boxes");
    assert_eq!(Dots::random(23, 0).unwrap_err().to_string(), "no board of boxes has 23 edges");
}

fn read(text: &str) -> Result<Vec<Dots>, ParseError> {
    let mut reader = Reader::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(game) = Dots::read_problem(&mut reader, games.last())? {
        games.push(game);
    }
    Ok(games)
}

const PICTURE: &str = "2 3\n+-+.+-+\n|.|...|\n+-+.+-+\n|......\n+.+.+.+\n";

#[test]
fn starts_by_name_and_by_picture() {
    let text = format!("2 3 {PICTURE} 2 2\tamerican 2 3 icelandic\r\n\n 2 3\nswedish 2 3");
    let games = read(&text).unwrap();
    let texts: Vec<String> = games.iter().map(Notation::problem_text).collect();
    assert_eq!(texts, ["2 3\n", PICTURE, "2 2\n", "2 3 icelandic\n", "2 3 swedish\n", "2 3\n"]);
    // A name and its picture are one start.
    let swedish = read("2 2 +-+-+ |...| +.+.+ |...| +-+-+").unwrap();
    assert_eq!(swedish[0].problem_text(), "2 2 swedish\n");
    assert_eq!(read("2 2 +.+.+ |.... +.+.+ |.... +-+-+").unwrap()[0].start(), Dots::new(2, 2).unwrap().icelandic());
}

#[test]
fn bad_input_is_refused_at_its_place() {
    for (text, line, column, message) in [
        ("", 1, 1, "the input is empty"),
        ("2", 1, 2, "expected the number of columns of boxes, found the end of the input"),
        ("0 2", 1, 1, "the number of rows of boxes is 0, it must be from 1 to 2147483647"),
        ("2 2\n-1 2", 2, 1, "the number of rows of boxes is -1, it must be from 1 to 2147483647"),
        ("4 5", 1, 1, "a board of 4 x 5 boxes has 49 edges, at most 41 are possible"),
        (
            "2147483647 2147483647",
            1,
            1,
            "a board of 2147483647 x 2147483647 boxes has 9223372032559808512 edges, at most 41 are possible",
        ),
        (
            "2 2 Swedish",
            1,
            5,
            "expected `american`, `icelandic`, `swedish`, a picture or another board, found `Swedish`",
        ),
        ("1 1\n+-+\n|..\n", 4, 1, "expected row 3 of a picture, found the end of the input"),
        ("1 1\n+-+\n|.\n+-+\n", 3, 1, "row 2 of a picture has 2 signs, not 3"),
        ("1 1\n+-+\n|.|\n+-+-+\n", 4, 1, "row 3 of a picture has 5 signs, not 3"),
        ("1 1\n+-+\n|#|\n+-+\n", 3, 2, "expected `.`, found `#`"),
        ("1 1\n+-+\n-.|\n+-+\n", 3, 1, "expected `|` or `.`, found `-`"),
        ("1 1\n+|+\n|.|\n+-+\n", 2, 2, "expected `-` or `.`, found `|`"),
        ("1 1\n+-.\n|.|\n+-+\n", 2, 3, "expected `+`, found `.`"),
        ("1 1\n+-+\n|.|\n+-+\n+-+\n", 5, 1, "expected the number of rows of boxes, found `+-+`"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!((error.position.line, error.position.column), (line, column), "{text}");
    }
}

#[test]
fn pictures_for_people() {
    let game = read(PICTURE).unwrap().remove(0);
    assert_eq!(game.draw(game.start(), &[]), "+---+   +---+\n| # |       |\n+---+   +---+\n|\n+   +   +   +");
    assert_eq!(
        game.legend().unwrap(),
        "The edges:\n+  1+  2+  3+\n4   5   6   7\n+  8+  9+ 10+\n11  12  13  14\n+ 15+ 16+ 17+"
    );
    let (_, table) = solve(2, 3);
    let line = Probe::new(&game, &table).principal_line(game.start()).unwrap();
    let end = game.draw(0, &line);
    let totals = line.last().unwrap().totals;
    assert_eq!(['A', 'B'].map(|player| end.matches(player).count() as i64), totals);
    assert_eq!((end.matches('#').count(), totals[0] + totals[1]), (1, 5));
    // Played from elsewhere, it is not said who began.
    let elsewhere = game.draw(0, &line[1..]);
    assert_eq!(elsewhere.matches(['1', '2']).count() as i32, 5 - line[0].play.gain);
}
