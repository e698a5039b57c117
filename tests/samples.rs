//! Published inputs with their answers, byte for byte, through the real binary.

use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;

fn answers_every_input(game: &str, at_least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(game);
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let input = entry.unwrap().path();
        if input.extension().is_some_and(|extension| extension == "in") {
            let expected = std::fs::read(input.with_extension("out")).unwrap();
            let output = cargo_bin_cmd!().args(["solve", game]).arg(&input).assert().success();
            assert!(output.get_output().stdout == expected, "{}", input.display());
            assert!(output.get_output().stderr.is_empty(), "{}", input.display());
            seen += 1;
        }
    }
    assert!(seen >= at_least, "only {seen} inputs of {game}");
}

#[test]
fn chess() {
    answers_every_input("chess", 22);
}

#[test]
fn gems() {
    answers_every_input("gems", 20);
}

#[test]
fn sternhalma() {
    answers_every_input("sternhalma", 21);
}

#[test]
fn the_samples_of_the_statements() {
    for (game, input, expected) in [
        ("chess", "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n", "2\n"),
        ("chess", "1 1\n5\n7\n1 1\n8 9", "5\n8\n"),
        ("gems", "3 4 3\n2 2 3\n2 1 3\n2 1 2\n3 2 3 1\n\n3 2 2\n3 2 3 1\n3 1 2 3\n\n0 0 0\n", "3\n-3\n"),
    ] {
        cargo_bin_cmd!().args(["solve", game]).write_stdin(input).assert().success().stdout(expected);
    }
}
