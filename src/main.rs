//! The command line of `retrograde`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
