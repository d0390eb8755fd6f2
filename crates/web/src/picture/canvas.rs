//! Pixels, and smooth shapes on them.

use super::Colour;

/// A part of the canvas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

pub(super) struct Canvas {
    width: u32,
    pixels: Vec<Colour>,
}

/// How many steps lie between two colours at a smooth edge: few, so that a small palette holds them all.
const STEPS: f32 = 4.0;

impl Canvas {
    pub(super) fn new(width: u32, height: u32, colour: Colour) -> Canvas {
        Canvas {
            width,
            pixels: vec![colour; (width * height) as usize],
        }
    }

    pub(super) fn whole(&self) -> Area {
        Area {
            x: 0,
            y: 0,
            width: self.width,
            height: self.pixels.len() as u32 / self.width,
        }
    }

    /// The part of an area that is on the canvas, at least one pixel.
    pub(super) fn cut(&self, area: Area) -> Area {
        let whole = self.whole();
        let x = area.x.min(whole.width - 1);
        let y = area.y.min(whole.height - 1);
        Area {
            x,
            y,
            width: (area.x + area.width).min(whole.width).max(x + 1) - x,
            height: (area.y + area.height).min(whole.height).max(y + 1) - y,
        }
    }

    pub(super) fn at(&self, x: u32, y: u32) -> Colour {
        self.pixels[(y * self.width + x) as usize]
    }

    /// Fills whatever is inside a shape, given by how far a point is from its edge: below zero inside.
    pub(super) fn fill(&mut self, area: Area, colour: Colour, distance: impl Fn(f32, f32) -> f32) {
        let area = self.cut(area);
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                let inside = 0.5 - distance(x as f32 + 0.5, y as f32 + 0.5);
                let share = (inside * STEPS).round().clamp(0.0, STEPS) / STEPS;
                if share > 0.0 {
                    let pixel = &mut self.pixels[(y * self.width + x) as usize];
                    *pixel = mix(*pixel, colour, share);
                }
            }
        }
    }
}

pub(super) fn mix(under: Colour, over: Colour, share: f32) -> Colour {
    let blend = |(under, over): (u8, u8)| {
        (f32::from(under) + (f32::from(over) - f32::from(under)) * share).round() as u8
    };
    [0, 1, 2].map(|part| blend((under[part], over[part])))
}

/// The distance to a disc.
pub(super) fn disc(centre: (f32, f32), radius: f32) -> impl Fn(f32, f32) -> f32 {
    move |x, y| (x - centre.0).hypot(y - centre.1) - radius
}

/// The distance to a ring.
pub(super) fn ring(centre: (f32, f32), radius: f32, width: f32) -> impl Fn(f32, f32) -> f32 {
    move |x, y| ((x - centre.0).hypot(y - centre.1) - radius).abs() - width / 2.0
}

/// The distance to a thick line with round ends.
pub(super) fn bar(from: (f32, f32), to: (f32, f32), width: f32) -> impl Fn(f32, f32) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).max(f32::EPSILON);
    move |x, y| {
        let along = ((x - from.0) * dx + (y - from.1) * dy) / length;
        let along = along.clamp(0.0, 1.0);
        (x - from.0 - along * dx).hypot(y - from.1 - along * dy) - width / 2.0
    }
}

/// The distance to a rectangle with round corners.
pub(super) fn card(area: Area, radius: f32) -> impl Fn(f32, f32) -> f32 {
    let (half_width, half_height) = (area.width as f32 / 2.0, area.height as f32 / 2.0);
    let (middle_x, middle_y) = (area.x as f32 + half_width, area.y as f32 + half_height);
    move |x, y| {
        let dx = (x - middle_x).abs() - half_width + radius;
        let dy = (y - middle_y).abs() - half_height + radius;
        dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
    }
}

/// The mark of a player inside a piece or box: a ring, a cross, a bar. Nobody needs the colour to tell them apart.
pub(super) fn draw_mark(
    canvas: &mut Canvas,
    clip: Area,
    player: usize,
    centre: (f32, f32),
    size: f32,
    colour: Colour,
) {
    let width = (size * 0.36).max(2.0);
    let (x, y) = centre;
    match player {
        0 => canvas.fill(clip, colour, ring(centre, size, width)),
        1 => {
            let arm = size * 0.78;
            let falling = bar((x - arm, y - arm), (x + arm, y + arm), width);
            let rising = bar((x - arm, y + arm), (x + arm, y - arm), width);
            canvas.fill(clip, colour, move |x, y| falling(x, y).min(rising(x, y)));
        }
        _ => {
            let upper = bar(
                (x - size, y - size * 0.45),
                (x + size, y - size * 0.45),
                width,
            );
            let lower = bar(
                (x - size, y + size * 0.45),
                (x + size, y + size * 0.45),
                width,
            );
            canvas.fill(clip, colour, move |x, y| upper(x, y).min(lower(x, y)));
        }
    }
}
