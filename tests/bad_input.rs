//! What `retrograde solve` does with input it cannot take, and with odd input that it must take.
//!
//! The contract: answers alone go to standard output, those before a bad place come first, and then
//! one line `error: FILE:LINE:COLUMN: what is wrong` goes to standard error with exit status 2.

use assert_cmd::cargo::cargo_bin_cmd;
use std::process::Output;
use std::time::Duration;

const CHESS: &str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n";
const GEMS: &str = "3 4 3\n2 2 3\n2 1 3\n2 1 2\n3 2 3 1\n";
const HALMA: &str = "1 1 1\n1 1 1 1\n1 1 1 1 1\n1 1 1 1\n1 1 1\n1\n##.\n....\n.....\n....\n...\n";
const GAMES: [(&str, &str); 3] = [("chess", CHESS), ("gems", GEMS), ("sternhalma", HALMA)];

/// Input and what must come of it.
struct Case {
    name: &'static str,
    game: &'static str,
    input: Vec<u8>,
    /// The answers, which are those before the bad place if there is one.
    stdout: &'static str,
    /// `LINE:COLUMN`; empty where the contract does not settle it, as at the end of the input.
    place: &'static str,
    /// A word the message must hold, or nothing.
    word: &'static str,
}

/// Runs `retrograde solve` with these arguments; a hang fails like any other wrong exit.
fn solve(args: &[&str], input: &[u8]) -> Output {
    cargo_bin_cmd!("retrograde")
        .arg("solve")
        .args(args)
        .write_stdin(input)
        .timeout(Duration::from_secs(50))
        .output()
        .expect("the program starts")
}

/// Checks that `output` is a proper refusal of `file` and returns the line without `error: FILE:`.
fn refusal(name: &str, file: &str, output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{name}: {stderr}");
    assert_eq!(output.status.code(), Some(2), "{name}: {stderr}");
    let first_line = stderr.split_inclusive('\n').next();
    assert_eq!(first_line, Some(&*stderr), "{name}: not one line");
    let rest = stderr.trim_end().strip_prefix(&format!("error: {file}:"));
    rest.unwrap_or_else(|| panic!("{name}: {stderr}")).into()
}

/// Checks a refusal together with its place: `LINE:COLUMN`, or any place if that is empty.
fn refused(name: &str, file: &str, output: &Output, stdout: &str, place: &str) -> String {
    let rest = refusal(name, file, output);
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{name}");
    let mut parts = rest.splitn(3, ':');
    let (line, column) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let message = parts.next().unwrap_or("").trim();
    for number in [line, column] {
        let parsed = number.parse::<u64>().unwrap_or(0);
        assert!(parsed >= 1, "{name}: no line and column in {rest:?}");
    }
    assert!(!message.is_empty(), "{name}: no message in {rest:?}");
    if !place.is_empty() {
        assert_eq!(format!("{line}:{column}"), place, "{name}: {rest}");
    }
    message.to_owned()
}

/// Checks that `output` is a success with these answers and nothing else.
fn accepted(name: &str, output: &Output, stdout: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stderr, "", "{name}");
    assert_eq!(output.status.code(), Some(0), "{name}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{name}");
}

/// The tokens of `text`, each with its offset and its place as `LINE:COLUMN`.
fn tokens(text: &str) -> Vec<(usize, String, &str)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for (line, row) in text.split_inclusive('\n').enumerate() {
        let mut column = 0;
        for token in row.split_inclusive([' ', '\n']) {
            let place = format!("{}:{}", line + 1, column + 1);
            found.push((offset + column, place, token.trim_end()));
            column += token.len();
        }
        offset += row.len();
    }
    found
}

/// `text` with the `length` bytes at `offset` replaced.
fn replaced(text: &str, offset: usize, length: usize, by: &[u8]) -> Vec<u8> {
    let bytes = text.as_bytes();
    [&bytes[..offset], by, &bytes[offset + length..]].concat()
}

fn case(name: &'static str, game: &'static str, input: impl Into<Vec<u8>>) -> Case {
    Case { name, game, input: input.into(), stdout: "", place: "", word: "" }
}

