//! The characters of Dots and Boxes. docs/findings.md has the table; `poda lab run characters` plays it again.

use std::time::Duration;

use crate::players::{AgentSpec, Character, Level};

/// Nodes, not time, so that a character is as strong on every machine; only the last two need their time.
pub(super) fn characters() -> Vec<Character> {
    let strong = AgentSpec::strong_nodes;
    let perfect = AgentSpec::perfect(Duration::from_secs(5));
    vec![
        Character::new("pip", Level::slipping(20, AgentSpec::Greedy)),
        Character::new("clover", Level::slipping(7, AgentSpec::Greedy)),
        Character::new("fern", Level::glancing(70, strong(1_000))),
        Character::new("hazel", Level::glancing(12, strong(1_000))),
        Character::new("rowan", Level::sure(strong(3_500))),
        Character::new("ash", Level::sure(strong(18_000))),
        Character::new(
            "cedar",
            Level::glancing(24, AgentSpec::perfect(Duration::from_secs(1))),
        ),
        Character::new("oak", Level::sure(perfect)),
    ]
}
