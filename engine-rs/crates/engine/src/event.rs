//! What happened: facts, and what of them a viewer may know.

use std::borrow::Cow;

use crate::action::{Action, Reading, Verb};
use crate::cards::Card;
use crate::combination::Combination;
use crate::seat::{Seat, Viewer};
use crate::trick::{Ranking, Trump};
use crate::view::{CalledFriend, Decision, TeamView};

/// What happened, as one viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A seed was drawn and committed to.
    DealCommitted {
        /// Number of the deal.
        deal: u32,
        /// The commitment.
        commitment: [u8; 32],
    },
    /// Cards were dealt.
    Dealt {
        /// Number of the match.
        match_number: u32,
        /// Number of the deal.
        deal: u32,
        /// The attempt, from 1.
        attempt: u32,
        /// Seat of the dealer.
        dealer: Seat,
        /// Cards in each hand, by seat.
        hand_sizes: Vec<u8>,
        /// The viewer's own hand, sorted as players sort it.
        hand: Vec<Card>,
        /// What lies in the middle or was shown while dealing.
        zones: Vec<Zone>,
    },
    /// A seat acted.
    Acted(SeatActed),
    /// A seat got a role.
    RoleGiven {
        /// The seat.
        seat: Seat,
        /// The role.
        role: &'static str,
    },
    /// Cards were laid open.
    CardsShown(Zone),
    /// Cards went from a zone into a hand.
    CardsTaken {
        /// The zone.
        zone: &'static str,
        /// Who took them.
        seat: Seat,
        /// How many.
        size: u8,
        /// The cards, where the viewer may know them.
        cards: Option<Vec<Card>>,
    },
    /// Cards were drawn from a zone, one after another.
    CardsDrawn {
        /// The zone.
        zone: &'static str,
        /// How many each seat drew, by seat.
        counts: Vec<u8>,
        /// The viewer's own ones, in the order in which they were drawn.
        cards: Vec<Card>,
    },
    /// Cards went from the zone's seat's hand into the zone, which shows all that lies there now;
    /// its cards only where the viewer may know them.
    CardsLaid(Zone),
    /// A lead of several parts did not stand: one part is led, the rest is taken back.
    LeadWithdrawn(LeadWithdrawn),
    /// It is known what is trump.
    TrumpSet {
        /// What it is.
        trump: Trump,
        /// The cards that are trumps.
        ranking: Ranking,
    },
    /// Answers that were given under seal are told together, in the order of the rules, as far as
    /// they count.
    AnswersOpened(Vec<SeatActed>),
    /// Plays of the trick that lay face down are turned up, all of them together.
    PlaysTurnedUp(Vec<(Seat, Combination)>),
    /// Points went from one team to another.
    PointsMoved(PointsMoved),
    /// A trick ended.
    TrickEnded {
        /// Who won it.
        winner: Seat,
        /// Card points in it.
        points: u32,
        /// Its cards are shown no more from now on.
        forgotten: bool,
    },
    /// Nobody bid; the cards will be dealt again.
    AllPassed {
        /// Number of the deal.
        deal: u32,
        /// The attempt that ended.
        attempt: u32,
        /// Who deals next.
        dealer: Seat,
    },
    /// A deal was played out.
    DealEnded(DealEnd),
    /// The match ended.
    MatchEnded(MatchEnd),
    /// Nothing lies in a zone any more, and it is shown no more.
    ZoneCleared {
        /// The zone.
        zone: &'static str,
    },
    /// A trick begins, on an empty table.
    TrickBegun {
        /// Who is to lead.
        leader: Seat,
    },
    /// The deal is played for something else than before.
    StakeChanged(Stake),
    /// Another play of the trick wins than the last one.
    TrickStands {
        /// Its place in the trick; missing where none is known to win.
        place: Option<u8>,
    },
    /// The lead gives its trick a name.
    TrickNamed {
        /// One of the catalogue's labels.
        label: &'static str,
    },
    /// The cards that friends were called by, or what became of them.
    FriendCallsChanged(Vec<CalledFriend>),
    /// What seats are in the match, by seat.
    StandingsChanged {
        /// The rank that each plays, in notation; empty in games without levels.
        levels: Vec<&'static str>,
        /// The status of each; empty where all are alike.
        statuses: Vec<&'static str>,
    },
    /// Points of teams in this deal, or their totals.
    TeamsChanged(Vec<TeamView>),
    /// Others are asked than before, or something else.
    Asked {
        /// The phase.
        phase: &'static str,
        /// All that is open now.
        decisions: Vec<Decision>,
    },
}

