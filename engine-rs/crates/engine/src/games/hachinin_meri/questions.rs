//! Questions about leads and tricks, asked of rules and no state.

use super::order::{Trumps, suit};
use super::playable::Turn;
use super::plays::{PLAIN, TRUMP, combination};
use super::rules::Rules;
use super::trick::{Complete, TrickKind};
use crate::cards::Card;
use crate::cards::unsun::UNSUN;
use crate::combination::Combination;
use crate::error::{Reason, RuleError};
use crate::game::{Follow, Tricks};
use crate::notation::print_cards;
use crate::seat::Seat;
use crate::trick::{Context, Failed, Lead, Trump};

/// Whether a Meri trick came before: `open` or `closed`.
const PHASE: &str = "phase";
/// Whether the right of HM-4.8 holds.
const LONE_SUN: &str = "lone_sun";
/// Place of the play that supplies the led suit of a final trick; without it the lead does.
const SUPPLIER: &str = "supplier";

impl Tricks for Rules {
    fn lead_shape(&self, cards: &[Card], trump: Trump) -> Result<Lead, RuleError> {
        let trumps = Trumps { suit: trump.suit };
        let card = one(cards)?;
        let is_trump = trumps.has(card);
        Ok(Lead {
            kind: if is_trump { TRUMP } else { PLAIN },
            suit: if is_trump { "T" } else { UNSUN.suits[usize::from(suit(card))].notation },
            components: vec![combination(trumps, card)],
        })
    }

    /// No lead fails: it is one card.
    fn check_lead(
        &self,
        cards: &[Card],
        _hands: &[Vec<Card>],
        trump: Trump,
    ) -> Result<Option<Failed>, RuleError> {
        self.lead_shape(cards, trump).map(|_| None)
    }

    fn check_follow(&self, follow: &Follow<'_>) -> Result<(), RuleError> {
        follow.context.only(&[PHASE, LONE_SUN])?;
        once(follow.hand)?;
        let card = one(follow.cards)?;
        let play = || print_cards(&UNSUN, &[card]);
        if !follow.hand.contains(&card) {
            return Err(RuleError::new(Reason::CardsNotHeld, "HM-4.1").with("play", play()));
        }
        let turn = Turn {
            trumps: Trumps { suit: follow.trump.suit },
            led: Some(one(follow.lead)?),
            closed: of_two(follow.context, PHASE, "open", "closed")?,
            opening: false,
            lone_sun: of_two(follow.context, LONE_SUN, "false", "true")? && self.lone_sun,
        };
        match turn.duty(follow.hand).filter(|duty| !duty.met_by(turn, card)) {
            None => Ok(()),
            Some(duty) => {
                let led = print_cards(&UNSUN, follow.lead);
                Err(RuleError::new(duty.reason, duty.rule).with("play", play()).with("led", led))
            }
        }
    }

    fn trick_winner(
        &self,
        plays: &[Vec<Card>],
        trump: Trump,
        context: &Context,
    ) -> Result<usize, RuleError> {
        context.only(&[SUPPLIER])?;
        let cards = plays.iter().map(|cards| one(cards)).collect::<Result<Vec<_>, _>>()?;
        once(&cards)?;
        let supplier = match context.get(SUPPLIER) {
            "" => 0,
            place => place
                .parse()
                .ok()
                .filter(|&place: &u8| usize::from(place) < cards.len())
                .ok_or_else(|| bad(SUPPLIER, place))?,
        };
        let none = || RuleError::new(Reason::MalformedCards, "HM-4.1").with("card", "");
        let plays: Vec<_> = (0..).map(Seat).zip(cards).collect();
        let lead = plays.first().ok_or_else(none)?.1;
        let trumps = Trumps { suit: trump.suit };
        let kind = if trumps.has(lead) { TrickKind::Meri } else { TrickKind::Plain };
        let trick = Complete { kind, plays: &plays, supplier: Seat(supplier), meri_before: false };
        Ok(trick.winner(trumps).index())
    }

    /// In the open phase, where nobody has the right to keep a Sun.
    fn plays(
        &self,
        hand: &[Card],
        lead: Option<&[Card]>,
        trump: Trump,
        limit: usize,
    ) -> Result<(Vec<Combination>, bool), RuleError> {
        once(hand)?;
        let trumps = Trumps { suit: trump.suit };
        let led = lead.map(one).transpose()?;
        let turn = Turn { trumps, led, closed: false, opening: false, lone_sun: false };
        let playable = turn.playable(hand);
        let listed = playable.iter().take(limit).map(|&card| combination(trumps, card));
        Ok((listed.collect(), playable.len() <= limit))
    }

    fn trump(&self, text: &str) -> Result<Trump, RuleError> {
        let unknown = || RuleError::new(Reason::MalformedCards, "HM-2.4").with("card", text);
        Ok(Trump { suit: UNSUN.suit(text).ok_or_else(unknown)?, rank: None })
    }
}

/// A lead and a play are one card (HM-4.1).
fn one(cards: &[Card]) -> Result<Card, RuleError> {
    if let [card] = cards {
        return Ok(*card);
    }
    let play = print_cards(&UNSUN, cards);
    Err(RuleError::new(Reason::NotACombination, "HM-4.1").with("play", play))
}

/// There is one pack: no card is there twice (HM-1.4).
fn once(cards: &[Card]) -> Result<(), RuleError> {
    let mut later = cards.iter().enumerate().skip(1);
    match later.find(|&(place, card)| cards[..place].contains(card)) {
        None => Ok(()),
        Some((_, &card)) => {
            let error = RuleError::new(Reason::MalformedCards, "HM-1.4");
            Err(error.with("card", print_cards(&UNSUN, &[card])))
        }
    }
}

/// Whether a context has the second of two values; without any the first holds.
fn of_two(
    context: &Context,
    name: &'static str,
    first: &str,
    second: &str,
) -> Result<bool, RuleError> {
    match context.get(name) {
        "" => Ok(false),
        value if value == first => Ok(false),
        value if value == second => Ok(true),
        value => Err(bad(name, value)),
    }
}

fn bad(name: &'static str, value: &str) -> RuleError {
    let error = RuleError::new(Reason::BadOptionValue, "");
    error.with("option", name).with_sent("value", value)
}