impl Case {
    fn at(self, place: &'static str) -> Self {
        Self { place, ..self }
    }

    fn after(self, stdout: &'static str) -> Self {
        Self { stdout, ..self }
    }

    fn word(self, word: &'static str) -> Self {
        Self { word, ..self }
    }
}

// A table reads by its rows, so the tables are kept from being broken up.

#[rustfmt::skip]
fn any_game(game: &'static str) -> Vec<Case> {
    let endless = vec![b'1'; 10_000_000];
    let later = [b"\n\n 1 ", &endless[..]].concat();
    vec![
        case("empty file", game, ""),
        case("one line feed", game, "\n"),
        case("white space alone", game, " \n\t \r\n   "),
        case("NUL alone", game, "\0").at("1:1"),
        case("NUL after white space", game, "\n \0\0 1\n").at("2:2"),
        case("invalid UTF-8", game, *b"\n\xff\xfe\n").at("2:1"),
        case("not a number", game, " abc 1\n").at("1:2"),
        case("token of 65 bytes", game, "1".repeat(65)).at("1:1").word("64"),
        case("endless token", game, endless).at("1:1").word("64"),
        case("endless second token", game, later).at("3:4").word("64"),
    ]
}

#[rustfmt::skip]
fn chess() -> Vec<Case> {
    let (huge, zero) = ("2147483647 ".repeat(9), "0 ".repeat(9));
    vec![
        case("no rows", "chess", "0 3\n").at("1:1"),
        case("no columns", "chess", "3 0\n").at("1:3"),
        case("carriage returns", "chess", "2 3\r\n2 7 3\r\n9 1 q\r\n").at("3:5"),
        case("tabs count as a byte", "chess", "\t\t1\t1\n \t7\tz\n").at("2:5"),
        case("blank lines count", "chess", "\n\n  1 1\n\n 5 !\n").at("5:4"),
        case("a board cut short", "chess", "1 1 5 0\n1 1 6").after("5\n"),
        case("columns missing", "chess", "1 1 5 0 1").after("5\n"),
        case("text after a board", "chess", "1 1 5 0\n1 1 6 0\nend\n").after("5\n6\n").at("3:1"),
        case("text on the same line", "chess", "1 1 5 0 x").after("5\n").at("1:9"),
        case("no rows after a board", "chess", "1 1 5 0\n0 0\n").after("5\n").at("2:1"),
        case("NUL after a board", "chess", "1 1 5 0\n\0").after("5\n").at("2:1"),
        case("a million squared", "chess", "1000000 1000000\n1 2 3\n"),
        case("a million squared later", "chess", "1 1 5 0\n1000000 1000000\n").after("5\n"),
        case("area is 0 in 32 bits", "chess", "65536 65536\n"),
        case("largest sizes", "chess", "2147483647 2147483647\n"),
        case("one endless row", "chess", "1 2147483647\n1 2 3\n"),
        case("one endless column", "chess", "2147483647 1\n1 2 3\n"),
        case("sums leave 32 bits", "chess", format!("3 3\n{huge}\n{huge}\n")),
        case("sums of A leave 32 bits", "chess", format!("3 3\n{huge}\n{zero}\n")),
        case("sums of B leave 32 bits", "chess", format!("3 3\n{zero}\n{huge}\n")),
    ]
}

