//! What is no value: each the defined error.

use std::sync::Arc;

use retrograde::{
    Algebra, Bottleneck, Chance, Cheapest, ContractError, Dearest, Earlier, Expectation, Longest, Minimax, Move,
    Probability, Recurrence, SolveError, Solver, Space, State, Turn, Undefined,
};

use super::algebras::Graph;
use super::breach;

/// One line of play: from all things to none, gaining these in reverse.
fn line<A: Algebra>(algebra: A, gains: &[A::Gain]) -> Graph<A> {
    fan(algebra, &gains.iter().map(|&gain| vec![gain]).collect::<Vec<_>>())
}

/// The same, with several moves from each state to the next.
fn fan<A: Algebra>(algebra: A, gains: &[Vec<A::Gain>]) -> Graph<A> {
    let space = Arc::new(Space::subsets_by_weight(gains.len() as u32, 1, &vec![1; gains.len() - 1]).unwrap());
    let mut moves: Vec<Vec<Move<A::Gain>>> = vec![Vec::new(); 1 << gains.len()];
    for (at, gains) in gains.iter().enumerate() {
        let (from, to) = ((2 << at) - 1, (1 << at) - 1);
        moves[from] = gains.iter().map(|&gain| Move { to, gain, turn: Turn::Kept }).collect();
    }
    Graph { space, algebra, moves, bound: i64::MAX }
}

#[test]
fn sums_that_do_not_fit() {
    let too_large = |error: ContractError| {
        assert!(matches!(error, ContractError::Bound { state: 0b11, bound: i64::MAX }), "{error:?}");
    };
    too_large(breach(&line(Minimax, &[i32::MAX, 1])));
    too_large(breach(&line(Cheapest::<i32>::new(), &[i32::MAX, 1])));
    too_large(breach(&line(Dearest::<i32>::new(), &[i32::MIN, -1])));
    too_large(breach(&line(Cheapest::<i64>::new(), &[i64::MAX, 1])));
    too_large(breach(&line(Dearest::<i64>::new(), &[-i64::MAX, -2])));
    // What is not chosen may be as large as it likes.
    let fits = fan(Cheapest::<i64>::new(), &[vec![i64::MAX], vec![1, -1]]);
    assert_eq!(super::table(&fits).value(0b11), Some(i64::MAX - 1));
    let narrow = line(Bottleneck::<i64>::new(), &[i64::MAX, i64::MAX]);
    assert_eq!(super::table(&narrow).value(0b11), Some(i64::MAX));
}

#[test]
fn no_numbers() {
    let nan = |error: ContractError| assert!(matches!(error, ContractError::NotANumber { .. }), "{error:?}");
    for gains in [[f64::NAN, 0.0], [0.0, f64::NAN], [f64::INFINITY, f64::NEG_INFINITY]] {
        nan(breach(&line(Cheapest::<f64>::new(), &gains)));
        nan(breach(&line(Dearest::<f64>::new(), &gains)));
        if gains[0] != f64::INFINITY {
            nan(breach(&line(Bottleneck::<f64>::new(), &gains)));
        }
    }
    nan(breach(&line(Probability, &[f64::NAN])));
    // A move that is not chosen is looked at, too.
    nan(breach(&fan(Cheapest::<f64>::new(), &[vec![1.0, f64::NAN, 0.0]])));
    nan(breach(&line(Expectation, &[Chance { probability: 1.0, reward: f64::NAN }])));
    let infinite = line(Cheapest::<f64>::new(), &[f64::INFINITY, 1.0]);
    assert_eq!(super::table(&infinite).value(0b11), Some(f64::INFINITY));
}

#[test]
fn chances_that_do_not_sum_to_1() {
    let chances = |chances: &[f64]| {
        let gains = chances.iter().map(|&probability| Chance { probability, reward: 1.0 }).collect();
        let expected = fan(Expectation, &[gains]);
        let likely = fan(Probability, &[chances.to_vec()]);
        (expected, likely)
    };
    for wrong in [&[0.5][..], &[0.5, 0.6], &[1.5, -0.5], &[0.0], &[1.0 + 1e-8]] {
        let (expected, likely) = chances(wrong);
        for error in [breach(&expected), breach(&likely)] {
            assert!(matches!(error, ContractError::Chances { state: 1, .. }), "{wrong:?}: {error:?}");
        }
    }
    for right in [&[1.0][..], &[0.5, 0.5], &[1.0 + 1e-10], &[0.1; 10]] {
        let (expected, likely) = chances(right);
        assert!((super::table(&expected).value::<f64>(1).unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(super::table(&likely).value(1), Some(0.0));
    }
}

#[test]
fn wrong_bounds() {
    let exceeded = |error: ContractError| {
        assert!(matches!(error, ContractError::Bound { state: 0b11, bound: 5 }), "{error:?}");
    };
    exceeded(breach(&Graph { bound: 5, ..line(Minimax, &[3, 3]) }));
    exceeded(breach(&Graph { bound: 5, ..line(Dearest::<i64>::new(), &[-3, -3]) }));
    exceeded(breach(&Graph { bound: 5, ..line(Cheapest::<f64>::new(), &[3.0, 3.0]) }));
    let long = breach(&Graph { bound: 5, ..line(Longest, &[(); 7]) });
    assert!(matches!(long, ContractError::Bound { state: 0b11_1111, bound: 5 }), "{long:?}");
    let negative = Solver::new().solve(&Graph { bound: -1, ..line(Dearest::<i64>::new(), &[0]) });
    assert!(matches!(negative, Err(SolveError::Width { bound: -1 })), "{negative:?}");
}

/// Asks for one state from each.
struct Asks<F>(Arc<Space>, F);

impl<F: Fn(State) -> State + Sync> Recurrence for Asks<F> {
    type Cell = u8;

    fn space(&self) -> &Arc<Space> {
        &self.0
    }

    fn fill(&self, state: State, earlier: Earlier<'_, u8>, row: &mut [u8]) -> Result<(), Undefined> {
        row[0] = if state == 0 { 1 } else { earlier.row((self.1)(state))?[0].max(earlier.get((self.1)(state))?) };
        Ok(())
    }
}

#[test]
fn look_ups_that_are_not_earlier() {
    let space = Arc::new(Space::subsets_by_weight(6, 3, &[1; 3]).unwrap());
    assert!(super::table(&Asks(space.clone(), |state| state & (state - 1))).value::<u32>(63) == Some(1));
    // Itself, later in the block, sideways in the layer, in a later layer, out of the space.
    type Look = fn(State) -> State;
    let breaches: [(Look, State); 5] = [
        (|state| state, 1),
        (|state| state ^ 1, 1),
        (|state| if state >> 3 == 0b010 { 0b001_000 } else { 0 }, 0b010_000),
        (|state| state ^ 0b100_000, 1),
        (|state| state | 1 << 41, 1),
    ];
    for (at, (asked, from)) in breaches.into_iter().enumerate() {
        // `1 ^ 1` is the empty set, which is earlier: the next state is the first that is wrong.
        let from = if at == 1 { 2 } else { from };
        let error = breach(&Asks(space.clone(), asked));
        assert_eq!(error, ContractError::Move { from, to: asked(from) }, "{at}");
    }
}
