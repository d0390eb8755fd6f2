//! Every step of every lesson is computed: what is right is right for a reason, and so is what is wrong.

use std::collections::BTreeSet;

use poda_engine::{Game, Knowledge, Limits, MoveList};

use super::course::Task;
use super::*;

/// Every answer that could be given, or enough of them; the right ones and wrong ones.
fn answers(exercise: &Exercise, right: &[String]) -> Vec<String> {
    let numbers = |count: usize| (0..count).map(|number| number.to_string()).collect();
    match exercise.view().unwrap().task {
        TaskView::Move => {
            let mut moves = MoveList::new();
            exercise.game.moves(&exercise.state(), &mut moves);
            moves.iter().map(ToString::to_string).collect()
        }
        TaskView::Choose { choices } => numbers(choices.len()),
        TaskView::Node => numbers(exercise.view().unwrap().tree.len()),
        TaskView::Cut => {
            let first = right[0].split(' ').next().unwrap();
            vec![
                right[0].clone(),
                String::new(),
                first.to_owned(),
                "1".to_owned(),
            ]
        }
        TaskView::Order { moves } => {
            let mut worst: Vec<&str> = right[0].split(' ').collect();
            worst.reverse();
            vec![right[0].clone(), worst.join(" "), moves.join(" ")]
        }
        TaskView::Count => {
            let count: u64 = right[0].parse().unwrap();
            vec![right[0].clone(), (count + 1).to_string(), "0".to_owned()]
        }
    }
}

fn computed(lesson: &Lesson, number: usize, knowledge: &Knowledge) {
    let place = format!("{} {}", lesson.name, lesson.steps[number].name);
    let exercise = Exercise::new(&lesson.name, number, knowledge, Limits::default());
    let exercise = exercise.unwrap_or_else(|error| panic!("{place}: {error}"));
    let right = exercise.solution().unwrap();
    assert!(
        !right.is_empty() && !right[0].is_empty(),
        "{place}: nothing is right"
    );
    let mut wrong = 0;
    for answer in answers(&exercise, &right) {
        let judged = exercise.judge(&answer, knowledge, Limits::default());
        let judged = judged.unwrap_or_else(|error| panic!("{place}: {answer}: {error}"));
        assert_eq!(judged.right, right.contains(&answer), "{place}: {answer}");
        assert!(!judged.why.is_empty(), "{place}: {answer} has no reason");
        wrong += usize::from(!judged.right);
    }
    assert!(wrong > 0, "{place}: everything is right");
    // Nonsense is refused in a sentence.
    let refused = exercise.judge("nonsense", knowledge, Limits::default());
    assert!(
        matches!(refused, Err(LessonError::NotAnAnswer { .. })),
        "{place}"
    );
    facts_hold(&exercise, &place);
    if std::env::var_os("PODA_SHOW_LESSONS").is_some() {
        show(&exercise, &right, knowledge, &place);
    }
}

/// For whoever writes a lesson: what a student will see.
#[allow(clippy::print_stderr, reason = "only where somebody asks to see it")]
fn show(exercise: &Exercise, right: &[String], knowledge: &Knowledge, place: &str) {
    let view = exercise.view().unwrap();
    eprintln!(
        "== {place}: right {right:?} of {:?}; {:?}",
        view.task, view.facts
    );
    for answer in answers(exercise, right).iter().take(12) {
        let judged = exercise
            .judge(answer, knowledge, Limits::default())
            .unwrap();
        eprintln!("   {answer}: {} {:?}", judged.right, judged.why);
    }
}

