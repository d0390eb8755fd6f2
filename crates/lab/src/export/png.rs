//! Drawings as pixels.

/// Twice the size in which it is shown, for sharp screens.
const SCALE: f32 = 2.0;

/// A drawing as PNG; `None` if it is not one of ours.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    poda_coach::png(svg, SCALE).ok()
}
