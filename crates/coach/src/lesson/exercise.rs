//! A step of a lesson, ready to be shown and judged: its searches are recorded, its position is solved where that is needed.

use poda_engine::{AgentSpec, AnyGame, AnyMove, Bound, Game, Knowledge, Limits, Score};
use thiserror::Error;

use super::course::{Authority, Counted, Lesson, NodeKind, Role, Search, Step, Task, lessons};
use super::root::{best_moves, false_ties, find};
use super::view::{ChoiceView, ExerciseView, Facts, TaskView};
use crate::analysis::Analysis;
use crate::analyst::Analyst;
use crate::position::PositionView;
use crate::tree::{SearchTree, TreeError, Walk};
use crate::verdict::Verdict;

/// Trees of lessons are small.
const NODES: u64 = 200_000;
/// How far plain minimax is counted.
const COUNTED: u64 = 20_000_000;
/// So many values there are to choose from.
const VALUES: usize = 6;

/// Why there is nothing to do, or no judgement.
#[derive(Debug, Error)]
pub enum LessonError {
    /// No such lesson.
    #[error("there is no lesson `{0}`: the lessons are {names}", names = names())]
    NoSuchLesson(String),
    /// No such step.
    #[error("this lesson has no step {step}: there are {count}, counted from 0")]
    NoSuchStep {
        /// What was asked for.
        step: usize,
        /// How many there are.
        count: usize,
    },
    /// The answer has another form.
    #[error("`{found}` is no answer here: give {allowed}")]
    NotAnAnswer {
        /// What was given.
        found: String,
        /// What could have been.
        allowed: String,
    },
    /// A limit was reached before the position was solved.
    #[error("there was no time to solve this position: try again")]
    NotSolved,
    /// There is no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The step itself is wrong. A test computes every one.
    #[error("this step cannot be shown: {0}")]
    Data(String),
}

fn names() -> String {
    let names: Vec<&str> = lessons().iter().map(|lesson| &*lesson.name).collect();
    names.join(", ")
}

fn data(error: impl std::fmt::Display) -> LessonError {
    LessonError::Data(error.to_string())
}

/// One of several searches that are compared.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) agent: String,
    pub(super) choice: String,
    pub(super) value: Score,
    pub(super) nodes: u64,
    pub(super) false_ties: Vec<String>,
}

/// A step of a lesson with all that was computed for it.
#[derive(Debug)]
pub struct Exercise {
    lesson: &'static Lesson,
    number: usize,
    pub(super) game: AnyGame,
    pub(super) line: Vec<AnyMove>,
    /// The search of the step.
    pub(super) walk: Option<Walk>,
    /// The same without pruning: every value of it is exact.
    pub(super) plain: Option<Walk>,
    /// What the solver knows.
    pub(super) analysis: Option<Analysis>,
    pub(super) trials: Vec<Trial>,
}

