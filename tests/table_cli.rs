//! The subcommands that work on table files, through the real binary.

mod binary;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin;
use binary::{run, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

const CHESS: &str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n";
const GEMS: &str = "3 4 3\n2 2 3\n2 1 3\n2 1 2\n3 2 3 1\n0 0 0\n";

/// The one line of stderr.
fn error(assert: &Assert) -> String {
    let text = stderr(assert);
    assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
    text
}

/// A folder with the table of a problem in it.
fn table(game: &str, problem: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table").to_str().unwrap().to_owned();
    run(&["build", game, "-o", &path], problem).success().stderr("");
    run(&["verify", &path], "").success().stderr("");
    (folder, path)
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tables/v1").join(name)
}

#[test]
fn the_same_bytes_whatever_the_threads_and_the_backing() {
    let folder = tempfile::tempdir().unwrap();
    let bags: String = (0..19).map(|bag| format!("9 {}\n", format!("{} ", bag % 5 + 1).repeat(9))).collect();
    let gems = format!("5 19 1\n{bags}0 0 0\n");
    let halma = "3 -1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8\n";
    for (game, problem) in [("gems", &gems[..]), ("sternhalma", halma), ("chess", CHESS)] {
        let mut first: Option<Vec<u8>> = None;
        for (threads, backing) in [("1", "memory"), ("2", "memory"), ("1", "file"), ("2", "file")] {
            let path = folder.path().join(format!("{game}-{threads}-{backing}"));
            let name = path.to_str().unwrap();
            run(&["build", game, "--threads", threads, "--backing", backing, "-o", name], problem).success();
            let bytes = std::fs::read(&path).unwrap();
            assert!(first.get_or_insert_with(|| bytes.clone()) == &bytes, "{name}");
        }
    }
}

#[test]
fn one_case_of_several_must_be_named() {
    let (folder, _) = table("chess", CHESS);
    let path = folder.path().join("b.table");
    let (path, two) = (path.to_str().unwrap(), format!("{CHESS}1 1\n5\n7\n"));
    assert!(error(&run(&["build", "chess", "-o", path], &two).code(2)).contains("<stdin>:6:1: another case follows"));
    assert!(error(&run(&["build", "chess", "--case", "3", "-o", path], &two).code(2)).contains("there are 2"));
    run(&["build", "chess", "--case", "2", "-o", path], &two).success();
    assert_eq!(stdout(&run(&["probe", path], "0\n1\n").success()), "5\n0\n");
}

#[test]
fn probe_answers_a_state_a_line() {
    let (_folder, chess) = table("chess", CHESS);
    assert_eq!(stdout(&run(&["probe", &chess], "0 0\n3 3\n\n 3   2\r\n").success()), "2\n0\n1\n");
    let (_folder, gems) = table("gems", GEMS);
    assert_eq!(stdout(&run(&["probe", &gems], "\n1 2 3 4\n").success()), "3\n0\n");
    let (_folder, halma) = table("sternhalma", &"5 ".repeat(19));
    let boards = "##.\n....\n.....\n....\n...\n\n### #### ##### #### ###\n... .... ..... .... ...";
    let values = stdout(&run(&["probe", &halma], boards).success());
    assert_eq!((values.lines().count(), values.starts_with("5\n"), values.ends_with("\n0\n")), (3, true, true));
    // Many more than are answered together keep their order.
    let states: String = (0..50_000).map(|at| format!("{} 0\n", at % 4)).collect();
    let expected: Vec<String> =
        stdout(&run(&["probe", &chess], "0 0\n1 0\n2 0\n3 0\n")).lines().map(str::to_owned).collect();
    let found = stdout(&run(&["probe", &chess, "--threads", "2"], &states).success());
    assert!(found.lines().enumerate().all(|(at, value)| value == expected[at % 4]) && found.lines().count() == 50_000);
}

#[test]
fn probe_shows_moves_and_lines() {
    let (_folder, chess) = table("chess", CHESS);
    let text = stdout(&run(&["probe", &chess, "--moves", "--line"], "1 0\n").success());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("0", 8), "{text}");
    let best: Vec<i32> =
        lines[1..3].iter().map(|line| line.split_whitespace().next().unwrap().parse().unwrap()).collect();
    assert!(best[0] == 0 && best[0] >= best[1], "{text}");
    assert!(lines[3].contains("1. Mover: row "), "{text}");
    for (game, problem, states) in [
        ("chess", CHESS, "0 0\n2 1\n3 3\n"),
        ("gems", GEMS, "\n2 3\n1 2 3 4\n"),
        ("sternhalma", &"5 ".repeat(19), "##. #... ..... .... ...\n"),
    ] {
        let (_folder, path) = table(game, problem);
        let plain = stdout(&run(&["probe", &path], states).success());
        let json = stdout(&run(&["probe", &path, "--json", "--moves", "--line"], states).success());
        assert_eq!(json.lines().count(), plain.lines().count());
        for ((line, value), state) in json.lines().zip(plain.lines()).zip(states.lines()) {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_eq!((object["value"].to_string(), object["state"].as_str().unwrap()), (value.into(), state));
            let moves = object["moves"].as_array().unwrap();
            assert!(moves.first().is_none_or(|best| best["value"] == object["value"]));
            assert_eq!(moves.is_empty(), object["line"].as_array().unwrap().is_empty());
        }
    }
}

