//! Whether a layer is worth threads, by what was measured on the way.

use std::time::Duration;

/// What sharing a layer is taken to cost before it was measured: waking the pool takes some ten microseconds.
const WAKING: f64 = 30e3;

/// Fewer states say nothing about the time of one.
const ENOUGH: usize = 64;

/// What a state takes, and what sharing a layer costs beside its states.
#[derive(Debug)]
pub(super) struct Pace {
    threads: f64,
    /// Nanoseconds a state on one thread, once known.
    state: Option<f64>,
    /// Nanoseconds a shared layer.
    waking: f64,
}

impl Pace {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads: threads as f64, state: None, waking: WAKING }
    }

    /// Whether so many states are done sooner by all threads than by one.
    pub(super) fn is_worth_sharing(&self, states: usize) -> bool {
        let saved = self.state.map(|state| state * states as f64 * (1.0 - 1.0 / self.threads));
        saved.is_some_and(|saved| saved > self.waking)
    }

    /// Learns from a layer.
    pub(super) fn took(&mut self, states: usize, shared: bool, time: Duration) {
        let (states, time) = (states as f64, time.as_nanos() as f64);
        match self.state {
            // One late thread should not keep all layers that follow from being shared, nor one lucky layer the reverse.
            Some(state) if shared => {
                let waking = (time - state * states / self.threads).clamp(WAKING / 8.0, WAKING * 8.0);
                self.waking += (waking - self.waking) / 4.0;
            }
            _ if states < ENOUGH as f64 => {}
            Some(state) => self.state = Some((state + time / states) / 2.0),
            None => self.state = Some(time / states),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_shared_where_that_saves_more_than_it_costs() {
        let mut pace = Pace::new(2);
        assert!(!pace.is_worth_sharing(1 << 30), "nothing is known yet");
        pace.took(1_000, false, Duration::from_micros(10));
        assert!(!pace.is_worth_sharing(5_000) && pace.is_worth_sharing(7_000));
        // Sharing was dear: 10 ns a state on two threads would be 1 ms.
        for _ in 0..20 {
            pace.took(200_000, true, Duration::from_micros(1_200));
        }
        assert!(!pace.is_worth_sharing(30_000) && pace.is_worth_sharing(60_000));
        assert!(!Pace::new(1).is_worth_sharing(1 << 30));
    }
}
