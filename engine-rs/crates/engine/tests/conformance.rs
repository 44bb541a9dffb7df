//! What holds for every game in every set-up, found by playing.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use paizhuo_engine::action::{Action, FriendCall, Named, Reading, Verb};
use paizhuo_engine::cards::Card;
use paizhuo_engine::error::{Class, Reason, RuleError};
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::game::{GameInfo, Stage};
use paizhuo_engine::games;
use paizhuo_engine::legal::{LEGAL_MAX, Legal, LegalForm};
use paizhuo_engine::name::Term;
use paizhuo_engine::notation::{parse_action, print_action};
use paizhuo_engine::rng::DealRng;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::table::{Command, Table};
use support::{Conserved, Driven, Setup, any_choice, below, pick, rng, setups};

/// More commands than any deal of any game takes, redeals included.
const COMMANDS_MAX: usize = 5_000;
/// Deals after which a match is left.
const DEALS_MAX: u32 = 3;

fn prepared(table: &dyn Table, seat: Seat, action: &Action) -> Result<(), RuleError> {
    table.prepare(Command::Act { seat, decision_id: None, action }).map(|_| ())
}

/// Cards by what matters: ranks or faces, counted. Where suits matter to no rule, listed plays
/// stand for others of their ranks.
fn projection(info: &GameInfo, cards: &[Named]) -> Vec<u8> {
    let mut all: Vec<u8> = cards
        .iter()
        .map(|card| match card {
            Named::Face(card) if !info.suits_matter => info.pack.face(*card).rank,
            Named::Face(card) => card.0,
            Named::Rank(rank) => *rank,
        })
        .collect();
    all.sort_unstable();
    all
}

/// Plays a match with random listed actions, `at` at every step; then plays it again.
fn check_match(setup: &Setup, seed: u64, at: &mut dyn FnMut(&Driven, &mut DealRng)) {
    let Some(ruleset) = setup.playable() else { return };
    let mut choices = rng("choices", seed);
    let mut driven = Driven::new(ruleset, seed);
    let mut conserved = Conserved::new(&driven.ruleset);
    // A deal of a dozen players is as long as several others.
    let deals_max = if driven.ruleset.seats() > 6 { 1 } else { DEALS_MAX };
    while driven.table.stage() != Stage::Over && driven.table.number().deal <= deals_max {
        assert!(driven.made.len() < COMMANDS_MAX, "{setup:?} seed {seed} does not end");
        conserved.follow(&driven.follow());
        at(&driven, &mut choices);
        if let Some(facts) = driven.draw_on(&mut choices) {
            conserved.follow(&facts);
            conserved.check_views(&*driven.table);
            check_catalogued(&driven);
            check_followed(&driven);
            continue;
        }
        let mut decisions = driven.table.decisions();
        decisions.retain(|decision| !decision.voluntary);
        let decision = pick(&mut choices, &decisions).clone();
        let legal = driven.table.legal(decision.seat, LEGAL_MAX);
        let verbs: Vec<Verb> = legal.verbs.iter().map(|(verb, _)| *verb).collect();
        assert_eq!(verbs, decision.verbs, "{setup:?} seed {seed}: a part a verb, in their order");
        let action = any_of(&legal, &mut choices);
        let facts = driven.act(decision.seat, action).expect("a listed action is legal");
        conserved.follow(&facts);
        conserved.check_views(&*driven.table);
        check_catalogued(&driven);
        check_followed(&driven);
    }
    replays(&driven);
}

