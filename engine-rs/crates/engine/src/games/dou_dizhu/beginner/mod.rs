//! What a sensible beginner does, from the view alone: counts how many plays the hand still
//! needs, bids on that and on its high cards, sheds low combinations first, keeps bombs, lets a
//! fellow peasant win a trick, and stops whoever is about to go out.

mod choose;
mod follow;
mod groups;
mod lead;
mod situation;
mod words;

pub(super) use choose::beginner;
