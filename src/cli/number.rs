//! Numbers of whatever type, as text and as JSON.

use retrograde::Number;
use retrograde::game::Gain;
use serde_json::{Value, json};

/// A number as JSON; one of more than 64 bits as a string, since few readers keep all its digits.
pub(super) fn as_json(number: Number) -> Value {
    match number {
        Number::Bit(bit) => json!(bit),
        Number::Signed(number) => json!(number),
        Number::Unsigned(number) => u64::try_from(number).map_or_else(|_| json!(number.to_string()), Value::from),
        Number::Float(number) => json!(number),
        other => json!(other.to_string()),
    }
}

/// What a move gains, with its sign and two blanks before it; nothing where it gains nothing that is a number.
pub(super) fn gained(gain: impl Gain) -> String {
    match gain.number() {
        Some(Number::Signed(number)) => format!("  {number:+}"),
        Some(Number::Float(number)) => format!("  {number:+}"),
        Some(number) => format!("  {number}"),
        None => String::new(),
    }
}
