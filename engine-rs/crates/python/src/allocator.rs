//! Where the engine takes its memory from.

use mimalloc::MiMalloc;

/// An act takes some eighty small pieces of memory and gives them back, which the system's
/// allocator needs thrice the time for.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
