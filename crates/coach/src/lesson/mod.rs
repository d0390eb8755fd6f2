//! Lessons: real positions with something to do in each. What is right is not written anywhere: it is computed from the position and the
//! search by an [`Exercise`], and so is the reason why an answer is wrong.

mod answer;
mod course;
mod cuts;
mod exercise;
mod root;
mod view;

pub use course::{Lesson, lessons};
pub use exercise::{Exercise, LessonError};
pub use view::{
    ChoiceView, ExerciseView, Facts, Judgement, LessonEntry, MoveScore, OrderPart, TaskView, Why,
};

#[cfg(test)]
mod claims;
#[cfg(test)]
mod tests;
