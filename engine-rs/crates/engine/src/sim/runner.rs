//! Sharing deals out among threads.

use rayon::prelude::*;

use super::report::{DealResult, Report};
use super::threads::Threads;

/// Plays the deals `0..deals` by `play` and adds up what came of them.
///
/// `play` must give the same for the same number every time; then the report depends on nothing
/// but the number of deals, however many threads there are. Threads that are stopped finish the
/// deals that they play, and only these and those before are counted. An error says that the
/// threads could not be started.
pub fn run<F>(
    deals: u64,
    threads: Threads<'_>,
    play: F,
) -> Result<Report, rayon::ThreadPoolBuildError>
where
    F: Fn(u64) -> DealResult + Sync,
{
    let batch = |from: u64| {
        let mut report = Report::default();
        for deal in from..deals.min(from + BATCH) {
            if threads.are_stopped() {
                break;
            }
            report.count(&play(deal));
        }
        report
    };
    if threads.number <= 1 {
        let batches = (0..deals.div_ceil(BATCH)).map(|index| batch(index * BATCH));
        return Ok(batches.fold(Report::default(), |sum, part| sum.add(&part)));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.number).build()?;
    Ok(pool.install(|| {
        (0..deals.div_ceil(BATCH))
            .into_par_iter()
            .map(|index| batch(index * BATCH))
            .reduce(Report::default, |sum, part| sum.add(&part))
    }))
}

/// The deals that a thread takes at a time: some tenths of a millisecond.
const BATCH: u64 = 128;
