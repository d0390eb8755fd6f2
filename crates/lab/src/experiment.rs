//! An experiment: a TOML text, read and checked.

mod pairing;
mod problem;
mod spec;
mod views;

use std::time::Duration;

use poda_engine::{AnyGame, AnyMove};
use toml::Table;

use crate::adjudicator::Adjudicator;
use crate::factory::PlayerFactory;
use crate::openings::read_opening;
use crate::plan::{Cell, Measures, Plan};
use crate::stats::Sprt;
use crate::suggestion::meant;
use crate::sweep::{bytes, combinations, product};
use crate::view::{ReportView, ViewKind};
use pairing::Pairing;
pub use problem::{SpecError, SpecProblem, ViewProblem};
use spec::{RawOpenings, RawSpec, RawSprt};
use views::read_view;

/// An experiment, ready to run.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    name: String,
    text: String,
    title: String,
    about: String,
    quick: bool,
    plan: Plan,
    views: Vec<ReportView>,
}

/// More cells, or games, than anybody could want.
const MOST_CELLS: usize = 10_000;
const MOST_GAMES: u64 = 10_000_000;
const MOST_VARIABLES: usize = 16;
/// Names and values of the variables of all pairings together.
const MOST_SWEEP: u64 = 16 << 20;
/// Figures of all views, and the pairings that each of them looks through.
const MOST_SHOWN: u64 = 1_000_000;
const MOST_OPENING: u32 = 64;
/// More would take longer than the game.
const MOST_NODES: u32 = 10_000_000;
const LONGEST_MOVE: f64 = 3600.0;
const LONGEST_SPEC: usize = 1 << 20;

impl Experiment {
    /// Reads a spec; the factory says who can take part.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn parse(
        name: &str,
        text: &str,
        players: &dyn PlayerFactory,
    ) -> Result<Experiment, SpecError> {
        read(name, text, false, players)
    }

    /// The same experiment with few games of what is quickly played, as its section `[quick]` has it.
    ///
    /// # Errors
    /// The section does not fit the rest.
    pub fn quick(&self, players: &dyn PlayerFactory) -> Result<Experiment, SpecError> {
        read(&self.name, &self.text, true, players)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// One line about it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// More about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Whether it is the quick form.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether it has published figures to compare with.
    pub fn has_published(&self) -> bool {
        self.views.iter().any(|view| match &view.kind {
            ViewKind::Grid { published, .. } | ViewKind::Lines { published, .. } => {
                !published.is_empty()
            }
            ViewKind::Table { published, .. } => !published.is_empty(),
            ViewKind::Standings | ViewKind::Ratings => false,
        })
    }

    /// What its report shows.
    pub fn views(&self) -> &[ReportView] {
        &self.views
    }
}

fn read(
    name: &str,
    text: &str,
    quick: bool,
    players: &dyn PlayerFactory,
) -> Result<Experiment, SpecError> {
    build(name, text, quick, players).map_err(|problem| SpecError {
        name: name.to_owned(),
        problem,
    })
}

fn build(
    name: &str,
    text: &str,
    quick: bool,
    players: &dyn PlayerFactory,
) -> Result<Experiment, SpecProblem> {
    let raw = spec::read(text)?;
    let full = plan(&raw, false, players)?;
    let mut views = views(&raw, &full)?;
    if views.is_empty() {
        views = ReportView::usual(&full.cells);
    }
    let plan = if quick {
        plan(&raw, true, players)?
    } else {
        full
    };
    Ok(Experiment {
        name: name.to_owned(),
        text: text.to_owned(),
        title: raw.title,
        about: raw.about.trim().to_owned(),
        quick,
        plan,
        views,
    })
}

/// What is shown, counted while it is read: a grid of all pairings against all pairings has a hundred million figures.
fn views(raw: &RawSpec, plan: &Plan) -> Result<Vec<ReportView>, SpecProblem> {
    let (mut views, mut work) = (Vec::new(), 0u64);
    for view in &raw.view {
        let view = read_view(view, plan)?;
        work = work.saturating_add(view.work(&plan.cells));
        if work > MOST_SHOWN {
            return Err(SpecProblem::TooMuchShown);
        }
        views.push(view);
    }
    Ok(views)
}

fn plan(raw: &RawSpec, quick: bool, players: &dyn PlayerFactory) -> Result<Plan, SpecProblem> {
    if raw.opening > MOST_OPENING {
        return Err(SpecProblem::Opening);
    }
    let cells = cells(raw, quick, players)?;
    let sprt = raw.sprt.as_ref();
    let sprt = sprt.map(|sprt| read_sprt(sprt, &cells)).transpose()?;
    let openings = openings(raw, &cells)?;
    let adjudicator = adjudicator(raw.limits.adjudicate, &cells)?;
    let measures = measures(raw.measure.as_deref())?;
    if measures.mistakes {
        solvable("measuring mistakes", &cells)?;
    }
    let plan = Plan::new(
        cells,
        u64::from(raw.seed),
        raw.opening,
        move_time(raw.limits.move_time)?,
        measures,
        sprt,
    );
    Ok(plan.with_openings(openings).with_adjudicator(adjudicator))
}

