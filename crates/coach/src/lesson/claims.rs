//! What the words of the lessons say without a number: that a move is the only one, that a line is safe, that two searches agree. Each claim
//! stands in `texts/lessons/en.ftl` under the name of its step; whoever changes a position or the words looks here.

use poda_engine::{AnyMove, Game, Halt, Knowledge, Limits, MoveList, Score, with_game};

use super::root::find;
use super::*;
use crate::games::{own_line, own_state};
use crate::position::{PositionView, number};
use crate::puzzle::PuzzleTheme;
use crate::tree::SearchTree;
use crate::verdict::Verdict;

struct Told {
    exercise: Exercise,
    knowledge: Knowledge,
}

/// A step by name.
fn step(lesson: &str, name: &str) -> Told {
    let knowledge = Knowledge::default();
    let steps = lessons().iter().find(|other| other.name == lesson);
    let mut steps = steps.unwrap().steps.iter();
    let number = steps.position(|other| other.name == name).unwrap();
    let exercise = Exercise::new(lesson, number, &knowledge, Limits::default()).unwrap();
    Told {
        exercise,
        knowledge,
    }
}

impl Told {
    fn tree(&self) -> &SearchTree {
        self.exercise.tree().unwrap()
    }

    fn truth(&self) -> &SearchTree {
        self.exercise.truth().unwrap()
    }

    fn verdict(&self) -> Verdict {
        self.exercise.solved().unwrap().verdict.unwrap()
    }

    fn right(&self) -> Vec<String> {
        self.exercise.solution().unwrap()
    }

    fn legal(&self) -> Vec<AnyMove> {
        let mut moves = MoveList::new();
        self.exercise.game.moves(&self.exercise.state(), &mut moves);
        moves.into_iter().collect()
    }

    /// Whose turn it is, counted from 0.
    fn who(&self) -> u8 {
        number(self.exercise.game.to_move(&self.exercise.state()))
    }

    /// The position after some more moves.
    fn after(&self, moves: &[AnyMove]) -> PositionView {
        PositionView::new(
            &self.exercise.game,
            &[&self.exercise.line[..], moves].concat(),
        )
    }

    /// A move and how the game goes on, by the solver.
    fn line(&self, mv: AnyMove) -> Vec<AnyMove> {
        let limits = Limits::default();
        let on = self.exercise.analyse(&[mv], &self.knowledge, limits).line;
        let names = [vec![mv.to_string()], on].concat();
        self.exercise.read(&names).unwrap()
    }

    /// What a move does, as a puzzle would call it.
    fn theme(&self, mv: AnyMove) -> Option<PuzzleTheme> {
        let (state, line) = (self.exercise.state(), self.line(mv));
        with_game!(&self.exercise.game, |rules| {
            let line = own_line(rules, &line);
            crate::games::Coached::theme(rules, own_state(rules, &state), self.verdict(), &line)
        })
    }

    /// What every right move does: the same.
    fn does(&self) -> PuzzleTheme {
        let right = self.right();
        let legal = self.legal().into_iter();
        let mut themes = legal
            .filter(|mv| right.contains(&mv.to_string()))
            .map(|mv| self.theme(mv).unwrap());
        let first = themes.next().unwrap();
        assert!(themes.all(|theme| theme == first));
        first
    }

    /// What each first move is worth to whoever thinks, in the order in which they are searched.
    fn values(&self, tree: &SearchTree) -> Vec<(String, Score)> {
        let children = tree.nodes()[0].children.iter().map(|&at| &tree.nodes()[at]);
        children
            .map(|node| (node.mv.unwrap().to_string(), node.value))
            .collect()
    }
}

fn wins(value: Score) -> bool {
    value.decided_at().is_some() && value > Score::ZERO
}

/// All ends below a node.
fn ends_below(tree: &SearchTree, at: usize) -> Vec<Score> {
    let node = &tree.nodes()[at];
    match node.children.is_empty() {
        true => vec![node.value],
        false => {
            let below = node.children.iter();
            below.flat_map(|&child| ends_below(tree, child)).collect()
        }
    }
}

