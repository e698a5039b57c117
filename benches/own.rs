//! Recurrences of one's own: a loop by hand, the plain sweep and the kernels, on one thread.

#[path = "../src/cli/bench/ways/mod.rs"]
mod ways;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use retrograde::Solver;

use self::ways::{WORKS, work};

fn own(criterion: &mut Criterion) {
    let solver = Solver::new().sequential(true);
    for (name, _, size) in WORKS {
        let mut work = work(name, size, 1 << 30).unwrap();
        let mut group = criterion.benchmark_group(format!("own/{name}"));
        group.sample_size(10).throughput(Throughput::Elements(work.transitions));
        let (_, expected) = work.ways[0].run(&solver).unwrap();
        for way in &mut work.ways {
            group.bench_function(BenchmarkId::new(way.name, size), |bencher| {
                bencher.iter(|| assert_eq!(way.run(&solver).unwrap().1, expected));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, own);
criterion_main!(benches);
