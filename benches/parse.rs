//! Reading problems and states.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograde::games::Listed;
use retrograde::games::chess::Chess;
use retrograde::games::gems::Gems;
use retrograde::games::sternhalma::Sternhalma;
use retrograde::notation::Reader;

fn reads<G: Listed>(criterion: &mut Criterion, size: u32) {
    let game = G::random(size, 1).unwrap();
    let problem = game.problem_text();
    let states: Vec<_> = (0..1_000).map(|i| game.space().state_at(i * 7_919 % game.space().states())).collect();
    let text: String = states.iter().map(|&state| game.state_text(state) + "\n").collect();

    let mut group = criterion.benchmark_group(format!("parse/{}", G::NAME));
    group.throughput(Throughput::Bytes(problem.len() as u64));
    group.bench_function("problem", |bencher| {
        bencher.iter(|| {
            let read = G::read_problem(&mut Reader::new(black_box(problem.as_bytes())), None).unwrap().unwrap();
            assert_eq!(read.start(), game.start());
        });
    });
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function("states", |bencher| {
        bencher.iter(|| {
            let mut reader = Reader::new(black_box(text.as_bytes()));
            for &state in &states {
                assert_eq!(game.read_state(&mut reader).unwrap(), state);
            }
        });
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    reads::<Chess>(criterion, 10);
    reads::<Gems>(criterion, 20);
    reads::<Sternhalma>(criterion, 19);
}

criterion_group!(benches, all);
criterion_main!(benches);
