//! `poda tree`

mod svg;

use std::fmt::Write as _;
use std::io::Write;

use poda_engine::{Agent, AgentSpec, AnyMove, Halt, Recorder, Score, TraceNode};

use super::position::Position;

/// Show the tree that a search looked at, and what it cut off
///
/// Values and windows are from the view of the player to move: MAX. Cut-off moves are listed where they were cut.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda tree connect4:4x4 1122 --agent alphabeta:depth=3,eval=s2 --format svg > tree.svg\n         \
    poda tree connect4 4444 --agent minimax:depth=2,eval=s4"
)]
pub(super) struct Tree {
    #[command(flatten)]
    position: Position,
    /// The agent: minimax, alphabeta, strong or a preset
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:depth=3", value_parser = super::agent)]
    agent: AgentSpec,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How many nodes to keep, in the order of the search; the others are counted
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    nodes: u32,
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Lines with branches
    Text,
    /// The nodes as an array; children are given by their index
    Json,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
}

impl Tree {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let (game, _, state) = self.position.read_unfinished()?;
        let traced = Agent::new(&self.agent, &game, self.seed)?.trace(&state, self.nodes as usize);
        let (_, tree) = traced.ok_or_else(|| {
            anyhow::anyhow!(
                "{} has no tree to show: use minimax, alphabeta, strong or a preset s0 to s4",
                self.agent
            )
        })?;
        let text = match self.format {
            Format::Text => as_text(&tree),
            Format::Json => serde_json::to_string_pretty(&serde_json::json!({
                "game": self.position.game,
                "position": self.position.position,
                "agent": self.agent,
                "searched": tree.seen(),
                "nodes": tree.nodes(),
            }))?,
            Format::Dot => as_dot(&tree),
            Format::Svg => svg::draw(&tree),
        };
        Ok(writeln!(anstream::stdout().lock(), "{}", text.trim_end())?)
    }
}

/// A score, short enough for a tree.
fn short(score: Score) -> String {
    if score == Score::INFINITE {
        return "∞".to_owned();
    }
    if score == -Score::INFINITE {
        return "−∞".to_owned();
    }
    match score.decided_at() {
        Some(ply) if score > Score::ZERO => format!("win@{ply}"),
        Some(ply) => format!("loss@{ply}"),
        None => score.get().to_string(),
    }
}

fn why(node: &TraceNode<AnyMove>) -> &'static str {
    match node.halt {
        Halt::Leaf => "leaf",
        Halt::End => "end",
        Halt::Cutoff => "cut-off",
        Halt::Table => "table",
        Halt::Searched => "",
    }
}

fn names(moves: &[AnyMove]) -> String {
    moves
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

fn as_text(tree: &Recorder<AnyMove>) -> String {
    let mut text = String::new();
    if !tree.nodes().is_empty() {
        text_node(tree.nodes(), 0, "", "", &mut text);
    }
    let _ = writeln!(
        text,
        "{} nodes searched, {} shown",
        tree.seen(),
        tree.nodes().len()
    );
    text
}

fn text_node(
    nodes: &[TraceNode<AnyMove>],
    at: usize,
    branch: &str,
    indent: &str,
    text: &mut String,
) {
    let node = &nodes[at];
    let name = node.mv.map_or("root".to_owned(), |mv| mv.to_string());
    let side = if node.max { "MAX" } else { "MIN" };
    let _ = write!(
        text,
        "{branch}{name} {side} [{}, {}] = {} {}",
        short(node.alpha),
        short(node.beta),
        short(node.value),
        why(node)
    );
    if !node.skipped.is_empty() {
        let _ = write!(text, " ✂ {}", names(&node.skipped));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (index, &child) in node.children.iter().enumerate() {
        let last = index + 1 == node.children.len();
        let branch = format!("{indent}{}", if last { "└─ " } else { "├─ " });
        let below = format!("{indent}{}", if last { "   " } else { "│  " });
        text_node(nodes, child, &branch, &below, text);
    }
}

fn as_dot(tree: &Recorder<AnyMove>) -> String {
    let mut text = String::from("digraph tree {\n  node [fontname=\"sans-serif\" fontsize=10]\n");
    for (number, node) in tree.nodes().iter().enumerate() {
        let shape = if node.max { "box" } else { "ellipse" };
        let style = if node.halt == Halt::Cutoff {
            "dashed"
        } else {
            "solid"
        };
        let _ = writeln!(
            text,
            "  n{number} [shape={shape} style={style} label=\"{}\\n[{}, {}]\\n{}\"]",
            short(node.value),
            short(node.alpha),
            short(node.beta),
            why(node)
        );
        for &child in &node.children {
            let mv = tree.nodes()[child]
                .mv
                .map_or(String::new(), |mv| mv.to_string());
            let _ = writeln!(text, "  n{number} -> n{child} [label=\"{mv}\"]");
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