fn is_whole_game(tree: &SearchTree) -> bool {
    let leaves = tree.nodes().iter().filter(|node| node.children.is_empty());
    leaves.into_iter().all(|node| node.halt == Halt::End)
}

#[test]
fn minimax() {
    let leaf = step("minimax", "leaf");
    assert!(is_whole_game(leaf.tree()));
    let at = |name, moves: &[&str]| {
        let step = step("minimax", name);
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let at = find(step.tree(), &moves).unwrap();
        (step, at)
    };
    let (min, node) = at("min", &["a2"]);
    assert!(!min.tree().nodes()[node].max);
    let (other, node) = at("other", &["c1"]);
    assert!(ends_below(other.tree(), node).into_iter().any(wins));
    assert!(!wins(other.tree().nodes()[node].value));
    let play = step("minimax", "play");
    assert_eq!(play.right().len(), 1, "the only move");
    assert_eq!(play.tree().report().value, Score::ZERO, "the draw");
}

#[test]
fn horizon() {
    let find = step("horizon", "find");
    assert_eq!(find.verdict(), Verdict::Wins { moves: 2 });
    assert_eq!(find.does(), PuzzleTheme::DoubleThreat);
    for name in ["see", "fall"] {
        let right = step("horizon", name).right().len();
        assert!(right > 1, "{name}: more than one");
    }
    let fall = step("horizon", "fall");
    let middle = "4";
    let trials = &fall.exercise.trials;
    let right = fall.right();
    let errs = |at: usize| right.contains(&at.to_string());
    // The shallow ones err, all deeper ones do not, and those that err take the middle.
    let deepest = (0..trials.len()).filter(|&at| errs(at)).max().unwrap();
    assert!((0..=deepest).all(|at| errs(at) && trials[at].choice == middle));
    let save = step("horizon", "save");
    assert_eq!(save.verdict(), Verdict::Draw);
    assert_eq!(save.right().len(), 2, "both");
    let judge = step("horizon", "judge");
    assert_eq!(judge.right().len(), 1, "luckier than the others");
}

#[test]
fn pruning() {
    let sure = step("pruning", "sure");
    let first = sure.values(sure.tree())[0].0.clone();
    assert_eq!(sure.exercise.view().unwrap().facts.line, [first]);
    let stop = step("pruning", "stop");
    let same = |told: &Told| (told.exercise.line.clone(), told.tree().report().depth);
    assert_eq!(same(&stop), same(&sure), "the same tree");
    let cut = |at: &usize| stop.tree().nodes()[*at].halt == Halt::Cutoff;
    let mut cuts = (0..stop.tree().nodes().len()).filter(cut);
    assert!(cuts.all(|at| stop.tree().nodes()[at].children.len() == 1));
    let mark = step("pruning", "mark");
    assert_eq!(mark.truth().report().value, mark.tree().report().value);
    assert!(is_whole_game(step("pruning", "deeper").truth()));
    let saved = step("pruning", "saved");
    let found = |at: usize| {
        let trial = &saved.exercise.trials[at];
        (trial.value, trial.choice.clone())
    };
    assert!(
        (1..3).all(|at| found(at) == found(0)),
        "same value and move"
    );
    let (centre, rule) = (saved.right(), step("order", "rule").right());
    assert_eq!(centre, ["2"], "the centre first");
    assert_ne!(rule, ["2"], "not everywhere");
}

#[test]
fn order() {
    let lucky = step("order", "lucky");
    let root = &lucky.tree().nodes()[0].children;
    let (first, rest) = root.split_first().unwrap();
    let first = &lucky.tree().nodes()[*first];
    assert!(first.halt == Halt::End && wins(first.value), "wins at once");
    assert!(
        rest.iter()
            .all(|&at| lucky.tree().nodes()[at].children.len() == 1)
    );
    for name in ["four", "seven", "boxes", "last"] {
        let step = step("order", name);
        let mut values = step.values(step.truth());
        let best = values.iter().map(|(_, value)| *value).max().unwrap();
        let is_best = |(_, value): &(String, Score)| *value == best;
        match name {
            "seven" => assert!(wins(best), "a win that is found first"),
            "boxes" => {
                let right = values.iter().filter(|found| is_best(found));
                for (mv, _) in right {
                    let mv = step.exercise.read(std::slice::from_ref(mv)).unwrap();
                    let closed = step.after(&mv).moves.pop().unwrap().closed;
                    assert!(closed > 0, "the move that closes a box");
                }
            }
            "last" => assert_eq!(values.iter().position(is_best), Some(values.len() - 1)),
            _ => {}
        }
        // The best move first is enough, whatever the order of the others.
        let at = values.iter().position(is_best).unwrap();
        let best = values.remove(at);
        values.insert(0, best);
        let names: Vec<String> = values.into_iter().map(|(mv, _)| mv).collect();
        let (answer, limits) = (names.join(" "), Limits::default());
        let judged = step.exercise.judge(&answer, &step.knowledge, limits);
        assert!(judged.unwrap().right, "{name}");
    }
}

