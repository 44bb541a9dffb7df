//! How long deals of Zheng Fen take, and what the habits of its beginner are worth.
//!
//! `cargo bench --bench zheng_fen` plays deals of random players by packed cards and through the
//! table, by turns, and tells the medians and their ratio. With the word `habits` it lets a
//! beginner play against random players, and against beginners who lack one habit each: what it
//! scores beyond an equal share, in points a deal, with two standard errors.

use std::hint::black_box;
use std::time::Instant;

use paizhuo_engine::Ruleset;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::game::Game;
use paizhuo_engine::games::zheng_fen::{Habits, Rules, ZhengFen, duel, simulate};
use paizhuo_engine::sim::{self, Threads};

const ROUNDS: usize = 9;
const DEALS: u64 = 300;
const BATCHES: u64 = 40;
const BATCH: u64 = 50;

/// Habits without one of them, by what is missing.
const LACKING: [(&str, Habits); 8] = [
    ("looks at points", Habits { counts_points: false, ..Habits::BEGINNER }),
    ("looks at rivals", Habits { counts_rivals: false, ..Habits::BEGINNER }),
    ("keeps points", Habits { kept: 0, ..Habits::BEGINNER }),
    ("keeps specials", Habits { special: 0, ..Habits::BEGINNER }),
    ("keeps high cards", Habits { high_card: 0, ..Habits::BEGINNER }),
    ("keeps ranks together", Habits { broken: 0, ..Habits::BEGINNER }),
    ("knows whether to hurry", Habits { shed: 0, shed_to_inherit: 0, ..Habits::BEGINNER }),
    ("plays a short hand out", Habits { few: 0, ..Habits::BEGINNER }),
];

fn ruleset(seats: u8, preset: &str) -> Ruleset {
    Ruleset::new("zheng_fen", u32::from(seats), preset, &[], None).expect("a preset")
}

fn rules(ruleset: &Ruleset) -> Rules {
    ZhengFen::rules(ruleset.settings(), ruleset.revision()).expect("accepted")
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
#[expect(clippy::cast_precision_loss, reason = "counts of deals are small")]
fn deals_a_second(work: impl FnOnce(u64)) -> f64 {
    let start = Instant::now();
    work(DEALS);
    DEALS as f64 / start.elapsed().as_secs_f64()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn compare_ways() {
    println!("{:<18} {:>12} {:>12} {:>7}", "deals a second", "packed", "table", "ratio");
    for (seats, preset) in [(3, "seed"), (4, "seed"), (6, "seed"), (3, "pagat"), (6, "pagat")] {
        let ruleset = ruleset(seats, preset);
        let rules = rules(&ruleset);
        let bots = vec![Bot::Random; usize::from(seats)];
        let (mut packed, mut table) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            packed.push(deals_a_second(|deals| {
                black_box(
                    simulate(&rules, deals, 1, Threads::new(1)).expect("the caller's own thread"),
                );
            }));
            table.push(deals_a_second(|deals| {
                for deal in 0..deals {
                    black_box(sim::play_deal(&ruleset, &bots, 1, deal));
                }
            }));
        }
        let (packed, table) = (median(&mut packed), median(&mut table));
        let name = format!("{seats} seats, {preset}");
        println!("{name:<18} {packed:>12.0} {table:>12.0} {:>7.1}", packed / table);
    }
}

/// What a beginner of these habits scores beyond an equal share, alone among such players, with
/// its standard error.
#[expect(clippy::cast_precision_loss, reason = "points of some thousand deals")]
fn advantage(rules: &Rules, habits: Habits, among: Option<Habits>) -> (f64, f64) {
    let seats = usize::from(rules.seats);
    let mut scores = Vec::new();
    for batch in 0..BATCHES {
        let mut scored = 0;
        for place in 0..seats {
            let mut players = vec![among; seats];
            players[place] = Some(habits);
            let report = duel(rules, &players, BATCH, batch, Threads::new(1))
                .expect("the caller's own thread");
            scored += report.payments[place];
        }
        let deals = BATCH as f64 * seats as f64;
        scores.push(scored as f64 / deals - 100.0 / seats as f64);
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let squares = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
    (mean, (squares / (scores.len() - 1) as f64 / scores.len() as f64).sqrt())
}

fn weigh_habits() {
    for (seats, preset) in [(3, "seed"), (5, "seed"), (3, "pagat"), (5, "pagat")] {
        let rules = rules(&ruleset(seats, preset));
        println!("{seats} seats, {preset}");
        let (mean, error) = advantage(&rules, Habits::BEGINNER, None);
        println!("  {:<28} {mean:>+7.2} ± {:.2}", "among random players", 2.0 * error);
        for (name, lacking) in LACKING {
            let (mean, error) = advantage(&rules, Habits::BEGINNER, Some(lacking));
            println!("  {:<28} {mean:>+7.2} ± {:.2}", name, 2.0 * error);
        }
    }
}

fn main() {
    if std::env::args().any(|word| word == "habits") {
        weigh_habits();
    } else {
        compare_ways();
    }
}
