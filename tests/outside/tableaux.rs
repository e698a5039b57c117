//! Standard Young tableaux of a rectangle: the ways to fill it corner by corner, on the space of Young diagrams.

use std::sync::Arc;

use retrograde::{Algebra, ContractError, Count, Game, Modulo, Move, Space, State, Value, check_game};

use super::{breach, naive, table, things};

struct Corners<A> {
    space: Arc<Space>,
    start: State,
    algebra: A,
}

impl<A: Algebra<Gain = ()>> Game for Corners<A> {
    type Algebra = A;

    fn algebra(&self) -> A {
        self.algebra
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        self.start
    }

    fn for_each_move(&self, contour: State, visit: impl FnMut(Move<()>)) {
        // A one with a zero below it moves down by a place.
        things(contour & !(contour << 1 | 1)).map(|one| Move::to(contour - (1 << one >> 1))).for_each(visit);
    }
}

fn corners<A>(rows: u32, cols: u32, algebra: A) -> Corners<A> {
    Corners { space: Arc::new(Space::young(rows, cols).unwrap()), start: ((1 << rows) - 1) << cols, algebra }
}

fn value<V: Value, A: Algebra<Gain = (), Value = V>>(rows: u32, cols: u32, algebra: A) -> V {
    let game = corners(rows, cols, algebra);
    table(&game).value(game.start).unwrap()
}

#[test]
fn rectangles() {
    for (rows, cols) in [(1, 1), (1, 9), (2, 6), (3, 4), (4, 3), (5, 5), (6, 4), (7, 7)] {
        let expected = naive::own::tableaux::rectangle(rows.into(), cols.into()).unwrap();
        assert_eq!(value(rows, cols, Count::<u128>::new()), expected, "{rows} x {cols}");
    }
    assert_eq!(value(5, 5, Count::<u64>::new()), 701_149_020);
    assert_eq!(value(8, 8, Count::<u128>::new()), 22_081_374_992_701_950_398_847_674_830_857_600);
    let moves = check_game(&corners(4, 3, Count::<u64>::new()));
    assert_eq!(moves, Ok(6 * 10)); // six places of a corner, C(5, 2) ways to go on
}

#[test]
fn what_does_not_fit_is_an_error() {
    for bound in [breach(&corners(9, 9, Count::<u128>::new())), breach(&corners(7, 7, Count::<u64>::new()))] {
        assert!(matches!(bound, ContractError::Bound { bound: i64::MAX, .. }), "{bound}");
        assert!(bound.to_string().contains("exceeds its type"), "{bound}");
    }
    for (prime, expected) in [(1_000_000_007, 503_407_052), (998_244_353, 791_165_588)] {
        assert_eq!(naive::own::tableaux::rectangle_mod(9, 9, prime), expected);
        assert_eq!(value(9, 9, Modulo::new(prime).unwrap()), expected);
    }
    assert_eq!(value(5, 5, Modulo::new(1).unwrap()), 0);
    assert_eq!(value(8, 8, Modulo::new(1 << 63).unwrap()), naive::own::tableaux::rectangle_mod(8, 8, 1 << 63));
    assert!(Modulo::new(0).is_none() && Modulo::new((1 << 63) + 1).is_none());
}
