//! A game as a moving picture: a GIF that plays anywhere. Each frame holds only what changed.

mod canvas;
mod dots;
mod grid;

use std::borrow::Cow;

use gif::{Encoder, Frame, Repeat};
use poda_engine::{AnyGame, AnyMove, GameSpec};

use crate::refused::Refused;
use canvas::{Area, Canvas};

/// A colour: red, green, blue.
type Colour = [u8; 3];

const PAPER: Colour = [0xf6, 0xf2, 0xe9];
const INK: Colour = [0x2b, 0x2d, 0x2a];
const FAINT: Colour = [0xdc, 0xd5, 0xc5];
const WHITE: Colour = [0xff, 0xff, 0xff];
/// The players' colours keep apart for every kind of colour vision, and each has a mark of its own besides.
const PLAYERS: [Colour; 3] = [[0xe8, 0xa3, 0x17], [0x2f, 0x7f, 0xc1], [0xb8, 0x4a, 0x8c]];

/// How long a frame is shown, in hundredths of a second.
const START: u16 = 60;
const MOVE: u16 = 40;
const END: u16 = 400;

/// The frames so far.
struct Film {
    canvas: Canvas,
    colours: Vec<Colour>,
    frames: Vec<Frame<'static>>,
}

impl Film {
    fn new(width: u32, height: u32) -> Film {
        Film {
            canvas: Canvas::new(width, height, PAPER),
            colours: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Shows what the canvas holds in this area.
    fn shoot(&mut self, area: Area, delay: u16) {
        let area = self.canvas.cut(area);
        let mut buffer = Vec::with_capacity((area.width * area.height) as usize);
        for y in area.y..area.y + area.height {
            for x in area.x..area.x + area.width {
                buffer.push(index(&mut self.colours, self.canvas.at(x, y)));
            }
        }
        self.frames.push(Frame {
            delay,
            left: area.x as u16,
            top: area.y as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        });
    }

    /// The last frame is shown for longer.
    fn hold(&mut self) {
        if let Some(last) = self.frames.last_mut() {
            last.delay = END;
        }
    }

    fn whole(&self) -> Area {
        self.canvas.whole()
    }

    fn encode(self) -> Result<Vec<u8>, gif::EncodingError> {
        let whole = self.canvas.whole();
        let palette: Vec<u8> = self.colours.concat();
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(
            &mut bytes,
            whole.width as u16,
            whole.height as u16,
            &palette,
        )?;
        encoder.set_repeat(Repeat::Infinite)?;
        for frame in &self.frames {
            encoder.write_frame(frame)?;
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// The number of a colour in the palette; when that is full, of the nearest one.
fn index(colours: &mut Vec<Colour>, colour: Colour) -> u8 {
    if let Some(found) = colours.iter().position(|&known| known == colour) {
        return found as u8;
    }
    if colours.len() < 256 {
        colours.push(colour);
        return (colours.len() - 1) as u8;
    }
    let distance = |known: &Colour| -> i32 {
        let apart = |(a, b): (&u8, &u8)| (i32::from(*a) - i32::from(*b)).pow(2);
        known.iter().zip(&colour).map(apart).sum()
    };
    let nearest = (0..colours.len()).min_by_key(|&at| distance(&colours[at]));
    nearest.unwrap_or(0) as u8
}

/// The whole game, move by move.
pub(crate) fn gif(game: &AnyGame, line: &[AnyMove]) -> Result<Vec<u8>, Refused> {
    let film = match game.spec() {
        GameSpec::Connect4(_) => grid::film(game, line),
        GameSpec::Dots(spec) => dots::film(game, spec, line),
    };
    film.encode()
        .map_err(|error| Refused::Broken(format!("the picture cannot be drawn: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::Game;

    fn picture(game: &str, moves: &str) -> (AnyGame, Vec<AnyMove>, Vec<u8>) {
        let game: AnyGame = game.parse().unwrap();
        let (line, _) = game.read_position(moves).unwrap();
        let bytes = gif(&game, &line).unwrap();
        (game, line, bytes)
    }

    /// Reads the picture as a browser would: each frame over the one before.
    fn frames(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 4];
        let mut shown = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            let row = usize::from(frame.width) * 4;
            for (y, pixels) in frame.buffer.chunks(row).enumerate() {
                let start = ((top + y) * width + left) * 4;
                screen[start..start + row].copy_from_slice(pixels);
            }
            shown.push((frame.delay, screen.clone()));
        }
        shown
    }

    #[test]
    fn each_move_is_shown_and_the_end_is_held() {
        for (game, moves) in [
            ("connect4", "4455667"),
            ("connect4:6x7,players=3", "4441"),
            ("dots:2x2", "h11 h21 v11 v12"),
        ] {
            let (_, line, bytes) = picture(game, moves);
            let frames = frames(&bytes);
            let stills = frames.iter().filter(|(delay, _)| *delay >= MOVE);
            assert_eq!(stills.count(), line.len() + 1, "{game}");
            assert_eq!(frames.last().unwrap().0, END);
        }
    }

    #[test]
    fn the_last_frame_is_the_board_drawn_at_once() {
        // Frames that hold only what changed must add up to the same picture.
        for (game, moves) in [
            ("connect4", "44536"),
            ("connect4:7x8,players=3", "123456"),
            ("dots:3x3", "h11 v11 h21 v12 h12"),
        ] {
            let (any, line, bytes) = picture(game, moves);
            let last = frames(&bytes).pop().unwrap().1;
            let film = match any.spec() {
                GameSpec::Connect4(_) => grid::film(&any, &line),
                GameSpec::Dots(spec) => dots::film(&any, spec, &line),
            };
            let whole = film.whole();
            let drawn: Vec<u8> = (0..whole.height)
                .flat_map(|y| (0..whole.width).map(move |x| (x, y)))
                .flat_map(|(x, y)| {
                    let [r, g, b] = film.canvas.at(x, y);
                    [r, g, b, 0xff]
                })
                .collect();
            assert!(last == drawn, "{game}");
        }
    }

    #[test]
    fn the_longest_games_stay_small() {
        let full: String = (0..7)
            .flat_map(|_| (0..12).map(|column| char::from_digit(column + 1, 13).unwrap()))
            .collect();
        let connect = "connect4:9x12,connect=6";
        let game: AnyGame = connect.parse().unwrap();
        let (mut line, mut state) = (Vec::new(), game.start());
        for text in full.chars() {
            let Ok((mv, next)) = game
                .parse_move(&text.to_string())
                .and_then(|mv| game.play(&state, mv).map(|next| (mv, next)))
            else {
                break;
            };
            line.push(mv);
            state = next;
        }
        assert!(line.len() > 12);
        let bytes = gif(&game, &line).unwrap();
        assert!(bytes.len() < 2_000_000, "{}", bytes.len());
    }
}
