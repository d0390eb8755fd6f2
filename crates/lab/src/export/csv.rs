//! A report as one long table: a line for each figure, for whoever wants to compute on.

use crate::report::{ExperimentReport, Field};

const HEAD: [&str; 8] = [
    "view",
    "row",
    "column",
    "value",
    "low",
    "high",
    "n",
    "published",
];

/// The figures with full precision.
pub fn csv(report: &ExperimentReport) -> String {
    let text = write(report).expect("every line has eight fields, and memory takes them all");
    String::from_utf8(text).expect("all fields are texts")
}

fn write(report: &ExperimentReport) -> csv::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(HEAD)?;
    for section in &report.sections {
        for row in &section.grid.rows {
            for (column, field) in section.grid.columns.iter().zip(&row.fields) {
                let column = match &section.grid.what {
                    Some(what) => format!("{column}: {what}"),
                    None => column.clone(),
                };
                out.write_field(&section.title)?;
                out.write_field(&row.name)?;
                out.write_field(column)?;
                out.write_record(numbers(field))?;
            }
        }
    }
    out.into_inner().map_err(|error| error.into_error().into())
}

fn numbers(field: &Field) -> [String; 5] {
    let number = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
    let figure = field.figure;
    let value = || number(figure.map(|f| f.value));
    [
        field.word.clone().unwrap_or_else(value),
        number(figure.map(|f| f.low)),
        number(figure.map(|f| f.high)),
        figure.map_or(String::new(), |f| f.n.to_string()),
        number(field.published),
    ]
}
