//! Chomp: a bite takes a cell and all that lie right of it and below; nobody may take the first cell, and who cannot
//! move has lost. Moves lead many layers down.

use std::collections::HashMap;
use std::sync::Arc;

use retrograde::{Algebra, Any, Game, Grundy, Move, Probe, Space, State, check_game};

use super::{naive, table, things};

/// The lengths of the rows of a bar, the longest first.
type Bar = Vec<usize>;

struct Chomp<A> {
    space: Arc<Space>,
    size: usize,
    algebra: A,
}

/// The i-th one from below stands i places above its cells.
fn bar(contour: State) -> Bar {
    things(contour).enumerate().map(|(row, one)| one - row).collect::<Vec<_>>().into_iter().rev().collect()
}

fn contour(bar: &[usize]) -> State {
    bar.iter().rev().enumerate().map(|(row, cells)| 1 << (row + cells)).sum()
}

impl<A: Algebra<Gain = ()>> Game for Chomp<A> {
    type Algebra = A;

    fn algebra(&self) -> A {
        self.algebra
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        contour(&vec![self.size; self.size])
    }

    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move<()>)) {
        let bar = bar(state);
        for (row, col) in (0..self.size).flat_map(|row| (0..bar[row]).map(move |col| (row, col))).skip(1) {
            let left = bar.iter().enumerate().map(|(at, &cells)| if at < row { cells } else { cells.min(col) });
            visit(Move::to(contour(&left.collect::<Bar>())));
        }
    }
}

fn chomp<A: Algebra<Gain = ()>>(size: usize, algebra: A) -> Chomp<A> {
    Chomp { space: Arc::new(Space::young(size as u32, size as u32).unwrap()), size, algebra }
}

/// The bars inside a square but the empty one, as states.
fn bars(size: usize) -> impl Iterator<Item = (State, Bar)> {
    let padded = move |bar: &Bar| bar.iter().copied().chain([0; 9]).take(size).collect::<Bar>();
    naive::own::chomp::diagrams(size, size).into_iter().map(move |bar| (contour(&padded(&bar)), bar))
}

#[test]
fn won_and_lost() {
    let mut lost = Vec::new();
    for size in 1..=6 {
        let game = chomp(size, Any);
        check_game(&game).unwrap();
        let (table, mut memo) = (table(&game), HashMap::new());
        for (state, bar) in bars(size) {
            assert_eq!(table.value(state), Some(naive::own::chomp::wins(&bar, &mut memo)), "{bar:?}");
        }
        lost.push(bars(size).filter(|(state, _)| table.value(*state) == Some(false)).count());
        if size > 1 {
            let best = Probe::new(&game, &table).best_moves(game.start()).unwrap();
            let corner = [vec![size], vec![1; size - 1]].concat();
            assert_eq!(best.iter().map(|best| bar(best.play.to)).collect::<Vec<_>>(), [corner], "{size}");
        }
    }
    assert_eq!(lost, [1, 2, 5, 10, 23, 48]);
}

#[test]
fn grundy_values() {
    let (game, mut memo) = (chomp(5, Grundy), HashMap::new());
    let (table, won) = (table(&game), table(&chomp(5, Any)));
    for (state, bar) in bars(5) {
        let value = table.value::<u32>(state).unwrap();
        assert_eq!(value, naive::own::chomp::grundy(&bar, &mut memo), "{bar:?}");
        assert_eq!(won.value(state), Some(value != 0));
    }
}
