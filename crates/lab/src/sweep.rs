//! One text that stands for many: `s3:depth={1..4}`, `alphabeta:depth={depth},order={natural,centre}`.

/// A text with braces that stands for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BraceError {
    /// A brace is missing.
    #[error("`{0}` has an opening brace without a closing one")]
    Unclosed(String),
    /// Two dots, but no two numbers.
    #[error("`{{{0}}}` is not a range: write two whole numbers, such as {{1..4}}")]
    NotARange(String),
    /// Nobody reads so much.
    #[error("the names of agents and games are at most {LONGEST_TEXT} bytes long")]
    TooLong,
    /// Braces after braces.
    #[error("`{0}` has too many braces: at most {MOST_BRACES} pairs")]
    TooManyBraces(String),
    /// More texts than anybody could want.
    #[error("`{text}` stands for {count} names, which are too many: at most {MOST}")]
    TooMany {
        /// The text.
        text: String,
        /// How many it stands for.
        count: u64,
    },
    /// A name that nothing has.
    #[error(
        "`{{{name}}}` is neither a variable of [sweep] ({known}) nor a list such as {{1,3,5}} or {{1..4}}"
    )]
    NoVariable {
        /// The name.
        name: String,
        /// The variables that there are.
        known: String,
    },
}

/// Variables with a value each, in order.
pub(crate) type Binding = Vec<(String, String)>;

/// How many combinations of the variables' values there are, without making any.
pub(crate) fn combinations(variables: &[(String, Vec<String>)]) -> u64 {
    let sizes = variables.iter().map(|(_, values)| values.len() as u64);
    sizes.fold(1, u64::saturating_mul)
}

/// Every combination of the variables' values; the first variable changes slowest. Whoever calls it counts them first.
pub(crate) fn product(variables: &[(String, Vec<String>)]) -> Vec<Binding> {
    variables
        .iter()
        .fold(vec![Vec::new()], |so_far, (name, values)| {
            let extend = |binding: &Binding| {
                let binding = binding.clone();
                values.iter().map(move |value| {
                    let mut longer = binding.clone();
                    longer.push((name.clone(), value.clone()));
                    longer
                })
            };
            so_far.iter().flat_map(extend).collect()
        })
}

/// How many bytes all combinations take together, without making any.
pub(crate) fn bytes(variables: &[(String, Vec<String>)]) -> u64 {
    let longest = |values: &[String]| values.iter().map(String::len).max().unwrap_or(0);
    let one = variables
        .iter()
        .map(|(name, values)| (name.len() + longest(values)) as u64);
    one.sum::<u64>().saturating_mul(combinations(variables))
}

/// All texts that a text with braces stands for. `{name}` is a variable, `{a,b}` and `{1..4}` are lists. They are counted and measured
/// before any is made.
pub(crate) fn expand(text: &str, binding: &Binding) -> Result<Vec<String>, BraceError> {
    if text.len() > LONGEST_TEXT {
        return Err(BraceError::TooLong);
    }
    // What stands before each pair of braces, and what the pair stands for.
    let mut parts: Vec<(&str, Vec<String>)> = Vec::new();
    let (mut rest, mut count, mut longest) = (text, 1u64, 0);
    while let Some(open) = rest.find('{') {
        if parts.len() == MOST_BRACES {
            return Err(BraceError::TooManyBraces(text.to_owned()));
        }
        let inside = &rest[open + 1..];
        let close = inside
            .find('}')
            .ok_or_else(|| BraceError::Unclosed(text.to_owned()))?;
        let values = values(&inside[..close], binding)?;
        count = count.saturating_mul(values.len() as u64);
        longest += open + values.iter().map(String::len).max().unwrap_or(0);
        parts.push((&rest[..open], values));
        rest = &inside[close + 1..];
    }
    if longest + rest.len() > LONGEST_TEXT {
        return Err(BraceError::TooLong);
    }
    if count > MOST {
        let text = text.to_owned();
        return Err(BraceError::TooMany { text, count });
    }
    let mut texts = vec![String::new()];
    for (before, values) in &parts {
        let longer = |text: &String| -> Vec<String> {
            let values = values.iter();
            values
                .map(|value| format!("{text}{before}{value}"))
                .collect()
        };
        texts = texts.iter().flat_map(longer).collect();
    }
    for text in &mut texts {
        text.push_str(rest);
    }
    Ok(texts)
}

