//! Reports as text, tables and pictures. Every exporter takes a report and returns a text or bytes; none computes a figure.

mod csv;
mod games;
mod heat;
mod html;
mod lines;
mod markdown;
mod number;
mod palette;
#[cfg(feature = "raster")]
mod png;
mod svg;
mod text;

pub(crate) use html::STYLE as PAGE_STYLE;
pub(crate) use palette::PAGE as PAGE_COLOURS;
pub(crate) use svg::escaped;

pub use csv::csv;
pub use games::{games_csv, games_text};
pub use html::html;
pub use markdown::markdown;
pub use number::{interval, published, value};
#[cfg(feature = "raster")]
pub use png::png;
pub use text::text;

use crate::report::{ExperimentReport, Picture, Section};

/// The picture of a section as SVG, light and dark; `None` if it has none.
pub fn svg(section: &Section) -> Option<String> {
    match section.picture {
        Picture::None => None,
        Picture::Heat => Some(heat::draw(section)),
        Picture::Lines { log } => Some(lines::draw(section, log)),
    }
}

/// A whole report as files: names and contents.
pub fn files(report: &ExperimentReport) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![
        ("report.md".to_owned(), markdown(report).into_bytes()),
        ("report.csv".to_owned(), csv(report).into_bytes()),
        ("report.html".to_owned(), html(report).into_bytes()),
    ];
    for (number, section) in report.sections.iter().enumerate() {
        if let Some(svg) = svg(section) {
            let name = format!("{}-{}", number + 1, slug(&section.title));
            #[cfg(feature = "raster")]
            if let Some(png) = png(&svg) {
                files.push((format!("{name}.png"), png));
            }
            files.push((format!("{name}.svg"), svg.into_bytes()));
        }
    }
    files
}

/// A title as part of a file's name.
fn slug(title: &str) -> String {
    const MOST: usize = 40;
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let words: String = title.chars().map(plain).collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    words
        .join("-")
        .chars()
        .take(MOST)
        .collect::<String>()
        .trim_end_matches('-')
        .to_owned()
}
