//! Drawings as pixels: PNG of a position, GIF of a game, with a font on board so that they look the same everywhere.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use gif::{Encoder, Frame, Repeat};
use poda_engine::{AnyGame, AnyMove};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb::Database};
use thiserror::Error;

use crate::drawing::{Area, Style};
use crate::film::{Film, Still};

/// A drawing could not be made into pixels.
#[derive(Debug, Error)]
pub enum RasterError {
    /// It is no SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// It is empty, or larger than any picture.
    #[error("the drawing has a size that no picture has")]
    Size,
    /// It does not go into a PNG.
    #[error("the picture cannot be written: {0}")]
    Png(String),
    /// It does not go into a GIF.
    #[error("the picture cannot be written: {0}")]
    Gif(#[from] gif::EncodingError),
}

/// Latin letters, figures and signs of DejaVu Sans.
const FONT: &[u8] = include_bytes!("../assets/DejaVuSans-latin.ttf");

fn read(svg: &str) -> Result<usvg::Tree, RasterError> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    let options = usvg::Options {
        fontdb: Arc::clone(fonts),
        font_family: "DejaVu Sans".to_owned(),
        ..usvg::Options::default()
    };
    Ok(usvg::Tree::from_str(svg, &options)?)
}

/// A drawing as PNG, so many pixels for each of its units.
///
/// # Errors
/// It is no drawing.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    let tree = read(svg)?;
    let pixels = draw(&tree, scale, Pixels::whole(&tree, scale))?;
    pixels
        .encode_png()
        .map_err(|error| RasterError::Png(error.to_string()))
}

/// A drawing as pixels, so many for each of its units: width, height, and red, green and blue of each, the top row first.
///
/// # Errors
/// It is no drawing.
pub fn pixels(svg: &str, scale: f32) -> Result<(usize, usize, Vec<u8>), RasterError> {
    let tree = read(svg)?;
    let drawn = draw(&tree, scale, Pixels::whole(&tree, scale))?;
    // Boards lie on paper: nothing of the picture is seen through.
    let colours = drawn.data().chunks_exact(4).flat_map(|pixel| &pixel[..3]);
    let colours = colours.copied().collect();
    Ok((drawn.width() as usize, drawn.height() as usize, colours))
}

/// A part of a picture in pixels.
#[derive(Clone, Copy)]
struct Pixels {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Pixels {
    fn whole(tree: &usvg::Tree, scale: f32) -> Pixels {
        let size = tree.size();
        Pixels {
            x: 0,
            y: 0,
            // Without a last row that would be covered only in part.
            width: (size.width() * scale) as u32,
            height: (size.height() * scale) as u32,
        }
    }

