//! What somebody who wrote an unknown word probably meant.

/// The nearest of some words, and all of them.
pub(crate) fn meant(word: &str, words: &[&str]) -> String {
    let all = words.join(", ");
    match poda_engine::meant(word, words) {
        Some(nearest) => format!("did you mean `{nearest}`? There are {all}"),
        None => format!("there are {all}"),
    }
}
