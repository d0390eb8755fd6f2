//! Makes puzzles from games that levels of the ladder play: positions as they come up, with the slips of those who do not see far.

use std::collections::{BTreeMap, HashSet};

use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, AnyState, Game, GameSpec, Limits, MoveList, fnv1a,
    play_game, random_opening,
};

use super::rating::missed_by;
use super::{LEVELS, Puzzle, PuzzleError, PuzzleFinder, PuzzleTheme};

/// Which puzzles to make. The same order gives the same puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleOrder {
    /// The boards, each as often as the others.
    pub games: Vec<GameSpec>,
    /// How many.
    pub count: usize,
    /// Decides whatever is left to chance.
    pub seed: u64,
    /// Only positions with at most so many moves left.
    pub left: u32,
}

/// Who plays, from game to game.
const PAIRS: [[u8; 2]; 6] = [[1, 2], [3, 3], [2, 1], [2, 3], [1, 1], [3, 2]];

/// How many random moves a game begins with.
const OPENING: usize = 2;

/// For each puzzle that is wanted, so many games are played: there is more to choose from.
const GAMES_EACH: usize = 5;

/// Of one game at most so many puzzles are taken, no two with the same theme.
const MOST_OF_A_GAME: usize = 4;

/// How many nodes one question to the solver may take: some tenths of a second. What is not clear then is left out.
const QUESTION: u64 = 1_000_000;

/// Themes that take no looking ahead: a few of them are enough. One in so many puzzles each.
const PLAIN: [PuzzleTheme; 3] = [PuzzleTheme::WinNow, PuzzleTheme::Block, PuzzleTheme::Take];
const PLAIN_SHARE: usize = 12;

/// Makes puzzles, the easiest first; fewer, where the games have no more. `tell` hears how many of the games are played and how many
/// there are.
///
/// # Errors
/// A game cannot be solved.
pub fn make_puzzles(
    order: &PuzzleOrder,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut tables = Vec::new();
    for &spec in &order.games {
        let game = AnyGame::new(spec);
        let finder = PuzzleFinder::new(&game);
        let none = || PuzzleError::Other(format!("{spec} has no solver: no puzzles can be made"));
        tables.push((finder.ok_or_else(none)?, game));
    }
    let (mut pool, mut seen) = (Vec::new(), HashSet::new());
    let games = match tables.is_empty() {
        true => 0,
        false => order.count * GAMES_EACH,
    };
    for number in 0..games {
        tell(number, games);
        let (finder, game) = &tables[number % tables.len()];
        let line = played(game, order.seed, number);
        pool.extend(of_game(finder, game, &line, order, &mut seen));
    }
    tell(games, games);
    let mut chosen = spread(pool, order.count);
    // Only those that stay are shown to the slowest.
    for puzzle in &mut chosen {
        rate(puzzle, &LEVELS[LEVELS.len() - 1..], order.seed);
    }
    chosen.sort_by_key(place);
    Ok(chosen)
}

/// By points; of equal ones, by a number that has nothing to do with the position.
fn place(puzzle: &Puzzle) -> (u16, String) {
    (puzzle.rating.points(), puzzle.id())
}

/// A number that the seed and a name decide.
fn chance(seed: u64, name: &str, number: usize) -> u64 {
    fnv1a(format!("{seed} {name} {number}").as_bytes())
}

/// One game between levels.
fn played(game: &AnyGame, seed: u64, number: usize) -> Vec<AnyMove> {
    let seat = |(seat, level): (usize, u8)| {
        let seed = chance(seed, "seat", 2 * number + seat);
        Agent::new(&AgentSpec::Level(level), game, seed).expect("levels play every game")
    };
    let pair = PAIRS[number % PAIRS.len()].into_iter().enumerate();
    let mut players: Vec<Agent> = pair.map(seat).collect();
    let opening = random_opening(game, OPENING, chance(seed, "opening", number));
    let played = play_game(game, &mut players, &opening);
    played.expect("levels always have a move").0
}

