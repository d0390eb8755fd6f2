//! The tree as a picture that fits a page: MAX nodes have corners, MIN nodes are round, each with its board; a cut branch ends in a cut.

use std::fmt::Write;

use poda_engine::{Bound, Halt, Score};

use super::fold::{Item, Shown, fold};
use super::scores::{short, sign};
use super::text::names;
use super::{Node, SearchTree};
use crate::board::Board;
use crate::drawing::{thumb, thumb_height};
use crate::look::{Palette, Pieces, Theme};

/// Across, for each place, and how many there are: together the width of a page.
const SLOT: f32 = 54.0;
const PLACES: usize = 26;
const MARGIN: f32 = 18.0;
/// The width of a board, and of the card around it.
const BOARD: f32 = 42.0;
const CARD: f32 = 50.0;
/// Below a board: the value, the window.
const WORDS: f32 = 30.0;
/// Between two levels.
const GAP: f32 = 50.0;
const LINE: f32 = 17.0;

/// A picture in the making.
struct Picture<'a> {
    tree: &'a SearchTree,
    principal: Vec<usize>,
    /// The height of a card.
    card: f32,
    out: String,
}

impl SearchTree {
    /// The tree as SVG, at most 1440 wide: what does not fit is folded and counted.
    pub fn svg(&self) -> String {
        let shown = fold(self, PLACES);
        let places = shown.width();
        let width = (places as f32 * SLOT + 2.0 * MARGIN).max(760.0);
        let board = Board::new(&self.game, &self.line);
        let mut picture = Picture {
            tree: self,
            principal: self.principal(),
            card: thumb_height(&board, BOARD) + WORDS + 8.0,
            out: String::new(),
        };
        let left = (width - places as f32 * SLOT) / 2.0;
        picture.subtree(&shown, left, MARGIN);
        let below = MARGIN + shown.height() as f32 * (picture.card + GAP);
        let height = picture.caption(&shown, width, below);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
             <title>{}</title>\n<style>{}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            self.title(&shown),
            style(),
            picture.out
        )
    }

    fn title(&self, shown: &Shown) -> String {
        format!(
            "Search tree of {} by {}, {} nodes, {} drawn",
            self.game.spec(),
            self.agent,
            self.counts().nodes,
            shown.count()
        )
    }
}

/// The page's colours, light and dark.
fn style() -> String {
    let names = |theme| {
        let palette = Palette::new(theme, Pieces::Orchard);
        let Palette {
            paper,
            card,
            ink,
            quiet,
            moss,
            moss_soft,
            alarm,
            ..
        } = palette;
        format!(
            "--paper:{paper};--card:{card};--ink:{ink};--quiet:{quiet};--moss:{moss};--soft:{moss_soft};--alarm:{alarm}"
        )
    };
    let Palette {
        frame,
        hole,
        slate,
        chalk,
        pencil,
        fruits: [first, second, third],
        ..
    } = Palette::new(Theme::Light, Pieces::Orchard);
    format!(
        "svg{{font:12px \"Atkinson Hyperlegible Next\",system-ui,sans-serif;{}}}\n\
         @media (prefers-color-scheme:dark){{svg{{{}}}}}\n\
         .paper{{fill:var(--paper)}}text{{fill:var(--ink);text-anchor:middle}}.small{{font-size:9px;fill:var(--quiet)}}.move{{font-weight:700}}.caption{{text-anchor:start}}\n\
         .edge{{stroke:var(--quiet);stroke-width:1.1;fill:none}}.card{{fill:var(--card);stroke:var(--quiet)}}.bound{{stroke-dasharray:4 3}}\n\
         .edge.best{{stroke:var(--moss);stroke-width:3.5}}.card.best{{stroke:var(--moss);stroke-width:3;fill:var(--soft)}}\n\
         .cut{{stroke:var(--alarm);stroke-width:2.5;fill:none}}.stub{{stroke:var(--alarm);stroke-dasharray:3 3;fill:none}}.cuttext{{fill:var(--alarm);font-size:10.5px}}\n\
         .frame{{fill:{frame}}}.hole{{fill:{hole}}}.slate{{fill:{slate}}}.chalk{{stroke:{chalk};stroke-width:1.6;stroke-linecap:round;fill:none}}.pencil{{stroke:{pencil};stroke-width:.5;stroke-dasharray:1 1.5;fill:none}}\n\
         .p0{{fill:{}}}.p1{{fill:{}}}.p2{{fill:{}}}.last{{fill:none;stroke:{chalk};stroke-width:1}}\n",
        names(Theme::Light),
        names(Theme::Dark),
        first.body,
        second.body,
        third.body
    )
}

