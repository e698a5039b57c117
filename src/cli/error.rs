//! What can go wrong, how it is said, and with what exit status.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use retrograde::notation::{ParseError, ParseErrorKind, Position};
use retrograde::{SaveError, SolveError};

use super::size;

/// Why a command failed.
#[derive(Debug)]
pub(super) enum CliError {
    /// The input is wrong at some place.
    Input { file: String, error: ParseError },
    /// The problem that begins at this place cannot be solved.
    Solve { file: String, position: Position, error: SolveError },
    /// A file cannot be opened.
    Open { path: PathBuf, error: io::Error },
    /// A table cannot be saved.
    Save { path: PathBuf, error: SaveError },
    /// A check said no.
    No(String),
    /// The results cannot be written.
    Output(io::Error),
    /// Anything else.
    Other(String),
}

impl CliError {
    /// Prints the error on one line of stderr.
    pub(super) fn print(&self) {
        let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        // What is quoted may come from a file, and hold anything.
        let text = plain_text(&self.to_string());
        // Where even stderr is gone, the exit status is all that can be said.
        let _ = io::Write::write_fmt(&mut anstream::stderr(), format_args!("{style}error:{style:#} {text}\n"));
    }

    /// 1 where a check said no, 2 for everything else.
    pub(super) fn status(&self) -> u8 {
        if matches!(self, Self::No(_)) { 1 } else { 2 }
    }

    /// The status for the system.
    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.status())
    }
}

impl std::fmt::Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input { file, error } => match &error.kind {
                ParseErrorKind::Io(error) => write!(f, "{file}: {}", plain(error)),
                kind => write!(f, "{file}:{}:{}: {kind}", error.position.line, error.position.column),
            },
            Self::Solve { file, position, error } => {
                write!(f, "{file}:{}:{}: ", position.line, position.column)?;
                match error {
                    SolveError::MemoryLimit { needed, limit } => write!(
                        f,
                        "needs {} of memory, {} may be used (see --memory-limit)",
                        size::show(*needed),
                        size::show(*limit)
                    ),
                    SolveError::Memory(error) => write!(f, "the system refuses {} of memory", size::show(error.bytes)),
                    SolveError::Contract(error) => write!(f, "{error}"),
                    error => write!(f, "{error}"),
                }
            }
            Self::Open { path, error } => write!(f, "{}: {}", shown(path), plain(error)),
            Self::Output(error) => write!(f, "cannot write the results: {}", plain(error)),
            Self::Save { path, error } => match error {
                SaveError::Exists => write!(f, "{} exists already (see --force)", shown(path)),
                SaveError::Reserve { bytes, source } => {
                    write!(f, "{}: no space of {} on the disk: {}", shown(path), size::show(*bytes), plain(source))
                }
                SaveError::Io(error) => write!(f, "{}: {}", shown(path), plain(error)),
                error => write!(f, "{}: {error}", shown(path)),
            },
            Self::No(message) | Self::Other(message) => f.write_str(message),
        }
    }
}

/// A path on one line, whatever characters it is made of.
pub(super) fn shown(path: &Path) -> String {
    plain_text(&path.display().to_string())
}

/// A text on one line, without anything that would steer a terminal.
pub(super) fn plain_text(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// What the system says, without the number of the error.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
