//! What a sensible beginner does, from the view alone: goes for tricks with points in them, lays
//! own points where the trick is likely to be won, and keeps high cards and specials for that.

use super::combinations::faces;
use super::kind::{Form, Kind};
use super::legal::{action, own_hand, standing};
use super::order::Laid;
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
/// The chance that a point in hand is scored later.
const KEPT: i64 = 800;
/// What each card that is shed is worth: little, where who is last keeps what is in hand.
const SHED: i64 = 3;
/// The same where whoever is out first inherits.
const SHED_TO_INHERIT: i64 = 12;
/// What it costs to have no special any more.
const SPECIAL: i64 = 110;
/// Ranks from the ace up win tricks by themselves.
const HIGH: u8 = 11;
/// What each of their cards costs, more for the higher ones.
const HIGH_CARD: i64 = 25;
/// A hand of so few cards is played out.
const FEW: u8 = 4;

/// The action.
pub(super) fn beginner(rules: &Rules, view: &View) -> Action {
    let situation = Situation::new(rules, view);
    let mut found = plays(rules, situation.hand, standing(view));
    // Of each set the reading that counts anyway stands first.
    found.dedup_by_key(|play| play.set);
    let rated = found.into_iter().map(|play| (situation.worth(play), play));
    // Of equal ones the first, since the later of equals is the larger.
    let best = rated.rev().max_by_key(|(worth, _)| *worth);
    let may_pass = standing(view).is_some();
    match best {
        Some((worth, play)) if worth > 0 || !may_pass => action(play),
        _ => Action::Pass,
    }
}

/// What a beginner looks at before playing.
struct Situation<'a> {
    rules: &'a Rules,
    hand: Faces,
    /// Points of the trick on the table.
    on_table: i64,
    /// Others who may still beat a play.
    rivals: usize,
}

impl<'a> Situation<'a> {
    fn new(rules: &'a Rules, view: &View) -> Self {
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
            on_table: laid.map(|cards| i64::from(points(cards))).sum(),
            rivals: rivals.count(),
        }
    }

    /// What a play is worth beside a pass, about.
    fn worth(&self, play: Play) -> i64 {
        let left = self.hand - play.set;
        if left.is_empty() && self.inherits() {
            return i64::MAX;
        }
        let own = i64::from(points(play.set));
        let wins = self.chance(play.laid);
        let scored = (wins * self.on_table + (wins - KEPT) * own) * POINT / CERTAIN;
        let shed = if self.inherits() { SHED_TO_INHERIT } else { SHED };
        scored + shed * i64::from(play.set.size()) - price(play, left)
    }

    /// Who is out first gets what the last player has.
    fn inherits(&self) -> bool {
        self.rules.last_player != LastPlayer::Keeps
    }

    /// The chance that nobody beats a play, about.
    fn chance(&self, laid: Laid) -> i64 {
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
        (0..self.rivals).fold(CERTAIN, |chance, _| chance * alone.min(990) / CERTAIN)
    }
}

/// High cards and specials that are given away.
fn price(play: Play, left: Faces) -> i64 {
    if left.size() <= FEW {
        return 0;
    }
    if play.laid.reading.kind == Kind::Special {
        return SPECIAL;
    }
    let counts = play.set.ranks();
    let high = counts.at_least(1).into_iter().filter(|&rank| rank >= HIGH);
    let price =
        high.map(|rank| i64::from(counts.count(rank)) * HIGH_CARD * i64::from(rank - HIGH + 1));
    price.sum()
}
