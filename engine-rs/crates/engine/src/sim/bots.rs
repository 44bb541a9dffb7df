//! Deals of bots, through the same table as any match.

use std::sync::Arc;

use crate::bots::Bot;
use crate::drawing::Drawing;
use crate::event::{DealEnd, Event, Fact};
use crate::hash::tagged;
use crate::ruleset::Ruleset;
use crate::seat::Seat;
use crate::sim::DealResult;
use crate::table::{Command, Prepared, Table};

/// Plays one deal out, the first of a match; a seat has the bot of its number.
///
/// The same rules, seed, number and bots give the same deal.
///
/// # Panics
/// If there is not one bot a seat.
pub fn play_deal(ruleset: &Ruleset, bots: &[Bot], seed: u64, deal: u64) -> DealResult {
    assert_eq!(bots.len(), usize::from(ruleset.seats()), "every seat has its bot");
    let draw = |what: &str, number: u32| {
        let parts = [seed.to_le_bytes(), deal.to_le_bytes(), u64::from(number).to_le_bytes()];
        tagged("paizhuo/sim/1", &[what.as_bytes(), &parts.concat()])
    };
    let mut table = ruleset.table();
    let mut decisions = 0;
    let seats: Vec<Seat> = Seat::all(ruleset.seats()).collect();
    let mut drawing = Drawing::default();
    loop {
        let command = if table.needs_commit() {
            Command::Commit { deal: 1, commitment: [0; 32] }
        } else if table.needs_start() {
            let attempt = table.number().attempt + 1;
            Command::Start { deal: 1, attempt, key: draw("deal", attempt) }
        } else {
            let mut asked = table.decisions().into_iter().filter(|decision| !decision.voluntary);
            let must = asked.next().map(|decision| decision.seat);
            let Some(seat) = must.or_else(|| drawing.next_asked(&*table)) else {
                let count = Drawing::count(&*table, &seats, ruleset.seats());
                table = followed(&*table, Command::Draw { count });
                drawing.drawn(&*table, &seats);
                continue;
            };
            let view = table.view(Some(seat));
            let drawn = draw("bot", decisions);
            decisions += 1;
            let seed = u64::from_le_bytes(drawn[..8].try_into().expect("8 bytes of 32"));
            let Some(action) = bots[seat.index()].choose(ruleset, &view, seed) else {
                assert!(must.is_none(), "the bot is asked");
                continue;
            };
            let act = Command::Act { seat, decision_id: None, action: &action };
            let prepared = table.prepare(act).expect("a bot's action is legal");
            if let Some(end) = ended(&prepared) {
                return result(end, decisions);
            }
            table = prepared.next;
            continue;
        };
        table = followed(&*table, command);
    }
}

fn followed(table: &dyn Table, command: Command<'_>) -> Arc<dyn Table> {
    table.prepare(command).expect("what follows by itself is legal").next
}

fn ended(prepared: &Prepared) -> Option<&DealEnd> {
    prepared.facts.iter().find_map(|fact| match &**fact {
        Fact::Public(Event::DealEnded(end)) => Some(end),
        _ => None,
    })
}

fn result(end: &DealEnd, decisions: u32) -> DealResult {
    let mut payments = [0; DealResult::SEATS_MAX];
    payments[..end.results.len()].copy_from_slice(&end.results);
    let winners = end.winners.iter().fold(0, |seats, seat| seats | 1 << seat.0);
    DealResult { decisions, winners, payments }
}
