//! Bots. A bot gets a view, as a person at its seat would, and nothing else.

use crate::action::{Action, Verb};
use crate::error::{Reason, RuleError};
use crate::hash::tagged;
use crate::legal::LEGAL_MAX;
use crate::name::{Name, Term};
use crate::rng::DealRng;
use crate::ruleset::Ruleset;
use crate::view::View;

/// A bot.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bot {
    /// Any listed action, every one equally likely.
    Random,
    /// What a sensible beginner does.
    Greedy,
}

/// Every bot, in one fixed order.
pub static BOTS: &[Term] = &[
    Term {
        name: "random",
        label: Name::new("random", "随机", "случайный").ja("でたらめ", "でたらめ"),
        rule: "",
    },
    Term {
        name: "greedy",
        label: Name::new("beginner", "新手", "новичок").ja("初心者", "しょしんしゃ"),
        rule: "",
    },
];

impl Bot {
    /// The bot of a name.
    ///
    /// # Errors
    /// `UNKNOWN_BOT`.
    pub fn named(name: &str) -> Result<Self, RuleError> {
        match name {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => {
                let error = RuleError::new(Reason::UnknownBot, "").with_sent("bot", name);
                Err(error.with_list("known", BOTS.iter().map(|bot| bot.name)))
            }
        }
    }

    /// What the bot does in a view; nothing where its viewer is not asked, or is asked without
    /// having to answer and does not want to. The same view and seed give the same action. No bot
    /// ends a match that people may want to go on.
    pub fn choose(self, ruleset: &Ruleset, view: &View, seed: u64) -> Option<Action> {
        let decision = view.own_decision()?;
        if decision.verbs.contains(&Verb::Continue) {
            return Some(Action::Continue);
        }
        match self {
            Self::Random => {
                let legal = ruleset.legal(view, LEGAL_MAX);
                let key = tagged("paizhuo/bot/1", &[&seed.to_le_bytes()]);
                let mut rng = DealRng::from_key(key);
                let mut below = |bound: usize| {
                    rng.below(u32::try_from(bound).expect("few things to choose from")) as usize
                };
                // Not to answer is a choice like the others.
                let pick = below(legal.choices() + usize::from(decision.voluntary));
                legal.choice(pick, &mut below)
            }
            Self::Greedy if decision.voluntary => ruleset.volunteer(view),
            Self::Greedy => Some(ruleset.beginner(view)),
        }
    }
}
