//! Ranking, unranking and random look-ups, against bare reads of an array at the same places.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograde::games::Listed;
use retrograde::games::chess::Chess;
use retrograde::games::gems::Gems;
use retrograde::games::sternhalma::Sternhalma;
use retrograde::{Probe, Solver, State};

/// The look-ups of a round.
const COUNT: usize = 10_000;

/// Places of the table in an order that no cache foresees.
fn places(states: usize) -> Vec<usize> {
    (0..COUNT as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize % states).collect()
}

fn lookups<G: Listed>(criterion: &mut Criterion, size: u32) {
    let game = G::random(size, 1).unwrap();
    let table = Solver::new().solve(&game).unwrap().table;
    let space = game.space();
    let places = places(space.states());
    let states: Vec<State> = places.iter().map(|&place| space.state_at(place)).collect();
    let bare: Vec<i32> = (0..space.states()).map(|index| table.cells().get(index).unwrap()).collect();
    let sum: i64 = places.iter().map(|&place| i64::from(bare[place])).sum();

    let mut group = criterion.benchmark_group(format!("index/{}", G::NAME));
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("rank", |bencher| {
        let expected: usize = places.iter().sum();
        bencher.iter(|| {
            let ranks = black_box(&states).iter().filter_map(|&state| space.index(state));
            assert_eq!(ranks.sum::<usize>(), expected);
        });
    });
    group.bench_function("unrank", |bencher| {
        let expected = states.iter().fold(0, |all, state| all ^ state);
        bencher.iter(|| {
            let masks = black_box(&places).iter().map(|&place| space.state_at(place));
            assert_eq!(masks.fold(0, |all, state| all ^ state), expected);
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group(format!("probe/{}", G::NAME));
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("bare", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&places).iter().map(|&place| i64::from(bare[place])).sum::<i64>(), sum));
    });
    group.bench_function("value", |bencher| {
        bencher.iter(|| {
            let values = black_box(&states).iter().filter_map(|&state| table.value::<i32>(state));
            assert_eq!(values.map(i64::from).sum::<i64>(), sum);
        });
    });
    group.bench_function("values", |bencher| {
        bencher.iter(|| {
            let values = table.values::<i32>(black_box(&states));
            assert_eq!(values.into_iter().flatten().map(i64::from).sum::<i64>(), sum);
        });
    });
    let probe = Probe::new(&game, &table);
    group.bench_function("best_moves", |bencher| {
        bencher.iter(|| {
            for &state in black_box(&states[..100]) {
                let best = probe.best_moves(state).unwrap();
                assert!(best.iter().all(|rated| Some(rated.value) == table.value(state)));
            }
        });
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    lookups::<Gems>(criterion, 18);
    lookups::<Chess>(criterion, 9);
    lookups::<Sternhalma>(criterion, 19);
}

criterion_group!(benches, all);
criterion_main!(benches);
