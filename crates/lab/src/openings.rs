//! Openings of one's own: read from a file, or made: all of some length, the distinct ones, or those that a solver calls balanced.

use std::collections::HashSet;
use std::str::FromStr;

use poda_engine::solve::{Solvable, SolverOptions};
use poda_engine::{AnyGame, AnyMove, AnyState, Concrete, Game, Limits, MoveList, Score, with_game};

use crate::suggestion::meant;

/// An opening that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpening {
    /// Its moves cannot be played.
    #[error("`{moves}` is no opening of {game}: {why}")]
    Moves {
        /// As it is written.
        moves: String,
        /// The game.
        game: String,
        /// What is wrong.
        why: String,
    },
    /// Nothing is left to play.
    #[error("the game is over after `{moves}`: an opening leaves it open")]
    Over {
        /// As it is written.
        moves: String,
    },
}

/// Reads an opening.
///
/// # Errors
/// Its moves cannot be played, or end the game.
pub fn read_opening(game: &AnyGame, moves: &str) -> Result<Vec<AnyMove>, BadOpening> {
    let (line, state) = game
        .read_position(moves)
        .map_err(|error| BadOpening::Moves {
            moves: moves.to_owned(),
            game: game.spec().to_string(),
            why: error.to_string(),
        })?;
    match game.outcome(&state) {
        None => Ok(line),
        Some(_) => Err(BadOpening::Over {
            moves: moves.to_owned(),
        }),
    }
}

/// The openings that a file lists, with the numbers of their lines: one in each line, `-` for the start itself, `#` before a remark.
pub fn listed_openings(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter_map(|(number, line)| {
        let moves = line.split('#').next().unwrap_or_default().trim();
        match moves {
            "" => None,
            "-" => Some((number, "")),
            moves => Some((number, moves)),
        }
    })
}

/// Which openings of a length are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Every sequence of moves.
    All,
    /// One of those that lead to the same position, or to one that is its mirror image.
    Distinct,
    /// Of the distinct ones those that nobody wins if both play on perfectly.
    Balanced,
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Keep, String> {
        match text {
            "all" => Ok(Keep::All),
            "distinct" => Ok(Keep::Distinct),
            "balanced" => Ok(Keep::Balanced),
            _ => Err(format!(
                "`{text}` is no kind of openings: {}",
                meant(text, &["all", "distinct", "balanced"])
            )),
        }
    }
}

/// The most openings that are made.
pub const MOST_OPENINGS: usize = 200_000;

/// Openings of one length, and how many more there may be that a solver could not tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MadeOpenings {
    /// Their moves.
    pub lines: Vec<Vec<AnyMove>>,
    /// Positions that took the solver too long.
    pub unknown: usize,
}

