//! Games that people paste: as Poda or another program writes them, or drawn.

use std::collections::HashSet;

use poda_engine::{AnyGame, AnyMove, AnyState, Game, GameSpec, MoveList};

use crate::board::CellView;
use crate::look::look;
use crate::position::{Rules, landing};

/// Why a text is not a game, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasteError(String);

impl std::fmt::Display for PasteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PasteError {}

/// How many orders of play are tried before a drawn board is given up.
const MOST_TRIES: usize = 200_000;

/// Reads a game that somebody pasted. It may be
/// - moves as Poda writes them, `4453` or `h11 v12`, alone, after the game's name, in a link, or in a game's text;
/// - a link of gamesolver.org, `…?pos=4453`;
/// - columns counted from 0, as bitbully writes them: a list, `[3, 3, 2]`, or digits with a 0 among them, `3302`;
/// - a board drawn with letters, the top row first, a point for an empty cell.
///
/// Where the text does not name its game, `game` says which it is; without one, or where these are not moves of it, the game is
/// guessed from the moves.
///
/// ```
/// use poda_coach::read_pasted;
/// use poda_engine::line_text;
///
/// let (game, line) = read_pasted("[3, 3, 4]", None)?;
/// assert_eq!((game.spec().to_string(), line_text(&line)), ("connect4:6x7".to_owned(), "445".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It is none of these, or its moves cannot be played.
pub fn read_pasted(
    text: &str,
    game: Option<&AnyGame>,
) -> Result<(AnyGame, Vec<AnyMove>), PasteError> {
    let text = text.trim();
    if let Some((spec, moves)) = named(text) {
        return played(AnyGame::new(spec), moves);
    }
    if let Some(columns) = listed(text) {
        return played_in(game, Some(usual("connect4")), &columns);
    }
    if let Some(drawing) = Drawing::read(text) {
        return drawing.played(game);
    }
    let moves = text.split_once("pos=").map_or(text, |(_, moves)| moves);
    let moves = moves.split(['&', '#']).next().unwrap_or_default();
    played_in(game, guessed(moves), moves)
}

fn usual(name: &str) -> AnyGame {
    name.parse().expect("a game's name")
}

/// The moves in the game that is shown; where they are none of it, in the one that they look like.
fn played_in(
    shown: Option<&AnyGame>,
    guess: Option<AnyGame>,
    moves: &str,
) -> Result<(AnyGame, Vec<AnyMove>), PasteError> {
    match (shown, guess) {
        (Some(shown), None) => played(shown.clone(), moves),
        (Some(shown), Some(guess)) => played(shown.clone(), moves)
            .or_else(|refused| played(guess, moves).map_err(|_| refused)),
        (None, Some(guess)) => played(guess, moves),
        (None, None) => Err(PasteError(
            "it is not clear which game this is: write its name before the moves, such as `dots:4x4 h11 v12`".to_owned(),
        )),
    }
}

fn played(game: AnyGame, moves: &str) -> Result<(AnyGame, Vec<AnyMove>), PasteError> {
    let spaced = moves.replace([',', ';'], " ");
    match game.read_position(&spaced) {
        Ok((line, _)) => Ok((game, line)),
        Err(error) => Err(PasteError(error.to_string())),
    }
}

/// A text that says which game it is: Poda's own text of a game, a link, or a name before the moves.
fn named(text: &str) -> Option<(GameSpec, &str)> {
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line[name.len()..].trim())
    };
    if let (Some(game), Some(moves)) = (field("Game:"), field("Moves:")) {
        return Some((game.parse().ok()?, moves));
    }
    let after = text.split_once('#').map_or(text, |(_, after)| after);
    let parts: Vec<&str> = after.split('/').collect();
    let at = parts.iter().position(|part| is_name(part));
    if let Some(at) = at.filter(|_| parts.len() > 1) {
        let moves = parts.get(at + 1).copied().unwrap_or_default();
        return Some((parts[at].parse().ok()?, moves));
    }
    let (name, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    is_name(name).then_some((name.parse().ok()?, moves))
}

fn is_name(text: &str) -> bool {
    text.parse::<GameSpec>().is_ok()
}

/// Columns counted from 0, as the moves of Connect 4: in brackets, or as digits with a 0 among them, which no column is called here.
fn listed(text: &str) -> Option<String> {
    let name = |column: u32| char::from_digit(column.checked_add(1)?, 36);
    let bracketed = text.strip_prefix(['[', '(']);
    if let Some(inner) = bracketed.and_then(|text| text.strip_suffix([']', ')'])) {
        let columns = inner.split(',').map(str::trim).filter(|c| !c.is_empty());
        return columns.map(|column| name(column.parse().ok()?)).collect();
    }
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(10)).collect();
    let digits = digits.filter(|digits| digits.contains(&0))?;
    digits.into_iter().map(name).collect()
}

