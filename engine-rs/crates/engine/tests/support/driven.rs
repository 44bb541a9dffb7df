//! A table that is driven command by command.

use std::sync::Arc;

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::{Action, Named};
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::cards::{Card, Pack};
use paizhuo_engine::error::RuleError;
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::game::{Game, Stage};
use paizhuo_engine::games::dou_dizhu::{DouDizhu, Position};
use paizhuo_engine::games::hachinin_meri::{self, HachininMeri};
use paizhuo_engine::games::zhao_pengyou::{self, ZhaoPengyou};
use paizhuo_engine::games::zheng_fen::{self, ZhengFen};
use paizhuo_engine::hash::{StateHash, tagged};
use paizhuo_engine::legal::{LEGAL_MAX, Legal};
use paizhuo_engine::notation::{parse_action, parse_cards, print_action};
use paizhuo_engine::rng::DealRng;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::table::{Command, Prepared, Table};
use paizhuo_engine::view::View;

use super::choices::{below, pick};

/// Hands and bottom cards in notation; ranks alone get the suits that are left, c d h s in turn.
pub(crate) fn laid_out(hands: &[&str], bottom: &str) -> (Vec<Vec<Card>>, Vec<Card>) {
    let mut used = [0u8; 15];
    let mut cards = |text: &&str| -> Vec<Card> {
        let named = parse_cards(&FRENCH, text).expect("the test writes cards");
        let faces = named.into_iter().map(|card| match card {
            Named::Face(card) => card,
            Named::Rank(rank) => {
                let suit = used[usize::from(rank)] % 4;
                used[usize::from(rank)] += 1;
                Card(if rank < 13 { 4 * rank + suit } else { 39 + rank })
            }
        });
        faces.collect()
    };
    (hands.iter().map(&mut cards).collect(), cards(&bottom))
}

/// A command that can be kept.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    Commit(u32),
    Start(u32, u32),
    Draw(u32),
    Act(Seat, Action),
}

/// A table that is driven command by command, every one kept with its hash.
pub(crate) struct Driven {
    pub(crate) ruleset: Ruleset,
    pub(crate) table: Arc<dyn Table>,
    pub(crate) seed: u64,
    pub(crate) made: Vec<(Made, StateHash)>,
    pub(crate) facts: Vec<Arc<Fact>>,
}

impl Driven {
    pub(crate) fn new(ruleset: Ruleset, seed: u64) -> Self {
        let table = ruleset.table();
        Self { ruleset, table, seed, made: Vec::new(), facts: Vec::new() }
    }

    /// A table with its first deal dealt.
    pub(crate) fn dealt(ruleset: Ruleset, seed: u64) -> Self {
        let mut driven = Self::new(ruleset, seed);
        driven.follow();
        driven
    }

    /// A deal of Dou Dizhu set up by hand; ranks alone get suits. Seat 0 deals and opens.
    pub(crate) fn position(ruleset: Ruleset, hands: &[&str], bottom: &str) -> Self {
        let (hands, bottom) = laid_out(hands, bottom);
        Self::at(ruleset, &Position::new(hands, bottom))
    }

    /// A deal of Dou Dizhu set up by hand.
    pub(crate) fn at(ruleset: Ruleset, position: &Position) -> Self {
        let rules = DouDizhu::rules(ruleset.settings(), ruleset.revision()).expect("set up");
        let table = position.table(rules);
        Self::on(ruleset, table)
    }

    /// A deal of Zheng Fen set up by hand, that a seat leads; a seat without cards is out.
    pub(crate) fn points(ruleset: Ruleset, hands: &[&str], leader: u8) -> Self {
        let hands = laid_out(hands, "").0;
        Self::of_points(ruleset, &zheng_fen::Position::new(hands, Seat(leader)))
    }

    /// A deal of Zheng Fen set up by hand.
    pub(crate) fn of_points(ruleset: Ruleset, position: &zheng_fen::Position) -> Self {
        let rules = ZhengFen::rules(ruleset.settings(), ruleset.revision()).expect("set up");
        let table = position.table(rules);
        Self::on(ruleset, table)
    }

    /// A deal of Hachinin Meri set up by hand.
    pub(crate) fn of_meri(ruleset: Ruleset, position: &hachinin_meri::Position) -> Self {
        let rules = HachininMeri::rules(ruleset.settings(), ruleset.revision()).expect("set up");
        let table = position.table(rules);
        Self::on(ruleset, table)
    }

    /// A deal of Zhao Pengyou set up by hand.
    pub(crate) fn of_friends(ruleset: Ruleset, position: &zhao_pengyou::Position) -> Self {
        let rules = ZhaoPengyou::rules(ruleset.settings(), ruleset.revision()).expect("set up");
        let table = position.table(rules);
        Self::on(ruleset, table)
    }

    fn on(ruleset: Ruleset, table: Arc<dyn Table>) -> Self {
        Self { ruleset, table, seed: 0, made: Vec::new(), facts: Vec::new() }
    }

