//! The characters of tic-tac-toe: four, because between careful players nearly every game on 3×3 is drawn, and who is better
//! does not show. docs/findings.md has the table; `poda lab run characters` plays it again.

use std::time::Duration;

use crate::players::{AgentSpec, Character, Level};

pub(super) fn characters() -> Vec<Character> {
    let perfect = AgentSpec::perfect(Duration::from_secs(5));
    vec![
        Character::new("pip", Level::slipping(80, AgentSpec::Greedy)),
        Character::new("clover", Level::slipping(38, AgentSpec::Greedy)),
        Character::new("hazel", Level::slipping(1, AgentSpec::Greedy)),
        Character::new("oak", Level::sure(perfect)),
    ]
}