/// The game of moves without a name: columns are digits, edges begin with h or v, squares end with a digit.
fn guessed(moves: &str) -> Option<AnyGame> {
    let bare = || moves.chars().filter(|c| !c.is_whitespace() && *c != ',');
    match bare().next()? {
        '0'..='9' if bare().all(|c| c.is_ascii_digit()) => Some(usual("connect4")),
        'h' | 'v' if bare().nth(1)?.is_ascii_digit() => Some(usual("dots:4x4")),
        'a'..='g' if moves.len() > 1 => Some(usual("tictactoe")),
        _ => None,
    }
}

/// A board drawn with letters.
struct Drawing {
    /// Letters or a point, the top row first.
    rows: Vec<Vec<char>>,
}

impl Drawing {
    /// At least two rows of the same length with nothing but letters for pieces and points for empty cells. Frames, spaces and a
    /// line of numbers below do not matter.
    fn read(text: &str) -> Option<Drawing> {
        let mut rows = Vec::new();
        for line in text.lines() {
            let bare = line
                .chars()
                .filter(|c| !c.is_whitespace() && !"|│[]".contains(*c));
            let row: Vec<char> = bare.map(|c| c.to_ascii_lowercase()).collect();
            let frame = row
                .iter()
                .all(|c| "+-=─└┘┌┐╰╯".contains(*c) || c.is_ascii_digit());
            if !frame {
                rows.push(row);
            }
        }
        let cell = |&c: &char| ".·_*".contains(c) || c.is_ascii_lowercase() || "○×△".contains(c);
        let same = rows.windows(2).all(|pair| pair[0].len() == pair[1].len());
        let drawn = rows.len() > 1 && same && rows.iter().flatten().all(cell);
        drawn.then_some(Drawing { rows })
    }

    /// The letters of the players in order of play: Poda's own where they are, else whoever has more pieces begins.
    fn letters(&self) -> Vec<char> {
        let pieces = || self.rows.iter().flatten().filter(|&&c| !".·_*".contains(c));
        let mut letters: Vec<char> = pieces().copied().collect();
        letters.sort_unstable();
        letters.dedup();
        let rank = |letter: &char| (0..3).position(|player| look(player).letter == *letter);
        letters.sort_by_key(|letter| {
            let count = pieces().filter(|piece| *piece == letter).count();
            (std::cmp::Reverse(count), rank(letter))
        });
        letters
    }

    /// Moves that lead to the drawn board.
    fn played(&self, game: Option<&AnyGame>) -> Result<(AnyGame, Vec<AnyMove>), PasteError> {
        let refuse = |sentence: String| Err(PasteError(sentence));
        let (rows, columns) = (self.rows.len(), self.rows[0].len());
        let letters = self.letters();
        let game = match game {
            Some(game) => game.clone(),
            None => {
                let name = match (rows, columns) {
                    (3, 3) => "tictactoe".to_owned(),
                    _ => format!("connect4:{rows}x{columns}"),
                };
                let Ok(game) = name.parse() else {
                    return refuse(format!(
                        "no game has a board of {rows} rows and {columns} columns"
                    ));
                };
                game
            }
        };
        let rules = Rules::of(&game);
        if rules.run == 0 {
            return refuse(
                "a drawn board of boxes cannot be read: give its lines as moves, such as `h11 v12`"
                    .to_owned(),
            );
        }
        if (usize::from(rules.rows), usize::from(rules.columns)) != (rows, columns) {
            return refuse(format!(
                "the drawn board has {rows} rows and {columns} columns, and {} has {} and {}",
                rules.spec, rules.rows, rules.columns
            ));
        }
        if letters.len() > usize::from(rules.players) {
            return refuse(format!(
                "the drawn board has {} kinds of pieces, and {} play {}",
                letters.len(),
                rules.players,
                rules.spec
            ));
        }
        let owner = |cell: CellView| {
            let piece = self.rows[rows - 1 - usize::from(cell.row)][usize::from(cell.column)];
            letters.iter().position(|&letter| letter == piece)
        };
        let pieces = self.rows.iter().flatten().filter(|c| letters.contains(c));
        let mut order = OrderOfPlay {
            game: &game,
            owner: &owner,
            pieces: pieces.count(),
            line: Vec::new(),
            met: HashSet::new(),
        };
        match order.find(&game.start()) {
            true => {
                let line = order.line;
                Ok((game, line))
            }
            false => refuse(format!(
                "no game of {} leads to this board: the players take turns, and pieces do not hang in the air",
                rules.spec
            )),
        }
    }
}

/// Looks for an order in which the pieces of a board could have been played.
struct OrderOfPlay<'a> {
    game: &'a AnyGame,
    owner: &'a dyn Fn(CellView) -> Option<usize>,
    pieces: usize,
    line: Vec<AnyMove>,
    met: HashSet<u64>,
}

