//! Answers in bulk: states in their plainest layout, block by block of the input, the pieces of a block in parallel.

use std::io::{Read, Write};

use rayon::prelude::*;
use retrograde::notation::{ParseError, Reader};
use retrograde::{Notation, Table};

use super::error::CliError;

/// The states that one task answers.
const PIECE: usize = 1 << 11;

/// The outputs of the pieces, used again for every block.
#[derive(Default)]
pub(super) struct Bulk {
    answers: Vec<(usize, Vec<u8>)>,
}

impl Bulk {
    /// Answers states until one stands in another layout, `most` are answered, or the input ends; returns how many.
    ///
    /// The outer error is that of the output, the inner one that of the input.
    pub(super) fn answer<G: Notation>(
        &mut self,
        table: &Table,
        reader: &mut Reader<impl Read>,
        most: u64,
        out: &mut impl Write,
    ) -> Result<Result<u64, ParseError>, CliError> {
        let mut answered = 0;
        loop {
            let input = match reader.another().and_then(|_| reader.at_hand(G::STATE_BYTES)) {
                Ok(input) => input,
                Err(error) => return Ok(Err(error)),
            };
            let states = ((input.len() / G::STATE_BYTES) as u64).min(most - answered) as usize;
            let input = &input[..states * G::STATE_BYTES];
            let pieces = input.par_chunks(PIECE * G::STATE_BYTES);
            self.answers.resize_with(pieces.len().max(self.answers.len()), Default::default);
            let count = pieces.len();
            pieces.zip(&mut self.answers).for_each(|(piece, (read, answers))| {
                answers.clear();
                *read = G::answer_states(table, piece, answers);
            });
            let (mut passed, whole) = (0, input.len());
            for (read, answers) in &self.answers[..count] {
                out.write_all(answers).map_err(CliError::Output)?;
                passed += read;
                if *read < PIECE * G::STATE_BYTES {
                    break;
                }
            }
            reader.pass_lines(passed);
            answered += (passed / G::STATE_BYTES) as u64;
            if passed < whole || whole == 0 {
                return Ok(Ok(answered));
            }
        }
    }
}