    pub(crate) fn pack(&self) -> &'static Pack {
        self.ruleset.info().pack
    }

    fn prepare(&self, made: &Made) -> Result<Prepared, RuleError> {
        self.table.prepare(match made {
            Made::Commit(deal) => Command::Commit { deal: *deal, commitment: [7; 32] },
            Made::Start(deal, attempt) => {
                let parts = [self.seed, u64::from(*deal), u64::from(*attempt)];
                let parts: Vec<u8> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
                let key = tagged("paizhuo/test/deal", &[&parts]);
                Command::Start { deal: *deal, attempt: *attempt, key }
            }
            Made::Draw(count) => Command::Draw { count: *count },
            Made::Act(seat, action) => Command::Act { seat: *seat, decision_id: None, action },
        })
    }

    /// Makes a command; what happened is what it returns.
    pub(crate) fn make(&mut self, made: Made) -> Result<Vec<Arc<Fact>>, RuleError> {
        let prepared = self.prepare(&made)?;
        self.table = prepared.next;
        self.made.push((made, prepared.hash));
        self.facts.extend(prepared.facts.iter().cloned());
        Ok(prepared.facts)
    }

    /// Makes what follows by itself: commitments, deals and redeals.
    pub(crate) fn follow(&mut self) -> Vec<Arc<Fact>> {
        let mut facts = Vec::new();
        loop {
            let number = self.table.number();
            let made = if self.table.stage() != Stage::Over && self.table.needs_commit() {
                Made::Commit(number.deal + 1)
            } else if self.table.needs_start() {
                match self.table.stage() {
                    Stage::Redeal => Made::Start(number.deal, number.attempt + 1),
                    _ => Made::Start(number.deal + 1, 1),
                }
            } else {
                return facts;
            };
            facts.extend(self.make(made).expect("what follows by itself is legal"));
        }
    }

    /// An action of a seat.
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Arc<Fact>>, RuleError> {
        self.make(Made::Act(seat, action))
    }

    /// The seat that must answer, the first where there are several.
    pub(crate) fn asked(&self) -> Option<Seat> {
        let mut decisions = self.table.decisions().into_iter();
        decisions.find(|decision| !decision.voluntary).map(|decision| decision.seat)
    }

    /// Where cards are drawn now: draws some, few or all that are left, or lets a seat answer that
    /// need not. What happened; nothing where somebody must answer.
    pub(crate) fn draw_on(&mut self, rng: &mut DealRng) -> Option<Vec<Arc<Fact>>> {
        let left = self.table.to_draw();
        if left == 0 {
            return None;
        }
        let decisions = self.table.decisions();
        assert!(decisions.iter().all(|decision| decision.voluntary), "drawing waits for nobody");
        if !decisions.is_empty() && rng.below(2) == 0 {
            let seat = pick(rng, &decisions).seat;
            let legal = self.table.legal(seat, LEGAL_MAX);
            if legal.choices() > 0 {
                let action = any_choice(&legal, rng);
                return Some(self.act(seat, action).expect("a listed action is legal"));
            }
        }
        let count = if rng.below(4) == 0 { left } else { 1 + rng.below(left) };
        Some(self.make(Made::Draw(count)).expect("a draw is legal"))
    }

    /// Draws all that can be drawn.
    pub(crate) fn draw_all(&mut self) -> &mut Self {
        let left = self.table.to_draw();
        if left > 0 {
            self.make(Made::Draw(left)).expect("a draw is legal");
        }
        self
    }

    /// An action in notation of the seat that is asked.
    pub(crate) fn try_say(&mut self, text: &str) -> Result<Vec<Arc<Fact>>, RuleError> {
        let action = parse_action(self.pack(), text).expect("the test writes an action");
        self.act(self.asked().expect("somebody is asked"), action)
    }

    /// An action in notation of a seat.
    pub(crate) fn says(&mut self, seat: u8, text: &str) -> Result<Vec<Arc<Fact>>, RuleError> {
        let action = parse_action(self.pack(), text).expect("the test writes an action");
        self.act(Seat(seat), action)
    }

    /// Actions in notation, each of the seat that is asked, that must be legal.
    pub(crate) fn say(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            if let Err(error) = self.try_say(text) {
                panic!("{text}: {error}");
            }
        }
        self
    }

    /// The refusal of an action of the seat that is asked, as `REASON rule`.
    pub(crate) fn refusal(&mut self, text: &str) -> String {
        match self.try_say(text) {
            Ok(_) => format!("{text} is legal"),
            Err(error) => format!("{} {}", error.reason.code(), error.rule),
        }
    }

    pub(crate) fn public(&self) -> View {
        self.table.view(None)
    }

    pub(crate) fn view(&self, seat: u8) -> View {
        self.table.view(Some(Seat(seat)))
    }

    /// What the seat that is asked may do.
    pub(crate) fn legal(&self) -> Legal {
        self.table.legal(self.asked().expect("somebody is asked"), LEGAL_MAX)
    }

    /// What the seat that is asked may do, in notation.
    pub(crate) fn listed(&self) -> Vec<String> {
        self.legal().actions().map(|action| print_action(self.pack(), action)).collect()
    }

    pub(crate) fn events(&self, viewer: Viewer) -> Vec<Event> {
        self.facts.iter().filter_map(|fact| fact.seen_by(viewer)).collect()
    }
}

/// Any of the choices; a shape is filled at random.
pub(crate) fn any_choice(legal: &Legal, rng: &mut DealRng) -> Action {
    let place = below(rng, legal.choices());
    legal.choice(place, &mut |bound| below(rng, bound)).expect("a choice")
}

/// What happened, without what follows from it for the table.
pub(crate) fn happened(facts: &[Arc<Fact>]) -> Vec<Arc<Fact>> {
    facts.iter().filter(|fact| !fact.is_consequence()).cloned().collect()
}