/// The most names that one text may stand for.
const MOST: u64 = 1000;
/// The longest text with braces, and the most pairs of them in it.
const LONGEST_TEXT: usize = 1000;
const MOST_BRACES: usize = 16;

fn values(inside: &str, binding: &Binding) -> Result<Vec<String>, BraceError> {
    if let Some((_, value)) = binding.iter().find(|(name, _)| name == inside.trim()) {
        return Ok(vec![value.clone()]);
    }
    if let Some((from, to)) = inside.split_once("..") {
        let ends = (from.trim().parse::<u64>(), to.trim().parse::<u64>());
        return match ends {
            (Ok(from), Ok(to)) if from <= to && to - from < MOST => {
                Ok((from..=to).map(|number| number.to_string()).collect())
            }
            _ => Err(BraceError::NotARange(inside.to_owned())),
        };
    }
    if inside.contains(',') {
        return Ok(inside
            .split(',')
            .map(|value| value.trim().to_owned())
            .collect());
    }
    let known: Vec<&str> = binding.iter().map(|(name, _)| name.as_str()).collect();
    Err(BraceError::NoVariable {
        name: inside.to_owned(),
        known: if known.is_empty() {
            "there are none".to_owned()
        } else {
            known.join(", ")
        },
    })
}

#[cfg(test)]
mod tests {
    use super::{expand, product};

    #[test]
    fn texts_with_braces() {
        let binding = vec![("depth".to_owned(), "3".to_owned())];
        let texts = |text| expand(text, &binding).expect("it can be read");
        assert_eq!(
            texts("s3:depth={1..3}"),
            ["s3:depth=1", "s3:depth=2", "s3:depth=3"]
        );
        assert_eq!(
            texts("a={x,y},b={1, 2}"),
            ["a=x,b=1", "a=x,b=2", "a=y,b=1", "a=y,b=2"]
        );
        assert_eq!(texts("s2:depth={depth}"), ["s2:depth=3"]);
        for bad in ["{", "{nobody}", "{3..1}", "{1..99999}", "{a..b}"] {
            assert!(expand(bad, &binding).is_err(), "{bad}");
        }
    }

    /// Each of these took all memory or the whole stack once.
    #[test]
    fn small_texts_do_not_stand_for_endlessly_many() {
        let none = Vec::new();
        let nine = "{1..9}".repeat(9);
        assert_eq!(
            expand(&nine, &none).unwrap_err().to_string(),
            format!("`{nine}` stands for 387420489 names, which are too many: at most 1000")
        );
        assert_eq!(
            expand(&"{1,2}".repeat(17), &none).unwrap_err().to_string(),
            format!(
                "`{}` has too many braces: at most 16 pairs",
                "{1,2}".repeat(17)
            )
        );
        for long in [
            "{".repeat(300_000),
            "{1,1}".repeat(60_000),
            "x".repeat(1001),
        ] {
            assert_eq!(expand(&long, &none), Err(super::BraceError::TooLong));
        }
        // A variable whose value is long, again and again.
        let long = vec![("v".to_owned(), "x".repeat(100))];
        assert_eq!(expand(&"{v}".repeat(10), &long).unwrap()[0].len(), 1000);
        assert_eq!(
            expand(&format!("{}{{1..9}}", "{v}".repeat(10)), &long),
            Err(super::BraceError::TooLong)
        );
        let ten: Vec<String> = (0..10).map(|n: i32| n.to_string()).collect();
        let variables: Vec<_> = (0..30).map(|n| (n.to_string(), ten.clone())).collect();
        assert_eq!(super::combinations(&variables[..9]), 1_000_000_000);
        assert_eq!(super::combinations(&variables), u64::MAX);
        assert_eq!(super::bytes(&variables[..2]), 100 * (2 + 2));
        assert_eq!(super::bytes(&variables), u64::MAX);
    }

    #[test]
    fn the_first_variable_changes_slowest() {
        let variable = |name: &str, values: &[&str]| {
            (
                name.to_owned(),
                values.iter().map(ToString::to_string).collect(),
            )
        };
        let all = product(&[variable("a", &["1", "2"]), variable("b", &["x", "y"])]);
        let text = |binding: &Vec<(String, String)>| -> String {
            binding.iter().map(|(_, value)| value.as_str()).collect()
        };
        assert_eq!(
            all.iter().map(text).collect::<Vec<_>>(),
            ["1x", "1y", "2x", "2y"]
        );
        assert_eq!(product(&[]).len(), 1);
    }
}