/// The numbers of the words are those of the search, and small trees are small.
fn facts_hold(exercise: &Exercise, place: &str) {
    let view = exercise.view().unwrap();
    assert!(view.tree.len() <= 40, "{place}: {} nodes", view.tree.len());
    if let Some(walk) = &exercise.walk {
        let counts = walk.tree().counts();
        assert_eq!(view.facts.nodes, Some(counts.nodes), "{place}");
        assert!(view.facts.minimax >= view.facts.nodes, "{place}");
    }
    match exercise.task() {
        // What is asked for has a value of its own, not only a bound.
        Task::Value { .. } => {
            let node = &view.tree[exercise.asked().unwrap()];
            assert_eq!(node.bound, poda_engine::Bound::Exact, "{place}");
            assert!(view.hidden.contains(&node.at), "{place}");
        }
        Task::Cut => {
            let visited = view.facts.nodes.unwrap() as usize;
            assert!(visited < view.tree.len(), "{place}");
        }
        Task::Order { .. } => assert!(view.facts.most < view.facts.natural, "{place}"),
        _ => {}
    }
}

#[test]
fn every_step_of_every_lesson_is_computed() {
    let knowledge = Knowledge::default();
    assert_eq!(lessons().len(), 10);
    let names: BTreeSet<&str> = lessons().iter().map(|lesson| &*lesson.name).collect();
    assert_eq!(names.len(), 10);
    for lesson in lessons() {
        assert!((5..=8).contains(&lesson.len()), "{}", lesson.name);
        let steps: BTreeSet<&str> = lesson.steps.iter().map(|step| &*step.name).collect();
        assert_eq!(steps.len(), lesson.len(), "{}", lesson.name);
        for number in 0..lesson.len() {
            computed(lesson, number, &knowledge);
        }
    }
}

/// The row of the last piece of a game that the solver plays to its end, counted from 1.
fn last_row(step: &str) -> usize {
    let knowledge = Knowledge::default();
    let threats = lessons().iter().find(|lesson| lesson.name == "threats");
    let steps = &threats.unwrap().steps;
    let number = steps.iter().position(|other| other.name == step).unwrap();
    let exercise = Exercise::new("threats", number, &knowledge, Limits::default()).unwrap();
    let found = exercise.solve(&[], &knowledge, Limits::default()).unwrap();
    let line = exercise.read(&found.line).unwrap();
    let whole = [&exercise.line[..], &line].concat();
    let last = crate::PositionView::new(&exercise.game, &whole).moves.pop();
    usize::from(last.unwrap().cell.unwrap().row) + 1
}

#[test]
fn threats_are_odd_and_even_as_the_words_say() {
    assert_eq!((last_row("odd") % 2, last_row("even") % 2), (1, 0));
}

#[test]
fn what_is_not_there_is_refused_in_a_sentence() {
    let refused = |name, step| {
        let exercise = Exercise::new(name, step, &Knowledge::default(), Limits::default());
        exercise.unwrap_err().to_string()
    };
    assert!(
        refused("nothing", 0)
            .starts_with("there is no lesson `nothing`: the lessons are minimax, ")
    );
    assert_eq!(
        refused("minimax", 99),
        "this lesson has no step 99: there are 7, counted from 0"
    );
}

#[test]
fn a_mark_stands_for_all_below_it() {
    let knowledge = Knowledge::default();
    let steps = &lessons()[2].steps;
    let deeper = steps.iter().position(|step| step.name == "deeper").unwrap();
    let exercise = Exercise::new("pruning", deeper, &knowledge, Limits::default()).unwrap();
    let tops = &exercise.solution().unwrap()[0];
    let below = |top: &str| {
        let at: usize = top.parse().unwrap();
        exercise.view().unwrap().tree[at].children.clone()
    };
    let more: Vec<String> = tops
        .split(' ')
        .flat_map(below)
        .map(|at| at.to_string())
        .collect();
    assert!(!more.is_empty(), "a branch with something below it is cut");
    let judge = |answer: &str| {
        exercise
            .judge(answer, &knowledge, Limits::default())
            .unwrap()
            .right
    };
    assert!(judge(&format!("{tops} {}", more.join(" "))));
    assert!(
        !judge(&more.join(" ")),
        "the branch itself is not visited either"
    );
}
