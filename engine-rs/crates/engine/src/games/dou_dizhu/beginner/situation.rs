//! What a beginner looks at before playing.

use crate::climbing::Ranks;
use crate::games::dou_dizhu::faces::ranks_of;
use crate::games::dou_dizhu::legal::{own_hand, standing};
use crate::games::dou_dizhu::order::{Wish, usable};
use crate::games::dou_dizhu::plays::Play;
use crate::games::dou_dizhu::reading::Reading;
use crate::games::dou_dizhu::roles::LANDLORD;
use crate::games::dou_dizhu::rules::Rules;
use crate::seat::Seat;
use crate::view::View;

/// What a beginner looks at before playing.
pub(super) struct Situation<'a> {
    pub(super) rules: &'a Rules,
    pub(super) hand: Ranks,
    pub(super) standing: Option<Reading>,
    /// Who played what stands is on the own side.
    pub(super) partner_stands: bool,
    /// The next seat is a fellow peasant with one card, who may go out with it.
    pub(super) partner_waits: bool,
    /// The landlord is the next to play.
    pub(super) landlord_follows: bool,
    /// Fewest cards of an opponent.
    pub(super) danger: u8,
    /// Cards of the opponent who is next to play among the opponents.
    pub(super) next_opponent: u8,
}

impl<'a> Situation<'a> {
    pub(super) fn new(rules: &'a Rules, view: &View) -> Self {
        let own = view.viewer.expect("the viewer is asked");
        let seats = rules.seats.count();
        let is_landlord = |seat: Seat| view.seats[seat.index()].role == LANDLORD;
        let opposes = |seat: Seat| is_landlord(seat) != is_landlord(own);
        let size = |seat: Seat| view.seats[seat.index()].hand_size;
        let others = (1..seats).map(|steps| own.plus(steps, seats));
        let mut opponents = others.filter(|&seat| opposes(seat));
        let next = own.plus(1, seats);
        let last = view.trick.as_ref().and_then(|trick| {
            let place = trick.standing()?;
            Some(trick.plays[place].0)
        });
        Self {
            rules,
            hand: ranks_of(&own_hand(view)),
            standing: standing(view),
            partner_stands: last.is_some_and(|seat| !opposes(seat)),
            partner_waits: !opposes(next) && size(next) == 1,
            landlord_follows: is_landlord(next),
            danger: opponents.clone().map(size).min().expect("somebody is against everybody"),
            next_opponent: opponents.next().map_or(0, size),
        }
    }

    /// The play of the whole hand, if it is one.
    pub(super) fn whole_hand(&self) -> Option<Play> {
        let reading = usable(self.rules, self.hand, self.standing, Wish::ANY).ok()?;
        Some(Play { set: self.hand, reading })
    }
}
