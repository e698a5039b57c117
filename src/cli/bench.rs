//! `retrograde bench`: how fast this machine fills tables, all in one interleaved run.

mod own;
mod plot;
mod row;
mod ways;

use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use retrograde::game::ValueOf;
use retrograde::games::{GAMES, Listed, Visitor, visit};
use retrograde::{Buffers, Cpu, Recursion, Solver};
use serde_json::json;

use self::row::Row;
use super::Options;
use super::error::CliError;
use super::size::{grouped, show};

/// Measure the fills on this machine, against the recursion and a plain copy
///
/// `own` measures recurrences of one's own against loops by hand.
///
/// Planes are the table and what else a fill keeps a byte a state. All ways take turns, round after round, so that a machine whose speed drifts changes no ratio much; medians are shown.
/// The answers of all ways must agree, or the run fails.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// The game, or `own`; all games if it is missing
    #[arg(value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.0).chain([OWN])))]
    game: Option<String>,
    /// Sizes: bags, rows and columns, or edges [default: the largest of the judges, and larger ones]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    size: Vec<u32>,
    /// Rounds; the recursion and the plain sweep, which are slow, take part in the first five
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// A JSON object a line
    #[arg(long)]
    json: bool,
    /// Draw ns a state over the number of states
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// What is no game, but recurrences of one's own.
const OWN: &str = "own";

/// The rounds that the slow ways take part in.
const SLOW_ROUNDS: u16 = 5;

pub(super) fn run(command: &Bench, options: &Options, out: &mut impl Write) -> Result<(), CliError> {
    let counts = match &options.threads[..] {
        [] => vec![1, std::thread::available_parallelism().map_or(1, usize::from)],
        counts => counts.iter().map(|&count| count.into()).collect(),
    };
    let build = |count: usize| ThreadPoolBuilder::new().num_threads(count).build();
    let mut pools = counts
        .into_iter()
        .map(build)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| CliError::Other(format!("cannot start the threads: {error}")))?;
    pools.dedup_by_key(|pool| pool.current_num_threads());
    if command.game.as_deref() == Some(OWN) {
        return own::run(command, options, &pools, out);
    }
    if !command.json {
        let (cpu, rounds) = (Cpu::default(), command.rounds);
        writeln!(out, "{cpu} path, medians; rounds: {rounds}, slow ways {}", rounds.min(SLOW_ROUNDS))
            .map_err(CliError::Output)?;
        writeln!(out, "{}", HEAD.trim_end()).map_err(CliError::Output)?;
    }
    if let Some(path) = &command.plot {
        // Found out now, not after minutes.
        std::fs::File::create(path).map_err(|error| CliError::Open { path: path.clone(), error })?;
    }
    let mut rows = Vec::new();
    let all: Vec<&str> = GAMES.iter().map(|game| game.0).collect();
    for name in command.game.as_deref().map_or(all, |name| vec![name]) {
        visit(name, Run { command, options, pools: &pools, out: &mut *out, rows: &mut rows })
            .unwrap_or_else(|| Err(CliError::Other(format!("no game named `{name}`"))))?;
    }
    match &command.plot {
        Some(path) => plot::draw(path, &rows),
        None => Ok(()),
    }
}

struct Run<'a, W> {
    command: &'a Bench,
    options: &'a Options,
    pools: &'a [ThreadPool],
    out: &'a mut W,
    rows: &'a mut Vec<Row>,
}

impl<W: Write> Visitor for Run<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<G: Listed>(self) -> Self::Output {
        let sizes = if self.command.size.is_empty() { G::SIZES } else { &self.command.size };
        for &size in sizes {
            let game = G::random(size, 1).map_err(|error| CliError::Other(format!("{} {size}: {error}", G::NAME)))?;
            let recursion = size <= G::SIZES[0];
            let rows = measure(&game, size, recursion, self.command.rounds, self.pools, self.options.memory())?;
            for row in rows {
                print(&row, self.command.json, self.out).map_err(CliError::Output)?;
                self.rows.push(row);
            }
            self.out.flush().map_err(CliError::Output)?;
        }
        Ok(())
    }
}