/// A score that fits below a small board: `W9` is won with move 9, `L9` lost.
fn brief(score: Score) -> String {
    match score.decided_at() {
        Some(ply) if score > Score::ZERO => format!("W{ply}"),
        Some(ply) => format!("L{ply}"),
        None => short(score),
    }
}

/// What a node is worth, in a few letters.
fn value(node: &Node) -> String {
    if !node.scores.is_empty() {
        let scores: Vec<String> = node.scores.iter().map(|&score| brief(score)).collect();
        return scores.join(" ");
    }
    match node.bound {
        Bound::Exact => brief(node.value),
        bound => format!("{} {}", sign(bound), brief(node.value)),
    }
}

/// A size in which so many letters fit a card.
fn fitting(text: &str, size: f32) -> f32 {
    let room = (CARD + 2.0) / (text.chars().count() as f32 * 0.62);
    room.min(size)
}

impl Picture<'_> {
    /// Draws a node and what is below it in the places from `left` on; returns the middle of its card.
    fn subtree(&mut self, shown: &Shown, left: f32, top: f32) -> f32 {
        let below = top + self.card + GAP;
        let mut place = left;
        let mut middles = Vec::new();
        for item in &shown.items {
            let middle = match item {
                Item::Node(child) => {
                    let middle = self.subtree(child, place, below);
                    place += child.width() as f32 * SLOT;
                    middle
                }
                Item::Folded { .. } | Item::Cut(_) => {
                    place += SLOT;
                    place - SLOT / 2.0
                }
            };
            middles.push(middle);
        }
        let middle = match (middles.first(), middles.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => left + SLOT / 2.0,
        };
        let bottom = top + self.card;
        for (item, &to) in shown.items.iter().zip(&middles) {
            match item {
                Item::Node(child) => self.edge(shown.at, child.at, (middle, bottom), (to, below)),
                Item::Folded { moves, nodes } => {
                    self.folded(*moves, *nodes, (middle, bottom), (to, below))
                }
                Item::Cut(moves) => self.cut(&names(moves), (middle, bottom), (to, below)),
            }
        }
        self.card(shown, middle, top);
        middle
    }

    fn edge(&mut self, above: usize, at: usize, (x, y): (f32, f32), (to, end): (f32, f32)) {
        let best = self.principal.contains(&above) && self.principal.contains(&at);
        let class = if best { "edge best" } else { "edge" };
        let bend = (y + end) / 2.0;
        let _ = writeln!(
            self.out,
            "<path class=\"{class}\" d=\"M{x:.1} {y:.1}C{x:.1} {bend:.1} {to:.1} {bend:.1} {to:.1} {end:.1}\"/>"
        );
        let node = &self.tree.nodes()[at];
        let mut name = node.mv.map_or(String::new(), |mv| mv.to_string());
        if node.natural {
            name.push('*');
        }
        if self.tree.is_again(at) {
            name.push('′');
        }
        let _ = writeln!(
            self.out,
            "<text class=\"move\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            to + 10.0,
            end - 5.0
        );
    }

    fn folded(&mut self, moves: usize, nodes: u64, (x, y): (f32, f32), (to, end): (f32, f32)) {
        let _ = writeln!(
            self.out,
            "<path class=\"edge bound\" d=\"M{x:.1} {y:.1}Q{to:.1} {y:.1} {to:.1} {end:.1}\"/>\
             <text class=\"small\" x=\"{to:.1}\" y=\"{:.1}\">+{moves} moves</text>\
             <text class=\"small\" x=\"{to:.1}\" y=\"{:.1}\">{nodes} nodes</text>",
            end + 12.0,
            end + 24.0
        );
    }

    fn cut(&mut self, moves: &str, (x, y): (f32, f32), (to, end): (f32, f32)) {
        let end = end - GAP * 0.35;
        let label = format!("✂ {moves}");
        let size = fitting(&label, 10.5);
        let _ = writeln!(
            self.out,
            "<path class=\"stub\" d=\"M{x:.1} {y:.1}Q{to:.1} {y:.1} {to:.1} {end:.1}\"/>\
             <path class=\"cut\" d=\"M{:.1} {:.1}l16 -8\"/>\
             <text class=\"cuttext\" style=\"font-size:{size:.1}px\" x=\"{to:.1}\" y=\"{:.1}\">{label}</text>",
            to - 8.0,
            end + 4.0,
            end + 17.0
        );
    }

    fn card(&mut self, shown: &Shown, middle: f32, top: f32) {
        let node = &self.tree.nodes()[shown.at];
        let class = match (self.principal.contains(&shown.at), node.bound) {
            (true, _) => "card best",
            (false, Bound::Exact) => "card",
            (false, _) => "card bound",
        };
        let corner = if node.max { 3.0 } else { 15.0 };
        let _ = writeln!(
            self.out,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{CARD}\" height=\"{:.1}\" rx=\"{corner}\"/>",
            middle - CARD / 2.0,
            self.card
        );
        let board = Board::new(&self.tree.game, &self.tree.line_to(shown.at));
        thumb(
            &mut self.out,
            &board,
            middle - BOARD / 2.0,
            top + 5.0,
            BOARD,
        );
        let words = top + self.card - WORDS + 11.0;
        let value = value(node);
        let size = fitting(&value, 12.5);
        let _ = writeln!(
            self.out,
            "<text class=\"move\" style=\"font-size:{size:.1}px\" x=\"{middle:.1}\" y=\"{words:.1}\">{value}</text>"
        );
        let under = match node.halt {
            Halt::End => "end".to_owned(),
            Halt::Table => "table".to_owned(),
            Halt::Leaf => "leaf".to_owned(),
            _ if !node.scores.is_empty() => String::new(),
            _ => format!("{}, {}", brief(node.alpha), brief(node.beta)),
        };
        let size = fitting(&under, 9.0);
        let _ = writeln!(
            self.out,
            "<text class=\"small\" style=\"font-size:{size:.1}px\" x=\"{middle:.1}\" y=\"{:.1}\">{under}</text>",
            words + 12.0
        );
        if shown.folded > 0 {
            let _ = writeln!(
                self.out,
                "<text class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\">▾ {}</text>",
                top + self.card + 11.0,
                shown.folded
            );
        }
    }

    /// What the signs mean, below the tree; returns the height of the whole picture.
    fn caption(&mut self, shown: &Shown, width: f32, below: f32) -> f32 {
        let signs = if self.tree.nodes()[0].scores.is_empty() {
            "Corners: MAX, who thinks. Round: MIN. Below a value: the window (alpha, beta) on entry. Dashed: only a bound is known."
        } else {
            "Below a board: a score for each player, in order of play. Corners: the turn of the player who thinks."
        };
        let mut sentences = vec![
            format!("{}.", self.tree.title(shown)),
            signs.to_owned(),
            "Thick: the principal line. ▾: nodes that are folded below. W9, L9: MAX wins, loses with move 9 of the game. ✂: cut off, never looked at.".to_owned(),
        ];
        let words: Vec<String> = self.tree.legend(brief).into_iter().skip(1).collect();
        sentences.extend(words);
        let letters = (width / 6.2) as usize;
        let mut y = below;
        for sentence in sentences {
            for line in wrapped(&sentence, letters) {
                let _ = writeln!(
                    self.out,
                    "<text class=\"caption\" x=\"{MARGIN}\" y=\"{y:.0}\">{line}</text>"
                );
                y += LINE;
            }
        }
        y
    }
}

/// The words in lines of at most so many letters.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + word.chars().count() >= most {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
