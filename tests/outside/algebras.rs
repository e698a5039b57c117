//! Every algebra on random games, against all plays one by one.

use std::collections::HashSet;
use std::sync::Arc;

use retrograde::{
    Algebra, All, Any, Bottleneck, Chance, Cheapest, Count, Dearest, Expectation, Game, Grundy, Longest, Minimax,
    Modulo, Move, Probability, Shortest, Space, State, Turn,
};

use super::{Random, table};

/// Moves that are listed, from each subset of seven things to smaller ones.
pub struct Graph<A: Algebra> {
    pub space: Arc<Space>,
    pub algebra: A,
    pub moves: Vec<Vec<Move<A::Gain>>>,
    pub bound: i64,
}

impl<A: Algebra> Game for Graph<A> {
    type Algebra = A;

    fn algebra(&self) -> A {
        self.algebra
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        self.moves.len() as State - 1
    }

    fn bound(&self) -> i64 {
        self.bound
    }

    fn for_each_move(&self, state: State, visit: impl FnMut(Move<A::Gain>)) {
        self.moves[state as usize].iter().copied().for_each(visit);
    }
}

/// At most three moves a state; `gain` is that of one of so many.
fn graph<A: Algebra>(algebra: A, seed: u64, mut gain: impl FnMut(&mut Random, usize) -> A::Gain) -> Graph<A> {
    let mut random = Random(seed);
    let space = Arc::new(Space::subsets_by_weight(7, 3, &[1; 4]).unwrap());
    let mut moves = vec![Vec::new()];
    for from in 1..1_u64 << 7 {
        let count = random.below(4) as usize;
        let mut play = |_| Move {
            to: from & (random.below(from) | random.below(1 << 7) & !from),
            gain: gain(&mut random, count),
            turn: if random.below(2) == 0 { Turn::Kept } else { Turn::Passes },
        };
        moves.push((0..count).map(&mut play).filter(|play| play.to != from).collect());
    }
    Graph { space, algebra, moves, bound: i64::MAX }
}

/// All plays from a state to an end.
fn plays<A: Algebra>(game: &Graph<A>, state: State) -> Vec<Vec<Move<A::Gain>>> {
    let moves = &game.moves[state as usize];
    let on = |play: &Move<A::Gain>| {
        let first = *play;
        plays(game, first.to).into_iter().map(move |rest| [vec![first], rest].concat()).collect::<Vec<_>>()
    };
    if moves.is_empty() { vec![Vec::new()] } else { moves.iter().flat_map(on).collect() }
}

/// Holds the table of a random game against what all plays from a state give.
fn holds<A: Algebra>(
    algebra: A,
    gain: impl Fn(&mut Random, usize) -> A::Gain,
    value: impl Fn(Vec<Vec<Move<A::Gain>>>) -> A::Value,
) {
    for seed in 0..4 {
        let game = graph(algebra, seed, &gain);
        let table = table(&game);
        for state in 0..1 << 7 {
            assert_eq!(table.value(state), Some(value(plays(&game, state))), "seed {seed}, state {state:b}");
        }
    }
}

macro_rules! sums {
    ($($number:ty)*) => {$(
        let gain = |random: &mut Random, _| random.below(200) as $number - 100 as $number;
        let sum = |play: &Vec<Move<$number>>| play.iter().map(|play| play.gain).sum::<$number>();
        holds(Cheapest::<$number>::new(), gain, |plays| plays.iter().map(sum).reduce(|a, b| if a < b { a } else { b }).unwrap());
        holds(Dearest::<$number>::new(), gain, |plays| plays.iter().map(sum).reduce(|a, b| if a > b { a } else { b }).unwrap());
        // The end of a play is worth 0.
        let zero = 0 as $number;
        let worst = |play: &Vec<Move<$number>>| play.iter().map(|play| play.gain).fold(zero, |a, b| if a > b { a } else { b });
        holds(Bottleneck::<$number>::new(), gain, |plays| plays.iter().map(worst).reduce(|a, b| if a < b { a } else { b }).unwrap());
    )*};
}

#[test]
fn of_one_who_chooses() {
    sums!(i32 i64 f64);
}

#[test]
fn of_plays() {
    let none = |_: &mut Random, _| ();
    holds(Count::<u64>::new(), none, |plays| plays.len() as u64);
    holds(Count::<u128>::new(), none, |plays| plays.len() as u128);
    holds(Modulo::new(7).unwrap(), none, |plays| plays.len() as u64 % 7);
    holds(Shortest, none, |plays| plays.iter().map(|play| play.len() as u32).min().unwrap());
    holds(Longest, none, |plays| plays.iter().map(|play| play.len() as u32).max().unwrap());
}