    /// Every pixel of an area, and of the picture.
    fn of(area: Area, scale: f32, whole: Pixels) -> Pixels {
        let start = |at: f32| (at * scale).floor().max(0.0) as u32;
        let end = |at: f32| (at * scale).ceil() as u32;
        let (x, y) = (start(area.x), start(area.y));
        Pixels {
            x,
            y,
            width: end(area.x + area.width).min(whole.width) - x,
            height: end(area.y + area.height).min(whole.height) - y,
        }
    }
}

/// A part of a drawing, the same pixels as in the whole.
fn draw(tree: &usvg::Tree, scale: f32, part: Pixels) -> Result<Pixmap, RasterError> {
    let mut pixels = Pixmap::new(part.width, part.height).ok_or(RasterError::Size)?;
    let moved =
        Transform::from_scale(scale, scale).post_translate(-(part.x as f32), -(part.y as f32));
    resvg::render(tree, moved, &mut pixels.as_mut());
    Ok(pixels)
}

/// A whole game as a moving picture that plays anywhere. Each frame holds only what changed.
///
/// # Errors
/// The game is too large for a picture.
pub fn gif(game: &AnyGame, line: &[AnyMove], style: &Style) -> Result<Vec<u8>, RasterError> {
    let film = Film::new(game, line, style);
    let scale = film.cell as f32 / 100.0;
    let whole = Pixels::whole(&read(&film.stills[0].svg)?, scale);
    let frame = |still: &Still| -> Result<(Pixels, Pixmap), RasterError> {
        let part = still
            .area
            .map_or(whole, |area| Pixels::of(area, scale, whole));
        Ok((part, draw(&read(&still.svg)?, scale, part)?))
    };
    let mut colours = Colours::default();
    // The start, the end and a few in between have nearly every shade that there is.
    let every = film.stills.len().div_ceil(SAMPLES);
    let samples = film.stills.iter().step_by(every).chain(film.stills.last());
    for still in samples {
        colours.count(&frame(still)?.1);
    }
    colours.choose();

    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(
        &mut bytes,
        whole.width as u16,
        whole.height as u16,
        &colours.table(),
    )?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut screen = Screen::new(whole);
    for still in &film.stills {
        let (part, pixels) = frame(still)?;
        let (part, indices) = screen.show(part, &colours.indices(&pixels));
        encoder.write_frame(&Frame {
            delay: still.delay,
            left: part.x as u16,
            top: part.y as u16,
            width: part.width as u16,
            height: part.height as u16,
            buffer: Cow::Owned(indices),
            ..Frame::default()
        })?;
    }
    drop(encoder);
    Ok(bytes)
}

/// What a GIF shows so far.
struct Screen {
    width: usize,
    /// The colours by number; none before the first picture.
    shown: Vec<Option<u8>>,
}

impl Screen {
    fn new(whole: Pixels) -> Screen {
        Screen {
            width: whole.width as usize,
            shown: vec![None; (whole.width * whole.height) as usize],
        }
    }

