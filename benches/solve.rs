//! Whole solves: the reference recursion, the plain sweep, and the fill that games choose.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use retrograde::games::chess::Chess;
use retrograde::games::gems::Gems;
use retrograde::games::sternhalma::Sternhalma;
use retrograde::{Game, Recursion, Solver};

/// Numbers that look random and are the same each time.
fn numbers(count: usize, most: u64) -> Vec<i32> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % most) as i32
    };
    (0..count).map(|_| next()).collect()
}

fn chess(n: usize) -> Chess {
    let (black, white) = (numbers(n * n, 100_001), numbers(2 * n * n, 100_001)[n * n..].to_vec());
    Chess::new(n as u32, n as u32, black, white).unwrap()
}

fn gems(bags: usize) -> Gems {
    let gems = numbers(10 * bags, 8);
    Gems::new(3, gems.chunks(10).map(|bag| bag.iter().map(|&gem| gem as u32).collect()).collect()).unwrap()
}

fn sternhalma() -> Sternhalma {
    Sternhalma::new(numbers(19, 2_000_001).try_into().unwrap()).unwrap()
}

fn solves<G: Game>(criterion: &mut Criterion, name: &str, size: usize, game: &G) {
    let expected = Recursion::new(game).unwrap().value(game.start()).unwrap();
    let mut group = criterion.benchmark_group(format!("solve/{name}"));
    group.sample_size(10);
    group.throughput(Throughput::Elements(game.space().states() as u64));
    group.bench_function(BenchmarkId::new("recursion", size), |bencher| {
        bencher.iter(|| Recursion::new(black_box(game)).unwrap().value(game.start()).unwrap());
    });
    for (way, plain) in [("plain", true), ("kernel", false)] {
        let solver = Solver::new().plain(plain);
        let table = solver.solve(game).unwrap().table;
        assert_eq!(table.value(game.start()), Some(expected), "{name} {way} {size}");
        group.bench_function(BenchmarkId::new(way, size), |bencher| {
            bencher.iter(|| solver.solve(black_box(game)).unwrap());
        });
    }
    group.finish();
}

fn all(criterion: &mut Criterion) {
    solves(criterion, "gems", 18, &gems(18));
    solves(criterion, "sternhalma", 19, &sternhalma());
    solves(criterion, "chess", 10, &chess(10));
}

criterion_group!(benches, all);
criterion_main!(benches);