#[test]
fn probe_stops_at_what_is_no_state_or_goes_on() {
    let (_folder, chess) = table("chess", CHESS);
    for (wrong, column) in [("1 2", 3), ("4 0", 1), ("1", 2), ("1 0 0", 5), ("x 1", 1), ("-1 0", 1)] {
        let states = format!("0 0\n{wrong}\n3 3\n");
        let stopped = run(&["probe", &chess], &states).code(2);
        assert_eq!(stdout(&stopped), "2\n", "{wrong}");
        assert!(error(&stopped).starts_with(&format!("error: <stdin>:2:{column}: ")), "{wrong}: {}", error(&stopped));
        let went_on = run(&["probe", &chess, "--keep-going"], &states).code(1);
        assert_eq!(stdout(&went_on), "2\nerror\n0\n", "{wrong}");
        assert!(error(&went_on).contains("1 wrong states"));
        let json = stdout(&run(&["probe", &chess, "--keep-going", "--json"], &states).code(1));
        let objects: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(objects.len() == 3 && objects[1]["error"].is_string() && objects[2]["value"] == 0, "{json}");
    }
    let (_folder, gems) = table("gems", GEMS);
    assert_eq!(stdout(&run(&["probe", &gems, "--keep-going"], "1 1\n5\n\n").code(1)), "error\nerror\n3\n");
    assert!(error(&run(&["probe", &gems], "\n\n1 1\n").code(2)).contains("<stdin>:3:3: bag 1 is taken twice"));
    let (_folder, halma) = table("sternhalma", &"5 ".repeat(19));
    let boards = "##. .... ..... .... ...\n##. ..x. ..... .... ...\n... .... ..... .... ...\n";
    assert_eq!(stdout(&run(&["probe", &halma, "--keep-going"], boards).code(1)), "5\nerror\n0\n");
}

#[test]
fn a_closed_pipe_ends_probe() {
    let (_folder, chess) = table("chess", CHESS);
    let mut child = Command::new(cargo_bin!())
        .args(["probe", &chess])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    // An answer comes before the input ends.
    stdin.write_all(b"0 0\n").unwrap();
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    assert_eq!(first, "2\n");
    drop(lines);
    let _ = stdin.write_all("0 0\n".repeat(100_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn info_line_and_export() {
    let (folder, chess) = table("chess", CHESS);
    let info = stdout(&run(&["info", &chess], "").success());
    assert!(
        info.contains("game    chess\n") && info.contains("states  10 in ") && info.contains("8 bits each"),
        "{info}"
    );
    assert!(stdout(&run(&["line", &chess], "").success()).ends_with("value 2 for Black after 6 moves\n"));
    assert!(stdout(&run(&["line", &chess, "3", "2"], "").success()).ends_with("value 1 for Mover after 1 moves\n"));
    assert!(error(&run(&["line", &chess, "2 3"], "").code(2)).contains("<STATE>:1:3: "));
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    run(&["export", &chess, "-o", &at("a.csv")], "").success();
    let csv = std::fs::read_to_string(at("a.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!((rows.len(), rows[0], rows[10]), (11, "mask,value,state", "24,2,0 0"));
    run(&["export", &chess, "-o", &at("a.npy")], "").success();
    let npy = std::fs::read(at("a.npy")).unwrap();
    assert!(npy.starts_with(b"\x93NUMPY\x01\x00"));
    let (header, numbers) = npy[10..].split_at(u16::from_le_bytes([npy[8], npy[9]]).into());
    let header = std::str::from_utf8(header).unwrap();
    assert!(
        header.contains("'<i8'") && header.contains("(10, 2") && header.contains("'fortran_order': False"),
        "{header}"
    );
    let numbers: Vec<i64> = numbers.as_chunks().0.iter().map(|&number| i64::from_le_bytes(number)).collect();
    for (row, pair) in rows[1..].iter().zip(numbers.chunks(2)) {
        assert!(row.starts_with(&format!("{},{},", pair[0], pair[1])), "{row}");
    }
    assert!(error(&run(&["export", &chess, "-o", &at("a.npy")], "").code(2)).contains("exists already"));
    assert!(error(&run(&["export", &chess, "-o", &at("a.txt")], "").code(2)).contains(".npy or .csv"));
    // Onto the table that it reads.
    std::fs::rename(&chess, at("b.csv")).unwrap();
    run(&["export", &at("b.csv"), "-o", &at("b.csv"), "--force"], "").success();
    assert!(std::fs::read_to_string(at("b.csv")).unwrap() == csv);
}

#[test]
fn exit_status_1_is_a_wrong_table_and_2_is_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let right = std::fs::read(golden("chess_i8.table")).unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let put = |name: &str, bytes: &[u8]| std::fs::write(at(name), bytes).unwrap();
    let mut damaged = right.clone();
    let last = damaged.len() - 30;
    damaged[last] ^= 1;
    put("damaged", &damaged);
    put("right", &right);
    put("short", &right[..right.len() - 1]);
    put("empty", b"");
    put("text", b"This is no table, but a text that is long enough.\x1b[31m\n");
    let mut newer = right.clone();
    let key = b"\"format_version\":\"";
    let version = newer.windows(key.len()).position(|bytes| bytes == key).unwrap() + key.len();
    newer[version] = b'3';
    put("newer", &newer);
    assert!(error(&run(&["verify", &at("damaged")], "").code(1)).contains("does not match its checksum"));
    assert!(error(&run(&["verify", &at("newer")], "").code(2)).contains("format version 3"));
    let worst = run(&["verify", &at("right"), &at("damaged"), &at("empty")], "").code(2);
    assert!(stdout(&worst).contains("right: right, all 35 states"));
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    for path in
        [&at("short"), &at("empty"), &at("text"), &at("missing"), &at("pipe"), &at(""), "/dev/zero", "/dev/stdin"]
    {
        for args in [
            &["verify", path][..],
            &["info", path],
            &["probe", path],
            &["line", path],
            &["export", path, "-o", "x.csv"],
        ] {
            error(&run(args, "").code(2));
        }
    }
}
