//! Scores in a tree: short, and what the short forms mean.

use poda_engine::{Bound, Game, Score};

use super::{Node, SearchTree};
use crate::look::look;

/// A number with a true minus.
fn number(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// A score, short enough for a tree: `win@9`, `loss@7`, `12`, `−∞`.
pub(super) fn short(score: Score) -> String {
    if score == Score::INFINITE {
        return "∞".to_owned();
    }
    if score == -Score::INFINITE {
        return "−∞".to_owned();
    }
    match score.decided_at() {
        Some(ply) if score > Score::ZERO => format!("win@{ply}"),
        Some(ply) => format!("loss@{ply}"),
        None => number(score.get()),
    }
}

/// The sign before a value: a bound never stands without it.
pub(super) fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "=",
        Bound::AtMost => "≤",
        Bound::AtLeast => "≥",
    }
}

/// What a node is worth: one score, or where each player looks after themselves one for each.
pub(super) fn worth(node: &Node) -> String {
    if node.scores.is_empty() {
        return short(node.value);
    }
    let scores: Vec<String> = node.scores.iter().map(|&score| short(score)).collect();
    format!("({})", scores.join(", "))
}

impl SearchTree {
    /// What the decided scores of the tree mean, one sentence for each kind that there is.
    pub(super) fn score_words(&self, form: fn(Score) -> String) -> Vec<String> {
        let mut words = Vec::new();
        let who = look(self.thinker().index() as u8).name;
        let now = self.game.ply(&self.state);
        let decided = |won: bool| {
            let scores = self.nodes().iter().map(|node| node.value);
            let mut found = scores.filter(|score| {
                score.decided_at().is_some_and(|ply| ply > now) && (*score > Score::ZERO) == won
            });
            found.next()
        };
        for (won, does) in [(true, "wins"), (false, "loses")] {
            if let Some(score) = decided(won)
                && let Some(ply) = score.decided_at()
            {
                let moves = ply - now;
                let plural = if moves == 1 { "" } else { "s" };
                words.push(format!(
                    "{}: {who}, who thinks, {does} with move {ply} of the game, {moves} move{plural} from here.",
                    form(score)
                ));
            }
        }
        words
    }
}
