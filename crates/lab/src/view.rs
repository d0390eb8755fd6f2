//! What a report shows: which figures, in which table, beside which published ones.

use std::collections::HashSet;
use std::str::FromStr;

use crate::plan::Cell;
use crate::suggestion::meant;

/// A figure of a pairing, told from the view of its first agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Games played.
    Games,
    /// Games won.
    Won,
    /// Games drawn.
    Drawn,
    /// Games lost.
    Lost,
    /// Points by game: a win is one, a draw its share of one. The interval takes openings as its sample.
    Score,
    /// Games won of all games.
    Wins,
    /// Games won of those that somebody won.
    Decided,
    /// Games drawn of all games.
    Draws,
    /// Points by game in the first seat.
    First,
    /// Points by game in the last seat.
    Last,
    /// Games won by whoever started, of those that somebody won.
    Starter,
    /// Games won by whoever started, of all games.
    StarterOfAll,
    /// The difference in rating.
    Elo,
    /// The likelihood that the first agent is the stronger.
    Superiority,
    /// What the sequential test says.
    Sprt,
    /// Plies by game.
    Plies,
    /// Games that differ from each other.
    Distinct,
    /// Games given away.
    Forfeits,
    /// Moves worse than the best by the agent's own values, of all that have values.
    Lapses,
    /// Moves that gave the result away, of those where one could.
    Mistakes,
    /// How many moves a search of this many positions looks at, were they the same number everywhere. Only where the depth is a coordinate.
    Branching,
    /// Something measured by move or by game.
    Cost(Cost, Per, Middle),
}

/// What thinking costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// Positions searched.
    Nodes,
    /// Positions without children.
    Leaves,
    /// Milliseconds.
    Time,
}

/// Whose cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Per {
    /// One move.
    Move,
    /// All moves of the agent in one game.
    Game,
}

/// Which number stands for many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Middle {
    /// The mean.
    Mean,
    /// Half are below.
    Median,
    /// 95 % are below.
    P95,
}

const WORDS: [(&str, Value, &str); 21] = [
    ("games", Value::Games, "games"),
    ("won", Value::Won, "won"),
    ("drawn", Value::Drawn, "drawn"),
    ("lost", Value::Lost, "lost"),
    ("score", Value::Score, "score (draws count a share)"),
    ("wins", Value::Wins, "won, of all games"),
    ("decided", Value::Decided, "won, of decided games"),
    ("draws", Value::Draws, "drawn, of all games"),
    ("first", Value::First, "score in the first seat"),
    ("last", Value::Last, "score in the last seat"),
    (
        "starter",
        Value::Starter,
        "won by the starter, of decided games",
    ),
    (
        "starter of all",
        Value::StarterOfAll,
        "won by the starter, of all games",
    ),
    ("elo", Value::Elo, "Elo difference"),
    (
        "superiority",
        Value::Superiority,
        "likelihood of superiority",
    ),
    ("sprt", Value::Sprt, "sequential test"),
    ("plies", Value::Plies, "plies per game"),
    ("distinct", Value::Distinct, "different games"),
    ("forfeits", Value::Forfeits, "forfeits"),
    ("lapses", Value::Lapses, "moves below its own best"),
    (
        "mistakes",
        Value::Mistakes,
        "moves that gave the result away",
    ),
    ("branching", Value::Branching, "effective branching factor"),
];

/// The text names no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a value: {}, and nodes/move, nodes/game, leaves/move, leaves/game, time/move and time/game, \
     each also with ` median` or ` p95`",
    meant(text, &WORDS.map(|(word, ..)| word))
)]
pub struct UnknownValue {
    text: String,
}

impl FromStr for Value {
    type Err = UnknownValue;

