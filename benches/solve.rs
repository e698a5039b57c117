//! Whole solves: the reference recursion, the plain sweep and the kernel, for every game; and the kernel over sizes.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use retrograde::games::{GAMES, Listed, Visitor, visit};
use retrograde::{Buffers, Recursion, Solver};

/// Sizes that are quick enough for a run in test mode.
fn sizes(game: &str) -> &'static [u32] {
    match game {
        "gems" => &[14, 16, 18],
        "chess" => &[6, 8, 10],
        "dots" => &[12, 17, 19],
        "peg" => &[10, 15],
        _ => &[19],
    }
}

struct Solves<'a>(&'a mut Criterion);

impl Visitor for Solves<'_> {
    type Output = ();

    fn visit<G: Listed>(self) {
        let mut group = self.0.benchmark_group(format!("solve/{}", G::NAME));
        group.sample_size(10);
        let sizes = sizes(G::NAME);
        for &size in sizes {
            let game = G::random(size, 1).unwrap();
            let expected = Recursion::new(&game).unwrap().value(game.start()).unwrap();
            group.throughput(Throughput::Elements(game.space().states() as u64));
            for (way, plain) in [("plain", true), ("kernel", false)] {
                // The kernel shows the scaling; the others are measured at the largest size.
                if plain && Some(&size) != sizes.last() {
                    continue;
                }
                let solver = Solver::new().plain(plain);
                let mut buffers = Buffers::default();
                group.bench_function(BenchmarkId::new(way, size), |bencher| {
                    bencher.iter(|| {
                        let table = solver.solve_with(black_box(&game), &mut buffers).unwrap().table;
                        assert_eq!(table.value(game.start()), Some(expected));
                        buffers.give_back(table);
                    });
                });
            }
            if Some(&size) == sizes.last() {
                group.bench_function(BenchmarkId::new("recursion", size), |bencher| {
                    bencher.iter(|| {
                        let value = Recursion::new(black_box(&game)).unwrap().value(game.start()).unwrap();
                        assert_eq!(value, expected);
                    });
                });
            }
        }
        group.finish();
    }
}

fn solves(criterion: &mut Criterion) {
    for (name, _) in GAMES {
        visit(name, Solves(&mut *criterion));
    }
}

criterion_group!(benches, solves);
criterion_main!(benches);