/// Times all ways in turn.
fn measure<G: Listed>(
    game: &G,
    size: u32,
    recursion: bool,
    rounds: u16,
    pools: &[ThreadPool],
    memory: u64,
) -> Result<Vec<Row>, CliError> {
    let failed = |error| CliError::Other(format!("{} {size}: {error}", G::NAME));
    let solver = Solver::new().memory_limit(memory);
    let plan = solver.plan(game).map_err(|error| failed(error.to_string()))?;
    let plane_bytes = plan.table_bytes + plan.plane_bytes;
    // Two tables are held against each other, and two buffers of all planes copied.
    let states = plan.states;
    let needed = 4 * plane_bytes + if recursion { 5 * states as u64 } else { 0 };
    if needed > memory {
        return Err(failed(format!("needs {} of memory, {} may be used", show(needed), show(memory))));
    }
    let (from, mut to) = (vec![1_u8; plane_bytes as usize], vec![0_u8; plane_bytes as usize]);
    let mut buffers = [Buffers::default(), Buffers::default()];
    let (mut answers, mut moves): (Vec<Option<ValueOf<G>>>, u64) = (Vec::new(), 0);
    let mut slow = Vec::new();
    let mut times = vec![[Vec::new(), Vec::new(), Vec::new()]; pools.len()];
    for round in 0..=rounds {
        let mut recursion_time = None;
        if recursion && round <= SLOW_ROUNDS {
            let begin = Instant::now();
            let value = Recursion::new(game).and_then(|mut recursion| recursion.value(game.start()));
            answers.push(Some(value.map_err(|error| failed(error.to_string()))?));
            recursion_time = Some(begin.elapsed());
        }
        for (pool, times) in pools.iter().zip(&mut times) {
            let [plain_buffers, buffers] = &mut buffers;
            let [plain_times, fill_times, copy_times] = times;
            let fill = pool.install(|| solver.solve_with(game, buffers)).map_err(|error| failed(error.to_string()))?;
            answers.push(fill.table.value::<ValueOf<G>>(game.start()));
            let begin = Instant::now();
            pool.install(|| copy(&from, &mut to));
            let copied = begin.elapsed();
            // The first round warms up: pages, caches, threads.
            if round > 0 {
                fill_times.push(fill.report.elapsed);
                copy_times.push(copied);
            }
            if round <= SLOW_ROUNDS {
                let plain = pool.install(|| solver.clone().plain(true).solve_with(game, plain_buffers));
                let plain = plain.map_err(|error| failed(error.to_string()))?;
                if plain.table.cells() != fill.table.cells() {
                    return Err(CliError::No(format!("{} {size}: the fill and the plain sweep disagree", G::NAME)));
                }
                moves = plain.report.moves.unwrap_or(moves);
                if round > 0 {
                    plain_times.push(plain.report.elapsed);
                }
                plain_buffers.give_back(plain.table);
            }
            buffers.give_back(fill.table);
        }
        slow.extend(recursion_time.filter(|_| round > 0));
    }
    if answers.iter().any(|answer| *answer != answers[0]) {
        return Err(CliError::No(format!("{} {size}: the ways disagree: {answers:?}", G::NAME)));
    }
    let slow = (!slow.is_empty()).then(|| median(&mut slow));
    let row = |(pool, [plain, fill, copy]): (&ThreadPool, &mut [Vec<Duration>; 3])| Row {
        game: G::NAME,
        size,
        threads: pool.current_num_threads(),
        states,
        moves,
        plane_bytes,
        recursion: slow,
        plain: median(plain),
        fill: median(fill),
        copy: median(copy),
    };
    Ok(pools.iter().zip(&mut times).map(row).collect())
}

/// Copies as the threads of the pool can: the least that a fill which reads and writes every byte could take.
fn copy(from: &[u8], to: &mut [u8]) {
    let piece = from.len().div_ceil(rayon::current_num_threads()).max(1 << 16);
    from.par_chunks(piece).zip(to.par_chunks_mut(piece)).for_each(|(from, to)| to.copy_from_slice(black_box(from)));
    black_box(to);
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

const HEAD: &str = "\
game        size threads        states          moves      planes   recursion     plain      fill      copy  ns/state  \
moves/s  x recursion  x plain  copies";

fn print(row: &Row, json: bool, out: &mut impl Write) -> std::io::Result<()> {
    let seconds = |time: Duration| time.as_secs_f64();
    let moves_a_second = row.moves as f64 / seconds(row.fill);
    let over_recursion = row.recursion.map(|recursion| seconds(recursion) / seconds(row.fill));
    let over_plain = seconds(row.plain) / seconds(row.fill);
    let copies = seconds(row.fill) / seconds(row.copy);
    if json {
        let object = json!({
            "game": row.game, "size": row.size, "threads": row.threads, "cpu": Cpu::default().to_string(),
            "states": row.states, "moves": row.moves, "plane_bytes": row.plane_bytes,
            "recursion_s": row.recursion.map(seconds), "plain_s": seconds(row.plain), "fill_s": seconds(row.fill),
            "copy_s": seconds(row.copy), "ns_a_state": row.ns_a_state(), "moves_a_second": moves_a_second,
            "times_recursion": over_recursion, "times_plain": over_plain, "copies": copies,
        });
        return writeln!(out, "{object}");
    }
    writeln!(
        out,
        "{:<11}{:>5}{:>8}{:>14}{:>15}{:>12}{:>12}{:>10}{:>10}{:>10}{:>10.2}{:>8.2}G{:>13}{:>9.1}{:>8.1}",
        row.game,
        row.size,
        row.threads,
        grouped(row.states as u64),
        grouped(row.moves),
        show(row.plane_bytes),
        row.recursion.map_or("-".into(), short),
        short(row.plain),
        short(row.fill),
        short(row.copy),
        row.ns_a_state(),
        moves_a_second / 1e9,
        over_recursion.map_or("-".into(), |ratio| format!("{ratio:.0}")),
        over_plain,
        copies
    )
}

/// A time with three digits, like `12.3 ms`.
fn short(time: Duration) -> String {
    let (number, unit) = match time.as_secs_f64() {
        seconds if seconds < 1e-3 => (seconds * 1e6, "us"),
        seconds if seconds < 1.0 => (seconds * 1e3, "ms"),
        seconds => (seconds, "s"),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$} {unit}")
}