    /// The value with this name: `score`, `nodes/move`, `time/game median`, `leaves/move p95`.
    fn from_str(text: &str) -> Result<Value, UnknownValue> {
        if let Some((_, value, _)) = WORDS.iter().find(|(word, ..)| *word == text) {
            return Ok(*value);
        }
        let (cost, middle) = text.split_once(' ').unwrap_or((text, ""));
        let cost = match cost.split_once('/') {
            Some(("nodes", per)) => Some((Cost::Nodes, per)),
            Some(("leaves", per)) => Some((Cost::Leaves, per)),
            Some(("time", per)) => Some((Cost::Time, per)),
            _ => None,
        };
        let per = |per: &str| match per {
            "move" => Some(Per::Move),
            "game" => Some(Per::Game),
            _ => None,
        };
        let middle = match middle {
            "" => Some(Middle::Mean),
            "median" => Some(Middle::Median),
            "p95" => Some(Middle::P95),
            _ => None,
        };
        match (cost.and_then(|(cost, p)| Some((cost, per(p)?))), middle) {
            (Some((cost, per)), Some(middle)) => Ok(Value::Cost(cost, per, middle)),
            _ => Err(UnknownValue {
                text: text.to_owned(),
            }),
        }
    }
}

impl Value {
    /// What it is, for the head of a column.
    pub fn title(self) -> String {
        let Value::Cost(cost, per, middle) = self else {
            let found = WORDS.iter().find(|(_, value, _)| *value == self);
            return found.map_or_else(String::new, |(.., title)| (*title).to_owned());
        };
        let cost = match cost {
            Cost::Nodes => "nodes",
            Cost::Leaves => "leaves",
            Cost::Time => "ms",
        };
        let per = match per {
            Per::Move => "move",
            Per::Game => "game",
        };
        let middle = match middle {
            Middle::Mean => "",
            Middle::Median => ", median",
            Middle::P95 => ", 95th percentile",
        };
        format!("{cost} per {per}{middle}")
    }

    /// Whether it is a share of one.
    pub fn is_share(self) -> bool {
        use Value::*;
        matches!(
            self,
            Score
                | Wins
                | Decided
                | Draws
                | First
                | Last
                | Starter
                | StarterOfAll
                | Superiority
                | Lapses
                | Mistakes
        )
    }

    /// Whether it differs from run to run.
    pub fn is_time(self) -> bool {
        matches!(self, Value::Cost(Cost::Time, ..))
    }
}

/// One part of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportView {
    /// Its heading.
    pub title: String,
    /// What to know about it.
    pub note: Option<String>,
    /// Only cells with these coordinates.
    pub only: Vec<(String, String)>,
    /// What it shows.
    pub kind: ViewKind,
    /// Where the published figures come from.
    pub source: Option<String>,
    /// On how many games each published figure rests, where that is known.
    pub published_games: Option<u64>,
    /// Shows how many times as much the cell costs that has these values instead, and is otherwise the same. Empty: what a cell costs itself.
    pub relative_to: Vec<(String, String)>,
}

/// What a view shows.
#[derive(Clone, PartialEq, Debug)]
pub enum ViewKind {
    /// One value, by some coordinates downwards and others to the right: a table and a heat map.
    Grid {
        /// Downwards.
        rows: Vec<String>,
        /// To the right.
        columns: Vec<String>,
        /// What.
        value: Value,
        /// Published figures by the keys of row and column.
        published: Vec<(Key, Key, f64)>,
    },
    /// Many values, one row for each combination of coordinates.
    Table {
        /// Downwards.
        rows: Vec<String>,
        /// To the right.
        values: Vec<Value>,
        /// Published figures by row.
        published: Vec<(Key, Value, f64)>,
    },
    /// One value as lines over a coordinate that is a number.
    Lines {
        /// To the right.
        x: String,
        /// One line for each combination of these.
        series: Vec<String>,
        /// Upwards.
        value: Value,
        /// Whether upwards goes by powers of ten.
        log: bool,
        /// Published figures by series and x.
        published: Vec<(Key, Key, f64)>,
    },
    /// Every agent's results in all its games.
    Standings,
    /// Every agent's strength, from all games of two.
    Ratings,
}

