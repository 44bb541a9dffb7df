//! Nobody is told what they may not know: not by views, events, legal actions or refusals.

mod support;

use std::sync::Arc;

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::{Action, Named};
use paizhuo_engine::cards::{Card, Hand};
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::game::Stage;
use paizhuo_engine::games;
use paizhuo_engine::legal::LEGAL_MAX;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::view::View;
use support::{Driven, any_choice, rng, setups};

/// Every card that a view names outside of the viewer's own hand.
fn named_in(view: &View) -> Vec<Card> {
    let mut cards = view.played.clone();
    for (seat, shown) in (0..).map(Seat).zip(&view.seats) {
        if view.viewer != Some(seat) {
            cards.extend(shown.hand.iter().flatten());
        }
    }
    cards.extend(view.zones.iter().filter_map(|zone| zone.cards.as_ref()).flatten());
    let laid = view.trick.iter().flat_map(|trick| &trick.plays);
    let laid = laid.filter_map(|(_, combination)| combination.as_ref());
    cards.extend(laid.flat_map(|combination| faces(&combination.cards)));
    cards
}

fn faces(cards: &[Named]) -> Vec<Card> {
    let face = |card: &Named| match card {
        Named::Face(card) => *card,
        Named::Rank(_) => panic!("what is shown has faces"),
    };
    cards.iter().map(face).collect()
}

/// Every card that an event names.
fn named_by(event: &Event) -> Vec<Card> {
    match event {
        Event::Dealt { hand, zones, .. } => {
            let shown = zones.iter().filter_map(|zone| zone.cards.clone()).flatten();
            hand.iter().copied().chain(shown).collect()
        }
        Event::Acted(acted) => match &acted.action {
            Action::Play { cards, .. }
            | Action::BidCards(cards)
            | Action::Defend(cards)
            | Action::Bury(cards) => faces(cards),
            Action::Discard(Some(card)) => faces(&[*card]),
            _ => Vec::new(),
        },
        Event::PlaysTurnedUp(turned) => {
            turned.iter().flat_map(|(_, laid)| faces(&laid.cards)).collect()
        }
        Event::CardsShown(zone) | Event::CardsLaid(zone) => zone.cards.clone().unwrap_or_default(),
        Event::CardsTaken { cards, .. } => cards.clone().unwrap_or_default(),
        Event::CardsDrawn { cards, .. } => cards.clone(),
        Event::LeadWithdrawn(withdrawn) => withdrawn.beating.clone(),
        Event::DealEnded(_)
        | Event::DealCommitted { .. }
        | Event::RoleGiven { .. }
        | Event::TrickEnded { .. }
        | Event::AllPassed { .. }
        | Event::ZoneCleared { .. }
        | Event::TrickBegun { .. }
        | Event::StakeChanged(_)
        | Event::TrumpSet { .. }
        | Event::TrickStands { .. }
        | Event::TrickNamed { .. }
        | Event::FriendCallsChanged(_)
        | Event::StandingsChanged { .. }
        | Event::AnswersOpened(_)
        | Event::PointsMoved(_)
        | Event::TeamsChanged(_)
        | Event::Asked { .. }
        | Event::MatchEnded(_) => Vec::new(),
    }
}

/// What a viewer may have learned: cards once shown or played, and the own ones.
struct Known {
    viewer: Viewer,
    cards: Hand,
}

impl Known {
    /// Learns from facts, by the rules alone: who sees what is written down here again.
    fn learn(&mut self, facts: &[Arc<Fact>]) {
        for fact in facts {
            match &**fact {
                Fact::Dealt { hands, zones, .. } => {
                    self.cards = Hand::default();
                    self.add(self.viewer.map_or(&[][..], |seat| &hands[seat.index()]));
                    for zone in zones {
                        self.add(zone.cards.as_deref().unwrap_or(&[]));
                    }
                }
                Fact::Public(event) => self.add(&named_by(event)),
                Fact::CardsTaken { seat, cards, open, .. } => {
                    if *open || self.viewer == Some(*seat) {
                        self.add(cards);
                    }
                }
                Fact::CardsDrawn { drawn, .. } => {
                    let own = drawn.iter().filter(|(seat, _)| self.viewer == Some(*seat));
                    self.add(&own.map(|(_, card)| *card).collect::<Vec<_>>());
                }
                Fact::Covered(acted) => {
                    if self.viewer == Some(acted.seat) {
                        self.add(&named_by(&Event::Acted(acted.clone())));
                    }
                }
                Fact::CardsLaid(zone) => {
                    if self.viewer == zone.seat {
                        self.add(zone.cards.as_deref().unwrap_or(&[]));
                    }
                }
                Fact::Seen { by, own, others } => {
                    if self.viewer == Some(*by) {
                        self.add(&named_by(own));
                    } else {
                        self.add(&others.as_deref().map(named_by).unwrap_or_default());
                    }
                }
                Fact::Remembered { .. } => {}
            }
        }
    }

    fn add(&mut self, cards: &[Card]) {
        for &card in cards {
            self.cards.add(card);
        }
    }
}

