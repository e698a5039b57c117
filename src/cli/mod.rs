//! The command line: one file a subcommand, each with its arguments and a `run`.
//!
//! Results go to stdout, progress and errors to stderr. Exit status 0: done; 1: a check said no; 2: bad usage, input,
//! limits or I/O.

mod bench;
mod build;
mod bulk;
mod count;
mod error;
mod export;
mod info;
mod input;
mod line;
mod number;
mod plan;
mod probe;
mod progress;
mod size;
mod solve;
mod table;
mod verify;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use retrograde::games::{GAMES, Visitor, visit};

use self::error::CliError;

/// Answers every position of a game before anyone asks.
///
/// A table of all positions is filled from the last ones backwards; what is asked is then looked up.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  retrograde solve gems cases.in           the answer to each case, a line each
  retrograde solve sternhalma < boards.in  19 weights, then any number of boards
  retrograde line chess board.in           one best game, move by move
  retrograde plan chess board.in           states and memory, without solving
  retrograde build gems cases.in --case 2 -o gems.table
  retrograde probe gems.table states.txt   a value for each state, at once
  retrograde count peg english --target 16 peg solitaire, yes or no for 2^33 positions

Exit status: 0 done; 1 a check said no; 2 bad usage, input, limits or I/O.";

/// Options of every subcommand.
#[derive(Debug, Args)]
struct Options {
    /// Threads to use [default: all cores]; `bench` takes several numbers, like 1,2
    #[arg(long, value_name = "N", global = true, value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,
    /// Refuse what needs more memory, like 512M or 8G [default: what is available]
    #[arg(long, value_name = "SIZE", global = true, value_parser = size::parse)]
    memory_limit: Option<u64>,
    /// Show no progress
    #[arg(short, long, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Solve),
    Line(line::Line),
    Plan(plan::Plan),
    Build(build::Build),
    Count(count::Count),
    Probe(probe::Probe),
    Info(info::Info),
    Verify(verify::Verify),
    Export(export::Export),
    Bench(bench::Bench),
}

/// The game, and where its problems are read.
#[derive(Debug, Args)]
struct Problem {
    /// The game: chess, dots, gems, peg or sternhalma
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.0)), hide_possible_values = true)]
    game: String,
    /// The input; standard input if it is `-` or missing
    #[arg(value_name = "FILE")]
    file: Option<std::path::PathBuf>,
}

/// Parses the arguments, runs, and says what went wrong.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.run(&cli.options) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the results has seen enough.
        Err(CliError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            error.print();
            error.exit_code()
        }
    }
}

impl Command {
    /// Runs the subcommand on a pool of as many threads as asked for.
    fn run(self, options: &Options) -> Result<(), CliError> {
        let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout());
        let threads = match options.threads[..] {
            [] => 0,
            [threads] => threads.into(),
            // It makes pools of its own.
            _ if matches!(self, Self::Bench(_)) => 1,
            _ => return Err(CliError::Other("only `bench` takes several numbers of threads".into())),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| CliError::Other(format!("cannot start {threads} threads: {error}")))?.install(|| {
            let done = match self {
                Self::Solve(command) => command.problem.visit(solve::run(&command, options, &mut out)),
                Self::Line(command) => line::run(&command, options, &mut out),
                Self::Plan(command) => command.problem.visit(plan::run(&command, options, &mut out)),
                Self::Build(command) => command.problem.visit(build::run(&command, options, &mut out)),
                Self::Count(command) => count::run(&command, options, &mut out),
                Self::Probe(command) => probe::run(&command, &mut out),
                Self::Info(command) => info::run(&command, &mut out),
                Self::Verify(command) => verify::run(&command, options, &mut out),
                Self::Export(command) => export::run(&command),
                Self::Bench(command) => bench::run(&command, options, &mut out),
            };
            // What was found before an error is printed before the error.
            out.flush().map_err(CliError::Output).and(done)
        })
    }
}

impl Problem {
    /// Runs what is written for all games for the one that was asked for.
    fn visit(&self, visitor: impl Visitor<Output = Result<(), CliError>>) -> Result<(), CliError> {
        visit(&self.game, visitor).unwrap_or_else(|| Err(CliError::Other(format!("no game named `{}`", self.game))))
    }
}