impl OrderOfPlay<'_> {
    fn find(&mut self, state: &AnyState) -> bool {
        if self.line.len() == self.pieces {
            return true;
        }
        if self.met.len() >= MOST_TRIES || !self.met.insert(self.game.hash(state)) {
            return false;
        }
        let mover = self.game.to_move(state).index();
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        for mv in moves {
            let cell = landing(self.game, state, mv);
            if cell.and_then(self.owner) == Some(mover) {
                self.line.push(mv);
                if self.find(&self.game.play_unchecked(state, mv)) {
                    return true;
                }
                self.line.pop();
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use poda_engine::{line_text, random_opening};

    fn read(text: &str) -> Result<(String, String), String> {
        read_as(text, None)
    }

    fn read_as(text: &str, game: Option<&str>) -> Result<(String, String), String> {
        let game: Option<AnyGame> = game.map(|game| game.parse().unwrap());
        let read = read_pasted(text, game.as_ref()).map_err(|error| error.to_string());
        read.map(|(game, line)| (game.spec().to_string(), line_text(&line)))
    }

    #[test]
    fn moves_are_read_as_programs_write_them() {
        let connect4 = |moves: &str| Ok(("connect4:6x7".to_owned(), moves.to_owned()));
        for text in [
            "4453",
            " 4 4 5 3 ",
            "4, 4, 5, 3",
            "[3, 3, 4, 2]",
            "(3,3,4,2)",
            "connect4 4453",
            "connect4:6x7 4 4 5 3",
            "http://127.0.0.1:7632/#/analysis/connect4/4453",
            "#connect4/4453",
            "https://connect4.gamesolver.org/?pos=4453",
            "Game:    connect4:6x7\nFirst    o human\nMoves:   4 4 5 3\nResult:  not over yet",
        ] {
            assert_eq!(read(text), connect4("4453"), "{text}");
        }
        assert_eq!(read("[]"), connect4(""));
        assert_eq!(read("[0, 3]"), connect4("14"));
        assert_eq!(read("0336"), connect4("1447"));
        let dots = Ok(("dots:3x3".to_owned(), "h11v12".to_owned()));
        assert_eq!(read("dots:3x3/h11 v12"), dots);
        assert_eq!(read_as("h11 v12", Some("dots:3x3")), dots);
        let squares = Ok(("tictactoe:3x3".to_owned(), "b2a1".to_owned()));
        assert_eq!(read("b2 a1"), squares);
        // Whatever is shown: these are moves of another game.
        assert_eq!(read_as("b2 a1", Some("connect4")), squares);
        assert_eq!(read_as("4453", Some("tictactoe")), connect4("4453"));
        assert_eq!(read_as("[3, 3]", Some("dots:3x3")), connect4("44"));
        assert_eq!(read_as("4453", Some("connect4:4x4")), connect4("4453"));
        let usual = Ok(("dots:4x4".to_owned(), "h12v31".to_owned()));
        assert_eq!(read_as("h12 v31", Some("connect4")), usual);
        assert_eq!(read("h12, v31"), usual);
    }

    #[test]
    fn what_is_no_game_is_refused_in_a_sentence() {
        for (text, word) in [
            ("", "which game"),
            ("hello there", "which game"),
            ("how", "which game"),
            ("h11 v99", "move 2"),
            ("4488", "move 3"),
            ("[7]", "move 1"),
            ("[4294967295]", "which game"),
            ("07", "move 2"),
            ("1 0", "move 2"),
            ("x x .\n. . .\n. . .", "turns"),
            ("o.......\nooo\n", "which game"),
            ("o . . .\n. . . .\n. . . .\n. . . .", "air"),
        ] {
            let error = read(text).unwrap_err();
            assert!(
                error.contains(word) && !error.contains('\n'),
                "{text:?}: {error}"
            );
        }
        let error = read_as("..\n..", Some("dots:2x2")).unwrap_err();
        assert!(error.contains("lines as moves"), "{error}");
        let error = read_as("...\n...", Some("connect4")).unwrap_err();
        assert!(error.contains("6 and 7"), "{error}");
    }

    #[test]
    fn a_drawn_board_becomes_a_game_that_leads_to_it() {
        for (name, plies) in [
            ("connect4", 30),
            ("connect4:6x7,players=3", 20),
            ("tictactoe", 5),
            ("connect4:4x5", 12),
        ] {
            let game: AnyGame = name.parse().unwrap();
            for seed in 0..20 {
                let line = random_opening(&game, plies, seed);
                let board = Board::new(&game, &line);
                let (_, found) = read_pasted(&board.to_string(), Some(&game)).unwrap();
                let again = Board::new(&game, &found);
                assert_eq!(again.to_string(), board.to_string(), "{name} {seed}");
                assert_eq!(found.len(), line.len());
            }
        }
        // As others draw it, with a frame, numbers and letters of their own.
        let drawn = "| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . Y . . . |\n| . . . R R . . |\n+---------------+\n  1 2 3 4 5 6 7";
        assert_eq!(read(drawn).unwrap().1.len(), 3);
    }
}
