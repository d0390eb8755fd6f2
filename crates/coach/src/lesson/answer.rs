//! Answers: which are right, and why one is or is not, read off the tree or asked of the solver.

use std::collections::BTreeSet;

use poda_engine::{
    AnyMove, Bound, Game, Halt, Knowledge, Limits, MoveList, Score, TraceNode, excerpt,
};

use super::course::{Authority, Counted, NodeKind, Role, Search, Task};
use super::cuts::{Cuts, names};
use super::exercise::{Exercise, LessonError, Trial, same_result};
use super::root::{best_moves, false_ties, find, own_score, seeming_ties};
use super::view::{ChoiceView, Judgement, MoveScore, OrderPart, Why};
use crate::position::{PositionView, number};
use crate::tree::SearchTree;
use crate::verdict::Verdict;

impl Exercise {
    /// Whether an answer is right, and why. The solver may be asked how the game goes on.
    ///
    /// # Errors
    /// The answer has another form, or a limit was reached.
    pub fn judge(
        &self,
        answer: &str,
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Result<Judgement, LessonError> {
        match self.task() {
            Task::Move { by } => self.judge_move(answer, *by, knowledge, limits),
            Task::Value { .. } => {
                let (values, at) = (self.values()?, self.asked()?);
                let own = self.tree()?.nodes()[at].value;
                let right = values[self.chosen(answer)?] == own;
                let why = vec![chooses(self.tree()?, at)];
                Ok(Judgement { right, why })
            }
            Task::Agent { which, .. } => self.judge_agent(answer, *which),
            Task::Player { after, which } => self.judge_player(answer, after, *which),
            Task::Node { which } => self.judge_node(answer, *which),
            Task::Count { of } => self.judge_count(answer, *of),
            Task::Order { .. } => self.judge_order(answer),
            Task::Cut => {
                let cuts = Cuts::new(self.truth()?, self.tree()?);
                let count = self.truth()?.nodes().len();
                let marked: Result<BTreeSet<usize>, LessonError> = answer
                    .split_whitespace()
                    .map(|word| below(word, count, "numbers of nodes"))
                    .collect();
                cuts.judge(&marked?)
            }
        }
    }

    /// All right answers; where they are too many (orders), one.
    ///
    /// # Errors
    /// The step is wrong; a test sees to it that none is.
    pub fn solution(&self) -> Result<Vec<String>, LessonError> {
        Ok(match self.task() {
            Task::Move { .. } => self.right_moves()?,
            Task::Value { .. } => {
                let own = self.tree()?.nodes()[self.asked()?].value;
                let values = self.values()?;
                indices(values.iter().map(|&value| value == own))
            }
            Task::Agent { which, .. } => {
                let fits: Result<Vec<bool>, LessonError> = self
                    .trials
                    .iter()
                    .map(|trial| self.fits(trial, *which))
                    .collect();
                indices(fits?)
            }
            Task::Player { after, which } => {
                let right = self.right_player(after, *which)?;
                indices(self.choices()?.iter().map(|choice| *choice == right))
            }
            Task::Node { which } => {
                let tree = self.tree()?;
                let fits: Result<Vec<bool>, LessonError> = (0..tree.nodes().len())
                    .map(|at| self.is_node(at, *which))
                    .collect();
                indices(fits?)
            }
            Task::Count { of } => vec![self.count(*of)?.to_string()],
            Task::Order { .. } => {
                let truth = self.truth()?;
                let mut moves: Vec<&TraceNode<AnyMove>> = children(truth, 0).collect();
                moves.sort_by_key(|node| std::cmp::Reverse(own_score(truth, node)));
                let moves: Vec<String> = moves.iter().map(|node| text(node.mv)).collect();
                vec![moves.join(" ")]
            }
            Task::Cut => {
                let tops = Cuts::new(self.truth()?, self.tree()?).tops();
                let tops: Vec<String> = tops.iter().map(ToString::to_string).collect();
                vec![tops.join(" ")]
            }
        })
    }

    fn chosen(&self, answer: &str) -> Result<usize, LessonError> {
        below(answer, self.choices()?.len(), "the number of a choice")
    }

    fn judge_move(
        &self,
        answer: &str,
        by: Authority,
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Result<Judgement, LessonError> {
        let mut legal = MoveList::new();
        self.game.moves(&self.state(), &mut legal);
        let mv = legal.iter().find(|mv| mv.to_string() == answer.trim());
        let &mv = mv.ok_or_else(|| not_an_answer(answer, "a move that can be played"))?;
        let right = self.right_moves()?.contains(&mv.to_string());
        let why = match by {
            Authority::Solver => {
                let known = self.solved()?.moves.iter();
                let worth = known.clone().find(|worth| worth.mv == mv.to_string());
                let worth = worth.ok_or(LessonError::NotSolved)?;
                Why::Solved {
                    mv: mv.to_string(),
                    verdict: worth.verdict.ok_or(LessonError::NotSolved)?,
                    reason: worth.reason,
                    line: self.analyse(&[mv], knowledge, limits).line,
                }
            }
            Authority::Search => {
                let truth = self.truth()?;
                let at = find(truth, &[mv.to_string()]).ok_or(LessonError::NotSolved)?;
                let node = &truth.nodes()[at];
                let best = children(truth, 0).map(|node| own_score(truth, node)).max();
                Why::Searched {
                    mv: mv.to_string(),
                    value: own_score(truth, node).into(),
                    scores: node.scores.iter().map(|&score| score.into()).collect(),
                    best: best.unwrap_or(node.value).into(),
                    line: expected(truth, at),
                }
            }
        };
        Ok(Judgement {
            right,
            why: vec![why],
        })
    }

    fn judge_agent(&self, answer: &str, which: Search) -> Result<Judgement, LessonError> {
        let chosen = self.chosen(answer)?;
        let right = self.fits(&self.trials[chosen], which)?;
        // A wrong choice tells of itself alone: the others are still to be thought about.
        let told = |at: usize| right || at == chosen;
        let found = self.trials.iter().enumerate().filter(|&(at, _)| told(at));
        let why = found.map(|(_, trial)| Why::Found {
            agent: trial.agent.clone(),
            choice: trial.choice.clone(),
            value: trial.value.into(),
            nodes: trial.nodes,
            verdict: self.worth_of(&trial.choice),
            false_ties: trial.false_ties.clone(),
        });
        Ok(Judgement {
            right,
            why: why.collect(),
        })
    }

    /// What a move gives by the solver, if it was asked.
    fn worth_of(&self, mv: &str) -> Option<Verdict> {
        let found = self.analysis.as_ref()?;
        found.moves.iter().find(|worth| worth.mv == mv)?.verdict
    }

    fn fits(&self, trial: &Trial, which: Search) -> Result<bool, LessonError> {
        let keeps = || -> Result<bool, LessonError> {
            let worth = self.worth_of(&trial.choice);
            Ok(same_result(worth, self.solved()?.verdict))
        };
        let fewest = self.trials.iter().map(|trial| trial.nodes).min();
        Ok(match which {
            Search::Keeps => keeps()?,
            Search::Errs => !keeps()?,
            Search::Fewest => Some(trial.nodes) == fewest,
            Search::Sees => trial.value.decided_at().is_some(),
            Search::Honest => trial.false_ties.is_empty(),
        })
    }

    fn right_player(&self, after: &[String], which: Role) -> Result<ChoiceView, LessonError> {
        let moves = self.read(after)?;
        let line = [&self.line[..], &moves].concat();
        let to_move = PositionView::new(&self.game, &line).to_move;
        let mover = to_move.ok_or_else(|| LessonError::Data("the game is over".to_owned()))?;
        let other = (mover + 1) % self.game.players() as u8;
        let winner = match (
            which,
            self.analysis.as_ref().and_then(|found| found.verdict),
        ) {
            (Role::Moves, _) => Some(mover),
            (Role::Wins, Some(Verdict::Wins { .. })) => Some(mover),
            (Role::Wins, Some(Verdict::Loses { .. })) => Some(other),
            (Role::Wins, Some(Verdict::Boxes { margin })) if margin > 0 => Some(mover),
            (Role::Wins, Some(Verdict::Boxes { margin })) if margin < 0 => Some(other),
            (Role::Wins, _) => None,
        };
        Ok(winner.map_or(ChoiceView::Nobody, |player| ChoiceView::Player { player }))
    }

    fn judge_player(
        &self,
        answer: &str,
        after: &[String],
        which: Role,
    ) -> Result<Judgement, LessonError> {
        let right = self.choices()?[self.chosen(answer)?] == self.right_player(after, which)?;
        let moves = self.read(after)?;
        let position = PositionView::new(&self.game, &[&self.line[..], &moves].concat());
        let mover = position.to_move.unwrap_or(0);
        let why = match (which, &self.analysis, position.moves.last()) {
            (Role::Wins, Some(found), _) => Why::Known {
                player: mover,
                verdict: found.verdict.ok_or(LessonError::NotSolved)?,
                line: found.line.clone(),
            },
            (_, _, Some(last)) => Why::Turn {
                mv: last.mv.clone(),
                by: last.player,
                player: mover,
                closed: last.closed,
            },
            _ => return Err(LessonError::NotSolved),
        };
        Ok(Judgement {
            right,
            why: vec![why],
        })
    }

    fn judge_node(&self, answer: &str, which: NodeKind) -> Result<Judgement, LessonError> {
        let tree = self.tree()?;
        let at = below(answer, tree.nodes().len(), "the number of a node")?;
        let right = self.is_node(at, which)?;
        let node = &tree.nodes()[at];
        let turn = |at: usize| {
            let state = tree.state_at(at);
            let over = tree.game().outcome(&state).is_some();
            (!over).then(|| number(tree.game().to_move(&state)))
        };
        let line = names(tree, at);
        let truth = self.plain.as_ref().map(|plain| plain.tree());
        let exact = truth.and_then(|truth| Some(truth.nodes()[find(truth, &line)?].value));
        let why = match which {
            NodeKind::Chosen => chooses(tree, 0),
            _ => Why::Node {
                line,
                value: node.value.into(),
                bound: node.bound,
                truth: exact.map(Into::into),
                best: tree.nodes()[0].value.into(),
                player: turn(at),
                before: tree.parent(at).and_then(turn),
                left: node.skipped.iter().map(ToString::to_string).collect(),
            },
        };
        Ok(Judgement {
            right,
            why: vec![why],
        })
    }

    fn is_node(&self, at: usize, which: NodeKind) -> Result<bool, LessonError> {
        let tree = self.tree()?;
        let node = &tree.nodes()[at];
        let below_root = tree.parent(at) == Some(0);
        Ok(match which {
            NodeKind::FalseTie => {
                let ties = false_ties(tree, self.truth()?);
                below_root && node.mv.is_some_and(|mv| ties.contains(&mv))
            }
            NodeKind::Bound => node.bound != Bound::Exact,
            NodeKind::Cutoff => node.halt == Halt::Cutoff,
            NodeKind::SameSide => {
                let mover = |at| tree.game().to_move(&tree.state_at(at));
                let over = tree.game().outcome(&tree.state_at(at)).is_some();
                !over && tree.parent(at).is_some_and(|up| mover(up) == mover(at))
            }
            NodeKind::Chosen => below_root && tree.nodes()[0].best == Some(at),
        })
    }

    pub(super) fn count(&self, of: Counted) -> Result<u64, LessonError> {
        Ok(match of {
            Counted::Nodes => self.tree()?.counts().nodes,
            Counted::BestMoves => best_moves(self.truth()?).len() as u64,
            Counted::SeemingTies => seeming_ties(self.tree()?).len() as u64,
        })
    }

    fn judge_count(&self, answer: &str, of: Counted) -> Result<Judgement, LessonError> {
        let number = answer.trim().parse::<u64>();
        let number = number.map_err(|_| not_an_answer(answer, "a number"))?;
        let why = match of {
            Counted::Nodes => {
                let tree = self.tree()?;
                let mut levels = Vec::new();
                for at in 0..tree.nodes().len() {
                    let level = tree.level(at);
                    levels.resize(levels.len().max(level + 1), 0);
                    levels[level] += 1;
                }
                Why::Levels { levels }
            }
            Counted::BestMoves => chooses(self.truth()?, 0),
            Counted::SeemingTies => chooses(self.tree()?, 0),
        };
        Ok(Judgement {
            right: number == self.count(of)?,
            why: vec![why],
        })
    }

    /// What alpha-beta visits in the order of the game, and how much it may visit.
    pub(super) fn order_limits(&self) -> Result<(u64, u64), LessonError> {
        let Task::Order { hundredths } = self.task() else {
            return Err(LessonError::Data("it has no order".to_owned()));
        };
        let moves: Vec<AnyMove> = self.read_all()?;
        let natural = self.order_cost(&moves)?.1;
        Ok((natural, natural * hundredths / 100))
    }

    fn read_all(&self) -> Result<Vec<AnyMove>, LessonError> {
        let mut moves = MoveList::new();
        self.game.moves(&self.state(), &mut moves);
        Ok(moves.into_iter().collect())
    }

    fn order_cost(&self, moves: &[AnyMove]) -> Result<(Vec<OrderPart>, u64), LessonError> {
        let costs = self.tree()?.in_order(moves);
        let costs = costs.ok_or_else(|| LessonError::Data("no alpha-beta".to_owned()))?;
        let nodes = 1 + costs.iter().map(|&(nodes, _)| nodes).sum::<u64>();
        let mut best = -Score::INFINITE;
        let part = |(&mv, &(nodes, value)): (&AnyMove, &(u64, Score))| {
            let better = value > best;
            best = best.max(value);
            OrderPart {
                mv: mv.to_string(),
                nodes,
                value: value.into(),
                better,
            }
        };
        Ok((moves.iter().zip(&costs).map(part).collect(), nodes))
    }

    fn judge_order(&self, answer: &str) -> Result<Judgement, LessonError> {
        let all = self.read_all()?;
        let wanted = || not_an_answer(answer, "every move once, in the order of your choice");
        let named = |word: &str| all.iter().find(|mv| mv.to_string() == word).copied();
        let moves: Option<Vec<AnyMove>> = answer.split_whitespace().map(named).collect();
        let moves = moves.ok_or_else(wanted)?;
        if moves.len() != all.len() || !all.iter().all(|mv| moves.contains(mv)) {
            return Err(wanted());
        }
        let ((parts, nodes), (_, most)) = (self.order_cost(&moves)?, self.order_limits()?);
        Ok(Judgement {
            right: nodes <= most,
            why: vec![Why::Ordered { parts, nodes, most }],
        })
    }
}

fn children(tree: &SearchTree, at: usize) -> impl Iterator<Item = &TraceNode<AnyMove>> {
    tree.nodes()[at]
        .children
        .iter()
        .map(|&child| &tree.nodes()[child])
}

/// Who chooses at a node from what; or why the search ends there.
fn chooses(tree: &SearchTree, at: usize) -> Why {
    let node = &tree.nodes()[at];
    if node.children.is_empty() {
        return Why::Ends {
            over: node.halt == Halt::End,
            value: node.value.into(),
        };
    }
    let moves = children(tree, at).map(|child| MoveScore {
        mv: text(child.mv),
        value: child.value.into(),
        bound: child.bound,
        scores: child.scores.iter().map(|&score| score.into()).collect(),
    });
    Why::Chooses {
        player: number(tree.game().to_move(&tree.state_at(at))),
        max: node.max,
        moves: moves.collect(),
        value: node.value.into(),
    }
}

fn text(mv: Option<AnyMove>) -> String {
    mv.map_or(String::new(), |mv| mv.to_string())
}

/// How the search expects the game to go on below a node.
fn expected(tree: &SearchTree, at: usize) -> Vec<String> {
    let below = std::iter::successors(tree.nodes()[at].best, |&at| tree.nodes()[at].best);
    below.map(|at| text(tree.nodes()[at].mv)).collect()
}

fn indices(fits: impl IntoIterator<Item = bool>) -> Vec<String> {
    let fits = fits.into_iter().enumerate().filter(|&(_, fits)| fits);
    fits.map(|(at, _)| at.to_string()).collect()
}

fn not_an_answer(found: &str, allowed: &str) -> LessonError {
    LessonError::NotAnAnswer {
        found: excerpt(found),
        allowed: allowed.to_owned(),
    }
}

fn below(word: &str, count: usize, what: &str) -> Result<usize, LessonError> {
    let number = word.trim().parse().ok().filter(|&number| number < count);
    number.ok_or_else(|| not_an_answer(word, &format!("{what} from 0 to {}", count - 1)))
}
