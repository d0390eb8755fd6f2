//! The tree for Graphviz.

use std::fmt::Write;

use poda_engine::Bound;

use super::SearchTree;
use super::scores::{short, sign, worth};
use super::text::{names, why};

impl SearchTree {
    /// The tree for Graphviz: MAX nodes are boxes, bounds have dashed outlines, the principal line is thick.
    pub fn dot(&self) -> String {
        let mut text =
            String::from("digraph tree {\n  node [fontname=\"sans-serif\" fontsize=10]\n");
        let principal = self.principal();
        for (number, node) in self.nodes().iter().enumerate() {
            let shape = if node.max { "box" } else { "ellipse" };
            let style = if node.bound == Bound::Exact {
                "solid"
            } else {
                "dashed"
            };
            let width = if principal.contains(&number) { 3 } else { 1 };
            let window = if node.scores.is_empty() {
                format!("\\n[{}, {}]", short(node.alpha), short(node.beta))
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "  n{number} [shape={shape} style={style} penwidth={width} label=\"{} {}{window}\\n{}\"]",
                sign(node.bound),
                worth(node),
                why(node)
            );
            for &child in &node.children {
                let mv = self.nodes()[child]
                    .mv
                    .map_or(String::new(), |mv| mv.to_string());
                let width = if principal.contains(&number) && principal.contains(&child) {
                    3
                } else {
                    1
                };
                let _ = writeln!(
                    text,
                    "  n{number} -> n{child} [label=\"{mv}\" penwidth={width}]"
                );
            }
            if !node.skipped.is_empty() {
                let _ = writeln!(
                    text,
                    "  c{number} [shape=plaintext label=\"✂ {}\"]",
                    names(&node.skipped)
                );
                let _ = writeln!(
                    text,
                    "  n{number} -> c{number} [style=dotted arrowhead=none]"
                );
            }
        }
        text + "}\n"
    }
}
