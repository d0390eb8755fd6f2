//! Text from the top of an area down, as much as fits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::paragraph;

pub(super) struct Column<'a> {
    pub(super) buffer: &'a mut Buffer,
    /// What is free.
    pub(super) left: Rect,
}

impl Column<'_> {
    /// Leaves so many lines.
    pub(super) fn skip(&mut self, lines: u16) {
        let used = lines.min(self.left.height);
        self.left.y += used;
        self.left.height -= used;
    }

    /// A text on as many lines as it needs.
    pub(super) fn say(&mut self, text: &str, style: Style) {
        let used = paragraph(self.buffer, self.left, text, style);
        self.skip(used);
    }

    /// One line; what is too long is cut.
    pub(super) fn line<'l>(&mut self, line: impl Into<Line<'l>>) {
        if self.left.height > 0 {
            let Rect { x, y, width, .. } = self.left;
            self.buffer.set_line(x, y, &line.into(), width);
            self.skip(1);
        }
    }
}
