//! What was measured of one table.

use std::time::Duration;

/// The medians for one problem and one number of threads.
#[derive(Debug)]
pub(in crate::cli) struct Row {
    pub(in crate::cli) game: &'static str,
    pub(in crate::cli) size: u32,
    pub(in crate::cli) threads: usize,
    pub(in crate::cli) states: usize,
    pub(in crate::cli) moves: u64,
    pub(in crate::cli) plane_bytes: u64,
    /// Not run beyond the judges' sizes.
    pub(in crate::cli) recursion: Option<Duration>,
    pub(in crate::cli) plain: Duration,
    pub(in crate::cli) fill: Duration,
    pub(in crate::cli) copy: Duration,
}

impl Row {
    /// Nanoseconds to fill a state.
    pub(in crate::cli) fn ns_a_state(&self) -> f64 {
        self.fill.as_secs_f64() * 1e9 / self.states as f64
    }
}
