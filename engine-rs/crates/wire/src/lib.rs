//! The engine's types as the Protobuf messages of `proto/`: bytes in, bytes out.
//!
//! Each module turns one kind of engine value into its message, or a message into the value; a
//! message that says less than it must is refused as the engine refuses text.

mod r#gen;

pub mod act;
pub mod action;
pub mod catalogue;
pub mod entry;
pub mod event;
pub mod legal;
pub mod record;
pub mod refusal;
pub mod rules;
pub mod view;

pub use r#gen::paizhuo::{storage::v1 as storage, v1 as api};
