//! A report as one long table: a line for each figure, for whoever wants to compute on.

use crate::report::Report;

/// The figures with full precision.
pub fn csv(report: &Report) -> String {
    let mut out = "view,row,column,value,low,high,n,published\n".to_owned();
    for section in &report.sections {
        for row in &section.grid.rows {
            for (column, field) in section.grid.columns.iter().zip(&row.fields) {
                let column = match &section.grid.what {
                    Some(what) => format!("{column}: {what}"),
                    None => column.clone(),
                };
                let number = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
                let figure = field.figure;
                let value = field
                    .word
                    .clone()
                    .unwrap_or_else(|| number(figure.map(|f| f.value)));
                let fields = [
                    quoted(&section.title),
                    quoted(&row.name),
                    quoted(&column),
                    value,
                    number(figure.map(|f| f.low)),
                    number(figure.map(|f| f.high)),
                    figure.map_or(String::new(), |f| f.n.to_string()),
                    number(field.published),
                ];
                out += &fields.join(",");
                out.push('\n');
            }
        }
    }
    out
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
