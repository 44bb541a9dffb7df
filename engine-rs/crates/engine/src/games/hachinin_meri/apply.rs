//! Applying a checked action, and telling what happened.

use super::declaring::{Declared, conclude};
use super::ending::end_trick;
use super::plays::{reading, seen};
use super::rules::Rules;
use super::sight::{apart, label, lone_sun_zone};
use super::state::{InPlay, Laid, Phase, State};
use super::steps::Step;
use super::trick::RobaiStatus;
use crate::action::{Action, Named};
use crate::cards::Card;
use crate::event::{Event, Fact, SeatActed};
use crate::game::DealNumber;
use crate::seat::{Seat, Viewer};

/// The zone of the card that was turned up (HM-2.4).
pub(super) const OKI: &str = "oki";
/// The zone of the two cards left over (HM-2.5).
pub(super) const SIDE: &str = "side";
/// The zone of the receiver's discard (HM-2.10).
pub(super) const DISCARDED: &str = "discard";
/// The zone that shows a seat that it may keep its only trump (HM-4.8).
pub(super) const LONE_SUN: &str = "lone_sun";

/// The role of a receiver who declared the native Robai (HM-2.7).
pub(super) const DECLARER: &str = "declarer";
/// The role of a dealer who received the Oki because nobody declared (HM-2.8).
pub(super) const RECEIVER: &str = "receiver";

/// Applies a step of a seat.
pub(super) fn apply(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    seat: Seat,
    step: Step,
    facts: &mut Vec<Fact>,
) {
    let deal = state.in_play.as_mut().expect("a deal is in play");
    match step {
        Step::Answer(declares) => answer(rules, deal, seat, declares, facts),
        Step::Discard(card) => discard(deal, seat, card, facts),
        Step::Play(card) => {
            lay(rules, deal, seat, card, facts);
            if deal.trick.len() == usize::from(Rules::SEATS) {
                end_trick(rules, state, number, facts);
            }
        }
    }
}

/// An answer is told to nobody else before all have answered; then they are told together, in
/// order up to the declaration (HM-6.5).
fn answer(rules: &Rules, deal: &mut InPlay, seat: Seat, declares: bool, facts: &mut Vec<Fact>) {
    let Phase::Declaring(answers) = &mut deal.phase else {
        unreachable!("only declarations are answered");
    };
    answers[seat.index()] = Some(declares);
    let given = answers.map(|answer| answer == Some(true));
    let complete = answers.iter().all(Option::is_some);
    let acted = SeatActed { seat, action: call(declares), size: 0 };
    facts.push(Fact::private(seat, Event::Acted(acted)));
    if !complete {
        return;
    }
    let (declared, told) = conclude(rules, deal, given);
    let calls = told.into_iter().map(|(seat, declares)| SeatActed {
        seat,
        action: call(declares),
        size: 0,
    });
    deal.calls = calls.collect();
    facts.push(Fact::Public(Event::AnswersOpened(deal.calls.clone())));
    receive(deal, declared, facts);
}

const fn call(declares: bool) -> Action {
    if declares { Action::Declare } else { Action::Pass }
}

/// The receiver takes the Oki into hand (HM-2.7, HM-2.8), and is to discard.
pub(super) fn receive(deal: &mut InPlay, declared: Declared, facts: &mut Vec<Fact>) {
    let seat = declared.receiver;
    deal.declared = Some(declared);
    deal.hands[seat.index()].add(deal.oki);
    deal.phase = Phase::Discarding;
    facts.push(Fact::Public(Event::RoleGiven { seat, role: role(declared) }));
    facts.push(Fact::CardsTaken { zone: OKI, seat, cards: vec![deal.oki], open: true });
}

/// The role of the receiver. It tells of the Robai what everybody knows (HM-6.6).
pub(super) fn role(declared: Declared) -> &'static str {
    if declared.status == RobaiStatus::Declared { DECLARER } else { RECEIVER }
}

/// The receiver puts a card away, face down, and is to lead (HM-2.9, HM-2.10).
fn discard(deal: &mut InPlay, seat: Seat, card: Card, facts: &mut Vec<Fact>) {
    deal.hands[seat.index()].remove(card);
    deal.discard = Some(card);
    deal.phase = Phase::Playing;
    deal.leader = seat;
    let action = Action::Discard(Some(Named::Face(card)));
    facts.push(Fact::Covered(SeatActed { seat, action, size: 1 }));
    let zone = apart(deal, Some(seat)).find(|zone| zone.name == DISCARDED);
    facts.extend(zone.map(Fact::CardsLaid));
    facts.push(Fact::Public(Event::TrickBegun { leader: seat }));
}

/// A card is played: for all to see, or face down (HM-4.10).
fn lay(rules: &Rules, deal: &mut InPlay, seat: Seat, card: Card, facts: &mut Vec<Fact>) {
    let had_lone_sun = deal.has_lone_sun(rules, seat);
    let face_down = deal.lies_face_down(rules, card);
    deal.hands[seat.index()].remove(card);
    deal.gave_trump[seat.index()] |= deal.trumps.has(card);
    deal.plays[seat.index()] += 1;
    let laid = Laid { seat, card, face_down };
    deal.trick.push(laid);
    let told = |viewer| acted(deal, laid, viewer);
    facts.push(if face_down {
        let (own, others) = (Box::new(told(Some(seat))), Some(Box::new(told(None))));
        Fact::Seen { by: seat, own, others }
    } else {
        Fact::Public(told(None))
    });
    if had_lone_sun && !deal.has_lone_sun(rules, seat) {
        facts.push(Fact::private(seat, Event::ZoneCleared { zone: LONE_SUN }));
    }
    if !deal.opened {
        open(rules, deal, facts);
    }
    let leads = deal.trick.len() == 1;
    facts.extend(
        label(deal).filter(|_| leads).map(|label| Fact::Public(Event::TrickNamed { label })),
    );
    let place = deal.standing().map(|place| u8::try_from(place).expect("few seats"));
    if place.map(usize::from) != Some(deal.trick.len() - 1) {
        facts.push(Fact::Public(Event::TrickStands { place }));
    }
}

/// With the opening lead the discard and the cards left over are shown (HM-2.11), and everybody
/// learns of the own hand alone whether the Sun in it may be kept (HM-4.8, HM-4.14).
fn open(rules: &Rules, deal: &mut InPlay, facts: &mut Vec<Fact>) {
    deal.opened = true;
    facts.extend(apart(deal, None).map(|zone| Fact::Public(Event::CardsShown(zone))));
    for seat in Seat::all(Rules::SEATS) {
        if let Some(zone) = lone_sun_zone(rules, deal, Some(seat)) {
            facts.push(Fact::private(seat, Event::CardsShown(zone)));
        }
    }
}

/// The event of a play, as a viewer sees it.
fn acted(deal: &InPlay, laid: Laid, viewer: Viewer) -> Event {
    let counts = seen(deal, laid, viewer);
    let action = Action::Play { cards: counts.cards.clone(), reading: reading(&counts) };
    Event::Acted(SeatActed { seat: laid.seat, action, size: 1 })
}

/// The event of a card that is laid for all to see without anybody's choice.
pub(super) fn laid_open(deal: &InPlay, laid: Laid) -> Fact {
    Fact::Public(acted(deal, laid, None))
}