/// The phase, every verb, event, role, zone and whatever is laid are in the catalogue, and deals
/// are counted as they end.
fn check_catalogued(driven: &Driven) {
    let (info, view) = (driven.ruleset.info(), driven.table.view(None));
    let names = |terms: &[Term], word: &str| terms.iter().any(|term| term.name == word);
    for event in driven.events(None).iter().rev().take(8) {
        assert!(names(info.events, event.kind()), "event {}", event.kind());
    }
    for role in view.seats.iter().map(|seat| seat.role).filter(|role| !role.is_empty()) {
        assert!(names(info.roles, role), "role {role}");
    }
    for zone in &view.zones {
        assert!(names(info.zones, zone.name), "zone {}", zone.name);
    }
    let laid = view.trick.iter().flat_map(|trick| &trick.plays);
    for play in laid.filter_map(|(_, combination)| combination.as_ref()) {
        assert!(names(info.categories, play.category), "category {}", play.category);
        let is_rank = info.pack.rank(play.key).is_some();
        assert!(is_rank || names(info.forms, play.key), "key {}", play.key);
        assert!(play.labels.iter().all(|label| names(info.labels, label)), "{:?}", play.labels);
    }
    assert!(info.phases.iter().any(|term| term.name == view.phase), "{}", view.phase);
    let verbs = view.decisions.iter().flat_map(|decision| decision.verbs);
    for verb in verbs.map(|verb| verb.word()) {
        assert!(info.verbs.iter().any(|term| term.name == verb), "{verb}");
    }
    let ended = |fact: &&Arc<Fact>| matches!(***fact, Fact::Public(Event::DealEnded(_)));
    let ended = driven.facts.iter().filter(ended);
    assert_eq!(ended.count(), view.deals_played as usize, "deals played out in this match");
}

/// What events say of the table is what the view shows: the phase and who is asked, the trick
/// and what the deal is played for.
fn check_followed(driven: &Driven) {
    let (view, events) = (driven.table.view(None), driven.events(None));
    let asked = events.iter().rev().find_map(|event| match event {
        Event::Asked { phase, decisions } => Some((*phase, decisions)),
        _ => None,
    });
    assert_eq!(asked, Some((view.phase, &view.decisions)));
    let leader = events.iter().rev().find_map(|event| match event {
        Event::TrickBegun { leader } => Some(Some(*leader)),
        Event::TrickEnded { .. } | Event::Dealt { .. } | Event::AllPassed { .. } => Some(None),
        _ => None,
    });
    assert_eq!(leader.flatten(), view.trick.map(|trick| trick.leader));
    let stake = events.iter().rev().find_map(|event| match event {
        Event::StakeChanged(stake) => Some(Some(stake)),
        Event::DealEnded(end) => Some(end.stake.as_ref()),
        Event::AllPassed { .. } => Some(None),
        _ => None,
    });
    assert_eq!(stake.flatten(), view.stake.as_ref());
}

/// A listed action: any verb, then any of its actions, so that auctions are passed out too.
fn any_of(legal: &Legal, rng: &mut DealRng) -> Action {
    let lists = legal.verbs.iter().filter_map(|(_, form)| match form {
        LegalForm::List { actions, .. } if !actions.is_empty() => Some(actions),
        _ => None,
    });
    let lists: Vec<&Vec<Action>> = lists.collect();
    if lists.is_empty() {
        return any_choice(legal, rng);
    }
    let list = *pick(rng, &lists);
    pick(rng, list).clone()
}

/// The same commands give the same hashes.
fn replays(driven: &Driven) {
    let mut again = Driven::new(driven.ruleset.clone(), driven.seed);
    for (made, hash) in &driven.made {
        again.make(made.clone()).expect("it was legal the first time");
        assert_eq!(again.made.last().expect("just made").1, *hash, "{made:?}");
    }
}

/// Set-ups of every game: presets, every value by itself, mixtures.
fn all_setups(mixtures: u64) -> Vec<Setup> {
    games::all().iter().flat_map(|listed| setups(listed.info(), mixtures)).collect()
}

#[test]
fn random_play_ends_conserves_cards_and_can_be_replayed() {
    for (seed, setup) in (0..).zip(all_setups(60)) {
        check_match(&setup, seed, &mut |_, _| {});
    }
}

