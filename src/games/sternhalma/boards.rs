//! Answers to boards in bulk, from text to text: 24 bytes a board in the judges' layout.
//!
//! Eight bytes at a time, as a word: '#' and '.' differ in their lowest bit among others, so a board is checked by
//! making the text from the lowest bits again and comparing; a multiplication gathers the eight lowest bits into a
//! byte; a table turns the byte into the bits of the state. Nothing of it branches on what the board holds.

use std::sync::LazyLock;

use super::{CELLS, ROWS, bit_of_cell};
use crate::space::{Index, State};
use crate::table::{Cells, Dense, Table};

/// The bytes of a board: five rows of 3, 4, 5, 4 and 3 cells, each with its line feed.
pub const BOARD_BYTES: usize = 24;

/// The most bytes of an answer: ten digits, a sign and a line feed.
const ANSWER_BYTES: usize = 12;

/// The boards answered between two looks at the room left in the output.
const BATCH: usize = 256;

const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;

static READER: LazyLock<Reader> = LazyLock::new(Reader::new);

/// Turns boards into states.
#[derive(Debug)]
struct Reader {
    /// An empty board, as three words.
    empty: [u64; 3],
    /// The lowest bits of the bytes that are cells.
    cells: [u64; 3],
    /// The bits of the state for each way to occupy the cells of a word.
    states: [[u32; 256]; 3],
}

impl Reader {
    fn new() -> Self {
        let mut reader = Self { empty: [0; 3], cells: [0; 3], states: [[0; 256]; 3] };
        let mut cells = 0..CELLS;
        let layout = ROWS.iter().flat_map(|&row| (0..=row).map(move |i| i < row));
        for (at, is_cell) in layout.enumerate() {
            let (word, byte) = (at / 8, at % 8);
            let text = if is_cell { b'.' } else { b'\n' };
            reader.empty[word] |= u64::from(text) << (8 * byte);
            if let Some(cell) = is_cell.then(|| cells.next()).flatten() {
                reader.cells[word] |= 1 << (8 * byte);
                for (occupied, state) in reader.states[word].iter_mut().enumerate() {
                    *state |= (occupied as u32 >> byte & 1) * bit_of_cell(cell) as u32;
                }
            }
        }
        reader
    }

