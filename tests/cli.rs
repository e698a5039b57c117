//! The real binary: options, limits, lines of play, plans, pipes.

mod binary;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use binary::{run, stderr, stdout};

const SAMPLE: &str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n";

/// `bags` bags of one gem each.
fn gems(bags: usize) -> String {
    format!("1 {bags} 2\n{}0 0 0\n", "1 1\n".repeat(bags))
}

#[test]
fn help_and_version() {
    for args in [&["--help"][..], &["solve", "--help"], &["line", "--help"], &["plan", "-h"]] {
        let help = stdout(&run(args, "").success());
        assert!(help.contains("--threads") && help.contains("--memory-limit"), "{help}");
    }
    assert!(stdout(&run(&["--help"], "")).contains("Examples:"));
    assert_eq!(stdout(&run(&["--version"], "")), format!("retrograde {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn bad_usage_is_status_2() {
    for args in [
        &[][..],
        &["solv"],
        &["solve"],
        &["solve", "ches"],
        &["solve", "chess", "--threads", "0"],
        &["solve", "chess", "--memory-limit", "much"],
        &["line", "chess", "--case", "0"],
    ] {
        let assert = run(args, SAMPLE).code(2);
        assert!(stdout(&assert).is_empty() && !stderr(&assert).is_empty(), "{args:?}");
    }
    assert!(stderr(&run(&["solve", "ches"], "")).contains("'chess'"), "a typo is answered with the name meant");
}

#[test]
fn options_stand_before_or_after_the_subcommand() {
    for args in [
        &["--threads", "1", "-q", "--memory-limit", "64M", "solve", "chess"][..],
        &["solve", "chess", "-", "--threads", "2", "--quiet", "--memory-limit=0.5G"],
        &["solve", "--threads=3", "chess"],
    ] {
        assert_eq!(stdout(&run(args, SAMPLE).success()), "2\n", "{args:?}");
    }
}

#[test]
fn what_needs_too_much_memory_is_refused_after_the_answers_before_it() {
    let input = format!("{SAMPLE}20 20\n{}", "1 ".repeat(800));
    let assert = run(&["solve", "chess", "--memory-limit", "1G"], &input).code(2);
    assert_eq!(stdout(&assert), "2\n");
    let error = stderr(&assert);
    assert!(error.starts_with("error: <stdin>:6:1: needs ") && error.contains("--memory-limit"), "{error}");
    assert_eq!(error.lines().count(), 1);

    run(&["solve", "gems", "--memory-limit", "100K"], &gems(18)).code(2);
    // Every second gem makes one of 9 stones, and who makes one lays the next gem: Bob has the first and the last.
    assert_eq!(stdout(&run(&["solve", "gems", "--memory-limit", "4M"], &gems(18)).success()), "-1\n");
}

#[test]
fn forty_bags_are_planned_and_refused() {
    let plan = stdout(&run(&["plan", "gems", "--memory-limit", "8G"], &gems(40)).success());
    assert!(plan.contains("1,099,511,627,776") && plan.contains("does not fit"), "{plan}");
    run(&["solve", "gems", "--memory-limit", "8G"], &gems(40)).code(2);
    run(&["plan", "gems", "--reachable", "--memory-limit", "8G"], &gems(40)).code(2);
}

#[test]
fn many_cases_keep_their_order() {
    let one = |n: usize| format!("1 1\n{n}\n0\n");
    let input: String = (0..1_000).map(one).collect();
    let expected: String = (0..1_000).map(|n| format!("{n}\n")).collect();
    for threads in ["1", "2", "7"] {
        assert_eq!(stdout(&run(&["solve", "chess", "--threads", threads], &input).success()), expected);
    }
}

#[test]
fn plan_counts_states_by_level() {
    let plan = stdout(&run(&["plan", "chess", "--reachable"], SAMPLE).success());
    assert!(plan.contains("a board of 2 x 3 cells") && plan.contains("10 blocks"), "{plan}");
    assert!(plan.lines().any(|line| line.split_whitespace().eq(["in", "all", "10", "10"])), "{plan}");
    assert_eq!(plan.lines().filter(|line| line.split_whitespace().eq(["4", "2", "2"])).count(), 1, "{plan}");
}

#[test]
fn line_plays_the_sample() {
    let line = stdout(&run(&["line", "chess"], SAMPLE).success());
    assert!(line.contains("  1. Black: row 1, column 1  +2   (Black 2, White 0)\n     B . .\n     . . .\n"), "{line}");
    assert!(
        line.contains("  6. White: row 2, column 3  +1   (Black 12, White 10)\n     B W W\n     B B W\n"),
        "{line}"
    );
    assert!(line.ends_with("value 2 for Black after 6 moves\n"), "{line}");
}

#[test]
fn line_and_plan_pick_a_case() {
    let input = "3 4 3\n2 2 3\n2 1 3\n2 1 2\n3 2 3 1\n\n3 2 2\n3 2 3 1\n3 1 2 3\n\n0 0 0\n";
    assert!(stdout(&run(&["line", "gems", "--case", "2"], input).success()).contains("value -3 for Alice"));
    assert!(stdout(&run(&["plan", "gems", "-", "--case=2"], input).success()).contains("2 bags"));
    assert!(stderr(&run(&["line", "gems", "--case", "3"], input).code(2)).contains("no case 3, there are 2"));

    let boards = format!("{}\n2\n##.\n....\n.....\n....\n...\n#.#\n.##.\n.....\n....\n...\n", "5 ".repeat(19));
    assert!(stdout(&run(&["line", "sternhalma"], &boards).success()).contains("0 jumps over 1 to 2  +5"));
    assert!(stdout(&run(&["line", "sternhalma", "--case", "2"], &boards).success()).contains("value 10 for Player"));
    assert!(stderr(&run(&["line", "sternhalma", "--case", "3"], &boards).code(2)).contains("no case 3, there are 2"));
    // Weights alone: from the full board.
    assert!(
        stdout(&run(&["line", "sternhalma"], &"5 ".repeat(19)).success()).contains("\n       # # #\n      # # # #\n")
    );
}

#[test]
fn lines_are_plain_text_in_a_pipe() {
    for line in [&["line", "chess"][..], &["plan", "chess"], &["solve", "chess"]] {
        let text = stdout(&run(line, SAMPLE).success());
        assert!(!text.is_empty() && !text.contains('\x1b'), "{text:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(cargo_bin!())
        .args(["solve", "sternhalma"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let board = "###\n####\n#####\n####\n##.\n";
        // The reader may be gone before all is written.
        let _ = stdin.write_all(format!("{}\n100000\n{}", "1 ".repeat(19), board.repeat(100_000)).as_bytes());
    });
    let mut first = String::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut first).unwrap();
    drop(lines);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(first.trim().parse::<i32>().is_ok(), "{first}");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn count_prints_the_published_table() {
    let count = stdout(&run(&["count", "peg", "triangle-5", "--line"], "").success());
    assert!(count.lines().any(|line| line.split_whitespace().eq(["6", "8", "530", "2,964", "158"])), "{count}");
    assert!(count.lines().any(|line| line.split_whitespace().eq(["in", "all", "3,016", "13,935", "769"])), "{count}");
    assert!(count.contains(" 13. Player: "), "{count}");
    let drawn = stdout(&run(&["count", "peg", "-", "--target", "2"], "square ##.\n").success());
    assert!(drawn.lines().any(|line| line.split_whitespace().eq(["in", "all", "2", "2", "2"])), "{drawn}");
    assert!(stderr(&run(&["count", "peg", "hexagon-3", "--line"], "").code(1)).contains("cannot be solved"));
    for args in [&["count", "peg", "englisch"][..], &["count", "peg", "english", "--target", "33"], &["count", "gems"]]
    {
        run(args, "").code(2);
    }
    let refused = run(&["count", "peg", "english", "--memory-limit", "100M"], "").code(2);
    assert!(stderr(&refused).starts_with("error: english:1:1: needs "));
}

#[test]
fn peg_is_answered_like_any_game() {
    let input = "triangle-5\ntriangle-5 4\nhexagon-3 1 square\n ##.\n ###\n";
    assert_eq!(stdout(&run(&["solve", "peg"], input).success()), "-1\n-1\n-3\n-4\n");
    let line = stdout(&run(&["line", "peg", "--case", "4"], input).success());
    assert!(line.contains("  1. Player: 0 jumps over 1 to 2  +0") && line.contains("\n     . . #\n"), "{line}");
}
