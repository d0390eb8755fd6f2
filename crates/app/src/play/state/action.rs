//! What a person can do, whatever key or click it was.

use super::place::{Direction, Place};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The cursor, or the choice.
    Go(Direction),
    /// A column by its number.
    Digit(usize),
    /// A place of the board that was clicked: the cursor goes there and plays.
    PlayAt(Place),
    /// A line of a list that was clicked, or a field of a form.
    Pick(usize),
    /// A letter that was typed, or none to take the last one back.
    Type(Option<char>),
    Accept,
    Back,
    Undo,
    Redo,
    Hint,
    Mute,
    Help,
    Resign,
    Rematch,
    New,
    Analyse,
    Review,
    NextMistake,
    /// Shows what would have been right.
    Tell,
    Pause,
    Step,
    /// To an earlier position: by so many moves.
    Look(isize),
    /// To the position after so many moves.
    LookAt(usize),
    Repeat,
    Delete,
    Yes,
    No,
    Suspend,
    Quit,
}