impl Event {
    /// It tells what follows for the table from what happened. With these events a client that
    /// knows no rules can follow the view; a record leaves them out, and so does what a view
    /// shows as having happened last.
    pub fn is_consequence(&self) -> bool {
        match self {
            Self::ZoneCleared { .. }
            | Self::TrickBegun { .. }
            | Self::StakeChanged(_)
            | Self::TrickStands { .. }
            | Self::TrickNamed { .. }
            | Self::FriendCallsChanged(_)
            | Self::StandingsChanged { .. }
            | Self::TeamsChanged(_)
            | Self::Asked { .. } => true,
            Self::DealCommitted { .. }
            | Self::Dealt { .. }
            | Self::Acted(_)
            | Self::RoleGiven { .. }
            | Self::CardsShown(_)
            | Self::CardsTaken { .. }
            | Self::CardsDrawn { .. }
            | Self::CardsLaid(_)
            | Self::LeadWithdrawn(_)
            | Self::TrumpSet { .. }
            | Self::AnswersOpened(_)
            | Self::PlaysTurnedUp(_)
            | Self::PointsMoved(_)
            | Self::TrickEnded { .. }
            | Self::AllPassed { .. }
            | Self::DealEnded(_)
            | Self::MatchEnded(_) => false,
        }
    }
}

impl Event {
    /// It is a play of cards.
    fn is_play(&self) -> bool {
        matches!(self, Self::Acted(acted) if acted.action.verb() == Verb::Play)
    }

    /// The same with the cards of a play forgotten.
    fn forgotten(&self) -> Self {
        let Self::Acted(SeatActed { seat, action: Action::Play { reading, .. }, size }) = self
        else {
            return self.clone();
        };
        let reading = Reading { category: reading.category.clone(), ..Reading::default() };
        let action = Action::Play { cards: Vec::new(), reading };
        Self::Acted(SeatActed { seat: *seat, action, size: *size })
    }

    /// Its kind, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::DealCommitted { .. } => "deal_committed",
            Self::Dealt { .. } => "dealt",
            Self::Acted(_) => "acted",
            Self::RoleGiven { .. } => "role_given",
            Self::CardsShown(_) => "cards_shown",
            Self::CardsTaken { .. } => "cards_taken",
            Self::CardsDrawn { .. } => "cards_drawn",
            Self::CardsLaid(_) => "cards_laid",
            Self::LeadWithdrawn(_) => "lead_withdrawn",
            Self::TrumpSet { .. } => "trump_set",
            Self::AnswersOpened(_) => "answers_opened",
            Self::PlaysTurnedUp(_) => "plays_turned_up",
            Self::PointsMoved(_) => "points_moved",
            Self::TrickEnded { .. } => "trick_ended",
            Self::AllPassed { .. } => "all_passed",
            Self::DealEnded(_) => "deal_ended",
            Self::MatchEnded(_) => "match_ended",
            Self::ZoneCleared { .. } => "zone_cleared",
            Self::TrickBegun { .. } => "trick_begun",
            Self::StakeChanged(_) => "stake_changed",
            Self::TrickStands { .. } => "trick_stands",
            Self::TrickNamed { .. } => "trick_named",
            Self::FriendCallsChanged(_) => "friend_calls_changed",
            Self::StandingsChanged { .. } => "standings_changed",
            Self::TeamsChanged(_) => "teams_changed",
            Self::Asked { .. } => "asked",
        }
    }
}

/// What a seat did.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SeatActed {
    /// The seat.
    pub seat: Seat,
    /// What it did; a play has its cards and the reading that counts.
    pub action: Action,
    /// Number of cards played, also where the cards are not shown.
    pub size: u8,
}

/// A lead that did not stand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LeadWithdrawn {
    /// Who led.
    pub seat: Seat,
    /// The part that is led.
    pub kept: Combination,
    /// The cards that are in the leader's hand again.
    pub withdrawn: Vec<Card>,
    /// A seat that beats what is led.
    pub beaten_by: Seat,
    /// Cards of that seat that do.
    pub beating: Vec<Card>,
    /// Card points that the leader is charged for it.
    pub penalty: u32,
}

/// Points went from one team to another.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PointsMoved {
    /// What for, one of the catalogue's labels.
    pub label: &'static str,
    /// Name of the team that lost them.
    pub from_team: &'static str,
    /// Name of the team that gained them.
    pub to_team: &'static str,
    /// How many.
    pub points: u32,
}

