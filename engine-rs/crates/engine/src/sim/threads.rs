//! Who plays the deals of a simulation.

use std::sync::atomic::{AtomicBool, Ordering};

/// Threads that play deals, until all are played or somebody stops them.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    /// How many; one is the caller's own.
    pub number: usize,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Threads<'a> {
    /// So many threads, which play all deals.
    pub const fn new(number: usize) -> Self {
        Self { number, stop: None }
    }

    /// The same threads; none of them begins another deal once `stop` is true.
    #[must_use]
    pub const fn until(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    pub(super) fn are_stopped(self) -> bool {
        // Nothing else is read by it, so that it need not be seen at once.
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