#[test]
fn listed_actions_timeouts_and_beginners_are_legal_and_print_to_themselves() {
    for (seed, setup) in (1_000..).zip(all_setups(30)) {
        check_match(&setup, seed, &mut |driven, rng| {
            let (table, pack) = (&*driven.table, driven.pack());
            let view_of = |seat| table.view(Some(seat));
            for decision in table.decisions() {
                let seat = decision.seat;
                let legal = table.legal(seat, LEGAL_MAX);
                check_filled(table, seat, &legal, rng);
                if decision.voluntary {
                    let answer = driven.ruleset.volunteer(&view_of(seat));
                    let judged = answer.map(|answer| prepared(table, seat, &answer));
                    assert_eq!(judged.unwrap_or(Ok(())), Ok(()), "a volunteer is legal");
                }
                let actions: Vec<&Action> = legal.actions().collect();
                let start = below(rng, actions.len().max(1));
                for action in actions.iter().cycle().skip(start).take(actions.len().min(12)) {
                    prepared(table, seat, action).expect("a listed action is legal");
                    let text = print_action(pack, action);
                    assert_eq!(parse_action(pack, &text).as_ref(), Ok(*action), "{text}");
                }
                if decision.voluntary {
                    continue;
                }
                let timeout = table.on_timeout(seat).expect("the seat is asked");
                prepared(table, seat, &timeout).expect("a time-out is legal");
                let beginner = driven.ruleset.beginner(&view_of(seat));
                prepared(table, seat, &beginner).expect("a beginner is legal");
            }
        });
    }
}

/// Whatever fills a shape is legal.
fn check_filled(table: &dyn Table, seat: Seat, legal: &Legal, rng: &mut DealRng) {
    for (verb, form) in &legal.verbs {
        if let Some(filled) = form.filled(*verb, &mut |bound| below(rng, bound)) {
            prepared(table, seat, &filled).expect("what fits the shape is legal");
        }
    }
}

#[test]
fn a_sample_holds_at_most_its_limit_and_only_what_the_whole_list_has() {
    for (seed, setup) in (2_000..).zip(all_setups(2)) {
        check_match(&setup, seed, &mut |driven, rng| {
            if rng.below(8) > 0 {
                return;
            }
            for decision in driven.table.decisions() {
                let whole = driven.table.legal(decision.seat, usize::MAX);
                if whole.truncated() {
                    // A list that is cut without a limit is no measure.
                    continue;
                }
                let limit = below(rng, 20);
                let part = driven.table.legal(decision.seat, limit);
                for ((verb, part), (_, whole)) in part.verbs.iter().zip(&whole.verbs) {
                    let (
                        LegalForm::List { actions, truncated },
                        LegalForm::List { actions: all, .. },
                    ) = (part, whole)
                    else {
                        continue;
                    };
                    assert_eq!(actions.len(), all.len().min(limit), "{verb:?}");
                    assert_eq!(*truncated, all.len() > limit, "{verb:?}");
                    assert!(actions.iter().all(|action| all.contains(action)), "{verb:?}");
                }
            }
        });
    }
}

/// Holds every subset of the hand, or so many random ones, against the complete list.
fn check_all_else_refused(driven: &Driven, tries: usize, rng: &mut DealRng) {
    let info = driven.ruleset.info();
    for decision in driven.table.decisions() {
        let legal = driven.table.legal(decision.seat, usize::MAX);
        if legal.truncated() || decision.voluntary {
            continue;
        }
        let listed: BTreeSet<Vec<u8>> = legal
            .actions()
            .filter_map(|action| match action {
                Action::Play { cards, .. } => Some(projection(info, cards)),
                _ => None,
            })
            .collect();
        let view = driven.table.view(Some(decision.seat));
        let hand = view.own_hand();
        let whole = hand.len() < 16 && (1 << hand.len()) <= tries;
        let number = if whole { 1 << hand.len() } else { tries };
        for index in 0..number {
            let bits = if whole { index } else { random_bits(rng, hand.len()) };
            let chosen = (0..hand.len()).filter(|place| bits >> place & 1 == 1);
            let cards: Vec<Named> = chosen.map(|place| Named::Face(hand[place])).collect();
            let is_listed = listed.contains(&projection(info, &cards));
            let action = Action::Play { cards, reading: Reading::default() };
            let outcome = prepared(&*driven.table, decision.seat, &action);
            let text = print_action(info.pack, &action);
            assert_eq!(outcome.is_ok(), is_listed, "{text}: {outcome:?}");
        }
        for verb in [Action::Pass, Action::Continue, Action::Stop, Action::Call, Action::Rob] {
            let is_listed = legal.actions().any(|action| *action == verb);
            assert_eq!(prepared(&*driven.table, decision.seat, &verb).is_ok(), is_listed);
        }
    }
}