impl Exercise {
    /// Computes all that a step of a lesson needs.
    ///
    /// # Errors
    /// There is no such step, or a limit was reached.
    pub fn new(
        name: &str,
        number: usize,
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Result<Exercise, LessonError> {
        let lesson = lessons().iter().find(|lesson| lesson.name == name);
        let lesson = lesson.ok_or_else(|| LessonError::NoSuchLesson(poda_engine::excerpt(name)))?;
        let step = lesson.steps.get(number).ok_or(LessonError::NoSuchStep {
            step: number,
            count: lesson.len(),
        })?;
        let game: AnyGame = step.game.parse().map_err(data)?;
        let (line, _) = game.read_position(&step.moves).map_err(data)?;
        let mut exercise = Exercise {
            lesson,
            number,
            game,
            line,
            walk: None,
            plain: None,
            analysis: None,
            trials: Vec::new(),
        };
        exercise.compute(step, knowledge, limits)?;
        Ok(exercise)
    }

    fn compute(
        &mut self,
        step: &Step,
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Result<(), LessonError> {
        if let Some(agent) = &step.agent {
            self.walk = Some(self.record(&agent.parse().map_err(data)?, limits)?);
        }
        match &step.task {
            Task::Move {
                by: Authority::Solver,
            } => {
                self.analysis = Some(self.solve(&[], knowledge, limits)?);
            }
            Task::Move {
                by: Authority::Search,
            }
            | Task::Cut
            | Task::Order { .. }
            | Task::Count {
                of: Counted::BestMoves | Counted::SeemingTies,
            }
            | Task::Node {
                which: NodeKind::FalseTie,
            } => {
                self.plain = Some(self.without_pruning(self.tree()?, limits)?);
            }
            Task::Player {
                after,
                which: Role::Wins,
            } => {
                self.analysis = Some(self.solve(&self.read(after)?, knowledge, limits)?);
            }
            Task::Agent { agents, which } => {
                for agent in agents {
                    let trial = self.try_out(agent, *which, limits)?;
                    self.trials.push(trial);
                }
                if matches!(which, Search::Keeps | Search::Errs) {
                    self.analysis = Some(self.solve(&[], knowledge, limits)?);
                }
            }
            Task::Player { .. } | Task::Value { .. } | Task::Count { .. } | Task::Node { .. } => {}
        }
        Ok(())
    }

    fn record(&self, agent: &AgentSpec, limits: Limits<'_>) -> Result<Walk, LessonError> {
        let most = |nodes| limits.and(Limits::at_most(nodes));
        let (line, kept) = (&self.line, NODES as usize);
        let tree = SearchTree::record(&self.game, line, agent, 1, kept, most(NODES))?;
        Ok(Walk::new(tree, most(COUNTED))?)
    }

    fn without_pruning(&self, tree: &SearchTree, limits: Limits<'_>) -> Result<Walk, LessonError> {
        self.record(&tree.plain(), limits)
    }

    fn try_out(
        &self,
        agent: &str,
        which: Search,
        limits: Limits<'_>,
    ) -> Result<Trial, LessonError> {
        let walk = self.record(&agent.parse().map_err(data)?, limits)?;
        let tree = walk.tree();
        let false_ties = match which {
            Search::Honest if tree.takes_bounds() => {
                false_ties(tree, self.without_pruning(tree, limits)?.tree())
            }
            _ => Vec::new(),
        };
        Ok(Trial {
            agent: agent.to_owned(),
            choice: tree.report().choice.to_string(),
            value: tree.report().value,
            nodes: tree.counts().nodes,
            false_ties: false_ties.iter().map(ToString::to_string).collect(),
        })
    }

    /// What the solver knows of the position after some more moves, all of it exact.
    pub(super) fn solve(
        &self,
        after: &[AnyMove],
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Result<Analysis, LessonError> {
        let found = self.analyse(after, knowledge, limits);
        let whole = found.exact && found.moves.iter().all(|mv| mv.exact);
        if whole {
            Ok(found)
        } else {
            Err(LessonError::NotSolved)
        }
    }

    /// The same, as far as the limits allow.
    pub(super) fn analyse(
        &self,
        after: &[AnyMove],
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Analysis {
        let line = [&self.line[..], after].concat();
        Analyst::new(&self.game, 1, knowledge).analyse(&line, limits, &mut |_| ())
    }

    /// Moves by their names, from the position on.
    pub(super) fn read(&self, names: &[String]) -> Result<Vec<AnyMove>, LessonError> {
        let mut state = self.state();
        let mut moves = Vec::new();
        for name in names {
            let mv = self.game.parse_move(name).map_err(data)?;
            state = self.game.play(&state, mv).map_err(data)?;
            moves.push(mv);
        }
        Ok(moves)
    }

    pub(super) fn state(&self) -> <AnyGame as Game>::State {
        let start = self.game.start();
        let moves = self.line.iter();
        moves.fold(start, |state, &mv| self.game.play_unchecked(&state, mv))
    }

    pub(super) fn task(&self) -> &'static Task {
        &self.lesson.steps[self.number].task
    }

    pub(super) fn walk(&self) -> Result<&Walk, LessonError> {
        self.walk.as_ref().ok_or_else(|| data("it has no search"))
    }

    pub(super) fn tree(&self) -> Result<&SearchTree, LessonError> {
        self.walk().map(Walk::tree)
    }

    /// The tree without pruning.
    pub(super) fn truth(&self) -> Result<&SearchTree, LessonError> {
        let plain = self.plain.as_ref().map(Walk::tree);
        plain.ok_or_else(|| data("it has no exact values"))
    }

    pub(super) fn solved(&self) -> Result<&Analysis, LessonError> {
        self.analysis
            .as_ref()
            .ok_or_else(|| data("it is not solved"))
    }

    /// The tree that is looked at: where cuts are to be found, the one without.
    fn shown(&self) -> Option<&Walk> {
        match self.task() {
            Task::Cut => self.plain.as_ref(),
            Task::Count {
                of: Counted::BestMoves,
            } => self.plain.as_ref(),
            Task::Value { .. } | Task::Node { .. } => self.walk.as_ref(),
            Task::Count {
                of: Counted::SeemingTies,
            } => self.walk.as_ref(),
            _ => None,
        }
    }

    /// The node that is asked about.
    pub(super) fn asked(&self) -> Result<usize, LessonError> {
        match self.task() {
            Task::Value { at } => {
                let tree = self.tree()?;
                find(tree, at).ok_or_else(|| data("there is no such node"))
            }
            _ => Ok(0),
        }
    }

    /// Nodes whose value would give the answer away: the one that is asked about and all above it; where cuts are to be found, all but the
    /// leaves.
    fn hidden(&self) -> Result<Vec<u32>, LessonError> {
        let Some(walk) = self.shown() else {
            return Ok(Vec::new());
        };
        let tree = walk.tree();
        let inner = |at: &usize| !tree.nodes()[*at].children.is_empty();
        let numbers: Vec<usize> = match self.task() {
            Task::Value { .. } => {
                let above = |&at: &usize| tree.parent(at);
                std::iter::successors(Some(self.asked()?), above).collect()
            }
            Task::Cut => (0..tree.nodes().len()).filter(inner).collect(),
            Task::Node {
                which: NodeKind::Chosen,
            } => vec![0],
            _ => Vec::new(),
        };
        Ok(numbers.into_iter().map(|at| at as u32).collect())
    }

    /// The step as something to look at.
    ///
    /// # Errors
    /// The step is wrong; a test sees to it that none is.
    pub fn view(&self) -> Result<ExerciseView, LessonError> {
        let asked = match self.task() {
            Task::Value { .. } => Some(self.asked()? as u32),
            _ => None,
        };
        Ok(ExerciseView {
            lesson: self.lesson.entry(),
            step: self.number as u32,
            position: PositionView::new(&self.game, &self.line),
            agent: self.lesson.steps[self.number].agent.clone(),
            task: self.task_view()?,
            tree: self.shown().map_or(Vec::new(), Walk::all),
            hidden: self.hidden()?,
            asked,
            facts: self.facts()?,
        })
    }

    fn task_view(&self) -> Result<TaskView, LessonError> {
        Ok(match self.task() {
            Task::Move { .. } => TaskView::Move,
            Task::Value { .. } | Task::Agent { .. } | Task::Player { .. } => TaskView::Choose {
                choices: self.choices()?,
            },
            Task::Node { .. } => TaskView::Node,
            Task::Cut => TaskView::Cut,
            Task::Count { .. } => TaskView::Count,
            Task::Order { .. } => {
                let mut moves = poda_engine::MoveList::new();
                self.game.moves(&self.state(), &mut moves);
                TaskView::Order {
                    moves: moves.iter().map(ToString::to_string).collect(),
                }
            }
        })
    }

    /// What there is to choose from.
    pub(super) fn choices(&self) -> Result<Vec<ChoiceView>, LessonError> {
        Ok(match self.task() {
            Task::Value { .. } => {
                let values = self.values()?.into_iter();
                let score = |score: Score| ChoiceView::Score {
                    score: score.into(),
                };
                values.map(score).collect()
            }
            Task::Agent { .. } => {
                let agents = self.trials.iter().map(|trial| trial.agent.clone());
                agents.map(|agent| ChoiceView::Agent { agent }).collect()
            }
            Task::Player { which, .. } => {
                let players = 0..self.game.players() as u8;
                let mut choices: Vec<ChoiceView> = players
                    .map(|player| ChoiceView::Player { player })
                    .collect();
                if *which == Role::Wins {
                    choices.push(ChoiceView::Nobody);
                }
                choices
            }
            _ => Vec::new(),
        })
    }

    /// Values that a node might have: those of the tree, and among them its own.
    pub(super) fn values(&self) -> Result<Vec<Score>, LessonError> {
        let tree = self.tree()?;
        let own = tree.nodes()[self.asked()?].value;
        let exact = tree
            .nodes()
            .iter()
            .filter(|node| node.bound == Bound::Exact);
        let mut values: Vec<Score> = exact.map(|node| node.value).collect();
        values.sort_unstable();
        values.dedup();
        // The nearest ones are the hardest to tell apart.
        let at = values.iter().position(|&value| value == own).unwrap_or(0);
        let most = values.len().saturating_sub(VALUES);
        let from = at.saturating_sub(VALUES / 2).min(most);
        Ok(values.into_iter().skip(from).take(VALUES).rev().collect())
    }

    fn facts(&self) -> Result<Facts, LessonError> {
        let mut facts = Facts {
            verdict: self.analysis.as_ref().and_then(|found| found.verdict),
            best: match self.task() {
                Task::Move { .. } => self.right_moves()?,
                _ => Vec::new(),
            },
            line: match self.task() {
                Task::Value { at: line } | Task::Player { after: line, .. } => line.clone(),
                _ => Vec::new(),
            },
            count: match self.task() {
                Task::Count { of } => Some(self.count(*of)?),
                _ => None,
            },
            ..Facts::default()
        };
        if let Some(walk) = &self.walk {
            let (view, root) = (walk.view(), &walk.tree().nodes()[0]);
            facts.depth = Some(view.depth);
            facts.nodes = Some(view.nodes);
            facts.leaves = Some(view.leaves);
            facts.minimax = view.minimax;
            facts.cut = Some(view.cut);
            facts.value = Some(root.value.into());
            facts.choice = Some(view.choice);
        }
        if let Task::Order { .. } = self.task() {
            let (natural, most) = self.order_limits()?;
            (facts.natural, facts.most) = (Some(natural), Some(most));
        }
        Ok(facts)
    }

    /// The moves that are right, by name.
    pub(super) fn right_moves(&self) -> Result<Vec<String>, LessonError> {
        if let Task::Move {
            by: Authority::Search,
        } = self.task()
        {
            let best = best_moves(self.truth()?);
            return Ok(best.iter().map(ToString::to_string).collect());
        }
        let found = self.solved()?;
        let keeps = |verdict: Option<Verdict>| same_result(verdict, found.verdict);
        let right = found.moves.iter().filter(|mv| keeps(mv.verdict));
        Ok(right.map(|mv| mv.mv.clone()).collect())
    }
}

/// Whether two verdicts are the same result, however long it takes.
pub(super) fn same_result(one: Option<Verdict>, other: Option<Verdict>) -> bool {
    match (one, other) {
        (Some(Verdict::Wins { .. }), Some(Verdict::Wins { .. }))
        | (Some(Verdict::Loses { .. }), Some(Verdict::Loses { .. })) => true,
        (one, other) => one.is_some() && one == other,
    }
}
