//! The characters of Connect 4. docs/findings.md has the table; `poda lab run characters` plays it again.
//!
//! Nodes and depth, not time, so that a character is as strong on every machine; only the last two may need their time, on
//! boards that the solver cannot finish.

use std::time::Duration;

use crate::players::{AgentSpec, Character, Level};

const SECONDS: Duration = Duration::from_secs(5);

/// Among two; `exact` where there is a solver.
pub(super) fn for_two(exact: bool) -> Vec<Character> {
    let best = if exact {
        AgentSpec::perfect(SECONDS)
    } else {
        AgentSpec::strong_nodes(2_000_000)
    };
    let to = AgentSpec::alphabeta;
    vec![
        Character::new("pip", Level::slipping(30, to(1))),
        Character::new("clover", Level::glancing(56, to(2))),
        Character::new("fern", Level::glancing(28, to(2))),
        Character::new("hazel", Level::glancing(17, to(4))),
        Character::new("rowan", Level::glancing(2, to(6))),
        Character::new("ash", Level::sure(AgentSpec::strong_nodes(25_000))),
        Character::new("cedar", Level::glancing(6, best)),
        Character::new("oak", Level::sure(best)),
    ]
}

/// Among three, where max^n wins most (docs/findings.md).
pub(super) fn for_three() -> Vec<Character> {
    let maxn = AgentSpec::maxn_nodes;
    vec![
        Character::new("pip", Level::slipping(40, AgentSpec::Greedy)),
        Character::new("clover", Level::slipping(5, AgentSpec::Greedy)),
        Character::new("fern", Level::glancing(78, maxn(300))),
        Character::new("hazel", Level::glancing(52, maxn(300))),
        Character::new("rowan", Level::glancing(25, maxn(300))),
        Character::new("ash", Level::sure(maxn(1_000))),
        Character::new("oak", Level::sure(maxn(200_000))),
    ]
}