/// A subset of few or of many cards: small ones are legal more often.
fn random_bits(rng: &mut DealRng, places: usize) -> usize {
    let thin = rng.below(4);
    let word = |rng: &mut DealRng| below(rng, 1 << 16) | below(rng, 1 << 17) << 16;
    let bits = (0..thin).fold(word(rng), |bits, _| bits & word(rng));
    bits & ((1 << places) - 1)
}

#[test]
fn what_a_complete_list_leaves_out_is_refused() {
    for (seed, setup) in (3_000..).zip(all_setups(10)) {
        check_match(&setup, seed, &mut |driven, rng| {
            let tries = if driven.ruleset.seats() > 6 { 1 << 4 } else { 1 << 8 };
            if rng.below(6) == 0 {
                check_all_else_refused(driven, tries, rng);
            }
        });
    }
}

#[test]
fn what_a_complete_list_leaves_out_is_refused_for_all_subsets() {
    for listed in games::all() {
        for setup in setups(listed.info(), 0).into_iter().filter(|setup| setup.options.is_empty()) {
            // Refusals of a game of many seats take longer to explain.
            let many = listed.info().seat_counts.len() > 4;
            if many && setup.seats > 6 {
                continue;
            }
            let mut done = if many { 4 } else { 0 };
            check_match(&setup, 77, &mut |driven, rng| {
                let Some(seat) = driven.asked() else { return };
                let size = driven.table.view(Some(seat)).own_hand().len();
                let small = (9..=13).contains(&size);
                if done < 6 && (small || rng.below(40) == 0) {
                    let tries = if many { 1 << 13 } else { 1 << 16 };
                    let tries = if small { tries } else { 10_000.min(tries) };
                    check_all_else_refused(driven, tries, rng);
                    done += 1;
                }
            });
        }
    }
}

/// Viewers of a table: the public and every seat; of many seats the one that is asked and another.
fn viewers(driven: &Driven, rng: &mut DealRng) -> Vec<Viewer> {
    let seats = driven.ruleset.seats();
    let all: Vec<Viewer> = std::iter::once(None).chain(Seat::all(seats).map(Some)).collect();
    if seats <= 6 { all } else { vec![driven.asked(), *pick(rng, &all)] }
}

#[test]
fn dealing_the_hidden_cards_again_changes_nothing_that_the_viewer_sees() {
    for (seed, setup) in (4_000..).zip(all_setups(40)) {
        check_match(&setup, seed, &mut |driven, rng| {
            for viewer in viewers(driven, rng) {
                let other = driven.table.resample(viewer, rng);
                let (table, other) = (&*driven.table, &*other);
                let view = table.view(viewer);
                assert_eq!(other.view(viewer), view, "{setup:?} seed {seed} viewer {viewer:?}");
                if view.decisions.iter().all(|decision| !decision.sealed) {
                    assert_eq!(other.decisions(), table.decisions());
                }
                // Under seal it is hidden who has answered, not how many have.
                assert_eq!(other.decisions().len(), table.decisions().len());
                let asked = table.decisions().into_iter().find(|d| Some(d.seat) == viewer);
                let Some(seat) = asked.map(|decision| decision.seat) else { continue };
                assert_eq!(other.legal(seat, 64), table.legal(seat, 64));
                let (one, two) = (&view, &other.view(viewer));
                if view.own_decision().is_some_and(|decision| decision.voluntary) {
                    assert_eq!(driven.ruleset.volunteer(one), driven.ruleset.volunteer(two));
                } else {
                    assert_eq!(other.on_timeout(seat), table.on_timeout(seat));
                    assert_eq!(driven.ruleset.beginner(one), driven.ruleset.beginner(two));
                }
                let action = wild_action(driven, rng);
                let refused = |table: &dyn Table| prepared(table, seat, &action);
                assert_eq!(refused(other), refused(table), "{action:?}");
            }
        });
    }
}

