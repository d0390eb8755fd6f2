//! The tree as a picture: MAX nodes are squares, MIN nodes are round, and a cut branch ends in a cut.

use std::fmt::Write;

use poda_engine::{AnyMove, Halt, Recorder, Score, TraceNode};

use super::names;

/// A score that fits into a node: `W9` is won at ply 9, `L9` lost.
fn short(score: Score) -> String {
    match score.decided_at() {
        Some(ply) if score > Score::ZERO => format!("W{ply}"),
        Some(ply) => format!("L{ply}"),
        None => super::short(score),
    }
}

/// Across, for each leaf.
const SLOT: f64 = 62.0;
/// Down, for each ply.
const LEVEL: f64 = 104.0;
const MARGIN: f64 = 30.0;
/// Room for the line that explains the signs.
const CAPTION: f64 = 1010.0;
/// Half the size of a node.
const HALF: f64 = 20.0;

const STYLE: &str = "\
svg{font:12px system-ui,sans-serif;--ink:#1f2a24;--paper:#fbfaf6;--max:#dcebdc;--min:#f6e2c8;--leaf:#fff;--cut:#b3261e;--best:#2f6b3f}
@media (prefers-color-scheme:dark){svg{--ink:#e8ece6;--paper:#171c19;--max:#29452f;--min:#57401f;--leaf:#252b27;--cut:#ff8a80;--best:#8fd19e}}
.paper{fill:var(--paper)}text{fill:var(--ink);text-anchor:middle}.small{font-size:9.5px;opacity:.8}
.edge{stroke:var(--ink);stroke-opacity:.45;fill:none}.best{stroke:var(--best);stroke-width:3;stroke-opacity:1}
.node{stroke:var(--ink);stroke-width:1.2}.max{fill:var(--max)}.min{fill:var(--min)}.leaf{stroke-width:.7}
.cut{stroke:var(--cut);stroke-width:2;fill:none}.stub{stroke:var(--cut);stroke-dasharray:3 3;fill:none}.cuttext{fill:var(--cut);font-size:10.5px}
";

struct Place {
    x: f64,
    y: f64,
}

pub(super) fn draw(tree: &Recorder<AnyMove>) -> String {
    let nodes = tree.nodes();
    let places = layout(nodes);
    let width = places.iter().map(|place| place.x).fold(0.0, f64::max) + MARGIN + HALF + 24.0;
    let width = width.max(CAPTION);
    let height = places.iter().map(|place| place.y).fold(0.0, f64::max) + LEVEL;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>Search tree: {} nodes searched, {} drawn</title>\n<style>{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        tree.seen(),
        nodes.len()
    );
    for (number, node) in nodes.iter().enumerate() {
        edges(&mut svg, nodes, &places, number, node);
    }
    for (node, place) in nodes.iter().zip(&places) {
        draw_node(&mut svg, node, place);
    }
    let _ = write!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{:.0}\" style=\"text-anchor:start\" class=\"small\">{} nodes searched, {} drawn. \
         Square: MAX. Round: MIN. Beside a node: its window (alpha, beta) on entry. Green: the child that decided its parent. Red: cut off. W9, L9: won, lost at ply 9.</text>\n</svg>\n",
        height - 12.0,
        tree.seen(),
        nodes.len()
    );
    svg
}

/// Leaves stand side by side, a parent over the middle of its children. Cut-off moves take a place of their own.
fn layout(nodes: &[TraceNode<AnyMove>]) -> Vec<Place> {
    fn place(
        nodes: &[TraceNode<AnyMove>],
        at: usize,
        level: usize,
        next: &mut f64,
        places: &mut [Place],
    ) {
        let node = &nodes[at];
        for &child in &node.children {
            place(nodes, child, level + 1, next, places);
        }
        let x = match (node.children.first(), node.children.last()) {
            (Some(&first), Some(&last)) => (places[first].x + places[last].x) / 2.0,
            _ => {
                *next += SLOT;
                *next - SLOT
            }
        };
        if !node.skipped.is_empty() {
            *next += SLOT;
        }
        places[at] = Place {
            x,
            y: MARGIN + HALF + level as f64 * LEVEL,
        };
    }
    let mut places: Vec<Place> = nodes.iter().map(|_| Place { x: 0.0, y: 0.0 }).collect();
    let mut next = MARGIN + HALF + 10.0;
    if !nodes.is_empty() {
        place(nodes, 0, 0, &mut next, &mut places);
    }
    places
}

fn edges(
    svg: &mut String,
    nodes: &[TraceNode<AnyMove>],
    places: &[Place],
    number: usize,
    node: &TraceNode<AnyMove>,
) {
    let from = &places[number];
    let (x, y) = (from.x, from.y + HALF);
    let mut chosen = false;
    for &child in &node.children {
        let to = &places[child];
        // The first child with the parent's value is the one that decided it.
        let best = !chosen && nodes[child].value == node.value;
        chosen |= best;
        let bend = (y + to.y - HALF) / 2.0;
        let class = if best { "edge best" } else { "edge" };
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{x:.1} {y:.1}C{x:.1} {bend:.1} {0:.1} {bend:.1} {0:.1} {1:.1}\"/>",
            to.x,
            to.y - HALF
        );
        let mv = nodes[child].mv.map_or(String::new(), |mv| mv.to_string());
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{mv}</text>",
            to.x + 9.0,
            to.y - HALF - 6.0
        );
    }
    if !node.skipped.is_empty() {
        let right = node.children.last().map_or(x, |&child| places[child].x) + SLOT * 0.8;
        let end = y + LEVEL * 0.40;
        let _ = writeln!(
            svg,
            "<path class=\"stub\" d=\"M{x:.1} {y:.1}Q{right:.1} {y:.1} {right:.1} {end:.1}\"/>"
        );
        let _ = writeln!(
            svg,
            "<path class=\"cut\" d=\"M{:.1} {:.1}l16 -8\"/><text class=\"cuttext\" x=\"{right:.1}\" y=\"{:.1}\">✂ {}</text>",
            right - 8.0,
            end + 4.0,
            end + 18.0,
            names(&node.skipped)
        );
    }
}

fn draw_node(svg: &mut String, node: &TraceNode<AnyMove>, place: &Place) {
    let (x, y) = (place.x, place.y);
    let side = if node.max { "max" } else { "min" };
    let leaf = if node.children.is_empty() {
        " leaf"
    } else {
        ""
    };
    let corner = if node.max { 4.0 } else { HALF };
    let _ = writeln!(
        svg,
        "<rect class=\"node {side}{leaf}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{2}\" height=\"{2}\" rx=\"{corner}\"/>",
        x - HALF,
        y - HALF,
        2.0 * HALF
    );
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
        y + 4.0,
        short(node.value)
    );
    let mut below = format!("{}, {}", short(node.alpha), short(node.beta));
    match node.halt {
        Halt::End => below += " · end",
        Halt::Table => below += " · table",
        Halt::Leaf | Halt::Cutoff | Halt::Searched => {}
    }
    if node.children.is_empty() {
        let _ = writeln!(
            svg,
            "<text class=\"small\" x=\"{x:.1}\" y=\"{:.1}\">{below}</text>",
            y + HALF + 12.0
        );
    } else {
        let _ = writeln!(
            svg,
            "<text class=\"small\" style=\"text-anchor:start\" x=\"{:.1}\" y=\"{:.1}\">{below}</text>",
            x + HALF + 4.0,
            y - 8.0
        );
    }
}
