use super::*;

/// Hands out one byte at a time, as a slow pipe may.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(&mut buffer[..1])
    }
}

#[test]
fn tokens_and_their_places() {
    for trickle in [false, true] {
        let text = b" ab\r\n\n\t c \x0bd";
        let input: Box<dyn Read> = if trickle { Box::new(Trickle(text)) } else { Box::new(&text[..]) };
        let mut reader = Reader::new(input);
        for (bytes, line, column) in [("ab", 1, 2), ("c", 3, 3), ("d", 3, 6)] {
            let token = reader.token("a letter").unwrap();
            assert_eq!(token.bytes(), bytes.as_bytes());
            assert_eq!(token.position(), Position { line, column });
        }
        reader.end("d").unwrap();
        let error = reader.token("more").unwrap_err();
        assert_eq!(error.to_string(), "expected more, found the end of the input");
        assert_eq!(error.position, Position { line: 3, column: 7 });
    }
}

#[test]
fn numbers_are_strict() {
    let ask = |text: &str| Reader::new(text.as_bytes()).number("n", -5..=300).map_err(|error| error.to_string());
    assert_eq!(ask("-5"), Ok(-5));
    assert_eq!(ask("0300"), Ok(300));
    assert_eq!(ask("301"), Err("n is 301, it must be from -5 to 300".into()));
    assert_eq!(ask(&"9".repeat(64)), Err(format!("n is {}, it must be from -5 to 300", "9".repeat(64))));
    for text in ["-", "+", "+5", "1.0", "1e2", "0x10", "--5", "5-", "\0", "\u{661}"] {
        assert!(ask(text).unwrap_err().starts_with("expected n, found `"), "{text}");
    }
    assert_eq!(ask(&"9".repeat(65)), Err("a token of more than 64 bytes".into()));
    assert_eq!(ask(" \n"), Err("the input is empty".into()));
}

#[test]
fn an_endless_token_is_refused() {
    let mut reader = Reader::new(std::io::repeat(b'7'));
    assert!(matches!(reader.token("n"), Err(ParseError { kind: ParseErrorKind::TokenTooLong, .. })));
}
