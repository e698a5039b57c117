//! Games from outside the crate: what the contract promises, and what happens to those who break it.

use std::sync::Arc;

use retrograde::{
    ContractError, Game, Minimax, Move, Recursion, SolveError, Solver, Space, State, Turn, Value, check_game,
    reachable, verify,
};

/// A game whose moves are given by a function.
struct Custom<F> {
    space: Arc<Space>,
    bound: i64,
    moves: F,
}

impl<F: Fn(State) -> Vec<Move> + Sync> Game for Custom<F> {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        (1 << self.space.bits()) - 1
    }

    fn bound(&self) -> i64 {
        self.bound
    }

    fn for_each_move(&self, state: State, visit: impl FnMut(Move)) {
        (self.moves)(state).into_iter().for_each(visit);
    }

    fn terminal(&self, state: State) -> i32 {
        if state == 0 { 0 } else { -1 }
    }
}

fn custom<F: Fn(State) -> Vec<Move> + Sync>(bits: u32, bound: i64, moves: F) -> Custom<F> {
    Custom { space: Arc::new(Space::subsets(bits).unwrap()), bound, moves }
}

fn taking(gain: i32, turn: Turn) -> impl Fn(State) -> Vec<Move> + Sync {
    move |state| {
        let bits = (0..64).filter(move |bit| state >> bit & 1 == 1);
        bits.map(|bit| Move { to: state & !(1 << bit), gain, turn }).collect()
    }
}

#[test]
fn values_by_hand() {
    // Everything pays 1: alone one takes all; in turn an odd number gives 1 and an even one 0.
    let alone = custom(14, 14, taking(1, Turn::Kept));
    let table = Solver::new().solve(&alone).unwrap().table;
    assert!((0..1_u64 << 14).all(|state| table.value::<i32>(state) == Some(state.count_ones() as i32)));
    let in_turn = custom(14, 1, taking(1, Turn::Passes));
    let table = Solver::new().solve(&in_turn).unwrap().table;
    assert!((0..1_u64 << 14).all(|state| table.value::<i32>(state) == Some(state.count_ones() as i32 % 2)));
    assert_eq!(table.value::<i32>(1 << 14), None);
    assert_eq!(check_game(&in_turn), Ok(14 << 13));
    assert_eq!(reachable(&in_turn, 0b1011).unwrap().len(), 8);
}

#[test]
fn terminal_states_and_moves_that_drop_several_levels() {
    // Take everything from some bit on: a heap of Nim in unary, where who cannot move at the empty board has lost nothing.
    let game = custom(12, 1, |state: State| {
        let keep = |bit: u32| state & ((1_u64 << bit) - 1);
        (0..12)
            .filter(|&bit| keep(bit) != state)
            .map(|bit| Move { to: keep(bit), gain: 0, turn: Turn::Passes })
            .collect()
    });
    check_game(&game).unwrap();
    let solution = Solver::new().solve(&game).unwrap();
    verify(&game, &solution.table).unwrap();
    assert_eq!(solution.report.states, 1 << 12);
    // No move but at the empty board, so the terminal value of other states never counts.
    let stuck = custom(3, 1, |_| Vec::new());
    let table = Solver::new().solve(&stuck).unwrap().table;
    assert_eq!((table.value::<i32>(0), table.value::<i32>(5)), (Some(0), Some(-1)));
}

#[test]
fn every_width_gives_the_same_values() {
    for bound in [14, 1_000, 1_000_000] {
        let game = custom(14, bound, taking(1, Turn::Kept));
        let table = Solver::new().solve(&game).unwrap().table;
        assert_eq!(Some(table.shape().cell), i32::cell_type(bound));
        assert_eq!(table.value::<i32>((1 << 14) - 1), Some(14));
    }
}

#[test]
fn a_move_to_what_is_not_solved_yet_is_an_error() {
    // In the same block upwards, in the same layer sideways, out of the space, to itself.
    let breaches: [fn(State) -> State; 4] = [|s| s | 1, |s| (s << 1 | s >> 13) & 0x3fff, |s| s | 1 << 20, |s| s];
    for (at, breach) in breaches.into_iter().enumerate() {
        let game = custom(14, 1, move |state: State| vec![Move { to: breach(state), gain: 0, turn: Turn::Passes }]);
        assert!(matches!(check_game(&game), Err(ContractError::Move { .. })), "{at}");
        assert!(matches!(Solver::new().solve(&game), Err(SolveError::Contract(ContractError::Move { .. }))), "{at}");
        let mut recursion = Recursion::new(&game).unwrap();
        assert!(matches!(recursion.value(game.start()), Err(SolveError::Contract(ContractError::Move { .. }))), "{at}");
    }
}

#[test]
fn a_value_beyond_the_bound_is_an_error() {
    for bound in [12, 13] {
        let game = custom(14, bound, taking(1, Turn::Kept));
        assert!(matches!(Solver::new().solve(&game), Err(SolveError::Contract(ContractError::Bound { .. }))));
    }
    for bound in [-1, 1 << 31, i64::MAX - 1, i64::MIN] {
        let game = custom(2, bound, taking(1, Turn::Kept));
        assert!(matches!(Solver::new().solve(&game), Err(SolveError::Width { .. })), "{bound}");
    }
    // Sums that 32 bits do not hold.
    let game = custom(3, i32::MAX.into(), taking(i32::MAX, Turn::Kept));
    assert!(matches!(Solver::new().solve(&game), Err(SolveError::Contract(ContractError::Bound { .. }))));
}

#[test]
fn a_line_too_long_for_the_recursion_is_an_error() {
    let game = custom(14, 0, |state: State| match state.checked_sub(1) {
        Some(to) => vec![Move { to, gain: 0, turn: Turn::Kept }],
        None => Vec::new(),
    });
    assert!(matches!(Recursion::new(&game).unwrap().value(game.start()), Err(SolveError::Depth { .. })));
}

#[test]
fn memory_is_limited_and_progress_told() {
    let game = custom(14, 14, taking(1, Turn::Kept));
    let plan = Solver::new().plan(&game).unwrap();
    assert_eq!((plan.states, plan.table_bytes, plan.layers), (1 << 14, 1 << 14, 5));
    let refused = Solver::new().memory_limit(plan.peak_bytes() - 1).solve(&game);
    assert!(matches!(refused, Err(SolveError::MemoryLimit { needed, .. }) if needed == plan.peak_bytes()));
    let seen = std::sync::Mutex::new(Vec::new());
    let progress = |progress| seen.lock().unwrap().push(progress);
    let solver = Solver::new().memory_limit(plan.peak_bytes()).progress(&progress);
    assert_eq!(solver.solve(&game).unwrap().report.moves, Some(14 << 13));
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.len(), plan.layers);
    assert!(seen.is_sorted_by_key(|progress| progress.states_done) && seen.last().unwrap().states_done == 1 << 14);
}