/// Makes openings of a game, in the order of their moves. None of them ends the game. A solver may look at so many `nodes` for
/// each; `tell` hears how many of how many it has looked at, and says whether to go on.
///
/// # Errors
/// There are too many, or nobody can solve the game.
pub fn make_openings(
    game: &AnyGame,
    plies: u32,
    keep: Keep,
    nodes: u64,
    tell: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<MadeOpenings, String> {
    let mut layer: Vec<(Vec<AnyMove>, AnyState)> = vec![(Vec::new(), game.start())];
    for _ in 0..plies {
        let (mut next, mut met) = (Vec::new(), HashSet::new());
        for (line, state) in &layer {
            let mut moves: MoveList<AnyMove> = MoveList::new();
            game.moves(state, &mut moves);
            for mv in moves {
                let after = game.play_unchecked(state, mv);
                let goes_on = game.outcome(&after).is_none();
                if goes_on && (keep == Keep::All || met.insert(key(game, &after))) {
                    next.push(([&line[..], &[mv]].concat(), after));
                }
            }
            if next.len() > MOST_OPENINGS {
                let (spec, most) = (game.spec(), MOST_OPENINGS);
                return Err(format!(
                    "{spec} has more than {most} openings of {plies} plies: fewer plies have fewer"
                ));
            }
        }
        layer = next;
    }
    if keep == Keep::Balanced {
        return with_game!(game, |rules| balanced(rules, layer, nodes, tell));
    }
    Ok(MadeOpenings {
        lines: layer.into_iter().map(|(line, _)| line).collect(),
        unknown: 0,
    })
}

/// Of these openings those that nobody wins. The book is asked first, and one solver remembers what it found from one to the next.
fn balanced<G: Concrete + Solvable>(
    rules: &G,
    openings: Vec<(Vec<AnyMove>, AnyState)>,
    nodes: u64,
    tell: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<MadeOpenings, String> {
    let solver = rules
        .solver(&SolverOptions::default())
        .map_err(|error| error.to_string())?;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (mut made, total) = (MadeOpenings::default(), openings.len());
    for (number, (line, state)) in openings.into_iter().enumerate() {
        if !tell(number, total) {
            return Err(format!("stopped after {number} of {total} positions"));
        }
        let state = G::state(&state);
        match solver.solve(state, limits, &mut |_| ()) {
            None => made.unknown += 1,
            Some(solution) if solver.score(state, solution.value) == Score::ZERO => {
                made.lines.push(line);
            }
            Some(_) => {}
        }
    }
    Ok(made)
}

/// The same for a position and its images under the symmetries of the board.
fn key(game: &AnyGame, state: &AnyState) -> u64 {
    let images = (0..game.symmetries()).map(|symmetry| game.hash(&game.image(state, symmetry)));
    images.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Keep, listed_openings, make_openings, read_opening};
    use poda_engine::{AnyGame, line_text};

    fn made(game: &str, plies: u32, keep: Keep) -> Vec<String> {
        let game: AnyGame = game.parse().expect("a game");
        let made = make_openings(&game, plies, keep, 1_000_000, &mut |_, _| true).expect("few");
        assert_eq!(made.unknown, 0);
        let lines = made.lines.iter();
        lines.map(|line| line_text(line)).collect()
    }

    #[test]
    fn openings_are_counted_as_one_would_by_hand() {
        assert_eq!(made("connect4", 2, Keep::All).len(), 49);
        // 49 sequences of which 21 pairs are the same position but for their colours: all differ. Mirror images leave 25.
        assert_eq!(made("connect4", 2, Keep::Distinct).len(), 25);
        // A corner, a side and the centre.
        assert_eq!(made("tictactoe", 1, Keep::Distinct).len(), 3);
        assert_eq!(made("tictactoe", 1, Keep::Balanced).len(), 3);
        // The 12 replies that differ, of which 5 keep the draw: to a corner the centre, to the centre a corner, to a side the centre, a
        // corner beside it and the side opposite.
        assert_eq!(made("tictactoe", 2, Keep::Distinct).len(), 12);
        let balanced = made("tictactoe", 2, Keep::Balanced);
        assert_eq!(balanced.len(), 5, "{balanced:?}");
        assert_eq!(made("connect4:4x4", 0, Keep::Balanced), [""]);
    }

    /// Without the book each of these takes seconds.
    #[test]
    fn balanced_openings_are_looked_up_in_the_book() {
        let game: AnyGame = "connect4".parse().expect("a game");
        let mut asked = 0;
        let made = make_openings(&game, 1, Keep::Balanced, 1, &mut |_, _| {
            asked += 1;
            true
        });
        let made = made.expect("few");
        assert_eq!((asked, made.unknown), (4, 0));
        let lines: Vec<String> = made.lines.iter().map(|line| line_text(line)).collect();
        assert_eq!(
            lines,
            ["3"],
            "of the first moves the third and the fifth draw"
        );
    }

    #[test]
    fn lists_have_remarks() {
        let text = "# four\n44 # two\n\n-\n4 4 5\n";
        let found: Vec<(usize, &str)> = listed_openings(text).collect();
        assert_eq!(found, [(2, "44"), (4, ""), (5, "4 4 5")]);
        let game: AnyGame = "connect4".parse().expect("a game");
        assert!(read_opening(&game, "1212121").is_err());
        assert!(read_opening(&game, "8").is_err());
        assert_eq!(read_opening(&game, "").map(|line| line.len()), Ok(0));
    }
}
