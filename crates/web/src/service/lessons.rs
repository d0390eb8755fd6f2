//! Lessons: each step is computed once, when somebody first comes to it, and kept; there are only so many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poda_coach::{Exercise, LessonError};
use poda_engine::{Knowledge, Limits};

use super::GameService;
use crate::refused::Refused;

/// A step of a lesson, by the lesson's name and its own number.
pub(crate) type StepKey = (String, usize);

/// The steps that somebody has come to.
#[derive(Default)]
pub(crate) struct Lessons(Mutex<HashMap<StepKey, Arc<Exercise>>>);

impl Lessons {
    fn lock(&self) -> MutexGuard<'_, HashMap<StepKey, Arc<Exercise>>> {
        // Nothing in here panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The step, kept or computed now.
    fn get(
        &self,
        key: StepKey,
        knowledge: &Knowledge,
        limits: Limits<'_>,
    ) -> Result<Arc<Exercise>, LessonError> {
        if let Some(exercise) = self.lock().get(&key) {
            return Ok(Arc::clone(exercise));
        }
        let exercise = Arc::new(Exercise::new(&key.0, key.1, knowledge, limits)?);
        self.lock().insert(key, Arc::clone(&exercise));
        Ok(exercise)
    }
}

impl GameService {
    /// Asks something of a step. It may take a moment: a position is solved, a search recorded.
    pub(crate) fn lesson<T>(
        &self,
        key: StepKey,
        limits: Limits<'_>,
        ask: impl FnOnce(&Exercise, &Knowledge) -> Result<T, LessonError>,
    ) -> Result<T, Refused> {
        let step = self.lessons.get(key, &self.knowledge, limits)?;
        Ok(ask(&step, &self.knowledge)?)
    }
}
