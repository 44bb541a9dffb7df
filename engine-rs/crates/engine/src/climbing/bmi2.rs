//! Picking the n-th rank by one instruction, where the CPU has it.
//!
//! The only unsafe code of the engine. Masks and runs need no such help, see [`RankMask`].
#![allow(unsafe_code)]

use super::rank_mask::RankMask;
use super::select::Select;

/// Proof that the CPU has BMI2, and [`Select`] by its `pdep`.
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

impl Bmi2 {
    /// The proof, on a CPU that has BMI2.
    pub fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2") {
            return Some(Self(()));
        }
        None
    }
}

impl Select for Bmi2 {
    #[inline]
    fn nth(self, ranks: RankMask, index: u32) -> u8 {
        debug_assert!(index < u32::from(ranks.count()));
        RankMask::from_spread(deposit(self, 1 << index, ranks.bits())).lowest()
    }
}

/// The low bits of `bits`, put in order to the places of the bits of `mask`.
///
/// By inline assembly and not by the intrinsic: that is a call unless every caller up to the
/// outermost loop is compiled for BMI2.
#[cfg(target_arch = "x86_64")]
#[inline]
fn deposit(_proof: Bmi2, bits: u64, mask: u64) -> u64 {
    let deposited;
    // SAFETY: the proof exists only where the CPU has `pdep`, which reads and writes nothing but
    // its three registers and leaves the flags alone.
    unsafe {
        std::arch::asm!(
            "pdep {deposited}, {bits}, {mask}",
            deposited = lateout(reg) deposited,
            bits = in(reg) bits,
            mask = in(reg) mask,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    deposited
}

/// There is no proof on other CPUs, so this is never reached.
#[cfg(not(target_arch = "x86_64"))]
fn deposit(_proof: Bmi2, _bits: u64, _mask: u64) -> u64 {
    unreachable!("BMI2 is found on x86-64 alone")
}