#[test]
fn a_table_dealt_again_plays_on_to_its_end() {
    for (seed, setup) in (5_000..).zip(all_setups(4)) {
        check_match(&setup, seed, &mut |driven, rng| {
            if rng.below(10) > 0 {
                return;
            }
            let seen = viewers(driven, rng);
            let viewer = *pick(rng, &seen);
            let mut table = driven.table.resample(viewer, rng);
            for _ in 0..COMMANDS_MAX {
                if table.stage() != Stage::Decisions {
                    return;
                }
                if table.to_draw() > 0 {
                    let command = Command::Draw { count: table.to_draw() };
                    table = table.prepare(command).expect("a draw is legal").next;
                    continue;
                }
                let mut decisions = table.decisions().into_iter();
                let seat = decisions.find(|decision| !decision.voluntary).expect("asked").seat;
                let action = any_choice(&table.legal(seat, LEGAL_MAX), rng);
                let command = Command::Act { seat, decision_id: None, action: &action };
                table = table.prepare(command).expect("a listed action is legal").next;
            }
            panic!("{setup:?} seed {seed}: a resampled table does not end");
        });
    }
}

/// An action of a game of tricks and friends, with cards of the hand or any others.
fn wild_cards(info: &GameInfo, hand: &[Card], rng: &mut DealRng) -> Action {
    let faces: Vec<Card> = info.pack.cards().collect();
    let from = if hand.is_empty() || rng.below(4) == 0 { &faces[..] } else { hand };
    let card = *pick(rng, from);
    let copies = 1 + below(rng, 3);
    let mut cards = vec![Named::Face(card); copies];
    if rng.below(4) == 0 {
        cards.push(Named::Face(*pick(rng, from)));
    }
    match rng.below(8) {
        0 => Action::Defend(cards),
        1 => Action::Yield,
        2 => Action::Bury(cards),
        3 => Action::Declare,
        4 => Action::Discard(Some(Named::Face(card))),
        5 => {
            let copy = (rng.below(6) > 0).then(|| 1 + u8::try_from(rng.below(5)).expect("few"));
            let call = FriendCall { card: Named::Face(card), copy };
            Action::CallFriends(vec![call; 1 + below(rng, 5)])
        }
        6 => Action::play((0..=rng.below(3)).map(|_| *pick(rng, from))),
        _ => Action::BidCards(cards),
    }
}

