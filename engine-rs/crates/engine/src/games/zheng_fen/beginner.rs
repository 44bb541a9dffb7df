//! What a sensible beginner does, from the view alone: goes for tricks with points in them, lays
//! own points where the trick is likely to be won, and keeps high cards and specials for that.
//! Where who is last keeps the hand it is in no hurry; where whoever is out first inherits, it is.

use super::combinations::faces;
use super::kind::{Form, Kind};
use super::legal::{action, own_hand, standing};
use super::order::Laid;
use super::packed::Packed;
use super::plays::{Play, plays};
use super::rules::{LastPlayer, Rules};
use super::state::points;
use crate::action::Action;
use crate::climbing::Faces;
use crate::seat::Seat;
use crate::view::View;

/// What a point is worth, in the unit in which plays are rated.
const POINT: i64 = 10;
/// A certainty, in the unit of chances.
const CERTAIN: i64 = 1000;

/// How a beginner weighs things up, in tenths of a point where nothing else is said. What these
/// habits are worth, `cargo bench --bench zheng_fen -- habits` tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// The chance that a point in hand is scored later, in thousandths.
    pub kept: i64,
    /// What each card that is shed is worth where who is last keeps the hand: less than nothing.
    pub shed: i64,
    /// The same where whoever is out first inherits.
    pub shed_to_inherit: i64,
    /// A hand of so few cards is played out where whoever is out first inherits.
    pub few: u8,
    /// What it costs to have no special any more.
    pub special: i64,
    /// What each card from the ace up costs, more for the higher ones.
    pub high_card: i64,
    /// What it costs to lay less than all cards of a rank.
    pub broken: i64,
    /// It looks at how many points lie on the table.
    pub counts_points: bool,
    /// It looks at how many may still beat a play.
    pub counts_rivals: bool,
}

impl Habits {
    /// What beginners at tables do.
    pub const BEGINNER: Self = Self {
        kept: 850,
        shed: -10,
        shed_to_inherit: 9,
        few: 3,
        special: 90,
        high_card: 30,
        broken: 12,
        counts_points: true,
        counts_rivals: true,
    };
}

/// Ranks from the ace up win tricks by themselves.
const HIGH: u8 = 11;

/// The action.
pub(super) fn beginner(rules: &Rules, view: &View) -> Action {
    let chosen = choose(&Situation::of_view(rules, view), &Habits::BEGINNER);
    chosen.map_or(Action::Pass, action)
}

/// The play; none for a pass.
pub fn choose(situation: &Situation<'_>, habits: &Habits) -> Option<Play> {
    let mut found = plays(situation.rules, situation.hand, situation.standing);
    // Of each set the reading that counts anyway stands first.
    found.dedup_by_key(|play| play.set);
    let rated = found.into_iter().map(|play| (situation.worth(habits, play), play));
    // Of equal ones the first, since the later of equals is the larger.
    let best = rated.rev().max_by_key(|(worth, _)| *worth);
    let may_pass = situation.standing.is_some();
    best.filter(|&(worth, _)| worth > 0 || !may_pass).map(|(_, play)| play)
}

/// What a beginner looks at before playing.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    rules: &'a Rules,
    hand: Faces,
    standing: Option<Laid>,
    /// Points of the trick on the table.
    on_table: i64,
    /// Others who may still beat a play.
    rivals: u32,
}

impl<'a> Situation<'a> {
    /// What the viewer who is asked knows.
    ///
    /// # Panics
    /// If the viewer is not asked.
    pub fn of_view(rules: &'a Rules, view: &View) -> Self {
        let own = view.viewer.expect("the viewer is asked");
        let seats = (0..).map(Seat).zip(&view.seats);
        let plays = || view.trick.iter().flat_map(|trick| &trick.plays);
        let has_passed = |seat| plays().any(|(other, play)| *other == seat && play.is_none());
        let rivals = seats.filter(|&(seat, shown)| {
            let locked = rules.pass_locks && has_passed(seat);
            seat != own && shown.hand_size > 0 && !locked
        });
        let laid = plays().filter_map(|(_, combination)| faces(&combination.as_ref()?.cards));
        Self {
            rules,
            hand: own_hand(view),
            standing: standing(view),
            on_table: laid.map(|cards| i64::from(points(cards))).sum(),
            rivals: u32::try_from(rivals.count()).expect("few seats"),
        }
    }

