//! What players look like: the one table of names and marks, and the one palette, which the page reads as a style sheet.

use std::fmt;
use std::str::FromStr;

use poda_engine::PlayerId;
use serde::Deserialize;

use crate::schema;

/// How a player is named and marked, wherever they are shown. Marks differ in shape, so that colour is never needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// In words.
    pub name: &'static str,
    /// The mark as a character.
    pub mark: char,
    /// The mark as a plain letter.
    pub letter: char,
    /// The mark as an SVG path about the centre of a piece with a radius of 42.
    pub path: &'static str,
}

const LOOKS: [Look; PlayerId::MOST] = [
    Look {
        name: "First",
        mark: '○',
        letter: 'o',
        path: "M-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0",
    },
    Look {
        name: "Second",
        mark: '×',
        letter: 'x',
        path: "M-13 -13 13 13M13 -13 -13 13",
    },
    Look {
        name: "Third",
        mark: '△',
        letter: 'a',
        path: "M0 -17 16 12H-16Z",
    },
];

/// How a player looks, by number, counted from 0.
///
/// # Panics
/// If no game has that many players.
pub fn look(player: u8) -> &'static Look {
    &LOOKS[usize::from(player)]
}

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour(pub [u8; 3]);

impl fmt::Display for Colour {
    /// As CSS has it: `#ef7a3c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Colour {
    type Err = std::num::ParseIntError;

    /// Reads `#ef7a3c`.
    fn from_str(text: &str) -> Result<Colour, Self::Err> {
        let number = u32::from_str_radix(text.trim_start_matches('#'), 16)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Colour([red, green, blue]))
    }
}

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour([255; 3]);

    /// So much of the way to another colour, as CSS mixes them: `color-mix(in oklab, …)`.
    pub fn mix(self, other: Colour, part: f32) -> Colour {
        let (from, to) = (self.oklab(), other.oklab());
        Colour::from_oklab(std::array::from_fn(|i| from[i] + (to[i] - from[i]) * part))
    }

    /// Björn Ottosson's OKLab.
    fn oklab(self) -> [f32; 3] {
        let [r, g, b] = self.0.map(|channel| {
            let part = f32::from(channel) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }

    fn from_oklab([lightness, a, b]: [f32; 3]) -> Colour {
        let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
        let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
        let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
        let channels = [
            4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
            -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
            -0.004_196_086 * l - 0.703_418_6 * m + 1.707_614_7 * s,
        ];
        Colour(channels.map(|part| {
            let part = if part <= 0.003_130_8 {
                part * 12.92
            } else {
                1.055 * part.powf(1.0 / 2.4) - 0.055
            };
            (part * 255.0).round().clamp(0.0, 255.0) as u8
        }))
    }
}

schema! {
    /// Light or dark paper.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Theme {
        /// Light.
        #[default]
        Light,
        /// Dark.
        Dark,
    }
}

schema! {
    /// The colours of the pieces.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Pieces {
        /// Orange, blue, yellow: apart for every kind of colour vision.
        #[default]
        Orchard,
        /// Red, yellow, violet.
        Classic,
    }
}

/// The colours of a player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fruit {
    /// Of the piece.
    pub body: Colour,
    /// Of its rim and its mark.
    pub deep: Colour,
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Behind everything.
    pub paper: Colour,
    /// What lies on the paper.
    pub card: Colour,
    /// Words.
    pub ink: Colour,
    /// Words that matter less.
    pub quiet: Colour,
    /// What is good.
    pub moss: Colour,
    /// The same, behind words.
    pub moss_soft: Colour,
    /// What is cut.
    pub alarm: Colour,
    /// The front of a board with holes.
    pub frame: Colour,
    /// The rims of its holes.
    pub frame_light: Colour,
    /// Its lower edge.
    pub frame_dark: Colour,
    /// What is seen through a hole.
    pub hole: Colour,
    /// A board to draw on.
    pub slate: Colour,
    /// What is drawn on it.
    pub chalk: Colour,
    /// What could be drawn on it.
    pub pencil: Colour,
    /// The players' colours.
    pub fruits: [Fruit; PlayerId::MOST],
}

/// The palette of the page. What stands in it twice is not read from here.
const CSS: &str = include_str!("../palette.css");

impl Palette {
    /// The colours for this paper and these pieces.
    pub fn new(theme: Theme, pieces: Pieces) -> Palette {
        let colour = |name: &str| {
            let special = match (theme, pieces) {
                (Theme::Dark, _) if find(r#":root[data-theme="dark"]"#, name).is_some() => {
                    r#":root[data-theme="dark"]"#
                }
                (_, Pieces::Classic) if find(r#":root[data-pieces="classic"]"#, name).is_some() => {
                    r#":root[data-pieces="classic"]"#
                }
                _ => ":root",
            };
            find(special, name).expect("a test reads every colour of every palette")
        };
        Palette {
            paper: colour("paper"),
            card: colour("card"),
            ink: colour("ink"),
            quiet: colour("quiet"),
            moss: colour("moss"),
            moss_soft: colour("moss-soft"),
            alarm: colour("alarm"),
            frame: colour("frame"),
            frame_light: colour("frame-light"),
            frame_dark: colour("frame-dark"),
            hole: colour("hole"),
            slate: colour("slate"),
            chalk: colour("chalk"),
            pencil: colour("pencil"),
            fruits: std::array::from_fn(|player| Fruit {
                body: colour(&format!("fruit-{player}")),
                deep: colour(&format!("fruit-{player}-deep")),
            }),
        }
    }
}

/// A colour by name in the first block of this selector.
fn find(selector: &str, name: &str) -> Option<Colour> {
    let (_, block) = CSS.split_once(&format!("{selector} {{"))?;
    let (block, _) = block.split_once('}')?;
    let (_, value) = block.split_once(&format!("--{name}: "))?;
    value.split(';').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_palette_is_whole_and_they_differ() {
        let light = Palette::new(Theme::Light, Pieces::Orchard);
        let dark = Palette::new(Theme::Dark, Pieces::Orchard);
        let classic = Palette::new(Theme::Light, Pieces::Classic);
        assert_eq!((light.fruits, light.frame), (dark.fruits, dark.frame));
        assert_ne!(light.paper, dark.paper);
        assert_eq!(light.paper, classic.paper);
        for (one, other) in light.fruits.iter().zip(classic.fruits) {
            assert!(one.body != other.body && one.deep != other.deep);
        }
        let both = Palette::new(Theme::Dark, Pieces::Classic);
        assert_eq!((both.paper, both.fruits), (dark.paper, classic.fruits));
    }

    #[test]
    fn colours_are_read_written_and_mixed_as_css_does() {
        let orange: Colour = "#ef7a3c".parse().unwrap();
        assert_eq!(orange.to_string(), "#ef7a3c");
        assert_eq!(orange.mix(Colour::WHITE, 0.0), orange);
        assert_eq!(orange.mix(Colour::WHITE, 1.0), Colour::WHITE);
        // What Chromium makes of color-mix(in oklab, #000000, white 50%).
        assert_eq!(
            Colour([0; 3]).mix(Colour::WHITE, 0.5).to_string(),
            "#636363"
        );
    }

    #[test]
    fn players_differ_in_every_way() {
        let [first, second, third] = LOOKS;
        for (one, other) in [(first, second), (first, third), (second, third)] {
            assert!(one.name != other.name && one.mark != other.mark);
            assert!(one.letter != other.letter && one.path != other.path);
        }
    }
}
