//! How long the rules core of Dou Dizhu takes, in nanoseconds and beside a fixed loop.
//!
//! Machines are noisy: the loop runs in every round, and each figure is the median of the rounds,
//! also as a multiple of the loop's. `cargo bench --bench dou_dizhu`, or with a word to run only
//! what has it in its name.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use paizhuo_engine::climbing::{Bmi2, Portable, Ranks, Select};
use paizhuo_engine::games::dou_dizhu::{
    Kickers, Rules, Seats, Wish, classify, count_plays, deal_ranks, enumerate_all, pick, plays,
    simulate, usable,
};
use paizhuo_engine::rng::DealRng;
use paizhuo_engine::sim::{Chooser, Threads};

const ROUNDS: usize = 15;

/// Something to measure: what it is called, and what does it so many times and says how many.
struct Bench<'a> {
    name: &'a str,
    work: Box<dyn FnMut() -> u64 + 'a>,
    times: Vec<f64>,
}

impl<'a> Bench<'a> {
    fn new(name: &'a str, work: impl FnMut() -> u64 + 'a) -> Self {
        Self { name, work: Box::new(work), times: Vec::new() }
    }

    #[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
    #[expect(clippy::cast_precision_loss, reason = "counts of operations are small")]
    fn round(&mut self) {
        let start = Instant::now();
        let operations = (self.work)();
        self.times.push(start.elapsed().as_secs_f64() * 1e9 / operations as f64);
    }

    fn median(&self) -> f64 {
        let mut sorted = self.times.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

/// The fixed loop: steps of a generator, each waiting for the one before.
fn calibration() -> u64 {
    const STEPS: u64 = 1_000_000;
    let mut state = black_box(1u64);
    for _ in 0..STEPS {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        state ^= state >> 29;
    }
    black_box(state);
    STEPS
}

/// Every play of these rules in an order without pattern.
fn plays_of(rules: &Rules) -> Vec<Ranks> {
    let mut all = Vec::new();
    let _ = enumerate_all(rules, &mut |play| {
        all.push(play.set);
        ControlFlow::Continue(())
    });
    DealRng::from_key([1; 32]).shuffle(&mut all);
    all
}

/// The same, about half of them with one card more, which mostly makes them none.
fn mixed_sets(rules: &Rules) -> Vec<Ranks> {
    let mut all = plays_of(rules);
    for (set, rank) in all.iter_mut().zip((0..13).cycle()) {
        if rank % 2 == 0 && set.count(rank) < 4 {
            *set = *set + Ranks::of(rank, 1);
        }
    }
    all
}

fn classify_all(rules: &Rules, sets: &[Ranks]) -> u64 {
    for &set in sets {
        black_box(classify(rules, black_box(set)));
    }
    sets.len() as u64
}

/// Hands as they were dealt.
fn hands(rules: &Rules) -> Vec<Ranks> {
    let mut rng = DealRng::from_key([2; 32]);
    (0..2_000).map(|_| deal_ranks(rules, 0, None, &mut rng).hands[0]).collect()
}

fn pick_all(rules: &Rules, hands: &[Ranks], select: impl Select) -> u64 {
    let mut chooser = Chooser::new(1, 1);
    for &hand in hands {
        black_box(pick(rules, black_box(hand), None, select, |bound| chooser.below(bound)));
    }
    hands.len() as u64
}

fn list_all(rules: &Rules, hands: &[Ranks]) -> u64 {
    for &hand in hands {
        let _ = plays(rules, black_box(hand), None, &mut |play| {
            black_box(play);
            ControlFlow::Continue(())
        });
    }
    hands.len() as u64
}

fn simulate_some(rules: &Rules) -> u64 {
    const DEALS: u64 = 5_000;
    black_box(simulate(rules, DEALS, 1, Threads::new(1)).expect("the caller's own thread"));
    DEALS
}

fn main() {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let three = Rules::seed(Seats::Three);
    let four = Rules::seed(Seats::Four);
    let loose = Rules { kickers: Kickers::Loose, ..three };
    let (plays_three, plays_four) = (plays_of(&three), plays_of(&four));
    let (mixed_three, plays_loose) = (mixed_sets(&three), plays_of(&loose));
    let (hands_three, hands_four) = (hands(&three), hands(&four));
    let bmi2 = Bmi2::detect();
    let mut benches = vec![
        Bench::new("classify, 3 players", || classify_all(&three, &plays_three)),
        Bench::new("classify, 4 players", || classify_all(&four, &plays_four)),
        Bench::new("classify, half are none", || classify_all(&three, &mixed_three)),
        Bench::new("classify, loose", || classify_all(&loose, &plays_loose)),
        Bench::new("usable, 3 players", || {
            for &set in &plays_three {
                let _ = black_box(usable(&three, black_box(set), None, Wish::ANY));
            }
            plays_three.len() as u64
        }),
        Bench::new("list leads, 3 players", || list_all(&three, &hands_three)),
        Bench::new("count leads, 3 players", || {
            for &hand in &hands_three {
                black_box(count_plays(&three, black_box(hand), None));
            }
            hands_three.len() as u64
        }),
        Bench::new("pick a lead, 3 players", || pick_all(&three, &hands_three, Portable)),
        Bench::new("pick a lead, BMI2", || match bmi2 {
            Some(bmi2) => pick_all(&three, &hands_three, bmi2),
            None => 1,
        }),
        Bench::new("pick a lead, 4 players", || pick_all(&four, &hands_four, Portable)),
        Bench::new("deal, 3 players", || hands(&three).len() as u64),
        Bench::new("simulated deal, 3 players", || simulate_some(&three)),
        Bench::new("simulated deal, 4 players", || simulate_some(&four)),
    ];
    benches.retain(|bench| wanted.as_ref().is_none_or(|word| bench.name.contains(word.as_str())));
    let mut loop_bench = Bench::new("calibration loop", calibration);
    for _ in 0..ROUNDS {
        loop_bench.round();
        benches.iter_mut().for_each(Bench::round);
    }
    let unit = loop_bench.median();
    for bench in std::iter::once(&loop_bench).chain(&benches) {
        println!(
            "{:<28} {:>10.1} ns {:>9.1} loops",
            bench.name,
            bench.median(),
            bench.median() / unit
        );
    }
}