/// A place where cards lie.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Zone {
    /// Its name.
    pub name: &'static str,
    /// How many cards.
    pub size: u8,
    /// The cards, where the viewer may know them, or those of them that lie open.
    pub cards: Option<Vec<Card>>,
    /// The seat that it belongs to, where it belongs to one.
    pub seat: Option<Seat>,
}

/// What a deal is played for.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Stake {
    /// Money per stake point.
    pub unit: i64,
    /// The bid; 0 before there is one.
    pub bid: u32,
    /// Doublings so far.
    pub doublings: u32,
    /// What one opponent pays as things stand, apart from personal doubling.
    pub value: i64,
    /// Factor of a bonus that applied at the end, otherwise 1.
    pub bonus: u32,
    /// Seats that doubled their own stake.
    pub doubled: Vec<Seat>,
}

/// How a deal ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DealEnd {
    /// Winners who were passive until now, and spent their first point to be so no more.
    pub reactivated: Vec<Seat>,
    /// Number of the deal.
    pub deal: u32,
    /// Seats of the winning side.
    pub winners: Vec<Seat>,
    /// What it was played for, where the game has stakes.
    pub stake: Option<Stake>,
    /// Gain or loss by seat.
    pub results: Vec<i64>,
    /// Total by seat after it.
    pub totals: Vec<i64>,
    /// What each seat still held, sorted.
    pub hands: Vec<Vec<Card>>,
    /// What lay in the middle.
    pub zones: Vec<Zone>,
    /// Cards of the ended tricks, sorted, where they were shown no more during the deal.
    pub played: Vec<Card>,
    /// The card points that decided it, in games in which those of one side do.
    pub points: Option<u32>,
}

/// How a match ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MatchEnd {
    /// Number of the match at its table, from 1.
    pub number: u32,
    /// Seats that won it together.
    pub winners: Vec<Seat>,
    /// Final total by seat.
    pub totals: Vec<i64>,
}

/// What happened, whole. It has no way to a client but [`Fact::seen_by`].
#[derive(Clone, Debug)]
pub enum Fact {
    /// Everybody may know it.
    Public(Event),
    /// Cards were dealt; each seat sees its own.
    Dealt {
        /// Number of the match.
        match_number: u32,
        /// Number of the deal.
        deal: u32,
        /// The attempt, from 1.
        attempt: u32,
        /// Seat of the dealer.
        dealer: Seat,
        /// The hands, by seat, sorted as players sort them.
        hands: Vec<Vec<Card>>,
        /// What lies in the middle or was shown while dealing, as everybody sees it.
        zones: Vec<Zone>,
    },
    /// Cards went from a zone into a hand; its owner sees them.
    CardsTaken {
        /// The zone.
        zone: &'static str,
        /// Who took them.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
        /// They lay open before.
        open: bool,
    },
    /// Cards were drawn from a zone; each seat sees its own.
    CardsDrawn {
        /// The zone.
        zone: &'static str,
        /// How many seats the table has.
        seats: u8,
        /// Who drew which card, in order.
        drawn: Vec<(Seat, Card)>,
    },
    /// A seat did something with cards that only it may see.
    Covered(SeatActed),
    /// Cards went from a hand into a zone, whose cards only its seat sees.
    CardsLaid(Zone),
    /// A seat sees something else than all others, who may see nothing of it.
    Seen {
        /// The seat.
        by: Seat,
        /// What it sees.
        own: Box<Event>,
        /// What all others see.
        others: Option<Box<Event>>,
    },
    /// What one viewer knows of a fact that is forgotten otherwise.
    Remembered {
        /// The viewer.
        by: Viewer,
        /// What that viewer saw.
        event: Event,
    },
}

impl Fact {
    /// What one seat alone is told.
    pub(crate) fn private(by: Seat, own: Event) -> Self {
        Self::Seen { by, own: Box::new(own), others: None }
    }

