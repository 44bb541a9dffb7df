//! Hachinin Meri (八人メリ), the eight-player game of Hitoyoshi for the 75-card Unsun Karuta.
//!
//! The rules are those of `docs/games/hachinin_meri/rules.md`; tests, vectors and refusals cite its
//! numbers. Sources: the project's seed text first, then Japanese descriptions of the game; where
//! all are silent the document rules. Only the gist of its rules stands here.
//!
//! # Equipment, deal, exchange (HM-1, HM-2)
//!
//! - Five suits of fifteen, eight seats in two alternating teams (HM-1.2, HM-1.4). Tenka, the Pao
//!   Robai, is a trump in every deal (HM-1.8); trumps and plain cards have orders of their own
//!   (HM-1.9, HM-1.10, [`Trumps`]).
//! - Three packets of three each, then the Oki, whose printed suit is trump (HM-2.3, HM-2.4). Who
//!   holds the native Robai may declare it and takes the Oki, otherwise the dealer does (HM-2.6 to
//!   HM-2.8); the receiver discards and leads (HM-2.9, HM-2.10).
//!
//! # Play, scoring (HM-3 to HM-5)
//!
//! - Before the first trump lead, Meri, nobody owes anything to plain leads; after it Monchi holds:
//!   follow or trump (HM-4.6, HM-4.9, [`Turn`]). Meri asks for trumps, but not for the Sun of who
//!   had no other (HM-4.7, HM-4.8). Trumps on plain leads lie face down (HM-4.10).
//! - The ninth trick plays itself (HM-4.12). A trick is a point; a winning trump right above the
//!   strongest trump of the other team moves 2 or 5 more ([`Combo`], HM-5.2 to HM-5.5).
//!
//! # Decided where the document leaves it to the engine
//!
//! - HM-6.5: all seats are asked at once, under seal. The answers are told together, in order up to
//!   the declaration, once all have answered; until then nobody sees who has.
//! - HM-4.8, HM-4.14: a seat whose Sun may be kept sees that as a zone of its own, `lone_sun`;
//!   nobody else is shown whether there is one.
//! - HM-6.3: whoever looks sees a face-down card as a trump with the label `face_down`; its cards
//!   are there for its player alone, until all that lie face down are turned up together.
//! - HM-6.6: `declarer` or `receiver` is the role of who received the Oki. The Robai status itself
//!   is shown nowhere, since everybody can conclude from open cards what may be known of it.
//! - HM-4.12: the final trick begins with the seat that supplies the led suit.
//! - HM-5.7: results and totals by seat are those of the seat's team. Nobody wins a draw.

mod apply;
mod asks;
mod beginner;
mod chances;
mod combinations;
mod dealing;
mod declaring;
mod ending;
mod game;
mod info;
mod legal;
mod options;
mod order;
mod playable;
mod plays;
mod position;
mod presets;
mod questions;
mod resample;
mod rules;
mod sight;
mod state;
mod steps;
mod timeout;
mod trick;
mod values;
mod vectors;

pub use combinations::Combo;
pub use game::HachininMeri;
pub use order::{TENKA, Trumps};
pub use playable::{Turn, discards};
pub use position::Position;
pub use rules::Rules;
pub use state::State;
pub use steps::Step;
pub use trick::{Complete, RobaiStatus, TrickKind};

/// Revisions of the rules that can be played, ascending.
pub const REVISIONS: &[u32] = &[1];
