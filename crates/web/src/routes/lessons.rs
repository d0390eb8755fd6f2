//! Lessons: what there is to do, and what becomes of an answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use poda_coach::lessons;
use serde::Deserialize;

use super::{ActRefusals, Refusals, worked_out};
use crate::api::{ExerciseView, Judgement, LessonList, Solution};
use crate::extract::{Answer, QueryParams};
use crate::guests::Guest;
use crate::service::GameService;

/// A step of a lesson
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StepQuery {
    /// The lesson, such as `minimax`
    lesson: String,
    /// The step, counted from 0
    #[serde(default)]
    #[param(required = false)]
    step: u32,
}

impl StepQuery {
    fn key(self) -> (String, usize) {
        (self.lesson, self.step as usize)
    }
}

/// An answer to a step of a lesson
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnswerQuery {
    /// The lesson, such as `minimax`
    lesson: String,
    /// The step, counted from 0
    #[serde(default)]
    #[param(required = false)]
    step: u32,
    /// A move, a number, or several with blanks between them: the task says what
    answer: String,
}

type Shared = State<Arc<GameService>>;

/// The lessons, in the order in which they build on each other
#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = LessonList), Refusals))]
pub(super) async fn list() -> Json<LessonList> {
    let lessons = lessons().iter().map(|lesson| lesson.entry()).collect();
    Json(LessonList { lessons })
}

/// A step of a lesson: a position, a tree, something to do
#[utoipa::path(get, path = "/api/lesson", params(StepQuery), responses((status = 200, body = ExerciseView), Refusals, ActRefusals))]
pub(super) async fn step(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<StepQuery>,
) -> Answer<Json<ExerciseView>> {
    worked_out(&service, guest, move |service, limits| {
        service.lesson(query.key(), limits, |exercise, _| exercise.view())
    })
    .await
    .map(Json)
}

/// Whether an answer is right, and why
#[utoipa::path(get, path = "/api/lesson/answer", params(AnswerQuery), responses((status = 200, body = Judgement), Refusals, ActRefusals))]
pub(super) async fn answer(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<AnswerQuery>,
) -> Answer<Json<Judgement>> {
    worked_out(&service, guest, move |service, limits| {
        let key = (query.lesson, query.step as usize);
        service.lesson(key, limits, |exercise, knowledge| {
            exercise.judge(&query.answer, knowledge, limits)
        })
    })
    .await
    .map(Json)
}

/// The right answers, for whoever has tried
#[utoipa::path(get, path = "/api/lesson/solution", params(StepQuery), responses((status = 200, body = Solution), Refusals, ActRefusals))]
pub(super) async fn solution(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<StepQuery>,
) -> Answer<Json<Solution>> {
    worked_out(&service, guest, move |service, limits| {
        service.lesson(query.key(), limits, |exercise, _| {
            let answers = exercise.solution()?;
            Ok(Solution { answers })
        })
    })
    .await
    .map(Json)
}