/// The values of some coordinates.
pub type Key = Vec<String>;

/// The values of these coordinates at a cell; a cell without one of them has no place.
pub(crate) fn key(cell: &Cell, names: &[String]) -> Option<Key> {
    let value = |name: &String| cell.coordinate(name).map(str::to_owned);
    names.iter().map(value).collect()
}

/// All keys in order of their first appearance.
pub(crate) fn keys<'a>(cells: impl Iterator<Item = &'a Cell>, names: &[String]) -> Vec<Key> {
    let mut met = HashSet::new();
    let keys = cells.filter_map(|cell| key(cell, names));
    keys.filter(|key| met.insert(key.clone())).collect()
}

impl ReportView {
    /// What a spec shows that asks for nothing: everybody's results, and who met whom.
    pub(crate) fn usual(cells: &[Cell]) -> Vec<ReportView> {
        let view = |title: &str, kind| ReportView {
            title: title.to_owned(),
            note: None,
            only: Vec::new(),
            kind,
            source: None,
            published_games: None,
            relative_to: Vec::new(),
        };
        let mut views = vec![view("Standings", ViewKind::Standings)];
        if cells.len() > 1 {
            // What is the same everywhere says nothing; what somebody lacks has no place in a table.
            let names = cells[0].coordinates.iter().map(|(name, _)| name);
            let differ = |name: &&String| {
                let values = || cells.iter().map(|cell| cell.coordinate(name));
                values().all(|value| value.is_some())
                    && values().any(|value| value != cells[0].coordinate(name))
            };
            let rows: Vec<String> = names.filter(differ).cloned().collect();
            let words = "games won drawn lost score elo nodes/move time/move";
            let values = words.split(' ').filter_map(|word| word.parse().ok());
            let table = ViewKind::Table {
                rows,
                values: values.collect(),
                published: Vec::new(),
            };
            views.push(view("Who met whom", table));
        }
        views
    }

    /// What its figures are.
    pub(crate) fn what(&self, value: Value) -> String {
        if self.relative_to.is_empty() {
            return value.title();
        }
        let other: Vec<String> = self
            .relative_to
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        format!("{}, times as many with {}", value.title(), other.join(", "))
    }

    /// Whether the other cell is what a cell is compared with: the variables that are named there have those values, all others are the same.
    pub(crate) fn compares(&self, cell: &Cell, other: &Cell) -> bool {
        // Who plays follows from the variables.
        const NAMES: [&str; 3] = ["player", "opponent", "third"];
        let wanted = |name: &str| self.relative_to.iter().find(|(named, _)| named == name);
        cell.coordinates.len() == other.coordinates.len()
            && cell.coordinates.iter().all(|(name, value)| {
                let value = wanted(name).map_or(value, |(_, value)| value);
                NAMES.contains(&name.as_str()) || other.coordinate(name) == Some(value)
            })
    }

    /// How much there is to compute: its figures, and the cells that they are looked for in.
    pub(crate) fn work(&self, cells: &[Cell]) -> u64 {
        let count = |names: &[String]| {
            let cells = cells.iter().filter(|cell| self.takes(cell));
            keys(cells, names).len() as u64
        };
        let figures = match &self.kind {
            ViewKind::Grid { rows, columns, .. } => count(rows).saturating_mul(count(columns)),
            ViewKind::Lines { x, series, .. } => {
                count(series).saturating_mul(count(std::slice::from_ref(x)))
            }
            ViewKind::Table { rows, values, .. } => count(rows) * values.len() as u64,
            ViewKind::Standings | ViewKind::Ratings => 0,
        };
        figures.saturating_add(cells.len() as u64)
    }

    /// Whether a cell belongs to it.
    pub(crate) fn takes(&self, cell: &Cell) -> bool {
        let holds = |(name, value): &(String, String)| cell.coordinate(name) == Some(value);
        self.only.iter().all(holds)
    }
}
