//! What is said: the page's own Fluent catalogues, and a small one of what only a terminal says.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

/// What a sentence leaves open.
pub(crate) type Value<'a> = FluentValue<'a>;

pub(crate) struct Words {
    bundle: FluentBundle<FluentResource>,
    ascii: bool,
}

impl Words {
    /// All words; for a terminal that knows ASCII alone, nothing else is said.
    pub(crate) fn new(ascii: bool) -> Words {
        let english = "en".parse().expect("the name of a language");
        let mut bundle = FluentBundle::new(vec![english]);
        bundle.set_use_isolating(false);
        for catalogue in [poda_web::CATALOGUE, include_str!("en.ftl")] {
            // A test refuses catalogues that cannot be read, or have a text twice.
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(catalogue.to_owned());
            let _ = bundle.add_resource(resource);
        }
        Words { bundle, ascii }
    }

    /// A text without anything left open.
    pub(crate) fn text(&self, name: &str) -> String {
        self.with(name, &[])
    }

    /// A text. A name that is missing shows itself, so that nobody overlooks it.
    pub(crate) fn with(&self, name: &str, values: &[(&str, Value<'_>)]) -> String {
        let message = self.bundle.get_message(name);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return format!("{{{name}}}");
        };
        let values: FluentArgs<'_> = values.iter().cloned().collect();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&values), &mut Vec::new());
        if self.ascii {
            plain(&text)
        } else {
            text.into_owned()
        }
    }

    /// Whether there is such a text.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.bundle.has_message(name)
    }

    /// Whether nothing but ASCII may be shown.
    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii
    }
}

/// The same in ASCII.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            '·' | '–' | '—' | '−' => plain.push('-'),
            '‘' | '’' => plain.push('\''),
            '“' | '”' => plain.push('"'),
            '≥' => plain.push_str(">="),
            '≤' => plain.push_str("<="),
            '\u{a0}' => plain.push(' '),
            letter if letter.is_ascii() => plain.push(letter),
            _ => plain.push('?'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_catalogues_can_be_read_and_have_nothing_twice() {
        let mut bundle = FluentBundle::new(vec!["en".parse().unwrap()]);
        for catalogue in [poda_web::CATALOGUE, include_str!("en.ftl")] {
            let resource = FluentResource::try_new(catalogue.to_owned()).expect("it can be read");
            bundle.add_resource(resource).expect("nothing is twice");
        }
    }

    /// All sources of the terminal game.
    fn sources(folder: &Path) -> String {
        let mut text = String::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                text += &sources(&path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                text += &fs::read_to_string(path).unwrap();
            }
        }
        text
    }

    #[test]
    fn every_text_that_is_asked_for_exists_and_every_own_text_is_asked_for() {
        let words = Words::new(false);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/play");
        let sources = sources(&folder);
        let mut asked = 0;
        for call in [".text(\"", ".with(\""] {
            for rest in sources.split(call).skip(1) {
                let name = rest.split('"').next().unwrap();
                // Names with a hole are put together elsewhere.
                if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !name.is_empty() {
                    assert!(words.has(name), "{name}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 40, "{asked}");
        for line in include_str!("en.ftl").lines() {
            if let Some((name, _)) = line.split_once(" =")
                && !line.starts_with(' ')
                && !line.starts_with('#')
            {
                assert!(sources.contains(&format!("\"{name}\"")), "{name}");
            }
        }
    }

    #[test]
    fn plain_text_is_ascii() {
        let words = Words::new(true);
        let size = words.with(
            "connect4-size",
            &[("rows", 6.into()), ("columns", 7.into())],
        );
        assert_eq!(size, "Connect 4, 6 x 7");
        assert!(words.text("hinting").is_ascii());
        assert_eq!(words.text(&["no-such", "text"].join("-")), "{no-such-text}");
    }

    #[test]
    fn numbers_choose_their_form() {
        let words = Words::new(false);
        let moves = |plies: u16| words.with("games-moves", &[("plies", plies.into())]);
        assert_eq!(
            [moves(0), moves(1), moves(12)],
            ["no move yet", "1 move", "12 moves"]
        );
    }
}
