//! A progress bar on stderr, for solves that take long enough to wonder.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use retrograde::Progress;

use super::Options;

/// A solve of less than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows progress if someone is there to see it.
pub(super) struct Bar {
    wanted: bool,
    begin: Instant,
    bar: Mutex<Option<ProgressBar>>,
}

impl Bar {
    pub(super) fn new(options: &Options) -> Self {
        let wanted = !options.quiet && std::io::stderr().is_terminal();
        Self { wanted, begin: Instant::now(), bar: Mutex::new(None) }
    }

    /// Draws what has been done so far.
    pub(super) fn show(&self, progress: Progress) {
        if !self.wanted || self.begin.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = self.bar.lock() else { return };
        let bar = bar.get_or_insert_with(|| {
            let style = "{bar:30} {human_pos} of {human_len} states, {msg}";
            let bar = ProgressBar::new(progress.states as u64).with_elapsed(self.begin.elapsed());
            bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        // Layers come in leaps: only the average since the beginning says anything.
        let rate = progress.states_done as f64 / self.begin.elapsed().as_secs_f64();
        let left = Duration::from_secs_f64((progress.states - progress.states_done) as f64 / rate.max(1.0));
        let Progress { layers_done, layers, .. } = progress;
        let left = HumanDuration(left);
        bar.update(|state| state.set_pos(progress.states_done as u64));
        bar.set_message(format!("layer {layers_done} of {layers}, {:.0} M states/s, {left:#} left", rate / 1e6));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Ok(Some(bar)) = self.bar.get_mut() {
            bar.finish_and_clear();
        }
    }
}
