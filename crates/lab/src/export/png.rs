//! Drawings as pixels.

use std::sync::{Arc, OnceLock};

use resvg::usvg::fontdb::Database;
use resvg::{tiny_skia, usvg};

/// Latin letters, figures and signs of DejaVu Sans: pictures look the same on machines without fonts.
const FONT: &[u8] = include_bytes!("../../assets/DejaVuSans-latin.ttf");

/// Twice the size in which it is shown, for sharp screens.
const SCALE: f32 = 2.0;

/// A drawing as PNG; `None` if it is not one of ours.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    let options = usvg::Options {
        fontdb: fonts.clone(),
        font_family: "DejaVu Sans".to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size().scale_by(SCALE)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())?;
    let transform = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().ok()
}