/// The puzzles of a game, in an order that the seed decides.
fn of_game(
    finder: &PuzzleFinder,
    game: &AnyGame,
    line: &[AnyMove],
    order: &PuzzleOrder,
    seen: &mut HashSet<Vec<u8>>,
) -> Vec<Puzzle> {
    let limits = Limits {
        nodes: Some(QUESTION),
        ..Limits::default()
    };
    let mut states = vec![game.start()];
    for &mv in line {
        states.push(game.play_unchecked(&states[states.len() - 1], mv));
    }
    let mut plies: Vec<usize> = (0..line.len()).collect();
    plies.retain(|&ply| game.plies_left(&states[ply]) <= order.left);
    plies.sort_by_key(|&ply| chance(order.seed, "ply", ply));
    let mut found: Vec<Puzzle> = Vec::new();
    for ply in plies {
        if found.len() == MOST_OF_A_GAME {
            break;
        }
        let Some(mut puzzle) = finder.find(&line[..ply], limits) else {
            continue;
        };
        let theme_is_new = found.iter().all(|other| other.theme != puzzle.theme);
        if theme_is_new && seen.insert(key(game, &states[ply])) {
            rate(&mut puzzle, &LEVELS[..LEVELS.len() - 1], order.seed);
            found.push(puzzle);
        }
    }
    found
}

/// The same for positions that look alike in a mirror. In a game for points, who owns what changes nothing: what can still be played
/// does.
fn key(game: &AnyGame, state: &AnyState) -> Vec<u8> {
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    let points = game.margin(state, game.to_move(state)).is_some();
    let image = |symmetry| {
        let mut codes: Vec<u8> = match points {
            true => moves
                .iter()
                .map(|&mv| AnyGame::code(game.image_move(mv, symmetry)))
                .collect(),
            false => game.hash(&game.image(state, symmetry)).to_be_bytes().into(),
        };
        if points {
            codes.sort_unstable();
        }
        codes
    };
    let images = (0..game.symmetries()).map(image);
    images.min().expect("there is the identity")
}

/// Lets levels try a puzzle.
fn rate(puzzle: &mut Puzzle, levels: &[u8], seed: u64) {
    let game = AnyGame::new(puzzle.game);
    let (_, state) = game
        .read_position(&puzzle.moves)
        .expect("the moves were played");
    let right = game
        .parse_move(puzzle.solution())
        .expect("a move of this game");
    for &level in levels {
        let missed = missed_by(level, &game, &state, right, seed);
        puzzle.rating.missed[usize::from(level) - 1] = missed;
    }
}

/// So many of them, spread over the themes and in each theme over what is easy and hard.
fn spread(pool: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut themes: BTreeMap<PuzzleTheme, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in pool {
        themes.entry(puzzle.theme).or_default().push(puzzle);
    }
    for (theme, group) in &mut themes {
        group.sort_by_key(place);
        if PLAIN.contains(theme) {
            *group = evenly(std::mem::take(group), count.div_ceil(PLAIN_SHARE));
        }
    }
    // The rarest first: what they leave over goes to the others.
    let mut groups: Vec<Vec<Puzzle>> = themes.into_values().collect();
    groups.sort_by_key(Vec::len);
    let (mut chosen, mut waiting) = (Vec::new(), groups.len());
    for group in groups {
        let share = (count - chosen.len()).div_ceil(waiting);
        chosen.extend(evenly(group, share));
        waiting -= 1;
    }
    chosen.truncate(count);
    chosen
}

/// So many of a sorted list, from its beginning to its end.
fn evenly(list: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let all = list.len();
    let is_taken = |at: usize| all <= count || (at * count) / all != ((at + 1) * count) / all;
    let numbered = list.into_iter().enumerate();
    numbered
        .filter(|&(at, _)| is_taken(at))
        .map(|(_, puzzle)| puzzle)
        .collect()
}
