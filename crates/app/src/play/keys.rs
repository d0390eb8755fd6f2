//! Which key means what. As in the page: arrows and hjkl, digits, Enter and Space, u r i m ? Esc.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::state::{Action, Direction, Screen, State};

/// What a key means now, if it means something.
pub(crate) fn action(state: &State, key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Action::Quit),
            KeyCode::Char('z') => Some(Action::Suspend),
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let always = match key.code {
        KeyCode::Left => Action::Go(Direction::Left),
        KeyCode::Right => Action::Go(Direction::Right),
        KeyCode::Up => Action::Go(Direction::Up),
        KeyCode::Down => Action::Go(Direction::Down),
        KeyCode::Enter => Action::Accept,
        KeyCode::Esc => Action::Back,
        KeyCode::Tab => Action::Go(Direction::Down),
        KeyCode::BackTab => Action::Go(Direction::Up),
        KeyCode::Backspace => Action::Type(None),
        KeyCode::Char(letter) if state.is_typing() => Action::Type(Some(letter)),
        KeyCode::Char(letter) => return letter_action(state, letter),
        _ => return None,
    };
    Some(always)
}

fn letter_action(state: &State, letter: char) -> Option<Action> {
    if state.question.is_some() {
        return match letter {
            'y' | 'Y' => Some(Action::Yes),
            'n' | 'N' => Some(Action::No),
            _ => None,
        };
    }
    let reviewed = matches!(&state.screen, Screen::Game(table) if table.study.is_review());
    Some(match letter {
        'h' => Action::Go(Direction::Left),
        'l' => Action::Go(Direction::Right),
        'k' => Action::Go(Direction::Up),
        'j' => Action::Go(Direction::Down),
        '0' => Action::Digit(10),
        '1'..='9' => Action::Digit(letter as usize - '0' as usize),
        ' ' => Action::Accept,
        'u' => Action::Undo,
        'r' => Action::Redo,
        'i' => Action::Hint,
        'm' => Action::Mute,
        '?' => Action::Help,
        'a' => Action::Analyse,
        'v' => Action::Review,
        'n' if reviewed => Action::NextMistake,
        't' if reviewed => Action::Tell,
        'n' => Action::New,
        'p' => Action::Pause,
        's' => Action::Step,
        'x' => Action::Resign,
        'R' => Action::Rematch,
        'd' => Action::Delete,
        '[' => Action::Look(-1),
        ']' => Action::Look(1),
        '{' => Action::LookAt(0),
        '}' => Action::LookAt(usize::MAX),
        '.' => Action::Repeat,
        'q' => Action::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::words::Words;

    #[test]
    fn keys_are_those_of_the_page() {
        let (state, _) = State::new(Words::new(false), false);
        let press = |code| action(&state, KeyEvent::new(code, KeyModifiers::NONE));
        for (code, wanted) in [
            (KeyCode::Left, Action::Go(Direction::Left)),
            (KeyCode::Char('h'), Action::Go(Direction::Left)),
            (KeyCode::Char('j'), Action::Go(Direction::Down)),
            (KeyCode::Char('k'), Action::Go(Direction::Up)),
            (KeyCode::Char('l'), Action::Go(Direction::Right)),
            (KeyCode::Char('7'), Action::Digit(7)),
            (KeyCode::Char('0'), Action::Digit(10)),
            (KeyCode::Enter, Action::Accept),
            (KeyCode::Char(' '), Action::Accept),
            (KeyCode::Char('u'), Action::Undo),
            (KeyCode::Char('r'), Action::Redo),
            (KeyCode::Char('i'), Action::Hint),
            (KeyCode::Char('m'), Action::Mute),
            (KeyCode::Char('?'), Action::Help),
            (KeyCode::Esc, Action::Back),
        ] {
            assert_eq!(press(code), Some(wanted));
        }
        assert_eq!(press(KeyCode::F(5)), None);
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert_eq!(action(&state, control('c')), Some(Action::Quit));
        assert_eq!(action(&state, control('u')), None);
    }
}