#[rustfmt::skip]
fn gems() -> Vec<Case> {
    let bags = |count: usize| format!("1 {count} 2\n{}0 0 0\n", "1 1\n".repeat(count));
    let crlf = "1 1 1\r\n1 1\r\n\r\n1 1 1\r\n1 2\r\n";
    vec![
        case("terminator cut to one", "gems", "1 1 1\n1 1\n0").after("1\n"),
        case("terminator cut to two", "gems", "1 1 1\n1 1\n0 0\n").after("1\n"),
        case("text after a case", "gems", "1 1 1\n1 1\nbye\n").after("1\n").at("3:1"),
        case("second case cut", "gems", "1 1 1\n1 1\n\n1 2 1\n1 1\n").after("1\n"),
        case("S = 0 with bags", "gems", "2 1 0\n1 1\n0 0 0\n").at("1:5"),
        case("S = 0 later", "gems", "1 1 1\n1 1\n1 1 0\n1 1\n").after("1\n").at("3:5"),
        case("no colours but a gem", "gems", "0 1 2\n1 1\n0 0 0\n"),
        case("colour 0", "gems", "2 1 2\n2 1 0\n0 0 0\n").at("2:5"),
        case("colour above G", "gems", "2 1 2\n3 3 1 1\n0 0 0\n").at("2:3"),
        case("carriage returns", "gems", crlf).after("1\n").at("5:3"),
        case("40 bags", "gems", bags(40)),
        case("63 bags", "gems", bags(63)),
        case("64 bags", "gems", bags(64)),
        case("65 bags", "gems", bags(65)),
        case("64 bags later", "gems", format!("1 1 1\n1 1\n{}", bags(64))).after("1\n"),
        case("a billion bags", "gems", "1 1000000000 2\n1 1\n"),
        case("a billion gems", "gems", "1 1 2\n1000000000 1 1\n"),
    ]
}

#[rustfmt::skip]
fn sternhalma() -> Vec<Case> {
    let halma = |from: &str, to: &str| HALMA.replacen(from, to, 1);
    let weights = |weight: &str| [weight; 19].join(" ") + "\n";
    let (board, two) = (&HALMA[HALMA.find('#').unwrap()..], halma("\n1\n#", "\n2\n#"));
    let pieces = board.replace('.', "#");
    let row = ".".repeat(10_000_000);
    vec![
        case("boards missing", "sternhalma", two.clone()).after("1\n"),
        case("second board cut", "sternhalma", format!("{two}##.\n..")).after("1\n"),
        case("wrong character later", "sternhalma", format!("{two}#?.\n")).after("1\n").at("12:2"),
        case("short row later", "sternhalma", format!("{two}\n#.\n")).after("1\n").at("13:1"),
        case("a board too many", "sternhalma", format!("{HALMA}{board}")).after("1\n").at("12:1"),
        case("text after boards", "sternhalma", format!("{HALMA}\n  7")).after("1\n").at("13:3"),
        case("NUL after the boards", "sternhalma", format!("{HALMA}\0")).after("1\n").at("12:1"),
        case("text after no boards", "sternhalma", weights("1") + "0\n...\n").at("3:1"),
        case("a row missing", "sternhalma", halma(".....\n", "")).at("9:1"),
        case("a board in one token", "sternhalma", weights("1") + "1\n" + &row[..19]).at("3:1"),
        case("an endless row", "sternhalma", weights("1") + "1\n " + &row).at("3:2"),
        case("wrong character, indented", "sternhalma", halma("\n.....", "\r\n\t .#x..")).at("9:5"),
        case("a billion boards", "sternhalma", weights("1") + "1000000000\n"),
        case("most boards", "sternhalma", weights("1") + "2147483647\n"),
        case("more boards than that", "sternhalma", weights("1") + "99999999999999\n"),
        case("sums leave 32 bits", "sternhalma", weights("2147483647") + "1\n" + &pieces),
    ]
}