/// Openings of one's own, which every game of the spec must allow.
fn openings(raw: &RawSpec, cells: &[Cell]) -> Result<Vec<Vec<AnyMove>>, SpecProblem> {
    let moves = match &raw.openings {
        None => return Ok(Vec::new()),
        Some(RawOpenings::File(name)) => return Err(SpecProblem::OpeningsFile(name.clone())),
        Some(RawOpenings::Moves(moves)) => moves,
    };
    if raw.opening > 0 || moves.is_empty() {
        return Err(SpecProblem::Openings);
    }
    let mut games: Vec<AnyGame> = Vec::new();
    for cell in cells {
        if games.iter().all(|game| game.spec() != cell.game) {
            games.push(AnyGame::new(cell.game));
        }
    }
    let mut openings = Vec::new();
    for game in &games {
        let lines = moves.iter().map(|moves| read_opening(game, moves));
        openings = lines.collect::<Result<_, _>>()?;
    }
    Ok(openings)
}

fn adjudicator(nodes: Option<u32>, cells: &[Cell]) -> Result<Option<Adjudicator>, SpecProblem> {
    let Some(nodes) = nodes else { return Ok(None) };
    if nodes == 0 || nodes > MOST_NODES {
        return Err(SpecProblem::Adjudicate);
    }
    solvable("adjudicate", cells)?;
    Ok(Some(Adjudicator {
        nodes: nodes.into(),
    }))
}

/// Whether every game has the solver that something in the spec needs.
fn solvable(what: &'static str, cells: &[Cell]) -> Result<(), SpecProblem> {
    for cell in cells {
        let found = Adjudicator::check(&AnyGame::new(cell.game));
        found.map_err(|error| SpecProblem::NoSolver(what, error.to_string()))?;
    }
    Ok(())
}

/// The cells of all pairings under all combinations of their variables.
fn cells(
    raw: &RawSpec,
    quick: bool,
    players: &dyn PlayerFactory,
) -> Result<Vec<Cell>, SpecProblem> {
    let cut = if quick {
        variables(&raw.quick.sweep)?
    } else {
        Vec::new()
    };
    let mut cells = Vec::new();
    for pairing in &raw.pairing {
        let mut sweep = variables(&raw.sweep)?;
        for (name, values) in variables(&pairing.sweep)? {
            match sweep.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = values,
                None => sweep.push((name, values)),
            }
        }
        for (name, values) in &mut sweep {
            if let Some((_, kept)) = cut.iter().find(|(cut, _)| cut == name) {
                values.retain(|value| kept.contains(value));
            }
        }
        if sweep.len() > MOST_VARIABLES {
            return Err(SpecProblem::TooManyVariables);
        }
        if combinations(&sweep) > MOST_CELLS as u64 {
            return Err(SpecProblem::TooManyPairings);
        }
        if bytes(&sweep) > MOST_SWEEP {
            return Err(SpecProblem::LongSweep);
        }
        for binding in &product(&sweep) {
            let pairing = Pairing {
                spec: raw,
                raw: pairing,
                binding,
                quick,
                players,
            };
            pairing.cells(&mut cells)?;
        }
    }
    let games: u64 = cells.iter().map(Cell::games).sum();
    match cells.len() {
        0 => Err(SpecProblem::NobodyPlays),
        cells if cells > MOST_CELLS || games > MOST_GAMES => {
            Err(SpecProblem::TooManyGames { cells, games })
        }
        _ => Ok(cells),
    }
}

fn move_time(seconds: Option<f64>) -> Result<Option<Duration>, SpecProblem> {
    match seconds {
        None => Ok(None),
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST_MOVE => {
            Ok(Some(Duration::from_secs_f64(seconds)))
        }
        Some(_) => Err(SpecProblem::MoveTime),
    }
}

fn read_sprt(raw: &RawSprt, cells: &[Cell]) -> Result<Sprt, SpecProblem> {
    let &RawSprt {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    } = raw;
    let chance = |share: f64| share > 0.0 && share < 0.5;
    if !(elo0 < elo1 && chance(alpha) && chance(beta) && elo0 > -1000.0 && elo1 < 1000.0) {
        return Err(SpecProblem::SprtNumbers);
    }
    if cells.iter().any(|cell| cell.orders.len() != 2) {
        return Err(SpecProblem::SprtSeats);
    }
    Ok(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    })
}

fn measures(names: Option<&[String]>) -> Result<Measures, SpecProblem> {
    let mut measures = Measures::default();
    let Some(names) = names else {
        return Ok(Measures {
            nodes: true,
            time: true,
            ..measures
        });
    };
    for name in names {
        match name.as_str() {
            "nodes" => measures.nodes = true,
            "leaves" => measures.leaves = true,
            "time" => measures.time = true,
            "lapses" => measures.lapses = true,
            "mistakes" => measures.mistakes = true,
            _ => {
                return Err(SpecProblem::NotMeasured {
                    name: name.clone(),
                    meant: meant(name, &["nodes", "leaves", "time", "lapses", "mistakes"]),
                });
            }
        }
    }
    Ok(measures)
}

/// A table of variables, each with one value or a list of them.
fn variables(table: &Table) -> Result<Vec<(String, Vec<String>)>, SpecProblem> {
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        _ => Err(SpecProblem::SweepValue),
    };
    let one = |(name, value): (&String, &toml::Value)| {
        let values = match value {
            toml::Value::Array(list) => list.iter().map(text).collect::<Result<_, _>>()?,
            single => vec![text(single)?],
        };
        Ok((name.clone(), values))
    };
    table.iter().map(one).collect()
}
