//! The readers of problems and states: whatever they are given, an error or a problem, never a panic.
//!
//! Longer: `PROPTEST_CASES=300000 cargo test --release --test parsers -- --ignored`

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use retrograde::Notation;
use retrograde::games::{GAMES, Visitor, visit};
use retrograde::notation::Reader;

const PROBLEMS: [&str; 5] = [
    "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n1 1\n5\n7\n",
    "3 4 3\n2 2 3\n2 1 3\n2 1 2\n3 2 3 1\n\n3 2 2\n3 2 3 1\n3 1 2 3\n\n0 0 0\n",
    "3 -1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8\n1\n##.\n....\n.....\n....\n...\n",
    "2 2 +-+.+ |.|.. +-+.+ ..... +.+.+ 2 2 1 3 icelandic 2 1\nswedish",
    "triangle-5 0\ntriangle-4 #.## ######\nsquare\n ##.\n##.#\ntriangular\n  #\n . #\n# # #\n",
];
const STATES: [&str; 5] = [
    "0 0\n3 1\n3 3\n",
    "\n1 2\n4\n1 2 3 4\n",
    "##. .... ..... .... ...\n###\n####\n#####\n####\n###\n",
    "+-+.+ |.|.. +-+.+ ..... +.+.+\n+-+-+\n|...|\n+.+.+\n|...|\n+-+-+\n",
    ". ## ### #### #####\n#\n..\n###\n....\n#.#.#\n#.#.#.#.#.#.#.#\n",
];

/// The games of these texts.
const NAMES: [&str; 5] = ["chess", "gems", "sternhalma", "dots", "peg"];

/// Reads all problems of a text, and all states of another for the first of them.
struct ReadAll<'a>(&'a [u8], &'a [u8], usize);

impl Visitor for ReadAll<'_> {
    type Output = ();

    fn visit<G: Notation>(self) {
        let mut reader = Reader::new(self.0);
        for _ in 0..5 {
            let Ok(Some(game)) = G::read_problem(&mut reader, None) else { break };
            // What has been read is written so that it is read again.
            let text = game.problem_text();
            let again = G::read_problem(&mut Reader::new(text.as_bytes()), None).unwrap().unwrap();
            assert_eq!(again.problem_text(), text);
            read_states(&game, self.1);
        }
        let game = G::read_problem(&mut Reader::new(PROBLEMS[self.2].as_bytes()), None).unwrap().unwrap();
        read_states(&game, self.1);
    }
}

fn read_states<G: Notation>(game: &G, text: &[u8]) {
    let mut reader = Reader::new(text);
    for _ in 0..20 {
        let Ok(true) = game.another_state(&mut reader) else { return };
        match game.read_state(&mut reader) {
            Ok(state) => {
                assert!(game.space().index(state).is_some(), "{state:b}");
                let text = game.state_text(state);
                assert_eq!(game.read_state(&mut Reader::new(format!("{text}\n").as_bytes())).unwrap(), state, "{text}");
                let _ = (game.draw(state, &[]), game.title(), game.bit_names(), game.legend());
                game.for_each_move(state, |play| drop(game.describe(state, &play)));
            }
            Err(error) if error.kind.is_final() => return,
            Err(_) => game.skip_state(&mut reader).unwrap(),
        }
    }
}

/// What is put in the place of some bytes of a text.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let tokens = [
        "",
        " ",
        "\n",
        "0",
        "1",
        "-1",
        "2",
        "40",
        "41",
        "100000",
        "100001",
        "2147483647",
        "2147483648",
        "-2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
        "#",
        ".",
        "##.",
        "+-+.+",
        "|.|.|",
        "swedish",
        "triangle-4",
        "square",
        "hexagonal",
        "-",
        "+",
        "\0",
        "\r\n",
    ];
    prop_oneof![
        3 => select(tokens.to_vec()).prop_map(|token| token.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..70),
        1 => vec(select(b"0123456789 \n-#.+|".to_vec()), 0..70),
    ]
}

fn changed(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let changes = vec((any::<prop::sample::Index>(), 0..6_usize, piece()), 0..4);
    let valid = changes.prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, length, piece) in changes {
            let at = at.index(bytes.len() + 1);
            let end = bytes.len().min(at + length);
            bytes.splice(at..end, piece);
        }
        bytes
    });
    prop_oneof![4 => valid, 1 => vec(any::<u8>(), 0..200)]
}

fn read_many(cases: u32) {
    assert!(GAMES.iter().all(|known| NAMES.contains(&known.0)), "a game without texts");
    let mut runner = TestRunner::deterministic();
    for (at, game) in NAMES.into_iter().enumerate() {
        let texts = (changed(PROBLEMS[at]), changed(STATES[at]));
        for _ in 0..cases {
            let (problem, states) = texts.new_tree(&mut runner).unwrap().current();
            visit(game, ReadAll(&problem, &states, at)).unwrap();
        }
    }
}

#[test]
fn any_text_is_read_or_refused() {
    read_many(300);
}

#[test]
#[ignore = "minutes; see the top of the file"]
fn long_run() {
    read_many(std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(50_000));
}