#[test]
fn turns() {
    for name in ["again", "twice", "root"] {
        assert!(is_whole_game(step("turns", name).tree()), "{name}");
    }
    let twice = step("turns", "twice");
    let at = twice.exercise.asked().unwrap();
    assert!(twice.tree().nodes()[at].max == twice.tree().nodes()[0].max);
    assert_eq!(step("turns", "play").does(), PuzzleTheme::Take);
}

impl Told {
    /// How many boxes can be taken in a row after a move.
    fn given(&self, mv: AnyMove) -> usize {
        let mut moves = vec![mv];
        loop {
            let closing = self.after(&moves).legal.into_iter().find_map(|reply| {
                let reply = self.exercise.game.parse_move(&reply.mv).unwrap();
                let more = [&moves[..], &[reply]].concat();
                (self.after(&more).moves.pop().unwrap().closed > 0).then_some(reply)
            });
            match closing {
                Some(reply) => moves.push(reply),
                None => break,
            }
        }
        moves.len() - 1
    }

    fn is_right(&self, mv: &AnyMove) -> bool {
        self.right().contains(&mv.to_string())
    }
}

#[test]
fn chains() {
    let safe = step("chains", "safe");
    for mv in safe.legal() {
        // Whoever finds any safe move is right.
        assert_eq!(safe.given(mv) == 0, safe.is_right(&mv), "{mv}");
    }
    let least = step("chains", "least");
    let given = least.legal().into_iter().map(|mv| (least.given(mv), mv));
    let given: Vec<(usize, AnyMove)> = given.collect();
    let fewest = given.iter().map(|&(boxes, _)| boxes).min().unwrap();
    assert!(fewest > 0, "no move is safe");
    for (boxes, mv) in given {
        assert!(
            boxes == fewest || !least.is_right(&mv),
            "the shortest first"
        );
    }
    let take = step("chains", "take");
    assert_eq!(take.does(), PuzzleTheme::Take);
    let first = take
        .legal()
        .into_iter()
        .find(|mv| take.is_right(mv))
        .unwrap();
    let left = take.legal().len();
    assert_eq!(take.given(first) + 1, left, "all that is left can be taken");
    assert_eq!(step("chains", "deal").does(), PuzzleTheme::DoubleDealing);
    let hard = step("chains", "hard");
    let two = hard.legal().into_iter().filter(|&mv| hard.given(mv) == 2);
    let right: Vec<bool> = two.map(|mv| hard.is_right(&mv)).collect();
    assert!(right.len() > 2 && hard.right().len() == 1);
    assert_eq!(right.into_iter().filter(|right| *right).count(), 1);
    assert_eq!(step("chains", "larger").does(), PuzzleTheme::DoubleDealing);
    // Whoever knows chains finds it at a depth at which whoever counts boxes is far from it.
    let search = step("chains", "search");
    let finds = |agent: &str| {
        let (game, line) = (&search.exercise.game, &search.exercise.line);
        let (agent, limits) = (agent.parse().unwrap(), Limits::default());
        let tree = SearchTree::record(game, line, &agent, 1, 1000, limits).unwrap();
        let deal = step("chains", "deal").right();
        deal.contains(&tree.report().choice.to_string())
    };
    assert!(finds("alphabeta:depth=2,eval=chains,ties=first"));
    assert!((1..6).all(|depth| !finds(&format!("alphabeta:depth={depth},eval=s3,ties=first"))));
}