/// Input that must be answered, though it looks odd.
#[rustfmt::skip]
fn odd() -> Vec<Case> {
    let line = |text: &str| text.replace('\n', " ");
    let spaces = " \n".repeat(500_000);
    let tall = format!("11 1\n{}{}", "1\n".repeat(11), "0\n".repeat(11));
    let weights = |weight: &str| [weight; 19].join("\n\n");
    let board = &HALMA[HALMA.find('#').unwrap()..];
    vec![
        case("sample", "chess", CHESS).after("2\n"),
        case("one line", "chess", line(CHESS)).after("2\n"),
        case("no last line feed", "chess", CHESS.trim_end()).after("2\n"),
        case("carriage returns", "chess", CHESS.replace('\n', "\r\n")).after("2\n"),
        case("second player's cell", "chess", "1 1 0 9").after("0\n"),
        case("two boards", "chess", "1 1 5 0\n\n1 1 6 0\n").after("5\n6\n"),
        case("white space first", "chess", format!("{spaces}{CHESS}")).after("2\n"),
        case("white space last", "chess", format!("{CHESS}{spaces}")).after("2\n"),
        case("above the judges' values", "chess", "1 1 1000000 0").after("1000000\n"),
        case("above the judges' sizes", "chess", tall).after("6\n"),
        case("no terminator", "gems", GEMS).after("3\n"),
        case("one line", "gems", line(GEMS) + "0 0 0").after("3\n"),
        case("terminator alone", "gems", "0 0 0\n"),
        case("no bags", "gems", "5 0 3\n\n0 0 0\n").after("0\n"),
        case("no bags at the end", "gems", "5 0 3").after("0\n"),
        case("text after the end", "gems", *b"1 1 1 1 1 0 0 0 x\0\xff -1").after("1\n"),
        case("an empty bag", "gems", "1 2 1\n0\n1 1\n0 0 0\n").after("1\n"),
        case("an empty bag as a pass", "gems", "1 3 2\n0\n1 1\n1 1\n0 0 0\n").after("1\n"),
        case("a large bag", "gems", "1 1 2 11 1 1 1 1 1 1 1 1 1 1 1").after("5\n"),
        case("a large S", "gems", "1 1 25 2 1 1").after("0\n"),
        case("a ninth colour", "gems", "9 1 1 1 9").after("1\n"),
        case("sample", "sternhalma", HALMA).after("1\n"),
        case("one line", "sternhalma", line(HALMA)).after("1\n"),
        case("no last line feed", "sternhalma", HALMA.trim_end()).after("1\n"),
        case("indented", "sternhalma", HALMA.replace('\n', "\r\n\t ")).after("1\n"),
        case("large weights", "sternhalma", weights("2000000") + " 1 " + board).after("2000000\n"),
        case("costly jumps", "sternhalma", weights("-1000000") + " 1 " + board).after("0\n"),
        case("no boards", "sternhalma", weights("1") + " 0\n\n"),
    ]
}

/// Input that the statements leave open.
#[rustfmt::skip]
fn open() -> Vec<Case> {
    let padded = format!("1 1 {}5 0\n", "0".repeat(63));
    let lowest = HALMA.replace("1 ", "-2147483648 ");
    vec![
        case("negative cells", "chess", "1 2 -5 3 2 -1"),
        case("plus sign", "chess", "1 1 +5 0"),
        case("minus zero", "chess", "1 1 -0 0"),
        case("64 bytes with leading zeros", "chess", padded),
        case("byte order mark", "chess", *b"\xef\xbb\xbf1 1 5 0"),
        case("largest cells", "chess", "1 1 2147483647 2147483647"),
        case("no bags and no S", "gems", "5 0 0\n0 0 0\n"),
        case("no bags and no colours", "gems", "0 0 1\n0 0 0\n"),
        case("most colours", "gems", "2147483647 1 1\n1 2147483647\n"),
        case("largest S", "gems", "1 1 2147483647\n1 1\n"),
        case("lowest weights", "sternhalma", lowest),
    ]
}

#[test]
fn bad_input_is_refused_at_its_place() {
    let tables = GAMES.map(|(game, _)| any_game(game)).into_iter();
    for case in tables.chain([chess(), gems(), sternhalma()]).flatten() {
        let name = format!("{}: {}", case.game, case.name);
        let output = solve(&[case.game], &case.input);
        let message = refused(&name, "<stdin>", &output, case.stdout, case.place);
        assert!(message.contains(case.word), "{name}: {message}");
    }
}

#[test]
fn input_cut_short_anywhere_is_refused() {
    for (game, text) in GAMES {
        for end in 0..text.trim_end().len() {
            let name = format!("{game} cut to {end} bytes");
            let output = solve(&[game], &text.as_bytes()[..end]);
            refused(&name, "<stdin>", &output, "", "");
        }
    }
}

