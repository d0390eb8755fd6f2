//! A report as one page that needs nothing else: no network, no scripts, light and dark.

use super::number::{caption, has_published, interval, published, value};
use super::palette::PAGE;
use super::svg::escaped;
use crate::report::{ExperimentReport, Grid, PUBLISHED, Picture};

pub(crate) const STYLE: &str = "\
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\
main{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}h1{font-size:1.7rem;line-height:1.25;margin:0 0 .5rem}\
h2{font-size:1.2rem;margin:2.5rem 0 .25rem}p{max-width:46rem;margin:.5rem 0}.soft{color:var(--soft);font-size:.9rem}\
.scroll{overflow-x:auto;margin:.75rem 0}svg{display:block;max-width:100%;height:auto}svg text{line-height:1}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}\
th,td{padding:.4rem .7rem;border-bottom:1px solid var(--rule);text-align:right;vertical-align:top;white-space:nowrap}\
thead th{white-space:normal;vertical-align:bottom;max-width:9rem}\
th:first-child{text-align:left}tbody tr{background:var(--paper)}tbody tr:nth-child(even){background:var(--band)}\
tbody th{position:sticky;left:0;background:inherit}@media(max-width:40rem){.scroll svg{max-width:none}\
tbody th{white-space:normal}}thead th{border-bottom-width:2px}\
td small{display:block;color:var(--soft);font-size:.8rem}summary{cursor:pointer;color:var(--soft);margin:.5rem 0}";

/// The report with pictures and tables.
pub fn html(report: &ExperimentReport) -> String {
    let mut body = format!("<h1>{}</h1>\n", escaped(&report.title));
    body += &format!(
        "<p class=\"soft\">Experiment <code>{}</code>, {} of {} games. Intervals are for 95 % confidence.</p>\n",
        escaped(&report.name),
        report.played,
        report.games
    );
    body += &paragraphs(&report.about);
    for remark in &report.remarks {
        body += &format!("<p><strong>Note.</strong> {}</p>\n", marked(remark));
    }
    for section in &report.sections {
        body += &format!("<section>\n<h2>{}</h2>\n", escaped(&section.title));
        if let Some(note) = &section.note {
            body += &paragraphs(note);
        }
        body += &format!("<p class=\"soft\">{}", escaped(&caption(section)));
        if let (Some(source), true) = (&section.source, has_published(&section.grid)) {
            body += &format!(". Published: {}", escaped(source));
        }
        body += "</p>\n";
        match super::svg(section) {
            None => body += &table(&section.grid),
            Some(svg) => {
                body += &format!("<div class=\"scroll\">{svg}</div>\n");
                let open = if matches!(section.picture, Picture::Lines { .. }) {
                    " open"
                } else {
                    ""
                };
                body += &format!(
                    "<details{open}><summary>The same as a table</summary>\n{}</details>\n",
                    table(&section.grid)
                );
            }
        }
        body += "</section>\n";
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{PAGE}{STYLE}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(&report.title)
    )
}

/// Each part between empty lines.
fn paragraphs(text: &str) -> String {
    let parts = text.split("\n\n").filter(|text| !text.is_empty());
    parts
        .map(|text| format!("<p>{}</p>\n", marked(text)))
        .collect()
}

/// A text with the two marks that specs use: `code` and *stress*. A mark without its end stays as it is.
fn marked(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(['`', '*']) {
        let mark = &rest[start..=start];
        let tag = if mark == "`" { "code" } else { "em" };
        let after = &rest[start + 1..];
        let Some(end) = after.find(mark) else { break };
        out += &escaped(&rest[..start]);
        out += &format!("<{tag}>{}</{tag}>", escaped(&after[..end]));
        rest = &after[end + 1..];
    }
    out + &escaped(rest)
}

fn table(grid: &Grid) -> String {
    let mut out = "<div class=\"scroll\"><table>\n<thead><tr>".to_owned();
    for head in std::iter::once(&grid.corner).chain(&grid.columns) {
        out += &format!("<th scope=\"col\">{}</th>", escaped(head));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &grid.rows {
        out += &format!("<tr><th scope=\"row\">{}</th>", escaped(&row.name));
        for field in &row.fields {
            out += &format!("<td>{}", escaped(&value(field)));
            if let Some(interval) = interval(field) {
                out += &format!("<small>{interval}</small>");
            }
            if let Some(published) = published(field) {
                out += &format!("<small>{PUBLISHED} {published}</small>");
            }
            out += "</td>";
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn marks_become_tags() {
        assert_eq!(
            marked("`a<b` is *not* the same; 3 * 4"),
            "<code>a&lt;b</code> is <em>not</em> the same; 3 * 4"
        );
    }
}
