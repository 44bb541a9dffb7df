//! Long work that Python's signals can stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use pyo3::prelude::*;

use crate::boundary::guard;

/// How long the work goes on between two looks for signals.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Works on a thread of its own while the caller's looks for signals; other Python threads run.
///
/// Where the handler of a signal raises, as Ctrl-C does, the flag that `work` was given becomes
/// true, and the exception is the result once the work has ended. Python handles signals on its
/// main thread alone: called from another, the work is not stopped.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        scope(|threads| {
            let (tell, told) = channel();
            let stop = &stop;
            let working = move || tell.send(guard(|| work(stop))).expect("the result is awaited");
            Builder::new().spawn_scoped(threads, working)?;
            let mut raised = None;
            loop {
                match told.recv_timeout(LOOK_EVERY) {
                    Ok(done) => return raised.map_or(done, Err),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = Python::attach(|py| py.check_signals().err());
                        stop.store(raised.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => unreachable!("a panic is told as well"),
                }
            }
        })
    })
}