    /// Shows a part of the picture: the least part of it that holds all that is new, one pixel if nothing is.
    fn show(&mut self, part: Pixels, indices: &[u8]) -> (Pixels, Vec<u8>) {
        let width = part.width as usize;
        let (mut x, mut y) = ((usize::MAX, 0), (usize::MAX, 0));
        for (row, line) in indices.chunks(width).enumerate() {
            let start = (part.y as usize + row) * self.width + part.x as usize;
            let shown = &mut self.shown[start..start + width];
            let new = |column: &usize| shown[*column] != Some(line[*column]);
            let Some(first) = (0..width).find(new) else {
                continue;
            };
            let last = (0..width).rfind(new).unwrap_or(first);
            x = (x.0.min(first), x.1.max(last));
            y = (y.0.min(row), y.1.max(row));
            for (shown, &index) in shown.iter_mut().zip(line) {
                *shown = Some(index);
            }
        }
        let (left, top) = (x.0.min(x.1), y.0.min(y.1));
        let (right, bottom) = (x.1 + 1, y.1 + 1);
        let lines = indices.chunks(width).take(bottom).skip(top);
        let cut = lines.flat_map(|line| &line[left..right]).copied().collect();
        let least = Pixels {
            x: part.x + left as u32,
            y: part.y + top as u32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        };
        (least, cut)
    }
}

/// From how many stills the colours are chosen.
const SAMPLES: usize = 12;

type Rgb = [u8; 3];

/// The 256 colours of a GIF: the most frequent ones of its film; all others become the nearest of these.
#[derive(Default)]
struct Colours {
    counts: HashMap<Rgb, u32>,
    chosen: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Colours {
    fn count(&mut self, pixels: &Pixmap) {
        for (colour, count) in runs(pixels) {
            *self.counts.entry(colour).or_default() += count as u32;
        }
    }

    fn choose(&mut self) {
        let mut counts: Vec<(u32, Rgb)> = self
            .counts
            .drain()
            .map(|(colour, count)| (count, colour))
            .collect();
        // Shades as frequent as each other are taken in an order of their own: the same game, the same bytes.
        counts.sort_unstable_by(|one, other| other.cmp(one));
        self.chosen = counts.iter().take(256).map(|&(_, colour)| colour).collect();
        self.known = self.chosen.iter().copied().zip(0..=u8::MAX).collect();
    }

    fn table(&self) -> Vec<u8> {
        self.chosen.concat()
    }

    fn indices(&mut self, pixels: &Pixmap) -> Vec<u8> {
        let chosen = &self.chosen;
        let nearest = |colour: &Rgb| {
            let distance = |at: &usize| -> i32 {
                let apart = |(a, b): (&u8, &u8)| (i32::from(*a) - i32::from(*b)).pow(2);
                chosen[*at].iter().zip(colour).map(apart).sum()
            };
            (0..chosen.len()).min_by_key(distance).unwrap_or(0) as u8
        };
        let mut indices = Vec::with_capacity(pixels.pixels().len());
        for (colour, count) in runs(pixels) {
            let index = *self.known.entry(colour).or_insert_with(|| nearest(&colour));
            indices.resize(indices.len() + count, index);
        }
        indices
    }
}

/// Pixels of one colour after another, and how many: most of a picture is plain.
fn runs(pixels: &Pixmap) -> impl Iterator<Item = (Rgb, usize)> {
    let same = pixels.pixels().chunk_by(|one, other| one == other);
    same.map(|run| ([run[0].red(), run[0].green(), run[0].blue()], run.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use poda_engine::Game;

    fn played(game: &str, moves: &str) -> (AnyGame, Vec<AnyMove>) {
        let game: AnyGame = game.parse().unwrap();
        let (line, _) = game.read_position(moves).unwrap();
        (game, line)
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
            let (any, line) = played(game, moves);
            let frames = frames(&gif(&any, &line, &Style::default()).unwrap());
            let stills = frames.iter().filter(|(delay, _)| *delay >= 40);
            assert_eq!(stills.count(), line.len() + 1, "{game}");
            assert_eq!(frames.last().unwrap().0, 400);
        }
    }

    #[test]
    fn the_last_frame_is_the_board_drawn_at_once() {
        // Frames that hold only what changed must add up to the same picture, but for the shades that a GIF has not.
        for (game, moves) in [
            ("connect4", "44536"),
            ("connect4", "4455667"),
            ("connect4:7x8,players=3", "123456"),
            ("dots:3x3", "h11 v11 h21 v12 h12"),
        ] {
            let (any, line) = played(game, moves);
            let style = Style::default();
            let last = frames(&gif(&any, &line, &style).unwrap()).pop().unwrap().1;
            let tree = read(&crate::drawing::stage(&Board::new(&any, &line), &style)).unwrap();
            let scale = Film::new(&any, &[], &style).cell as f32 / 100.0;
            let drawn = draw(&tree, scale, Pixels::whole(&tree, scale)).unwrap();
            assert_eq!(last.len(), drawn.data().len());
            let apart = last.iter().zip(drawn.data());
            let apart: Vec<u8> = apart.map(|(a, b)| a.abs_diff(*b)).collect();
            let sum: u64 = apart.iter().map(|&apart| u64::from(apart)).sum();
            assert!(apart.iter().all(|&apart| apart < 64), "{game} {moves}");
            assert!(sum < apart.len() as u64 / 2, "{game} {moves}: {sum}");
        }
    }

    #[test]
    fn the_longest_games_stay_small() {
        let game: AnyGame = "connect4:9x12,connect=6".parse().unwrap();
        let (mut line, mut state) = (Vec::new(), game.start());
        for text in (0..7).flat_map(|_| "123456789abc".chars()) {
            let mv = game.parse_move(&text.to_string()).unwrap();
            if game.outcome(&state).is_some() {
                break;
            }
            state = game.play(&state, mv).unwrap();
            line.push(mv);
        }
        assert!(line.len() > 12);
        let bytes = gif(&game, &line, &Style::default()).unwrap();
        assert!(bytes.len() < 1_000_000, "{}", bytes.len());
    }

    #[test]
    fn a_position_is_a_picture() {
        let (game, line) = played("connect4", "4453");
        let svg = crate::svg(&Board::new(&game, &line), &Style::default());
        assert!(png(&svg, 1.0).unwrap().starts_with(b"\x89PNG"));
        assert!(png("no drawing", 1.0).is_err());
    }
}