    /// The same of a packed deal, for who is asked.
    ///
    /// # Panics
    /// If the deal is over.
    pub fn of_deal(rules: &'a Rules, deal: &Packed) -> Self {
        let own = deal.asked().expect("the deal goes on");
        let round = deal.round();
        let rivals = (0..rules.seats).filter(|&seat| {
            let locked = rules.pass_locks && round.has_passed(seat);
            seat != own.0 && round.holding() >> seat & 1 == 1 && !locked
        });
        Self {
            rules,
            hand: deal.hand(own),
            standing: deal.standing(),
            on_table: i64::from(points(deal.trick())),
            rivals: u32::try_from(rivals.count()).expect("few seats"),
        }
    }

    /// What a play is worth beside a pass, about.
    fn worth(&self, habits: &Habits, play: Play) -> i64 {
        let left = self.hand - play.set;
        if left.is_empty() && self.inherits() {
            return i64::MAX;
        }
        let own = i64::from(points(play.set));
        let on_table = if habits.counts_points { self.on_table } else { 10 };
        let wins = self.chance(habits, play.laid);
        let scored = (wins * on_table + (wins - habits.kept) * own) * POINT / CERTAIN;
        let shed = if self.inherits() { habits.shed_to_inherit } else { habits.shed };
        let broken = habits.broken * i64::from(self.breaks(play));
        let plays_out = self.inherits() && left.size() <= habits.few;
        let price = if plays_out { 0 } else { price(habits, play) };
        scored + shed * i64::from(play.set.size()) - price - broken
    }

    /// Who is out first gets what the last player has.
    fn inherits(&self) -> bool {
        self.rules.last_player != LastPlayer::Keeps
    }

    /// Of how many ranks a play takes some cards and leaves others.
    fn breaks(&self, play: Play) -> u8 {
        let (held, laid) = (self.hand.ranks(), play.set.ranks());
        let ranks = laid.at_least(1).into_iter();
        let broken =
            ranks.filter(|&rank| rank < Faces::SUITED_RANKS && laid.count(rank) < held.count(rank));
        u8::try_from(broken.count()).expect("few ranks")
    }

    /// The chance that nobody beats a play, about.
    fn chance(&self, habits: &Habits, laid: Laid) -> i64 {
        let key = i64::from(laid.reading.key);
        let alone = match laid.reading.kind {
            Kind::Special if laid.reading.key == Form::Twos as u8 => CERTAIN,
            Kind::Special if laid.reading.key == Form::Suited as u8 => 970,
            Kind::Special => 920,
            Kind::Single => (key + 1) * 65,
            Kind::Pair => 550 + key * 35,
            Kind::Triplet | Kind::Poker => 700 + key * 24,
            _ => 850 + key * 10,
        };
        let rivals = if habits.counts_rivals { self.rivals } else { 1 };
        (0..rivals).fold(CERTAIN, |chance, _| chance * alone.min(990) / CERTAIN)
    }
}

/// High cards and specials that are given away.
fn price(habits: &Habits, play: Play) -> i64 {
    if play.laid.reading.kind == Kind::Special {
        return habits.special;
    }
    let counts = play.set.ranks();
    let high = counts.at_least(1).into_iter().filter(|&rank| rank >= HIGH);
    let price = high
        .map(|rank| i64::from(counts.count(rank)) * habits.high_card * i64::from(rank - HIGH + 1));
    price.sum()
}
