//! `retrograde bench own`: recurrences of one's own, by a loop by hand and by the crate.

use std::io::Write;
use std::time::Duration;

use rayon::ThreadPool;
use retrograde::{Cpu, Solver};
use serde_json::json;

use super::ways::{HAND, WORKS, Way, work};
use super::{Bench, median, short};
use crate::cli::Options;
use crate::cli::error::CliError;

/// The medians of one way on one number of threads.
struct Row {
    name: &'static str,
    size: u32,
    way: &'static str,
    threads: usize,
    time: Duration,
    transitions: u64,
    /// The time of the loop by hand over that of this way.
    x_hand: f64,
}

/// Times the ways of all works, each way in turn, and prints the medians.
pub(super) fn run(
    command: &Bench,
    options: &Options,
    pools: &[ThreadPool],
    out: &mut impl Write,
) -> Result<(), CliError> {
    if !command.json {
        writeln!(out, "{} path, medians of {} rounds", Cpu::default(), command.rounds).map_err(CliError::Output)?;
        writeln!(out, "{}", HEAD.trim_end()).map_err(CliError::Output)?;
    }
    for (name, size, _) in WORKS {
        let sizes = if command.size.is_empty() { &[size] } else { &command.size[..] };
        for &size in sizes {
            let rows = measure(name, size, command.rounds, pools, options.memory());
            for row in rows.map_err(|error| CliError::Other(format!("{name} {size}: {error}")))?? {
                print(&row, command.json, out).map_err(CliError::Output)?;
            }
            out.flush().map_err(CliError::Output)?;
        }
    }
    Ok(())
}

/// A way on a pool, and its times.
struct Turn {
    way: usize,
    pool: usize,
    times: Vec<Duration>,
}

/// Times all ways of a work in turn; the inner error says that they disagree.
fn measure(
    name: &'static str,
    size: u32,
    rounds: u16,
    pools: &[ThreadPool],
    memory: u64,
) -> Result<Result<Vec<Row>, CliError>, String> {
    let mut work = work(name, size, memory)?;
    let solver = Solver::new().memory_limit(memory);
    // A loop by hand uses one thread, whatever the pool.
    let pools_of = |way: &Way| if way.name == HAND { 1 } else { pools.len() };
    let turns = |(way, each): (usize, &Way)| {
        (0..pools_of(each)).map(move |pool| Turn { way, pool, times: Vec::new() }).collect::<Vec<_>>()
    };
    let mut turns: Vec<Turn> = work.ways.iter().enumerate().flat_map(turns).collect();
    let mut expected = None;
    for round in 0..=rounds {
        for turn in &mut turns {
            let way = &mut work.ways[turn.way];
            let (time, answer) = pools[turn.pool].install(|| way.run(&solver))?;
            if *expected.get_or_insert(answer) != answer {
                let found = format!("{name} {size}: {} finds {answer}, not {expected:?}", way.name);
                return Ok(Err(CliError::No(found)));
            }
            // The first round warms up: pages, caches, threads.
            if round > 0 {
                turn.times.push(time);
            }
        }
    }
    let times: Vec<Duration> = turns.iter_mut().map(|turn| median(&mut turn.times)).collect();
    let hand = times[0].as_secs_f64();
    let row = |(turn, &time): (&Turn, &Duration)| {
        let way = &work.ways[turn.way];
        let threads = if way.name == HAND { 1 } else { pools[turn.pool].current_num_threads() };
        let x_hand = hand / time.as_secs_f64().max(1e-9);
        Row { name, size, way: way.name, threads, time, transitions: work.transitions, x_hand }
    };
    Ok(Ok(turns.iter().zip(&times).map(row).collect()))
}

const HEAD: &str = "name        size  way            threads       time  ns/transition  x hand";

fn print(row: &Row, json: bool, out: &mut impl Write) -> std::io::Result<()> {
    let Row { name, size, way, threads, time, transitions, x_hand } = row;
    let ns = time.as_secs_f64() * 1e9 / *transitions as f64;
    if json {
        let object = json!({
            "name": name, "size": size, "way": way, "threads": threads, "cpu": Cpu::default().to_string(),
            "seconds": time.as_secs_f64(), "transitions": transitions, "ns_a_transition": ns, "x_hand": x_hand,
        });
        return writeln!(out, "{object}");
    }
    writeln!(out, "{name:<12}{size:>4}  {way:<15}{threads:>7}{:>11}{ns:>15.3}{x_hand:>8.2}", short(*time))
}
