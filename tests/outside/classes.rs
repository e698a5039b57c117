//! A space of one's own: the subsets with as many of the lower things as of the upper ones.

use std::sync::Arc;

use retrograde::{ContractError, Count, Game, Move, Space, SpaceError, State, check_game};

use super::{breach, table, things};

/// Pairs are taken, one from each half; a breach takes one alone.
struct Pairs {
    space: Arc<Space>,
    half: u32,
    alone: bool,
}

impl Game for Pairs {
    type Algebra = Count<u64>;

    fn algebra(&self) -> Count<u64> {
        Count::new()
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        (1 << (2 * self.half)) - 1
    }

    fn for_each_move(&self, left: State, mut visit: impl FnMut(Move<()>)) {
        let low = (1 << self.half) - 1;
        for upper in things(left & !low) {
            for lower in things(left & low) {
                visit(Move::to(left & !(1 << upper) & if self.alone { !0 } else { !(1 << lower) }));
            }
        }
    }
}

fn pairs(half: u32, alone: bool) -> Pairs {
    let ones = |part: u64| Some(part.count_ones() as u8);
    let space = Space::by_classes(2 * half, half, &vec![1; half as usize], ones, ones).unwrap();
    Pairs { space: Arc::new(space), half, alone }
}

#[test]
fn as_many_above_as_below() {
    for half in 1..=7 {
        let game = pairs(half, false);
        // Vandermonde: the sum of C(n, k)^2 is C(2n, n).
        assert_eq!(Some(game.space.states() as u64), retrograde::space::binomial(2 * half, half));
        check_game(&game).unwrap();
        let table = table(&game);
        for state in 0..1_u64 << (2 * half) {
            let (upper, lower) = ((state >> half).count_ones(), (state & ((1 << half) - 1)).count_ones());
            let factorial: u64 = (1..=u64::from(upper)).product();
            assert_eq!(table.value(state), (upper == lower).then_some(factorial * factorial), "{state:b}");
        }
    }
}

#[test]
fn a_move_out_of_the_space_is_an_error() {
    let game = pairs(3, true);
    assert!(matches!(breach(&game), ContractError::Move { to, .. } if game.space.index(to).is_none()));
    assert!(matches!(check_game(&game), Err(ContractError::Move { .. })));
    let none = Space::by_classes(4, 2, &[1; 2], |_| Some(255), |_| Some(0));
    assert_eq!(none.unwrap_err(), SpaceError::Class);
    let few = Space::by_classes(4, 2, &[1], |_| Some(0), |_| Some(0));
    assert_eq!(few.unwrap_err(), SpaceError::Weights { weights: 1, high_bits: 2 });
}
