//! The questions about leads and tricks.

use super::follow::check_follow;
use super::group_check::check_group;
use super::lead::{Lead, component, followed};
use super::order::TrumpOrder;
use super::plays::{follows, leads};
use super::rules::Rules;
use super::winner::winner;
use crate::action::Named;
use crate::cards::french::FRENCH;
use crate::cards::{Card, Hand};
use crate::combination::Combination;
use crate::error::{Reason, RuleError};
use crate::game::{Follow, Tricks};
use crate::notation::{parse_trump, print_cards};
use crate::trick::{self, Context, Failed, Trump};

/// The most that a hand may hold of a card, so that counting never overflows.
const COPIES_MAX: u8 = 4;

impl Tricks for Rules {
    fn lead_shape(&self, cards: &[Card], trump: Trump) -> Result<trick::Lead, RuleError> {
        let order = TrumpOrder::new(self, trump);
        Ok(Lead::of(self, &order, &set(cards)?)?.shown())
    }

    fn check_lead(
        &self,
        cards: &[Card],
        hands: &[Vec<Card>],
        trump: Trump,
    ) -> Result<Option<Failed>, RuleError> {
        let order = TrumpOrder::new(self, trump);
        let lead = Lead::of(self, &order, &set(cards)?)?;
        let hands = hands.iter().map(|hand| set(hand)).collect::<Result<Vec<_>, _>>()?;
        Ok(check_group(self, &order, &lead, &hands).map(|fallen| Failed {
            kept: component(&fallen.kept),
            beaten_by: fallen.beaten_by,
            beating: fallen.beating.into_iter().map(Named::Face).collect(),
        }))
    }

    fn check_follow(&self, follow: &Follow<'_>) -> Result<(), RuleError> {
        follow.context.only(&[])?;
        let order = TrumpOrder::new(self, follow.trump);
        let lead = Lead::of(self, &order, &set(follow.lead)?)?;
        let (hand, cards) = (set(follow.hand)?, set(follow.cards)?);
        if !hand.contains(&cards) {
            let error = RuleError::new(Reason::CardsNotHeld, "ZP-4.2");
            return Err(error.with("cards", print_cards(&FRENCH, follow.cards)));
        }
        check_follow(self, &order, &lead, &hand, &cards)
    }

    fn trick_winner(
        &self,
        plays: &[Vec<Card>],
        trump: Trump,
        context: &Context,
    ) -> Result<usize, RuleError> {
        context.only(&[])?;
        let order = TrumpOrder::new(self, trump);
        let plays = plays.iter().map(|play| set(play)).collect::<Result<Vec<_>, _>>()?;
        let lead = Lead::of(self, &order, plays.first().unwrap_or(&Hand::default()))?;
        let size = lead.size();
        if plays.iter().any(|play| play.len() != size) {
            return Err(RuleError::new(Reason::WrongCardCount, "ZP-4.2").with("cards", size));
        }
        Ok(winner(self, &order, &lead, &plays))
    }

    fn plays(
        &self,
        hand: &[Card],
        lead: Option<&[Card]>,
        trump: Trump,
        limit: usize,
    ) -> Result<(Vec<Combination>, bool), RuleError> {
        let order = TrumpOrder::new(self, trump);
        let lead = lead.map(|cards| Lead::of(self, &order, &set(cards)?)).transpose()?;
        let hand = set(hand)?;
        let (mut found, whole) = match &lead {
            None => leads(self, &order, &hand, limit),
            Some(lead) => follows(self, &order, lead, &hand, limit),
        };
        let whole = whole && found.len() <= limit;
        found.truncate(limit);
        let shown = |cards: &Hand| match &lead {
            None => Lead::of(self, &order, cards).expect("it may be led").combination(),
            Some(_) => followed(&order, cards),
        };
        Ok((found.iter().map(shown).collect(), whole))
    }

    fn trump(&self, text: &str) -> Result<Trump, RuleError> {
        let trump = parse_trump(&FRENCH, text)?;
        if trump.rank.is_some() {
            return Ok(trump);
        }
        let shown: String = text.chars().take(16).collect();
        Err(RuleError::new(Reason::MalformedCards, "ZP-1.9").with("trump", shown))
    }
}

/// Cards as a set; no card is there more often than there are packs in any game.
fn set(cards: &[Card]) -> Result<Hand, RuleError> {
    let mut set = Hand::default();
    for &card in cards {
        if set.count(card) == COPIES_MAX {
            let error = RuleError::new(Reason::MalformedCards, "ZP-1.2");
            return Err(error.with("card", FRENCH.face(card).notation));
        }
        set.add(card);
    }
    Ok(set)
}