#[test]
fn a_bad_number_is_refused_in_every_field() {
    let digits = "9".repeat(60);
    let long = format!("{}1", "0".repeat(64));
    let mut bad: Vec<&[u8]> = vec![b"x", b"1x", b"1.5", b"1e3", b"0x10", b"--1", b"-", b"1,"];
    bad.extend([&b"#"[..], b"1\0", b"\0", b"\xff", b"1\xc3\xa9", b"1_0"]);
    bad.extend([digits.as_bytes(), long.as_bytes(), b"-99999999999999"]);
    for (game, text) in GAMES {
        // The rows of a sternhalma board start after 20 numbers; the other texts are shorter.
        for (index, (offset, place, token)) in tokens(text).into_iter().take(20).enumerate() {
            let mut bad = bad.clone();
            let sizes = game == "chess" && index < 2;
            let count = game == "sternhalma" && index == 19;
            if game == "gems" || sizes || count {
                bad.push(b"-1");
            }
            // A count of boards may be read as far as it goes; any other number has to fit.
            if !count {
                bad.push(b"99999999999999");
            }
            for by in bad {
                let name = format!("{game} field {index} as {}", by.escape_ascii());
                let output = solve(&[game], &replaced(text, offset, token.len(), by));
                refused(&name, "<stdin>", &output, "", &place);
            }
        }
    }
}

#[test]
fn a_bad_cell_or_row_is_refused_in_every_row() {
    for (offset, place, row) in tokens(HALMA).split_off(20) {
        let (line, _) = place.split_once(':').expect("a place has two parts");
        for column in 0..row.len() {
            for by in *b"xO0*-\0\xff" {
                let name = format!("cell {column} of {row} as {}", by.escape_ascii());
                let output = solve(&["sternhalma"], &replaced(HALMA, offset + column, 1, &[by]));
                let place = format!("{line}:{}", column + 1);
                refused(&name, "<stdin>", &output, "", &place);
            }
        }
        for by in [&row[1..], &format!("{row}."), &".".repeat(65)] {
            let name = format!("row {row} as {by}");
            let input = replaced(HALMA, offset, row.len(), by.as_bytes());
            let output = solve(&["sternhalma"], &input);
            refused(&name, "<stdin>", &output, "", &place);
        }
    }
}

#[test]
fn odd_input_within_the_rules_is_answered() {
    for case in odd() {
        let name = format!("{}: {}", case.game, case.name);
        accepted(&name, &solve(&[case.game], &case.input), case.stdout);
    }
    let boards = "1 1 5 0 ".repeat(20_000);
    let output = solve(&["chess"], boards.as_bytes());
    accepted("boards on one line", &output, &"5\n".repeat(20_000));
}

/// An answer or a refusal, but never a panic, an abort or a hang.
#[test]
fn open_questions_end_one_way_or_the_other() {
    for case in open() {
        let name = format!("{}: {}", case.game, case.name);
        let output = solve(&[case.game], &case.input);
        if output.status.code() != Some(0) {
            refusal(&name, "<stdin>", &output);
        }
    }
}

#[test]
fn errors_name_the_file() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input_chess.txt");
    let path = path.to_str().expect("the build folder has a plain name");
    std::fs::write(path, "1 1 5 0\n 1 z\n").expect("the build folder is writable");
    refused(path, path, &solve(&["chess", path], b""), "5\n", "2:4");
    let dash = solve(&["chess", "-"], b"1 1 5 0\n 1 z\n");
    refused("dash", "<stdin>", &dash, "5\n", "2:4");
    if cfg!(unix) {
        // A file that never ends, without one white space.
        let zero = solve(&["gems", "/dev/zero"], b"");
        refused("zero", "/dev/zero", &zero, "", "1:1");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for path in ["no/such/file.txt", env!("CARGO_TARGET_TMPDIR")] {
        let output = solve(&["gems", path], b"");
        refusal(path, path, &output);
        assert!(output.stdout.is_empty(), "{path}");
    }
}
