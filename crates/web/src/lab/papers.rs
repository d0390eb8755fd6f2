//! What became of each claim of the papers: docs/papers, as the page shows it.

use poda_lab::{PAPERS, Players, find, reference};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::api::{PaperPage, PaperPart};

/// The pages by the name of the system that they are about.
const PAGES: [(&str, &str); 5] = [
    ("s0", include_str!("../../../../docs/papers/s0.md")),
    ("s1", include_str!("../../../../docs/papers/s1.md")),
    ("s2", include_str!("../../../../docs/papers/s2.md")),
    ("s3", include_str!("../../../../docs/papers/s3.md")),
    ("s4", include_str!("../../../../docs/papers/s4.md")),
];

/// The page about a paper; `None` if there is none.
pub(super) fn paper(name: &str) -> Option<PaperPage> {
    let (_, text) = PAGES.iter().find(|(page, _)| *page == name)?;
    let mut events = Parser::new_ext(text, Options::ENABLE_TABLES).peekable();
    let end = Event::End(TagEnd::Heading(HeadingLevel::H1));
    let title = words(events.by_ref().take_while(|event| *event != end));
    let mut parts = Vec::new();
    let mut pending = Vec::new();
    while let Some(event) = events.next() {
        let Event::Start(Tag::Image { dest_url, .. }) = &event else {
            pending.push(event);
            continue;
        };
        let drawn = picture(dest_url);
        let title = words(
            events
                .by_ref()
                .take_while(|event| *event != Event::End(TagEnd::Image)),
        );
        if let Some((name, file)) = drawn {
            // It stands alone in a paragraph.
            pending.pop_if(|event| *event == Event::Start(Tag::Paragraph));
            events.next_if_eq(&Event::End(TagEnd::Paragraph));
            parts.push(html_of(std::mem::take(&mut pending)));
            parts.push(PaperPart::Picture { name, file, title });
        }
    }
    parts.push(html_of(pending));
    Some(PaperPage { title, parts })
}

/// The words alone.
fn words<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let text = events.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    });
    text.collect()
}

/// Where the page has a picture of docs/lab: it is the cover of a result that comes with Poda.
fn picture(address: &str) -> Option<(String, String)> {
    let name = address.strip_prefix("../lab/")?.strip_suffix(".svg")?;
    let report = reference(name)?;
    let (place, _) = report.cover()?;
    Some((name.to_owned(), format!("picture-{}.svg", place + 1)))
}

/// The parts as the page has them: commands and other papers lead to where these are shown, and what lies in the repository alone is named without a link.
fn html_of(events: Vec<Event<'_>>) -> PaperPart {
    let raw = |text: String| Event::Html(CowStr::from(text));
    let mut parts = Vec::new();
    let mut leads_on = false;
    for event in events {
        match event {
            // A table that is wider than the window scrolls by itself.
            Event::Start(Tag::Table(_)) => {
                parts.extend([
                    raw("<div class=\"scroll\" tabindex=\"0\">".to_owned()),
                    event,
                ]);
            }
            Event::End(TagEnd::Table) => parts.extend([event, raw("</div>".to_owned())]),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let name = dest_url.strip_suffix(".md");
                let name = name.filter(|name| PAGES.iter().any(|(page, _)| page == name));
                leads_on = name.is_some();
                parts.extend(name.map(|name| raw(format!("<a href=\"#/lab/papers/{name}\">"))));
            }
            Event::End(TagEnd::Link) if leads_on => parts.push(raw("</a>".to_owned())),
            Event::End(TagEnd::Link) => {}
            Event::Code(code) => match experiment(&code) {
                Some(name) => parts.extend([
                    raw(format!("<a href=\"#/lab/{name}\">")),
                    Event::Code(code),
                    raw("</a>".to_owned()),
                ]),
                None => parts.push(Event::Code(code)),
            },
            event => parts.push(event),
        }
    }
    let mut html = String::new();
    html::push_html(&mut html, parts.into_iter());
    PaperPart::Words { html }
}

/// The experiment that a piece of code names, alone or in the command that runs it.
fn experiment(code: &str) -> Option<String> {
    let command = code.strip_prefix("poda lab run ");
    // A plain word may be anything.
    let name = command.or_else(|| code.contains('-').then_some(code))?;
    if name == PAPERS {
        return None;
    }
    let found = find(name, &Players::builtin()).ok()?;
    Some(found.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_whole_and_lead_somewhere() {
        for (name, text) in PAGES {
            let page = paper(name).expect("a page");
            assert!(text.starts_with(&format!("# {}\n", page.title)), "{name}");
            let (mut html, mut pictures) = (String::new(), 0);
            for part in page.parts {
                match part {
                    PaperPart::Words { html: more } => html += &more,
                    PaperPart::Picture { title, .. } => {
                        assert!(!title.is_empty(), "{name}");
                        pictures += 1;
                    }
                }
            }
            for left_over in ["](", ".md\"", "<h1", "<img", "| "] {
                assert!(!html.contains(left_over), "{name}: {left_over}");
            }
            assert_eq!(html.matches("<p>").count(), html.matches("</p>").count());
            assert_eq!(pictures, text.matches("](../lab/").count(), "{name}");
            assert!(html.contains("href=\"#/lab/"), "{name}");
        }
        assert_eq!(paper("s5"), None);
    }

    #[test]
    fn commands_lead_to_their_experiments() {
        assert_eq!(
            experiment("poda lab run s3-ties").as_deref(),
            Some("s3-ties")
        );
        assert_eq!(experiment("s3-ties").as_deref(), Some("s3-ties"));
        assert_eq!(
            experiment("poda lab run ordering").as_deref(),
            Some("ordering")
        );
        for other in [
            "poda lab run papers",
            "levels",
            "crates/engine/tests/agree.rs",
            "s3-nothing",
        ] {
            assert_eq!(experiment(other), None, "{other}");
        }
    }
}
