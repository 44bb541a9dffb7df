//! Zheng Fen (挣分, "competing for points"), for three to six players.
//!
//! The rules are those of `docs/games/zheng_fen/rules.md`; tests, vectors and refusals cite its
//! numbers. Sources: the project's seed text first, then pagat.com and summaries of its page;
//! where all are silent the document rules. Only the gist of its rules stands here.
//!
//! # Equipment, dealing (Z1, Z2)
//!
//! - One pack of 54, everything anticlockwise (Z1.1, Z1.5). Ranks 3 to A, 2, small joker, big
//!   joker (Z1.2); sequences run from 3 to 2 (Z1.4). K and T count 10, 5 counts 5 (Z1.6).
//! - Shuffle and cut come from the deal's generator (Z2.7, Z2.8); all cards are dealt, so that
//!   hands may be unequal (Z2.5). Who holds ♥3 leads (Z2.6), later perhaps others (Z2.9).
//!
//! # Combinations (Z4)
//!
//! - Ten kinds (Z4.1 to Z4.10, [`Kind`]); what beats what (Z4.11, Z4.12, [`beats`]). Specials beat
//!   all other kinds. Poker combinations have labels, which bind only by option (Z4.14, Z4.20).
//! - With wild jokers every distinct outcome is a reading (Z4.22 to Z4.24, [`readings`]); a play
//!   may name one and what a joker stands for, otherwise the rules choose ([`usable`]).
//!
//! # Play, scoring (Z5, Z6)
//!
//! - Beat or pass; a trick ends when all others have passed, and its cards go to the pile of who
//!   played last (Z5.1 to Z5.5). Who is out may still win; the next with cards leads (Z5.7).
//! - The last player's hand is booked (Z5.8, Z5.13); every deal scores 100 points in all (Z6.1).
//!   A match goes to a target (Z6.2).
//!
//! # Decided where the document leaves it to the engine
//!
//! - Z1.3: a rank alone names no card, since suits matter.
//! - Z2.9: a trick that `one_left` cuts short (Z5.13) was not decided in play; where no trick of a
//!   deal was, who holds ♥3 leads to the next. While that is public, a zone shows ♥3.
//! - Z4.20: what lies on the table has one label, the one that was named or the canonical one.
//! - Z4.21: a name that does not exist is a reading that no set has. `represent` leaves of the
//!   assignments those that agree, and readings and labels are theirs; the event repeats it.
//!   Legal actions list every usable reading of a set, the one that counts without a word first.
//! - Z5.9: a seat has the role `first_out` or `out` once it is out, and `last` when it alone holds
//!   cards.
//! - Z5.14: events of ended tricks keep seat, kind and number of cards. When the deal has ended the
//!   piles lie open, as they count.
//! - Z6.1: as winners of a deal count who scored most in it.
//! - A refused set that is no combination names the rule that fits best: an option's that would
//!   make it one, or else the nearest kind's.

mod apply;
mod asks;
mod beginner;
mod candidates;
mod climbing_rules;
mod combinations;
mod dealing;
mod ending;
mod game;
mod info;
mod kind;
mod legal;
mod misfit;
mod options;
mod order;
mod packed;
mod plays;
mod poker;
mod position;
mod presets;
mod random_play;
mod reading;
mod readings;
mod resample;
mod rules;
mod sight;
mod simulate;
mod state;
mod steps;
mod timeout;
mod values;
mod vectors;

pub use beginner::{Habits, Situation, choose};
pub use game::ZhengFen;
pub use kind::{Form, Kind, Label, Labels};
pub use order::{Laid, Refusal, Wish, beats, usable};
pub use packed::{Packed, perft_packed};
pub use plays::{Play, plays};
pub use position::Position;
pub use random_play::picks;
pub use reading::Reading;
pub use readings::{Represent, readings, readings_where};
pub use rules::{LastPlayer, LaterLead, MixedRule, Rules, SequenceCompare, TieRule};
pub use simulate::{duel, simulate};
pub use state::State;
pub use steps::{Judged, Step};

/// Revisions of the rules that can be played, ascending.
pub const REVISIONS: &[u32] = &[1];
