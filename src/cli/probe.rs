//! `retrograde probe`: states in, values out.

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use retrograde::game::{Gain, GainOf};
use retrograde::notation::{ParseError, Reader};
use retrograde::{Notation, Probe as Asked, State, Table};
use serde_json::{Value, json};

use super::bulk::Bulk;
use super::error::{CliError, shown};
use super::input::Input;
use super::number::{as_json, gained};
use super::table::{TableVisitor, game_of_set, open_either, with_game};

/// Answer states, one after the other, from a table
///
/// chess: the filled cells of each row, like `4 2 0`. gems: the bags taken, from 1; an empty line: none.
/// dots: a picture of the edges drawn, like `+-+ |.. +.+` for one box. peg, sternhalma: all rows of `#` and `.`.
/// Values are those for the player to move. Of a set, kept by `count`: yes or no.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Probe {
    /// The table
    table: PathBuf,
    /// The states; standard input if it is `-` or missing
    file: Option<PathBuf>,
    /// All moves with their values, best first
    #[arg(long)]
    moves: bool,
    /// The principal line
    #[arg(long)]
    line: bool,
    /// A JSON object a line
    #[arg(long)]
    json: bool,
    /// Print `error` for a state that is none, and go on; the exit status is then 1
    #[arg(long)]
    keep_going: bool,
    /// Hold the whole table against its checksums first
    #[arg(long)]
    check: bool,
}

/// The states read before they are answered together.
const BATCH: usize = 1 << 14;

/// The states answered by one task.
const CHUNK: usize = 1 << 9;

/// The JSON of a state that is none.
const NO_STATE: &str = "{\"error\":\"no such state\"}\n";

pub(super) fn run(command: &Probe, out: &mut impl Write) -> Result<(), CliError> {
    let set = open_either(&command.table, command.check)?;
    if set.set().is_none() {
        return with_game(&command.table, &set, Run { command, out });
    }
    if command.moves || command.line {
        return Err(CliError::Other(format!("{}: a set of states has no values of moves", shown(&command.table))));
    }
    let game = game_of_set(&command.table, &set)?;
    command.answer_all(&game, out, |_, _| Ok(()), |states| command.members(&game, &set, states))
}

struct Run<'a, W> {
    command: &'a Probe,
    out: &'a mut W,
}

impl<W: Write> TableVisitor for Run<'_, W> {
    fn visit<G: Notation>(self, game: G, table: &Table) -> Result<(), CliError> {
        let command = self.command;
        let mut bulk = Bulk::default();
        let plain = G::STATE_BYTES > 0 && !(command.moves || command.line || command.json);
        let ahead = |input: &mut Input, out: &mut W| {
            if plain {
                bulk.answer::<G>(table, &mut input.reader, u64::MAX, out)?.map_err(|error| input.at(error))?;
            }
            Ok(())
        };
        command.answer_all(&game, self.out, ahead, |states| command.answers(&game, table, states))
    }
}

