//! What holds for every game of the list, whichever games those are.

#[path = "cpus/mod.rs"]
mod cpus;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::ThreadPoolBuilder;
use retrograde::game::ValueOf;
use retrograde::games::{GAMES, Listed, Visitor, visit};
use retrograde::notation::Reader;
use retrograde::{
    ContractError, Count, Existing, Longest, Modulo, Plays, Recursion, Solvable, SolveError, Solver, Table, Under,
    check_game, reachable, verify,
};

/// The most states of a table, of a game that has so small a one.
const STATES: usize = 1 << 17;

/// Problems of the smallest sizes, of one between, and of the largest whose table is small.
fn problems<G: Listed>() -> Vec<G> {
    let all: Vec<(u32, G)> = (1..=19).filter_map(|size| Some((size, G::random(size, 1).ok()?))).collect();
    let small: Vec<u32> =
        all.iter().filter(|(_, game)| game.space().states() <= STATES).map(|(size, _)| *size).collect();
    let mut sizes = match small[..] {
        [] => vec![all.first().unwrap_or_else(|| panic!("{} has no problem of at most 19", G::NAME)).0],
        [first, .., last] => vec![first, small[1], small[small.len() / 2], last],
        [only] => vec![only],
    };
    sizes.dedup();
    sizes.into_iter().map(|size| G::random(size, u64::from(size)).unwrap()).collect()
}

fn read<G: Listed>(text: &[u8]) -> Result<Option<G>, retrograde::notation::ParseError> {
    G::read_problem(&mut Reader::new(text), None)
}

/// Does something for each problem of each game.
fn for_each(check: impl Check) {
    struct Each<C>(C);

    impl<C: Check> Visitor for Each<C> {
        type Output = ();

        fn visit<G: Listed>(self) {
            problems::<G>().iter().for_each(|game| self.0.check(game));
        }
    }

    for (name, _) in GAMES {
        visit(name, Each(check)).unwrap();
    }
}

trait Check: Copy {
    fn check<G: Listed>(self, game: &G);
}

fn solve<M, P: Solvable<M>>(problem: &P) -> Table {
    Solver::new().solve(problem).unwrap().table
}

#[derive(Clone, Copy)]
struct EveryWay;

impl Check for EveryWay {
    fn check<G: Listed>(self, game: &G) {
        let name = game.title();
        check_game(game).unwrap();
        let table = solve(game);
        verify(game, &table).unwrap();
        let same = |solver: Solver<'_>| {
            assert!(solver.solve(game).unwrap().table.cells() == table.cells(), "{name}: {solver:?}");
        };
        for cpu in cpus::cpus() {
            same(Solver::new().cpu(cpu));
            same(Solver::new().cpu(cpu).plain(true));
        }
        same(Solver::new().sequential(true));
        for threads in [1, 2, 7] {
            ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| same(Solver::new()));
        }
        // The recursion agrees on all that it visits, which is what can be reached.
        let mut recursion = Recursion::new(game).unwrap();
        let value = recursion.value(game.start()).unwrap();
        assert_eq!(Some(value), table.value::<ValueOf<G>>(game.start()), "{name}");
        let known: Vec<usize> = recursion.known().indices_in(0..game.space().states()).collect();
        assert_eq!(known.len() as u64, reachable(game, game.start()).unwrap().len(), "{name}");
        for state in known.into_iter().map(|index| game.space().state_at(index)) {
            assert_eq!(Some(recursion.value(state).unwrap()), table.value::<ValueOf<G>>(state), "{name}: {state:b}");
        }
    }
}

#[test]
fn every_way_to_solve_gives_the_same_table() {
    for_each(EveryWay);
}

#[derive(Clone, Copy)]
struct Files;