#[test]
fn threats() {
    assert_eq!(step("threats", "block").does(), PuzzleTheme::Block);
    assert_eq!(step("threats", "two").does(), PuzzleTheme::DoubleThreat);
    let poison = step("threats", "poison");
    assert!(matches!(poison.verdict(), Verdict::Wins { .. }));
    assert!(
        poison.right().len() < poison.legal().len(),
        "not every move"
    );
    // Whoever plays there gives the square above.
    let gives = |mv: &AnyMove| {
        let above = poison.after(&[*mv, *mv]);
        let only = poison.after(&[*mv]).ending.is_none();
        only && matches!(above.ending, Some(crate::Ending::Won { .. }))
    };
    assert!(poison.legal().iter().filter(|mv| gives(mv)).count() > 0);
    // In the end every move of the other side lets the one win, by no threat but because somebody must move.
    for (name, who) in [("odd", 0), ("even", 1)] {
        let step = step("threats", name);
        let theme = (step.who(), step.does());
        assert_eq!(theme, (who, PuzzleTheme::Zugzwang), "{name}");
    }
}

#[test]
fn three() {
    let (paranoid, fear) = (step("three", "paranoid"), step("three", "fear"));
    let at = paranoid.exercise.asked().unwrap();
    let tree = paranoid.tree();
    // Its loss is the win of the third player, to which the other one helps.
    let line: Vec<usize> = std::iter::successors(Some(at), |&at| tree.nodes()[at].best).collect();
    let last = tree.line_to(line[line.len() - 1]);
    let end = PositionView::new(&paranoid.exercise.game, &last).ending;
    let third = (paranoid.who() + 2) % 3;
    assert_eq!(end, Some(crate::Ending::Won { winner: third }));
    let not_lost = |value: Score| value.decided_at().is_none() || wins(value);
    assert!(
        not_lost(fear.truth().report().value),
        "no loss, whatever they do"
    );
    let trust = step("three", "trust");
    assert!(trust.right().iter().all(|mv| !fear.right().contains(mv)));
    let cost = step("three", "cost");
    let plain = "minimax:depth=5,ties=first".parse().unwrap();
    let (game, line) = (&cost.exercise.game, &cost.exercise.line);
    let all = SearchTree::record(game, line, &plain, 1, 1, Limits::default()).unwrap();
    let visited = cost.exercise.trials[0].nodes;
    assert!(
        visited * 20 > all.counts().nodes * 19,
        "almost nothing is cut"
    );
}

#[test]
fn mistake() {
    assert_eq!(step("mistake", "best").right().len(), 1, "only one");
    assert_eq!(step("mistake", "false").right().len(), 1, "one of them");
    let whole = step("mistake", "true");
    let root = &whole.tree().nodes()[0];
    let same = |at: &usize| whole.tree().nodes()[*at].value == root.value;
    assert_eq!(
        root.children.iter().filter(|at| same(at)).count(),
        whole.legal().len()
    );
}

#[test]
fn solved() {
    let first = step("solved", "first");
    let found = first.exercise.solved().unwrap();
    let worth = |moves: &[usize], is: fn(Verdict) -> bool| {
        let each = moves.iter().map(|column| &found.moves[column - 1]);
        each.clone().all(|mv| is(mv.verdict.unwrap()))
    };
    assert!(worth(&[4], |verdict| matches!(
        verdict,
        Verdict::Wins { .. }
    )));
    assert!(worth(&[3, 5], |verdict| verdict == Verdict::Draw));
    assert!(worth(&[1, 2, 6, 7], |verdict| matches!(
        verdict,
        Verdict::Loses { .. }
    )));
    let only = step("solved", "only");
    assert_eq!((only.verdict(), only.right().len()), (Verdict::Draw, 1));
    let others = only.exercise.solved().unwrap().moves.iter();
    for mv in others.filter(|mv| !only.right().contains(&mv.mv)) {
        // Nobody looks as far without a solver.
        assert!(
            matches!(mv.verdict, Some(Verdict::Loses { moves }) if moves > 5),
            "{mv:?}"
        );
    }
}
