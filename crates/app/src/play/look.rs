//! How things look in this terminal: which colours it has, and which signs.

use poda_coach::{Colour, Palette, Pieces, Theme, look};
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// None: shapes, bold and reverse video say everything.
    None,
    Sixteen,
    Many,
    All,
}

impl Depth {
    /// What the surroundings say: NO_COLOR, COLORTERM and TERM.
    pub(crate) fn of(no_color: &str, colorterm: &str, term: &str) -> Depth {
        if !no_color.is_empty() || term.is_empty() || term == "dumb" || term.contains("mono") {
            Depth::None
        } else if colorterm.contains("truecolor") || colorterm.contains("24bit") {
            Depth::All
        } else if term.contains("256") {
            Depth::Many
        } else {
            Depth::Sixteen
        }
    }
}

/// Whether the names of a locale promise UTF-8; the first that is set counts.
pub(crate) fn is_utf8(locales: [&str; 3]) -> bool {
    let first = locales.into_iter().find(|locale| !locale.is_empty());
    let name = first.unwrap_or_default().to_ascii_lowercase();
    name.contains("utf-8") || name.contains("utf8")
}

#[derive(Clone, Debug)]
pub(crate) struct Look {
    depth: Depth,
    pub(crate) ascii: bool,
    palette: Palette,
}

impl Look {
    pub(crate) fn new(depth: Depth, ascii: bool) -> Look {
        Look {
            depth,
            ascii,
            palette: Palette::new(Theme::Light, Pieces::Orchard),
        }
    }

    /// A player's mark.
    pub(crate) fn mark(&self, player: u8) -> char {
        let look = look(player);
        if self.ascii { look.letter } else { look.mark }
    }

    fn colour(&self, Colour(rgb): Colour, sixteen: Color) -> Option<Color> {
        let [red, green, blue] = rgb;
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(sixteen),
            Depth::Many => Some(nearest(rgb)),
            Depth::All => Some(Color::Rgb(red, green, blue)),
        }
    }

    /// A piece: its mark in its own deep colour, readable on every background.
    pub(crate) fn piece(&self, player: u8) -> Style {
        const SIXTEEN: [Color; 3] = [Color::Red, Color::Cyan, Color::Yellow];
        let at = usize::from(player);
        let fruit = self.palette.fruits[at];
        let back = self.colour(fruit.body, SIXTEEN[at]);
        let front = self.colour(fruit.deep, Color::Black);
        styled(front, back)
    }

    /// A line that a player drew.
    pub(crate) fn line(&self, player: u8) -> Style {
        Style {
            fg: self.piece(player).bg,
            ..Style::new()
        }
    }

    /// The frame of a board, and whatever matters less.
    pub(crate) fn quiet(&self) -> Style {
        match self.depth {
            Depth::None | Depth::Sixteen => Style::new().add_modifier(Modifier::DIM),
            _ => styled(self.colour(self.palette.pencil, Color::DarkGray), None),
        }
    }

    /// What matters most.
    pub(crate) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is wrong.
    pub(crate) fn alarm(&self) -> Style {
        let red = match self.depth {
            Depth::None => None,
            _ => Some(Color::LightRed),
        };
        styled(red, None).add_modifier(Modifier::BOLD)
    }

    /// Where the cursor is, and what is chosen.
    pub(crate) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A sign, or what stands for it in ASCII.
    pub(crate) fn sign(&self, sign: &'static str, plain: &'static str) -> &'static str {
        if self.ascii { plain } else { sign }
    }
}

fn styled(front: Option<Color>, back: Option<Color>) -> Style {
    Style {
        fg: front,
        bg: back,
        ..Style::new()
    }
}

/// The nearest of the 6 × 6 × 6 colours that such terminals have.
fn nearest(rgb: [u8; 3]) -> Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let [red, green, blue] = rgb.map(|channel| {
        let apart = |level: &u8| LEVELS[usize::from(*level)].abs_diff(channel);
        (0..6).min_by_key(apart).unwrap_or(0)
    });
    Color::Indexed(16 + 36 * red + 6 * green + blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surroundings_decide() {
        for (no_color, colorterm, term, depth) in [
            ("", "truecolor", "xterm-256color", Depth::All),
            ("", "", "tmux-256color", Depth::Many),
            ("", "", "xterm", Depth::Sixteen),
            ("", "", "linux", Depth::Sixteen),
            ("1", "truecolor", "xterm-256color", Depth::None),
            ("", "", "vt100-mono", Depth::None),
        ] {
            assert_eq!(Depth::of(no_color, colorterm, term), depth, "{term}");
        }
        assert!(is_utf8(["", "", "de_DE.UTF-8"]) && is_utf8(["C.utf8", "", "C"]));
        assert!(!is_utf8(["", "POSIX", "de_DE.UTF-8"]) && !is_utf8(["", "", ""]));
    }

    #[test]
    fn without_colours_there_are_none_and_players_still_differ() {
        let look = Look::new(Depth::None, true);
        let plain = Style::new();
        assert!((0..3).all(|player| look.piece(player) == plain && look.line(player) == plain));
        assert_eq!((look.alarm().fg, look.quiet().fg), (None, None));
        assert_eq!([0, 1, 2].map(|player| look.mark(player)), ['o', 'x', 'a']);
        let sixteen = Look::new(Depth::Sixteen, false);
        let colours = [0, 1, 2].map(|player| sixteen.piece(player).bg);
        assert_eq!(
            colours,
            [Some(Color::Red), Some(Color::Cyan), Some(Color::Yellow)]
        );
    }
}
