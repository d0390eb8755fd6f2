//! The words of the page, for other interfaces that say the same.

/// The Fluent catalogues in English: the page's own and that of each game, one after the other.
pub const CATALOGUE: &str = include_str!(concat!(env!("OUT_DIR"), "/en.ftl"));
