//! Running the real binary, for the tests of the command line.

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin_cmd;

/// Runs the binary on a standard input.
pub fn run(args: &[&str], input: &str) -> Assert {
    cargo_bin_cmd!().args(args).write_stdin(input).assert()
}

pub fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

pub fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}
