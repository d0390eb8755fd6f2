//! A part of the screen that is larger than its window: what is drawn outside is not seen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::play::state::Action;

/// What a click on a part of the screen means. Later ones lie on top.
pub(crate) type Hits = Vec<(Rect, Action)>;

/// A board of some size behind a window of the screen.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    window: Rect,
    /// Which column and row of the board are at the window's upper left; less than 0 where the board is centred.
    from: (i32, i32),
}

impl<'a> Canvas<'a> {
    /// A board in the middle of its window or, where it is larger, so that a part of it is seen.
    pub(super) fn new(
        buffer: &'a mut Buffer,
        window: Rect,
        (width, height): (u16, u16),
        focus: (u16, u16),
    ) -> Canvas<'a> {
        let from = |room: u16, size: u16, focus: u16| {
            let spare = i32::from(room) - i32::from(size);
            if spare >= 0 {
                return -spare / 2;
            }
            (i32::from(focus) - i32::from(room) / 2).clamp(0, -spare)
        };
        let from = (
            from(window.width, width, focus.0),
            from(window.height, height, focus.1),
        );
        Canvas {
            buffer,
            window,
            from,
        }
    }

    /// Draws a text of signs that are one column wide each.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        for (at, sign) in (0i32..).zip(text.chars()) {
            let place = self.place(i32::from(x) + at, i32::from(y));
            if let Some(cell) = place.and_then(|place| self.buffer.cell_mut(place)) {
                cell.set_char(sign).set_style(style);
            }
        }
    }

    fn place(&self, x: i32, y: i32) -> Option<(u16, u16)> {
        let (x, y) = (x - self.from.0, y - self.from.1);
        let inside = (0..i32::from(self.window.width)).contains(&x)
            && (0..i32::from(self.window.height)).contains(&y);
        inside.then(|| (self.window.x + x as u16, self.window.y + y as u16))
    }

    /// What is seen of a part of the board, for the mouse.
    pub(super) fn seen(&self, x: u16, y: u16, width: u16, height: u16) -> Option<Rect> {
        let places = (0..width).flat_map(|dx| (0..height).map(move |dy| (x + dx, y + dy)));
        let seen = places.filter_map(|(x, y)| self.place(x.into(), y.into()));
        seen.map(|(x, y)| Rect::new(x, y, 1, 1)).reduce(Rect::union)
    }
}