/// Plays a match at random and looks at every step with every viewer's eyes.
fn watch(ruleset: &Ruleset, seed: u64, at: &mut dyn FnMut(&Driven, &[Known])) {
    let mut choices = rng("secrecy", seed);
    let mut driven = Driven::new(ruleset.clone(), seed);
    let viewers = std::iter::once(None).chain(Seat::all(ruleset.seats()).map(Some));
    let fresh = |viewer| Known { viewer, cards: Hand::default() };
    let mut known: Vec<Known> = viewers.map(fresh).collect();
    while driven.table.stage() != Stage::Over && driven.table.number().deal <= 2 {
        let facts = driven.follow();
        for known in &mut known {
            known.learn(&facts);
        }
        at(&driven, &known);
        let facts = driven.draw_on(&mut choices).unwrap_or_else(|| {
            let seat = driven.asked().expect("somebody is asked");
            let legal = driven.table.legal(seat, LEGAL_MAX);
            let action = any_choice(&legal, &mut choices);
            driven.act(seat, action).expect("a listed action is legal")
        });
        for known in &mut known {
            known.learn(&facts);
        }
    }
}

#[test]
fn a_view_names_no_card_that_its_viewer_has_not_seen() {
    for listed in games::all() {
        for (seed, setup) in (0..).zip(setups(listed.info(), 40)) {
            let Some(ruleset) = setup.playable() else { continue };
            watch(&ruleset, seed, &mut |driven, known| {
                if driven.table.stage() != Stage::Decisions {
                    return;
                }
                for known in known {
                    let view = driven.table.view(known.viewer);
                    let unseen = named_in(&view).into_iter().find(|&c| known.cards.count(c) == 0);
                    assert_eq!(unseen, None, "{setup:?} seed {seed} viewer {:?}", known.viewer);
                    if driven.table.remembers_played() {
                        let mut told = driven.events(known.viewer);
                        told.retain(|event| !event.is_consequence());
                        assert!(told.ends_with(&view.last_events));
                    }
                }
            });
        }
    }
}

/// Whatever happens every viewer is told of, but of what one seat alone may know.
#[test]
fn every_viewer_is_told_of_the_same_facts_in_the_same_order() {
    for listed in games::all() {
        for (seed, setup) in (500..).zip(setups(listed.info(), 10)) {
            let Some(ruleset) = setup.playable() else { continue };
            watch(&ruleset, seed, &mut |driven, known| {
                for Known { viewer, .. } in known {
                    let private = |fact: &&Arc<Fact>| match &***fact {
                        Fact::Seen { by, others: None, .. } => *viewer != Some(*by),
                        _ => false,
                    };
                    let private = driven.facts.iter().filter(private).count();
                    let told = driven.events(*viewer).len();
                    assert_eq!(told + private, driven.facts.len());
                }
            });
        }
    }
}

/// D2.5: before the landlord is known the bottom cards are as likely to be any that the viewer
/// does not see: dealt again they come out different, while all that anybody is shown, listed or
/// refused stays the same; and what is open to all has the same size for all cards.
#[test]
fn before_there_is_a_landlord_nothing_tells_the_bottom_cards() {
    for setup in setups(games::all()[0].info(), 20) {
        let Some(ruleset) = setup.playable() else { continue };
        let mut seen = 0;
        watch(&ruleset, 42, &mut |driven, known| {
            let public = driven.public();
            if public.phase != "auction" {
                return;
            }
            seen += 1;
            for known in known {
                let view = driven.table.view(known.viewer);
                let bottom = view.zones.iter().find(|zone| zone.name == "bottom");
                let bottom = bottom.expect("there are bottom cards");
                assert_eq!((bottom.cards.as_ref(), bottom.seat), (None, None));
                assert!(view.played.is_empty() && view.trick.is_none());
                let mut hashes = Vec::new();
                for again in 0..4 {
                    let other = driven.table.resample(known.viewer, &mut rng("again", again));
                    assert_eq!(other.view(known.viewer), view);
                    hashes.push(other.hash());
                }
                hashes.dedup();
                assert!(hashes.len() > 1, "hidden cards were dealt again");
            }
        });
        assert!(seen > 0, "{setup:?} has an auction");
    }
}

/// Where the bottom cards go is seen by resampling: over many, a peasant finds each unseen
/// card in the landlord's hand now and then, and the landlord's own bottom cards stay.
#[test]
fn dealing_again_moves_every_hidden_card_and_no_seen_one() {
    let mut driven = Driven::dealt(support::dou_dizhu(3, &[]), 8);
    driven.say(&["bid 3"]);
    let landlord = driven.asked().expect("the landlord leads");
    let peasant = landlord.plus(1, 3);
    let mut seen_with_landlord = [0u32; 54];
    let mut rng = rng("moves", 1);
    for _ in 0..400 {
        let other = driven.table.resample(Some(peasant), &mut rng);
        for &card in other.view(Some(landlord)).own_hand() {
            seen_with_landlord[card.index()] += 1;
        }
        let own = driven.table.resample(Some(landlord), &mut rng).view(Some(landlord));
        assert_eq!(own, driven.table.view(Some(landlord)));
    }
    let held = driven.table.view(Some(peasant)).own_hand().to_vec();
    let faceup = driven.public().zones[1].clone();
    for card in driven.pack().cards() {
        let times = seen_with_landlord[card.index()];
        let shown = faceup.cards.as_ref().is_some_and(|cards| cards.contains(&card));
        if held.contains(&card) {
            assert_eq!(times, 0, "the viewer holds {card:?}");
        } else if shown {
            let holds = faceup.seat == Some(landlord);
            assert_eq!(times, if holds { 400 } else { 0 });
        } else {
            assert!(times > 0, "{card:?} is never the landlord's");
        }
    }
}
