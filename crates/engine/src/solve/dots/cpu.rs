//! The same search, compiled once for any processor and once for those with AVX2, where the images of a position are compared
//! four at a time and boxes are counted by one instruction.
#![allow(
    unsafe_code,
    reason = "calls into code compiled for a processor that was detected"
)]

use super::grid::Images;
use super::search::Worker;
use crate::games::bits::Bits;
use crate::search::Stop;
#[cfg(target_arch = "x86_64")]
use crate::solve::connect4::Avx2;

/// What the processor has.
#[derive(Clone, Copy)]
pub(super) enum Cpu {
    Any,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Cpu {
    pub(super) fn detect() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        if let Some(found) = Avx2::detect() {
            return Cpu::Avx2(found);
        }
        Cpu::Any
    }

    /// [`Worker::visit`] as compiled for this processor.
    #[inline(always)]
    pub(super) fn visit<B: Bits>(
        self,
        worker: &mut Worker<'_, B>,
        images: &Images<B>,
        question: i32,
    ) -> Result<i32, Stop> {
        match self {
            Cpu::Any => visit_any(worker, images, question),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a value of this type exists only where these features were found.
            Cpu::Avx2(_) => unsafe { visit_avx2(worker, images, question) },
        }
    }
}

#[inline(never)]
fn visit_any<B: Bits>(
    worker: &mut Worker<'_, B>,
    images: &Images<B>,
    question: i32,
) -> Result<i32, Stop> {
    worker.visit(images, question)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn visit_avx2<B: Bits>(
    worker: &mut Worker<'_, B>,
    images: &Images<B>,
    question: i32,
) -> Result<i32, Stop> {
    worker.visit(images, question)
}
