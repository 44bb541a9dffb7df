//! Zhao Pengyou (找朋友, "looking for friends"), for five to twelve players.
//!
//! The rules are those of `docs/games/zhao_pengyou/rules.md`; tests, vectors and refusals cite its
//! numbers. Sources: the project's seed text first, then pagat.com in its older and its present
//! form; where all are silent the document rules. Only the gist of its rules stands here.
//!
//! # Drawing and bidding (ZP-1, ZP-2)
//!
//! - Two to four packs, with jokers by the number of players (ZP-1.2, [`Equipment`]). Cards are
//!   drawn one by one; whoever is active may bid at any moment with identical cards of the own
//!   level (ZP-2.7). More cards overturn fewer, unless the holder shows as many (ZP-2.10).
//! - After the last draw a final round asks by turns until all have passed (ZP-2.6). Nobody bid:
//!   the cards are dealt again (ZP-2.12).
//! - The maker takes the kitty, buries as many cards, and calls friends by card and copy (ZP-3).
//!
//! # Play (ZP-4)
//!
//! - Trumps are jokers, the trump rank and the trump suit (ZP-1.9, [`TrumpOrder`]). Leads are
//!   singles, sets, sequences and groups of them ([`Lead`]). A group is checked against all hands;
//!   one part of it is led where it does not stand (ZP-4.8, [`check_group`]).
//! - Followers owe the suit and sets of the led sizes (ZP-4.9 to ZP-4.11, [`check_follow`]); only
//!   the same shape wins ([`winner`]).
//! - Who plays a called card joins the maker, and nobody is known before (ZP-3.4, ZP-3.7).
//!
//! # Scoring (ZP-5)
//!
//! - The opponents' card points decide by bands (ZP-5.6, [`score`]); winners rise in level, losers
//!   become passive (ZP-5.9). A match ends when somebody has passed the ace (ZP-5.10).
//!
//! # Decided where the document leaves it to the engine
//!
//! - ZP-2.6: while cards are drawn every player who may bid is asked one voluntary question, which
//!   has one name for the whole drawing. While a challenge is open a bid is refused, and may be
//!   made again; only the holder's question is put aside meanwhile.
//! - ZP-2.10: a defence names all cards that are shown then.
//! - ZP-2.15: the buried cards are shown when the deal has ended, whoever won the last trick: the
//!   opened seed tells them anyway.
//! - ZP-3.5: what a call has counted is shown with it. A seat has the role `maker` or `friend`.
//! - ZP-4.2: what a follower plays is of the kind `follow`, named by its highest card.
//! - ZP-4.18: a pile shows its scoring cards. The cards of all tricks are told when the deal ends.
//! - ZP-6.6: a follower who is out of time plays what is owed and else the lowest cards, those
//!   without points first. Where fewer faces are free of own copies than are to be called, faces
//!   with own copies follow, the highest first.

mod apply;
mod asks;
mod beginner;
mod bidding;
mod calls;
mod component;
mod dealing;
mod division;
mod ending;
mod equipment;
mod final_round;
mod follow;
mod game;
mod group_check;
mod grouping;
mod info;
mod lead;
mod legal;
mod levels;
mod options;
mod order;
mod plays;
mod position;
mod presets;
mod resample;
mod rules;
mod scoring;
mod sight;
mod state;
mod steps;
mod timeout;
mod trick_rules;
mod values;
mod vectors;
mod winner;

pub use bidding::{Bid, Bidding};
pub use component::{Component, Shape};
pub use equipment::Equipment;
pub use follow::check_follow;
pub use game::ZhaoPengyou;
pub use group_check::{Fallen, check_group};
pub use grouping::grouping;
pub use lead::{Kind, Lead};
pub use levels::{Standings, level};
pub use order::TrumpOrder;
pub use position::{At, Position};
pub use rules::{FollowSets, LaterStarter, Rules};
pub use scoring::{Outcome, Score, Side, score};
pub use state::State;
pub use steps::Step;
pub use winner::winner;

/// Revisions of the rules that can be played, ascending.
pub const REVISIONS: &[u32] = &[1];
