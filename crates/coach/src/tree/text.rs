//! The tree as text: lines with branches, and what the signs mean.

use std::fmt::Write;

use poda_engine::{AnyMove, Game, Halt, Score};

use super::scores::{short, sign, worth};
use super::{Node, SearchTree};
use crate::look::look;

pub(super) fn why(node: &Node) -> &'static str {
    match node.halt {
        Halt::Leaf => "leaf",
        Halt::End => "end",
        Halt::Cutoff => "cut-off",
        Halt::Table => "table",
        Halt::Searched => "",
    }
}

pub(super) fn names(moves: &[AnyMove]) -> String {
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.join(" ")
}

impl SearchTree {
    /// The tree as lines with branches, and below it what the signs mean.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.text_node(0, "", "", &mut text);
        for line in self.legend(short) {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Whose turn it is at a node, as the search sees it.
    pub(super) fn side(&self, at: usize) -> String {
        let node = &self.nodes()[at];
        let name = || look(self.game.to_move(&self.state_at(at)).index() as u8).name;
        let side = if node.max { "MAX" } else { "MIN" };
        if !node.scores.is_empty() {
            name().to_owned()
        } else if self.game.players() > 2 {
            format!("{side} ({})", name())
        } else {
            side.to_owned()
        }
    }

    fn text_node(&self, at: usize, branch: &str, indent: &str, text: &mut String) {
        let node = &self.nodes()[at];
        let name = node.mv.map_or("root".to_owned(), |mv| mv.to_string());
        let natural = if node.natural { " natural" } else { "" };
        let again = if self.is_again(at) { " again" } else { "" };
        let _ = write!(text, "{branch}{name}{natural}{again} {}", self.side(at));
        if node.scores.is_empty() {
            let _ = write!(text, " [{}, {}]", short(node.alpha), short(node.beta));
        }
        let _ = write!(text, " {} {} {}", sign(node.bound), worth(node), why(node));
        if !node.skipped.is_empty() {
            let _ = write!(text, " ✂ {}", names(&node.skipped));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        for (index, &child) in node.children.iter().enumerate() {
            let last = index + 1 == node.children.len();
            let branch = format!("{indent}{}", if last { "└─ " } else { "├─ " });
            let below = format!("{indent}{}", if last { "   " } else { "│  " });
            self.text_node(child, &branch, &below, text);
        }
    }

    /// What was searched, and what the signs in this tree mean, with scores in the form that stands there.
    pub(super) fn legend(&self, form: fn(Score) -> String) -> Vec<String> {
        let mut lines = vec![self.extent()];
        let principal: Vec<AnyMove> = self
            .principal()
            .iter()
            .filter_map(|&at| self.nodes()[at].mv)
            .collect();
        lines.push(format!("Best line: {}.", names(&principal)));
        let nodes = || self.nodes().iter();
        if nodes().any(|node| node.bound != poda_engine::Bound::Exact) {
            lines.push(
                "≤ and ≥: the value is at most, at least this. More was not needed.".to_owned(),
            );
        }
        let cuts = nodes().map(|node| node.skipped.len());
        let cuts: Vec<usize> = cuts.filter(|&left| left > 0).collect();
        if !cuts.is_empty() {
            let (left, places) = (cuts.iter().sum::<usize>(), cuts.len());
            let shown = if self.is_whole() {
                ""
            } else {
                " of those shown"
            };
            lines.push(format!(
                "✂: {left} moves at {places} nodes{shown} were never looked at: whatever they are worth, somebody has better elsewhere."
            ));
        }
        if nodes().any(|node| node.natural) {
            lines.push(
                "natural: the most promising move of a player who is not the one who replies."
                    .to_owned(),
            );
        }
        if (0..self.nodes().len()).any(|at| self.is_again(at)) {
            lines.push(
                "again: a first look in the narrowest window showed that the move may be better."
                    .to_owned(),
            );
        }
        lines.extend(self.score_words(form));
        lines
    }

    /// How large the tree is, and what was searched besides.
    fn extent(&self) -> String {
        let (nodes, shown) = (self.counts().nodes, self.nodes().len() as u64);
        let shown = if nodes == shown {
            "all shown".to_owned()
        } else {
            format!("{shown} shown")
        };
        let mut text = format!(
            "{nodes} nodes searched to depth {}, {shown}",
            self.report.depth
        );
        if self.before() > 0 {
            let _ = write!(text, "; before that {} at lower depths", self.before());
        }
        if self.broken_off() > 0 {
            let _ = write!(
                text,
                "; then {} at depth {}, which was broken off",
                self.broken_off(),
                self.report.depth + 1
            );
        }
        text + "."
    }
}