    /// The state of a board, or `None` where it is not in the layout.
    #[inline(always)]
    fn state(&self, board: &[u8; BOARD_BYTES]) -> Option<State> {
        let words = board.as_chunks::<8>().0;
        let (mut state, mut differences) = (0, 0);
        for (i, &word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(word);
            let occupied = word & self.cells[i];
            differences |= word ^ self.empty[i] ^ (occupied * u64::from(b'#' ^ b'.'));
            state |= self.states[i][(occupied.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize];
        }
        (differences == 0).then_some(state.into())
    }
}

/// Answers the boards at the beginning of `input` that stand in the judges' layout: five rows of 3, 4, 5, 4 and 3
/// characters, '#' for a piece and '.' for none, each row ended by a line feed and not indented. Appends a line for
/// each to `output`, and returns the bytes read: what follows is no board, or in another layout, or cut short.
///
/// The table is one of [`Sternhalma`](super::Sternhalma). A state that it has no value for ends the reading too.
///
/// # Complexity
/// O(boards): a few look-ups each.
pub fn answer_boards(table: &Table, input: &[u8], output: &mut Vec<u8>) -> usize {
    match table.cells() {
        Cells::I8(values) => answer_from(table.index(), values, input, output),
        Cells::I16(values) => answer_from(table.index(), values, input, output),
        Cells::I32(values) => answer_from(table.index(), values, input, output),
        _ => 0,
    }
}

fn answer_from<T: Dense + Into<i32>>(index: &Index, values: &[T], input: &[u8], output: &mut Vec<u8>) -> usize {
    let reader = &*READER;
    let value = |board| values.get(index.find(reader.state(board)?)?).map(|&value| value.into());
    let mut read = 0;
    for batch in input.as_chunks::<BOARD_BYTES>().0.chunks(BATCH) {
        let mut end = output.len();
        output.resize(end + ANSWER_BYTES * batch.len(), 0);
        let mut answered = 0;
        for board in batch {
            let Some(value) = value(board) else { break };
            end += write_answer(value, &mut output[end..]);
            answered += 1;
        }
        output.truncate(end);
        read += answered * BOARD_BYTES;
        if answered < batch.len() {
            break;
        }
    }
    read
}

/// Writes a value and a line feed at the start of `output`; returns their length.
#[inline(always)]
fn write_answer(value: i32, output: &mut [u8]) -> usize {
    if !(0..100_000_000).contains(&value) {
        return write_long_answer(value, output);
    }
    let (digits, length) = eight_digits(value as u64);
    output[..8].copy_from_slice(&digits.to_le_bytes());
    output[length] = b'\n';
    length + 1
}

#[cold]
fn write_long_answer(value: i32, output: &mut [u8]) -> usize {
    let text = format!("{value}\n");
    output[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// The decimal digits of a number below 10^8, the first one in the lowest byte, and how many there are.
#[inline(always)]
fn eight_digits(number: u64) -> (u64, usize) {
    // Halves, quarters and digits side by side in one word: each division is a multiplication for all of them.
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let twos = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    let digits = tens | ((twos - 10 * tens) << 8);
    // The last digit stays even where it is 0.
    let leading_zeros = (digits | 1 << 56).trailing_zeros() / 8;
    ((digits + 0x30 * LOWEST_BITS) >> (8 * leading_zeros), 8 - leading_zeros as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Solver;
    use crate::games::sternhalma::Sternhalma;

    /// Boards that look random, as text, from a seed.
    fn boards(mut seed: u64, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            for row in ROWS {
                for _ in 0..row {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    text.push(if seed >> 63 == 1 { '#' } else { '.' });
                }
                text.push('\n');
            }
        }
        text
    }

    /// The answers by the definition.
    fn naive_answers(table: &Table, text: &str) -> String {
        let cells: Vec<bool> = text.bytes().filter(|byte| *byte != b'\n').map(|byte| byte == b'#').collect();
        let answer = |board: &[bool; CELLS]| format!("{}\n", table.value::<i32>(Sternhalma::state(board)).unwrap());
        cells.as_chunks().0.iter().map(answer).collect()
    }

    fn table(weights: [i32; CELLS]) -> Table {
        Solver::new().solve(&Sternhalma::new(weights).unwrap()).unwrap().table
    }

    #[test]
    fn random_boards_are_answered_as_by_definition() {
        // Of a byte, of two bytes, of four.
        for weight in [5, 500, 5_000, 1_000_000, 134_217_727] {
            let table = table(std::array::from_fn(|cell| weight / (1 + cell as i32 % 5)));
            for count in [0, 1, 255, 256, 257, 3_000] {
                let text = boards(count as u64, count);
                let mut output = b"before\n".to_vec();
                assert_eq!(answer_boards(&table, text.as_bytes(), &mut output), text.len());
                let expected = format!("before\n{}", naive_answers(&table, &text));
                assert!(String::from_utf8(output).unwrap() == expected);
            }
        }
    }

    #[test]
    fn reading_stops_before_a_board_that_is_not_in_the_layout() {
        let table = &table([100_000; CELLS]);
        let text = boards(7, 300);
        for at in (0..2 * BOARD_BYTES).chain([255 * BOARD_BYTES, 256 * BOARD_BYTES + 5, 300 * BOARD_BYTES - 1]) {
            let good = at / BOARD_BYTES * BOARD_BYTES;
            let answers = naive_answers(table, &text[..good]);
            let assert_stops = |input: &[u8]| {
                let mut output = Vec::new();
                assert_eq!(answer_boards(table, input, &mut output), good);
                assert!(output == answers.as_bytes());
            };
            assert_stops(&text.as_bytes()[..at]);
            for byte in 0..=255 {
                let mut damaged = text.clone().into_bytes();
                let other_board = matches!((byte, damaged[at]), (b'#' | b'.', b'#' | b'.'));
                if byte != damaged[at] && !other_board {
                    damaged[at] = byte;
                    assert_stops(&damaged);
                }
            }
        }
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        let powers = (0..9).flat_map(|power| [10_i32.pow(power) - 1, 10_i32.pow(power), 10_i32.pow(power) + 1]);
        for value in (0..20_000).chain(powers).chain((0..1000).map(|i| i * 99_991)).chain([i32::MAX, -1, i32::MIN]) {
            let mut output = [0; ANSWER_BYTES];
            let length = write_answer(value, &mut output);
            assert_eq!(str::from_utf8(&output[..length]), Ok(format!("{value}\n").as_str()));
        }
    }
}