#[test]
fn of_two_who_choose() {
    for seed in 0..8 {
        let game = graph(Minimax, seed, |random, _| random.below(200) as i32 - 100);
        let solved = table(&game);
        // With the signs of the first player throughout, who is to move where `first` is.
        fn best(game: &Graph<Minimax>, state: State, first: bool) -> i32 {
            let worth = |play: &Move| {
                let next = best(game, play.to, first == (play.turn == Turn::Kept));
                if first { next + play.gain } else { next - play.gain }
            };
            let worths = game.moves[state as usize].iter().map(worth);
            (if first { worths.max() } else { worths.min() }).unwrap_or(0)
        }
        assert!((0..1 << 7).all(|state| solved.value(state) == Some(best(&game, state, true))), "seed {seed}");

        let (any, all) = (graph(Any, seed, |_, _| ()), graph(All, seed, |_, _| ()));
        // Whether the first player wins, who is to move where `first` is, and `loses` where there is no move.
        fn wins<A: Algebra>(game: &Graph<A>, state: State, first: bool, loses: bool) -> bool {
            let next = |play: &Move<A::Gain>| wins(game, play.to, first == (play.turn == Turn::Kept), loses);
            let moves = &game.moves[state as usize];
            if first == loses { moves.iter().any(next) } else { moves.iter().all(next) }
        }
        let (of_any, of_all) = (table(&any), table(&all));
        assert!((0..1 << 7).all(|state| of_any.value(state) == Some(wins(&any, state, true, true))), "seed {seed}");
        assert!((0..1 << 7).all(|state| of_all.value(state) == Some(wins(&all, state, true, false))), "seed {seed}");

        let grundy = graph(Grundy, seed, |_, _| ());
        fn least(game: &Graph<Grundy>, state: State) -> u32 {
            let met: HashSet<u32> = game.moves[state as usize].iter().map(|play| least(game, play.to)).collect();
            (0..).find(|number| !met.contains(number)).unwrap()
        }
        let of_grundy = table(&grundy);
        assert!((0..1 << 7).all(|state| of_grundy.value(state) == Some(least(&grundy, state))), "seed {seed}");
    }
}

#[test]
fn grundy_values_of_all_sizes() {
    // A heap from which any number may be taken, in one block: values up to 299, past the 128 that are kept apart.
    let space = Arc::new(Space::subsets_by_weight(9, 9, &[]).unwrap());
    let moves = |from: State| (0..from.min(299)).map(Move::to).collect();
    let game = Graph { space, algebra: Grundy, moves: (0..1 << 9).map(moves).collect(), bound: i64::MAX };
    let table = table(&game);
    assert!((0..1 << 9).all(|state| table.value(state) == Some(state.min(299) as u32)));
}

#[test]
fn of_chance() {
    // Four moves a state, of chances that are exact: 1/8, 1/8, 1/4, 1/2.
    let chances = [0.125, 0.125, 0.25, 0.5];
    let moves = |reward: f64| {
        let moves = move |from: State| match from {
            0..4 => Vec::new(),
            _ => (0..4)
                .map(|at| (from & (from - 1) & !(at & 3), chances[at as usize], reward * (from + at) as f64))
                .collect(),
        };
        (0..1 << 7).map(moves).collect::<Vec<Vec<(State, f64, f64)>>>()
    };
    let space = Arc::new(Space::subsets_by_weight(7, 3, &[1; 4]).unwrap());
    let listed = moves(0.5);
    let chance = |&(to, probability, reward): &(State, f64, f64)| Move {
        to,
        gain: Chance { probability, reward },
        turn: Turn::Kept,
    };
    let expected = Graph {
        space: space.clone(),
        algebra: Expectation,
        moves: listed.iter().map(|moves| moves.iter().map(chance).collect()).collect(),
        bound: i64::MAX,
    };
    let table = table(&expected);
    for state in 0..1 << 7 {
        let of = |play: &Vec<Move<Chance>>| {
            let likely: f64 = play.iter().map(|play| play.gain.probability).product();
            likely * play.iter().map(|play| play.gain.reward).sum::<f64>()
        };
        let sum: f64 = plays(&expected, state).iter().map(of).sum();
        assert!((table.value::<f64>(state).unwrap() - sum).abs() < 1e-9, "{state:b}");
    }
    let likely = Graph {
        space,
        algebra: Probability,
        moves: listed
            .iter()
            .map(|moves| moves.iter().map(|&(to, gain, _)| Move { to, gain, turn: Turn::Kept }).collect())
            .collect(),
        bound: 1,
    };
    // It never ends well, as no state is said to.
    assert!((0..1 << 7).all(|state| super::table(&likely).value::<f64>(state) == Some(0.0)));
}
