//! Whole matches written down, compared line by line: what changes in a rule shows here.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use paizhuo_engine::bots::Bot;
use paizhuo_engine::cards::Pack;
use paizhuo_engine::event::{Event, PointsMoved, SeatActed, Zone};
use paizhuo_engine::game::Stage;
use paizhuo_engine::notation::{print_action, print_cards, print_named, print_trump};
use support::{Driven, Setup};

/// Deals of a playthrough.
const DEALS: u32 = 2;

fn zone(pack: &Pack, zone: &Zone) -> String {
    let cards = zone.cards.as_ref();
    let cards = cards.map_or_else(|| "face down".to_owned(), |cards| print_cards(pack, cards));
    let seat = zone.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
    format!("{}{seat} ({}): {cards}", zone.name, zone.size)
}

fn line(pack: &Pack, event: &Event) -> String {
    match event {
        Event::DealCommitted { deal, .. } => format!("deal {deal} is committed to"),
        Event::Dealt { deal, attempt, dealer, zones, .. } => {
            let zones: Vec<String> = zones.iter().map(|lies| zone(pack, lies)).collect();
            format!("deal {deal}.{attempt}, seat {dealer} deals; {}", zones.join("; "))
        }
        Event::Acted(acted) => format!("{}: {}", acted.seat, print_action(pack, &acted.action)),
        Event::RoleGiven { seat, role } => format!("{seat} is {role}"),
        Event::CardsShown(shown) => format!("shown: {}", zone(pack, shown)),
        Event::CardsTaken { zone, seat, size, .. } => format!("{seat} takes {size} from {zone}"),
        Event::TrickEnded { winner, points: 0, .. } => format!("{winner} wins the trick"),
        Event::TrickEnded { winner, points, .. } => {
            format!("{winner} wins the trick, {points} points")
        }
        Event::AllPassed { dealer, .. } => format!("all passed; seat {dealer} deals next"),
        Event::DealEnded(end) => {
            let hands: Vec<String> =
                end.hands.iter().map(|hand| format!("[{}]", print_cards(pack, hand))).collect();
            let stake = end.stake.as_ref().map_or_else(String::new, |stake| {
                let (value, doublings, bonus) = (stake.value, stake.doublings, stake.bonus);
                format!(" at {value} ({doublings} doublings, bonus {bonus})")
            });
            format!("deal over: {:?}{stake}; left {}", end.results, hands.join(" "))
        }
        Event::MatchEnded(end) => format!("match over: {:?}", end.totals),
        other => trick_line(pack, other),
    }
}

/// What only games of tricks tell.
fn trick_line(pack: &Pack, event: &Event) -> String {
    match event {
        Event::CardsDrawn { zone, counts, .. } => format!("drawn from {zone}: {counts:?}"),
        Event::CardsLaid(laid) => format!("laid: {}", zone(pack, laid)),
        Event::LeadWithdrawn(withdrawn) => {
            let (kept, back) = (&withdrawn.kept, &withdrawn.withdrawn);
            let beating = print_cards(pack, &withdrawn.beating);
            let kept = print_named(pack, &kept.cards);
            let back = print_cards(pack, back);
            format!("{} leads {kept}, takes back {back}: {beating}", withdrawn.seat)
        }
        Event::TrumpSet { trump, .. } => format!("trump is {}", print_trump(pack, *trump)),
        Event::AnswersOpened(answers) => {
            let answer = |acted: &SeatActed| {
                format!("{}: {}", acted.seat, print_action(pack, &acted.action))
            };
            let answers: Vec<String> = answers.iter().map(answer).collect();
            format!("answers: {}", answers.join(", "))
        }
        Event::PlaysTurnedUp(plays) => {
            let turned: Vec<String> = plays
                .iter()
                .map(|(seat, laid)| format!("{seat}: {}", print_named(pack, &laid.cards)))
                .collect();
            format!("turned up: {}", turned.join(", "))
        }
        Event::PointsMoved(moved) => {
            let PointsMoved { label, from_team, to_team, points } = moved;
            format!("{label}: {points} from {from_team} to {to_team}")
        }
        other => unreachable!("{} is not written down", other.kind()),
    }
}

