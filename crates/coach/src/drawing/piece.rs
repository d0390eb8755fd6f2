//! A piece: a disc with a groove, a shine and its player's mark.

use std::fmt::Write;

use crate::look::{Colour, Palette, look};

/// The radius in which pieces are drawn; others are the same, scaled.
pub(super) const RADIUS: f32 = 42.0;

/// Draws a player's piece about this centre.
pub(super) fn draw(out: &mut String, palette: &Palette, player: u8, at: (f32, f32), radius: f32) {
    let fruit = palette.fruits[usize::from(player)];
    let scale = radius / RADIUS;
    let (x, y) = at;
    let _ = write!(out, "<g transform=\"translate({x} {y})");
    if radius != RADIUS {
        let _ = write!(out, " scale({scale})");
    }
    let _ = writeln!(
        out,
        "\"><circle r=\"42\" fill=\"{}\" stroke=\"{deep}\" stroke-width=\"2\"/>\
         <circle r=\"33\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>\
         <path d=\"M-25 -21a33 33 0 0 1 38 -9\" fill=\"none\" stroke=\"#ffffff\" stroke-opacity=\"0.55\" stroke-width=\"4\" stroke-linecap=\"round\"/>\
         <path d=\"{}\" fill=\"none\" stroke=\"{deep}\" stroke-width=\"7\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/></g>",
        fruit.body,
        fruit.body.mix(Colour::WHITE, 0.1),
        fruit.body.mix(fruit.deep, 0.3),
        look(player).path,
        deep = fruit.deep,
    );
}
