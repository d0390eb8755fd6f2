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

/// Every combination of the variables' values; the first variable changes slowest.
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

/// All texts that a text with braces stands for. `{name}` is a variable, `{a,b}` and `{1..4}` are lists.
pub(crate) fn expand(text: &str, binding: &Binding) -> Result<Vec<String>, BraceError> {
    let Some(open) = text.find('{') else {
        return Ok(vec![text.to_owned()]);
    };
    let rest = &text[open + 1..];
    let close = rest
        .find('}')
        .ok_or_else(|| BraceError::Unclosed(text.to_owned()))?;
    let (before, inside, after) = (&text[..open], &rest[..close], &rest[close + 1..]);
    let values = values(inside, binding)?;
    let tails = expand(after, binding)?;
    let join = |value: &String| -> Vec<String> {
        let tails = tails.iter();
        tails.map(|tail| format!("{before}{value}{tail}")).collect()
    };
    Ok(values.iter().flat_map(join).collect())
}

const MOST: u64 = 1000;

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
