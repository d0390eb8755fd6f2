//! The same search, compiled once for any processor and once for those with AVX2 and BMI.
#![allow(
    unsafe_code,
    reason = "calls into code compiled for a processor that was detected"
)]

use super::geometry::Geometry;
use super::quad::{Plain, Quad};
use super::search::{Node, Worker, visit};

/// A set of instructions to compile the search for. The search calls itself through this, so that every level of the
/// recursion is the same code.
pub(super) trait Cpu: Copy + Send + Sync + 'static {
    /// Four 64-bit sets side by side.
    type Quad64: Quad<u64, Self>;

    fn visit<G: Geometry>(
        self,
        worker: &mut Worker<'_, G, Self>,
        node: &Node<G>,
        target: i32,
    ) -> i32;
}

/// What every processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Cpu for Portable {
    type Quad64 = Plain<u64>;

    fn visit<G: Geometry>(
        self,
        worker: &mut Worker<'_, G, Self>,
        node: &Node<G>,
        target: i32,
    ) -> i32 {
        visit(worker, node, target)
    }
}

/// AVX2 and the bit instructions that came with it. A value of this type is the proof that the processor has them: only
/// [`detect`](Avx2::detect) makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    pub(in crate::solve) fn detect() -> Option<Avx2> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    type Quad64 = super::quad::Register;

    #[inline(always)]
    fn visit<G: Geometry>(
        self,
        worker: &mut Worker<'_, G, Self>,
        node: &Node<G>,
        target: i32,
    ) -> i32 {
        // SAFETY: `self` exists, so `detect` has found all these features.
        unsafe { visit_avx2(worker, node, target) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn visit_avx2<G: Geometry>(worker: &mut Worker<'_, G, Avx2>, node: &Node<G>, target: i32) -> i32 {
    visit(worker, node, target)
}