/// Something that a client might send.
fn wild_action(driven: &Driven, rng: &mut DealRng) -> Action {
    let info = driven.ruleset.info();
    let open = driven.table.decisions();
    let seat = pick(rng, &open).seat;
    let words = [
        Action::Pass,
        Action::Call,
        Action::Rob,
        Action::Reveal,
        Action::Double,
        Action::Continue,
        Action::Declare,
        Action::Bid(rng.below(6)),
    ];
    if rng.below(3) == 0 {
        return pick(rng, &words).clone();
    }
    let hand = driven.view(seat.0).own_hand().to_vec();
    if rng.below(3) == 0 {
        return wild_cards(info, &hand, rng);
    }
    if rng.below(3) == 0
        && !hand.is_empty()
        && let Some(climbing) = driven.ruleset.climbing()
    {
        let held: Vec<Named> = hand.iter().copied().map(Named::Face).collect();
        let cards = pick(rng, &climbing.plays(&held, None)).cards.clone();
        return Action::Play { cards, reading: Reading::default() };
    }
    let mut cards: Vec<Named> = Vec::new();
    if hand.is_empty() || rng.below(8) == 0 {
        let faces = u32::try_from(info.pack.faces.len()).expect("a pack fits");
        cards.push(Named::Face(Card(u8::try_from(rng.below(faces)).expect("a face"))));
    } else {
        let first = *pick(rng, &hand);
        let rank = info.pack.face(first).rank;
        let number = 1 + below(rng, 4);
        let same = hand.iter().filter(|&&card| info.pack.face(card).rank == rank);
        cards.extend(same.take(number).copied().map(Named::Face));
        if rng.below(3) == 0 {
            cards.push(Named::Face(*pick(rng, &hand)));
        }
    }
    if rng.below(12) == 0 {
        return Action::Discard(cards.first().copied());
    }
    let category = (rng.below(4) == 0).then(|| pick(rng, info.categories).name.to_owned());
    let key = (rng.below(6) == 0).then(|| pick(rng, info.pack.ranks).notation.to_owned());
    let run = (rng.below(6) == 0).then(|| u8::try_from(rng.below(4)).expect("small"));
    Action::Play { cards, reading: Reading { category, key, run, ..Reading::default() } }
}

/// As many calls as are asked for, all of them the same, where calls are.
fn one_call_again(legal: &Legal) -> Option<Action> {
    let forms = legal.verbs.iter();
    let called = forms.filter_map(|(verb, form)| match form.first(*verb) {
        Some(Action::CallFriends(calls)) => Some(vec![calls[0]; calls.len()]),
        _ => None,
    });
    called.map(Action::CallFriends).next()
}

#[test]
fn every_refusal_of_the_rules_is_reached_and_offers_something_legal() {
    let mut reached: BTreeMap<&str, RuleError> = BTreeMap::new();
    let setups = (0..8).flat_map(|_| all_setups(4));
    for (seed, setup) in (6_000..).zip(setups) {
        check_match(&setup, seed, &mut |driven, rng| {
            let table = &*driven.table;
            let seats: Vec<Seat> = Seat::all(driven.ruleset.seats()).collect();
            let Some(first) = table.decisions().first().map(|open| open.seat) else { return };
            let words = (0..8).map(|_| (*pick(rng, &seats), wild_action(driven, rng)));
            let mut tries: Vec<(Seat, Action)> = words.collect();
            tries.push((first, Action::Pass));
            tries.extend(one_call_again(&table.legal(first, 1)).map(|calls| (first, calls)));
            for (seat, action) in tries {
                let Err(error) = prepared(table, seat, &action) else { continue };
                assert_eq!(error.reason.class(), Class::Illegal, "{error}");
                let asked = table.decisions().iter().any(|decision| decision.seat == seat);
                assert_eq!(error.reason == Reason::NotYourTurn, !asked, "{error}");
                if asked {
                    assert!(!error.rule.is_empty(), "{error} names no rule");
                    let offered = error.alternative.as_ref();
                    let open = table.decisions().into_iter().find(|open| open.seat == seat);
                    let may_be_silent = open.is_some_and(|open| open.voluntary);
                    assert!(offered.is_some() || may_be_silent, "nothing is legal: {error}");
                    if let Some(offered) = offered {
                        prepared(table, seat, offered).expect("what is offered is legal");
                    }
                }
                reached.entry(error.reason.code()).or_insert(error);
            }
        });
    }
    let illegal = Reason::ALL.iter().filter(|reason| reason.class() == Class::Illegal);
    let missing: Vec<&str> =
        illegal.map(|reason| reason.code()).filter(|code| !reached.contains_key(code)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}
