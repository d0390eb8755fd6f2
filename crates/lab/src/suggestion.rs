//! What somebody who wrote an unknown word probably meant.

/// The nearest of some words, and all of them.
pub(crate) fn meant(word: &str, words: &[&str]) -> String {
    let distance = |known: &&&str| strsim::damerau_levenshtein(word, known);
    let nearest = words.iter().min_by_key(distance);
    let all = words.join(", ");
    match nearest {
        Some(nearest) if distance(&nearest) <= 1 + word.len() / 4 => {
            format!("did you mean `{nearest}`? There are {all}")
        }
        _ => format!("there are {all}"),
    }
}