    /// What a viewer may know of it, built from nothing; nothing where there is nothing to know.
    pub fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        self.known_to(viewer).map(Cow::into_owned)
    }

    /// As [`Fact::seen_by`]: borrowed where the fact holds the event that the viewer is told.
    pub fn known_to(&self, viewer: Viewer) -> Option<Cow<'_, Event>> {
        Some(match self {
            Self::Public(event) => Cow::Borrowed(event),
            Self::Remembered { by, event } if *by == viewer => Cow::Borrowed(event),
            Self::Remembered { .. } => return None,
            Self::Seen { by, own, .. } if viewer == Some(*by) => Cow::Borrowed(own),
            Self::Seen { others, .. } => return others.as_deref().map(Cow::Borrowed),
            Self::Dealt { match_number, deal, attempt, dealer, hands, zones } => {
                Cow::Owned(Event::Dealt {
                    match_number: *match_number,
                    deal: *deal,
                    attempt: *attempt,
                    dealer: *dealer,
                    hand_sizes: hands.iter().map(|hand| size(hand)).collect(),
                    hand: viewer.map_or_else(Vec::new, |seat| hands[seat.index()].clone()),
                    zones: zones.clone(),
                })
            }
            Self::CardsTaken { zone, seat, cards, open } => Cow::Owned(Event::CardsTaken {
                zone,
                seat: *seat,
                size: size(cards),
                cards: (*open || viewer == Some(*seat)).then(|| cards.clone()),
            }),
            Self::CardsDrawn { zone, seats, drawn } => Cow::Owned(Event::CardsDrawn {
                zone,
                counts: drawn_by_seat(*seats, drawn),
                cards: drawn_by(viewer, drawn),
            }),
            Self::Covered(acted) => {
                let SeatActed { seat, action, size } = acted;
                let knows = viewer == Some(*seat);
                let action = if knows { action.clone() } else { action.covered() };
                Cow::Owned(Event::Acted(SeatActed { seat: *seat, action, size: *size }))
            }
            Self::CardsLaid(zone) => {
                let knows = zone.seat.is_some() && viewer == zone.seat;
                let cards = zone.cards.clone().filter(|_| knows);
                Cow::Owned(Event::CardsLaid(Zone { cards, ..zone.clone() }))
            }
        })
    }

    /// The fact with nothing left in it but what one viewer knows of it.
    #[must_use]
    pub fn narrowed_to(&self, viewer: Viewer) -> Option<Self> {
        match self {
            Self::Public(_) => Some(self.clone()),
            _ => self.seen_by(viewer).map(|event| Self::Remembered { by: viewer, event }),
        }
    }

    /// It tells what follows from what happened ([`Event::is_consequence`]).
    pub fn is_consequence(&self) -> bool {
        match self {
            Self::Public(event) => event.is_consequence(),
            Self::Seen { own, .. } => own.is_consequence(),
            _ => false,
        }
    }

    /// One viewer alone knows of it.
    pub(crate) fn is_private(&self) -> bool {
        matches!(self, Self::Seen { others: None, .. } | Self::Remembered { .. })
    }

    /// It is a play of cards.
    pub fn is_play(&self) -> bool {
        match self {
            Self::Public(event) => event.is_play(),
            Self::Seen { own, .. } => own.is_play(),
            _ => false,
        }
    }

    /// It ends a trick.
    pub fn ends_trick(&self) -> bool {
        matches!(self, Self::Public(Event::TrickEnded { .. }))
    }

    /// The same with the cards of a play forgotten, as where played cards do not stay visible
    /// (D5.12): who played how many cards of which type.
    #[must_use]
    pub fn forgotten(&self) -> Self {
        match self {
            Self::Public(event) => Self::Public(event.forgotten()),
            Self::Seen { by, own, others } => Self::Seen {
                by: *by,
                own: Box::new(own.forgotten()),
                others: others.as_ref().map(|event| Box::new(event.forgotten())),
            },
            _ => self.clone(),
        }
    }

    /// What a seat did, with the cards and the reading that count, where it is that.
    pub(crate) fn acted(&self) -> Option<&SeatActed> {
        match self {
            Self::Public(Event::Acted(acted)) | Self::Covered(acted) => Some(acted),
            Self::Seen { own, .. } => match &**own {
                Event::Acted(acted) => Some(acted),
                _ => None,
            },
            _ => None,
        }
    }
}

/// How many cards each seat drew.
fn drawn_by_seat(seats: u8, drawn: &[(Seat, Card)]) -> Vec<u8> {
    let number = |seat: Seat| drawn.iter().filter(|(drawer, _)| *drawer == seat).count();
    let numbers = Seat::all(seats).map(|seat| u8::try_from(number(seat)).expect("a hand fits"));
    numbers.collect()
}

/// The cards that a viewer drew.
fn drawn_by(viewer: Viewer, drawn: &[(Seat, Card)]) -> Vec<Card> {
    let own = drawn.iter().filter(|(drawer, _)| Some(*drawer) == viewer);
    own.map(|&(_, card)| card).collect()
}

/// The number of cards in a list; no list of cards is longer than a hand.
pub(crate) fn size(cards: &[Card]) -> u8 {
    u8::try_from(cards.len()).expect("a hand fits into u8")
}