/// Reads states until there are many, or the next would have to be waited for; false at the end of the input. A wrong
/// one that is to be passed over is `None`.
fn read_batch<G: Notation>(
    game: &G,
    reader: &mut Reader<impl Read>,
    keep_going: bool,
    batch: &mut Vec<Option<State>>,
) -> Result<bool, ParseError> {
    while batch.len() < BATCH && (batch.is_empty() || reader.token_at_hand()) {
        if !game.another_state(reader)? {
            return Ok(false);
        }
        match game.read_state(reader) {
            Ok(state) => batch.push(Some(state)),
            Err(error) if keep_going && !error.kind.is_final() => {
                game.skip_state(reader)?;
                batch.push(None);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

impl Probe {
    /// Answers the states of the input; before each batch `ahead` may answer some in its own way.
    fn answer_all<G: Notation, W: Write>(
        &self,
        game: &G,
        out: &mut W,
        mut ahead: impl FnMut(&mut Input, &mut W) -> Result<(), CliError>,
        answers: impl Fn(&[Option<State>]) -> Result<String, State> + Sync,
    ) -> Result<(), CliError> {
        let mut input = Input::named(self.file.as_deref())?;
        let (mut more, mut wrong) = (true, 0_u64);
        while more {
            ahead(&mut input, out)?;
            let mut batch = Vec::new();
            let stopped = read_batch(game, &mut input.reader, self.keep_going, &mut batch);
            let answers: Vec<_> = batch.par_chunks(CHUNK).map(&answers).collect();
            for answer in answers {
                let text = answer.map_err(|state| CliError::Other(format!("the table has no value for {state:#b}")))?;
                out.write_all(text.as_bytes()).map_err(CliError::Output)?;
            }
            wrong += batch.iter().filter(|state| state.is_none()).count() as u64;
            more = stopped.map_err(|error| input.at(error))?;
            out.flush().map_err(CliError::Output)?;
        }
        match wrong {
            0 => Ok(()),
            wrong => Err(CliError::No(format!("{}: {wrong} wrong states", input.name))),
        }
    }

    /// Whether some states are in a set; one that the set knows nothing of is the error.
    fn members<G: Notation>(&self, game: &G, set: &Table, states: &[Option<State>]) -> Result<String, State> {
        let mut text = String::new();
        for &state in states {
            let Some(state) = state else {
                text += if self.json { NO_STATE } else { "error\n" };
                continue;
            };
            let member = set.value::<bool>(state).ok_or(state)?;
            if self.json {
                let object = json!({ "state": game.state_text(state), "mask": state, "member": member });
                text += &format!("{object}\n");
            } else {
                text += if member { "yes\n" } else { "no\n" };
            }
        }
        Ok(text)
    }

    /// The answers to some states; a state without a value is the error.
    fn answers<G: Notation>(&self, game: &G, table: &Table, states: &[Option<State>]) -> Result<String, State> {
        let mut text = String::new();
        for state in states {
            match state {
                None if self.json => text += NO_STATE,
                None => text += "error\n",
                Some(state) if self.json => text += &format!("{}\n", self.object(game, table, *state)?),
                Some(state) => self.text(game, table, *state, &mut text)?,
            }
        }
        Ok(text)
    }

    fn text<G: Notation>(&self, game: &G, table: &Table, state: State, text: &mut String) -> Result<(), State> {
        let probe = Asked::new(game, table);
        *text += &format!("{}\n", probe.value(state).ok_or(state)?);
        if self.moves {
            for rated in probe.moves_best_first(state).ok_or(state)? {
                let played = game.describe(state, &rated.play);
                *text += &format!("  {:>6}  {played}{}\n", rated.value, gained(rated.play.gain));
            }
        }
        if self.line {
            for (at, step) in probe.principal_line(state).ok_or(state)?.iter().enumerate() {
                let played = game.describe(step.from, &step.play);
                let player = if G::PLAYERS.len() > 1 { ["Mover: ", "Other: "][step.mover] } else { "" };
                *text += &format!("  {:>4}. {player}{played}{}\n", at + 1, gained(step.play.gain));
            }
        }
        Ok(())
    }

    fn object<G: Notation>(&self, game: &G, table: &Table, state: State) -> Result<Value, State> {
        let probe = Asked::new(game, table);
        let mut object = json!({
            "state": game.state_text(state),
            "mask": state,
            "value": as_json(probe.value(state).ok_or(state)?.into()),
        });
        if self.moves {
            let moves = probe.moves_best_first(state).ok_or(state)?;
            object["moves"] = moves
                .iter()
                .map(|rated| {
                    json!({
                        "move": game.describe(state, &rated.play),
                        "to": game.state_text(rated.play.to),
                        "gain": rated.play.gain.number().map(as_json),
                        "value": as_json(rated.value.into()),
                    })
                })
                .collect();
        }
        if self.line {
            let line = probe.principal_line(state).ok_or(state)?;
            object["line"] = line
                .iter()
                .map(|step| {
                    json!({
                        "player": step.mover + 1,
                        "move": game.describe(step.from, &step.play),
                        "to": game.state_text(step.play.to),
                        "gain": step.play.gain.number().map(as_json),
                        "totals": step.totals.map(|total| <GainOf<G> as Gain>::total(total).map(as_json)),
                    })
                })
                .collect();
        }
        Ok(object)
    }
}