/// A match of beginners as text: hands, then everything that everybody sees.
fn playthrough(setup: &Setup, seed: u64) -> String {
    let mut driven = Driven::new(setup.playable().expect("a playable set-up"), seed);
    let mut text = format!("# {} {} seats, preset {}\n", setup.game, setup.seats, setup.preset);
    let mut told = 0;
    while driven.table.stage() != Stage::Over {
        driven.follow();
        for event in driven.events(None)[told..].iter().filter(|event| !event.is_consequence()) {
            writeln!(text, "{}", line(driven.pack(), event)).expect("a string takes it");
            if let Event::Dealt { hand_sizes, .. } = event {
                for seat in 0..hand_sizes.len() {
                    let seat = u8::try_from(seat).expect("few seats");
                    let view = driven.view(seat);
                    let hand = print_cards(driven.pack(), view.own_hand());
                    writeln!(text, "  {seat} holds {hand}").expect("a string takes it");
                }
            }
        }
        told = driven.events(None).len();
        if driven.table.to_draw() > 0 {
            driven.draw_all();
            continue;
        }
        let decision = driven.table.decisions().swap_remove(0);
        let view = driven.table.view(Some(decision.seat));
        let action = if decision.kind == "between_deals" && view.deal >= DEALS {
            paizhuo_engine::action::Action::Stop
        } else {
            Bot::Greedy.choose(&driven.ruleset, &view, 0).expect("the bot is asked")
        };
        driven.act(decision.seat, action).expect("a bot's action is legal");
    }
    for event in driven.events(None)[told..].iter().filter(|event| !event.is_consequence()) {
        writeln!(text, "{}", line(driven.pack(), event)).expect("a string takes it");
    }
    text
}

/// Compares with the files of `tests/playthroughs`. After a change that is meant, delete a file:
/// the test writes it anew and fails once.
#[test]
fn playthroughs_go_as_written() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut written = Vec::new();
    let played: [(u64, &str, u32, &str, &[&str]); 12] = [
        (1, "dou_dizhu", 3, "seed", &[]),
        (2, "dou_dizhu", 4, "seed", &[]),
        (3, "dou_dizhu", 3, "online", &[]),
        (4, "dou_dizhu", 4, "online", &[]),
        (5, "dou_dizhu", 3, "douzero", &[]),
        (6, "zheng_fen", 3, "seed", &["target=60"]),
        (7, "zheng_fen", 4, "seed", &["target=60"]),
        (8, "zheng_fen", 5, "pagat", &["target=60"]),
        (9, "zheng_fen", 6, "pagat", &["target=60"]),
        (10, "hachinin_meri", 8, "seed", &["deals=1"]),
        (10, "zhao_pengyou", 5, "seed", &["target_points=1"]),
        (11, "zhao_pengyou", 8, "pagat2018", &["target_points=1"]),
    ];
    for (seed, game, seats, preset, options) in played {
        let text = playthrough(&Setup::new(game, seats, preset, options), seed);
        let path = folder.join(format!("{game}_{seats}_{preset}.txt"));
        let Ok(expected) = fs::read_to_string(&path) else {
            fs::create_dir_all(&folder).expect("a folder for playthroughs");
            fs::write(&path, text).expect("a playthrough is written");
            written.push(path);
            continue;
        };
        for (number, (found, expected)) in (1..).zip(text.lines().zip(expected.lines())) {
            assert_eq!(found, expected, "{}:{number}", path.display());
        }
        assert_eq!(text.len(), expected.len(), "{}", path.display());
    }
    assert_eq!(written, Vec::<PathBuf>::new(), "written anew: look at them and commit");
}