impl Check for Files {
    fn check<G: Listed>(self, game: &G) {
        let (name, folder) = (game.title(), tempfile::tempdir().unwrap());
        let (path, again) = (folder.path().join("a"), folder.path().join("b"));
        let table = solve(game);
        table.save(&path, &game.label(), Existing::Keep).unwrap();
        let opened = Table::open_checked(&path).unwrap();
        assert!(opened.cells() == table.cells() && opened.index() == table.index(), "{name}");
        assert_eq!((opened.layers(), opened.bound()), (table.layers(), table.bound()), "{name}");
        assert_eq!((opened.label(), opened.shape()), (Some(&game.label()), table.shape()), "{name}");
        verify(game, &opened).unwrap();
        opened.save(&again, &game.label(), Existing::Keep).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(std::fs::read(&again).unwrap() == bytes, "{name}: not byte for byte");
        // The problem in its label makes the same file.
        let same: G = read(opened.label().unwrap().problem.as_bytes()).unwrap().unwrap();
        solve(&same).save(&again, &same.label(), Existing::Replace).unwrap();
        assert!(std::fs::read(&again).unwrap() == bytes, "{name}: not what the label says");
        for part in 0..=40 {
            let mut damaged = bytes.clone();
            let at = (bytes.len() - 1) * part / 40;
            damaged[at] ^= 1 << (part % 8);
            std::fs::write(&path, damaged).unwrap();
            assert!(Table::open_checked(&path).is_err(), "{name}: byte {at} of {}", bytes.len());
        }
    }
}

#[test]
fn a_table_in_a_file_is_the_table() {
    for_each(Files);
}

#[derive(Clone, Copy)]
struct Texts;

impl Check for Texts {
    fn check<G: Listed>(self, game: &G) {
        let (name, text) = (game.title(), game.problem_text());
        let again: G = read(text.as_bytes()).unwrap().unwrap();
        assert_eq!((again.problem_text(), again.start(), again.bound()), (text.clone(), game.start(), game.bound()));
        let space = game.space();
        let step = space.states().div_ceil(500);
        let states = (0..space.states()).step_by(step).map(|index| space.state_at(index)).chain([game.start()]);
        for state in states {
            let text = game.state_text(state);
            assert_eq!(text.lines().count(), usize::from(!text.is_empty()), "{name}: {text}");
            let read = again.read_state(&mut Reader::new(format!("{text}\n").as_bytes()));
            assert_eq!(read.unwrap(), state, "{name}: {text}");
        }
        assert_eq!(game.bit_names().len(), space.bits() as usize, "{name}");
        // Damaged, it is an error or a problem.
        for at in (0..text.len()).step_by(text.len().div_ceil(60)) {
            for byte in [b' ', b'\n', b'0', b'7', b'-', b'#', b'.', b'x', 0, 0xff] {
                let mut damaged = text.clone().into_bytes();
                damaged[at] = byte;
                let fate = catch_unwind(AssertUnwindSafe(|| drop(read::<G>(&damaged))));
                assert!(fate.is_ok(), "{name}: {:?} panics", String::from_utf8_lossy(&damaged));
            }
            assert!(catch_unwind(AssertUnwindSafe(|| drop(read::<G>(&text.as_bytes()[..at])))).is_ok(), "{name}: {at}");
        }
    }
}

#[test]
fn texts_are_read_as_they_were_written() {
    for_each(Texts);
}

#[derive(Clone, Copy)]
struct OtherQuestions;

impl Check for OtherQuestions {
    fn check<G: Listed>(self, game: &G) {
        let name = game.title();
        let (lengths, plays) = (Under::new(game, Longest), Plays::new(game, Count::new()));
        let of_lengths = solve(&lengths);
        verify(&lengths, &of_lengths).unwrap();
        let set = reachable(game, game.start()).unwrap();
        match (Solver::new().solve(&plays), retrograde::plays(game, &set, game.start(), |_| true)) {
            (Ok(solution), Ok(counted)) => {
                verify(&plays, &solution.table).unwrap();
                assert_eq!(solution.table.value(game.start()), Some(counted), "{name}");
            }
            // More than 128 bits hold, either way.
            (Err(of_table), Err(of_set)) => {
                for error in [of_table, of_set] {
                    assert!(matches!(error, SolveError::Contract(ContractError::Bound { .. })), "{name}: {error:?}");
                }
                let modulo = Under::new(game, Modulo::new(1_000_000_007).unwrap());
                verify(&modulo, &solve(&modulo)).unwrap();
            }
            (table, set) => panic!("{name}: {table:?} and {set:?}"),
        }
        for state in [game.start(), game.space().state_at(game.space().states() / 2)] {
            let mut longest = None;
            game.for_each_move(state, |play| longest = longest.max(of_lengths.value::<u32>(play.to)));
            let expected = longest.map_or(0, |longest| longest + 1);
            assert_eq!(of_lengths.value(state), Some(expected), "{name}");
        }
    }
}

#[test]
fn how_long_play_lasts_and_how_many_plays_there_are() {
    for_each(OtherQuestions);
}
