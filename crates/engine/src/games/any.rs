//! What the registry of games expands to: one enum over the games by name, one each over their rules, positions and moves.

use std::fmt;

use thiserror::Error;

use super::{AnyMove, AnyState};
use crate::params::ParamError;
use crate::playable::Playable;

/// The text names no game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameSpecError {
    /// No such game.
    #[error("there is no game `{name}`: the games are {}", crate::params::listed(&super::GAMES.map(|game| game.name)))]
    NoSuchGame {
        /// The name.
        name: String,
    },
    /// The game cannot be played like that: a sentence that the game makes.
    #[error("{0}")]
    Board(String),
    /// The parameters cannot be read.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl GameSpecError {
    /// A game's own sentence.
    pub(crate) fn board(error: impl fmt::Display) -> GameSpecError {
        GameSpecError::Board(error.to_string())
    }
}

/// A concrete game of the registry: the way in and out of the enums over all of them.
pub trait Concrete: Playable {
    /// The concrete position.
    ///
    /// # Panics
    /// If it is of another game.
    fn state(any: &AnyState) -> &Self::State;

    /// The position as one of any game.
    fn any_state(state: Self::State) -> AnyState;

    /// The move as one of any game.
    fn any_move(mv: Self::Move) -> AnyMove;

    /// The move of this game that it is.
    ///
    /// # Panics
    /// If it is of another game.
    fn own_move(any: AnyMove) -> Self::Move;
}

/// Lists the games: for each its spec, its move, and every concrete type that can hold its rules. The first parameter is a dollar
/// sign, for the macros that this one defines.
macro_rules! registry {
    (($d:tt) $(
        $(#[$game_doc:meta])*
        $game:ident($spec:ty): $mv:ident($move:ty) {
            $($(#[$doc:meta])* $name:ident($rules:ty)),+ $(,)?
        }
    )+) => {
        /// All games, in the order in which they are told.
        pub const GAMES: [$crate::GameInfo; [$(stringify!($game)),+].len()] =
            [$(<$spec>::INFO),+];

        /// A game by name, checked: what people type. Text form: `connect4:6x7,players=3`, `dots:4x4`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum GameSpec { $($(#[$game_doc])* $game($spec)),+ }

        impl std::str::FromStr for GameSpec {
            type Err = GameSpecError;

            fn from_str(text: &str) -> Result<GameSpec, GameSpecError> {
                let params = $crate::params::Params::parse(text)?;
                $(if params.name == <$spec>::INFO.name {
                    return <$spec>::from_params(params).map(GameSpec::$game).map_err(GameSpecError::board);
                })+
                let name = $crate::params::excerpt(params.name);
                Err(GameSpecError::NoSuchGame { name })
            }
        }

        impl std::fmt::Display for GameSpec {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(GameSpec::$game(spec) => spec.fmt(f)),+ }
            }
        }

        impl GameSpec {
            /// The names of the game.
            pub fn info(self) -> $crate::GameInfo {
                match self { $(GameSpec::$game(_) => <$spec>::INFO),+ }
            }
        }

        $crate::types::serde_as_text!(GameSpec);

        /// A move of any game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyMove {
            $(#[doc = concat!("A move of [`GameSpec::", stringify!($game), "`].")] $mv($move)),+
        }

        impl std::fmt::Display for AnyMove {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(AnyMove::$mv(mv) => mv.fmt(f)),+ }
            }
        }

        impl serde::Serialize for AnyMove {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        $($(impl Concrete for $rules {
            fn state(any: &AnyState) -> &Self::State {
                match any {
                    AnyState::$name(state) => state,
                    _ => panic!("a position of another game"),
                }
            }

            fn any_state(state: Self::State) -> AnyState {
                AnyState::$name(state)
            }

            fn any_move(mv: $move) -> AnyMove {
                AnyMove::$mv(mv)
            }

            fn own_move(any: AnyMove) -> $move {
                match any {
                    AnyMove::$mv(mv) => mv,
                    #[allow(unreachable_patterns, reason = "with one game there is no other")]
                    _ => panic!("a move of another game"),
                }
            }
        })+)+

        impl AnyGame {
            /// The rules for a spec, in the smallest type that holds them.
            pub fn new(spec: GameSpec) -> AnyGame {
                match spec { $(GameSpec::$game(spec) => spec.rules()),+ }
            }

            /// What people type for it.
            pub fn spec(&self) -> GameSpec {
                match self { $($(AnyGame::$name(game) => GameSpec::$game(game.spec()),)+)+ }
            }

            /// Reads a text that is one move and nothing else.
            ///
            /// # Errors
            /// It is not.
            pub fn parse_move(&self, text: &str) -> Result<AnyMove, $crate::MoveError> {
                match self { $($(AnyGame::$name(_) => text.parse().map(AnyMove::$mv),)+)+ }
            }

            /// What an evaluation thinks of a position, from the view of `player`.
            ///
            /// # Errors
            /// The evaluation is about another game.
            pub fn evaluate(
                &self,
                state: &AnyState,
                eval: $crate::EvalSpec,
                player: $crate::PlayerId,
            ) -> Result<i32, $crate::EvalError> {
                use $crate::{Evaluator, Playable};
                match self {
                    $($(AnyGame::$name(game) => {
                        let eval = game.evaluation(eval)?;
                        Ok(eval.evaluate(game, <$rules as Concrete>::state(state), player))
                    })+)+
                }
            }
        }

        impl std::str::FromStr for AnyGame {
            type Err = GameSpecError;

            fn from_str(text: &str) -> Result<AnyGame, GameSpecError> {
                text.parse().map(AnyGame::new)
            }
        }

        any_game! { ($d) $($($(#[$doc])* $name($rules, $mv)),+),+ }

        /// A number that no other move of its game has.
        fn move_code(mv: AnyMove) -> u8 {
            match mv { $(AnyMove::$mv(mv) => mv.code()),+ }
        }
    };
}

/// The rules and positions of all games, and everything that only passes a call on to the right one.
macro_rules! any_game {
    (($d:tt) $($(#[$doc:meta])* $name:ident($game:ty, $mv:ident)),+ $(,)?) => {
        /// Any game, at the size chosen at run time: rules, one variant for each concrete type that can hold them.
        ///
        /// As a [`Game`](crate::Game) of its own it costs a `match` per call: right for interfaces and sessions. To search, take
        /// the concrete game out with [`with_game!`](crate::with_game).
        #[derive(Clone, Debug)]
        pub enum AnyGame { $($(#[$doc])* $name($game)),+ }

        /// A position of [`AnyGame`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyState {
            $(#[doc = concat!("A position of [`AnyGame::", stringify!($name), "`].")] $name(<$game as $crate::Game>::State)),+
        }

        /// Runs an expression with the concrete rules inside an [`AnyGame`](crate::AnyGame), compiled once for each.
        ///
        /// ```
        /// use poda_engine::{AnyGame, Game, GameSpec, perft, with_game};
        ///
        /// let game = AnyGame::new("dots:2x2".parse::<GameSpec>()?);
        /// let sequences = with_game!(&game, |rules| perft(rules, &rules.start(), 3));
        /// assert_eq!(sequences, 12 * 11 * 10);
        /// # Ok::<(), poda_engine::GameSpecError>(())
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($d game:expr, |$d rules:ident| $d body:expr) => {
                match $d game { $($crate::AnyGame::$name($d rules) => $d body),+ }
            };
        }

        /// Calls a method with the concrete game and state.
        macro_rules! on_state {
            ($d any:expr, $d at:expr, |$d rules:ident, $d position:ident| $d call:expr) => {
                match ($d any, $d at) {
                    $((AnyGame::$name($d rules), AnyState::$name($d position)) => $d call,)+
                    _ => panic!("a position of another game"),
                }
            };
        }

        /// Calls a method with the concrete game, state and move, and wraps what it returns as a state.
        macro_rules! on_move {
            ($d any:expr, $d at:expr, $d by:expr, |$d rules:ident, $d position:ident, $d step:ident| $d call:expr) => {
                match ($d any, $d at, $d by) {
                    $((AnyGame::$name($d rules), AnyState::$name($d position), AnyMove::$mv($d step)) => $d call.map(AnyState::$name),)+
                    _ => panic!("a position or a move of another game"),
                }
            };
        }

        impl $crate::Game for AnyGame {
            type State = AnyState;
            type Move = AnyMove;

            fn players(&self) -> usize {
                match self { $(AnyGame::$name(game) => game.players()),+ }
            }

            fn start(&self) -> AnyState {
                match self { $(AnyGame::$name(game) => AnyState::$name(game.start())),+ }
            }

            fn ply(&self, state: &AnyState) -> u32 {
                on_state!(self, state, |game, state| game.ply(state))
            }

            fn to_move(&self, state: &AnyState) -> $crate::PlayerId {
                on_state!(self, state, |game, state| game.to_move(state))
            }

            fn outcome(&self, state: &AnyState) -> Option<$crate::Outcome> {
                on_state!(self, state, |game, state| game.outcome(state))
            }

            fn moves(&self, state: &AnyState, list: &mut $crate::MoveList<AnyMove>) {
                match (self, state) {
                    $((AnyGame::$name(game), AnyState::$name(state)) => {
                        let mut moves = $crate::MoveList::new();
                        game.moves(state, &mut moves);
                        list.extend(moves.into_iter().map(AnyMove::$mv));
                    })+
                    _ => panic!("a position of another game"),
                }
            }

            fn moves_ahead(&self, state: &AnyState, list: &mut $crate::MoveList<AnyMove>) {
                match (self, state) {
                    $((AnyGame::$name(game), AnyState::$name(state)) => {
                        let mut moves = $crate::MoveList::new();
                        game.moves_ahead(state, &mut moves);
                        list.extend(moves.into_iter().map(AnyMove::$mv));
                    })+
                    _ => panic!("a position of another game"),
                }
            }

            fn allows(&self, state: &AnyState, mv: AnyMove) -> bool {
                match (self, state, mv) {
                    $((AnyGame::$name(game), AnyState::$name(state), AnyMove::$mv(mv)) => game.allows(state, mv),)+
                    _ => panic!("a position or a move of another game"),
                }
            }

            fn count_moves(&self, state: &AnyState) -> usize {
                on_state!(self, state, |game, state| game.count_moves(state))
            }

            fn check(&self, state: &AnyState, mv: AnyMove) -> Result<(), $crate::MoveError> {
                on_move!(self, state, mv, |game, state, mv| game.check(state, mv).map(|()| *state)).map(drop)
            }

            fn play_unchecked(&self, state: &AnyState, mv: AnyMove) -> AnyState {
                let next: Option<AnyState> =
                    on_move!(self, state, mv, |game, state, mv| Some(game.play_unchecked(state, mv)));
                next.expect("play_unchecked always returns")
            }

            fn margin(&self, state: &AnyState, player: $crate::PlayerId) -> Option<i32> {
                on_state!(self, state, |game, state| game.margin(state, player))
            }

            fn code(mv: AnyMove) -> u8 {
                move_code(mv)
            }

            fn plies_left(&self, state: &AnyState) -> u32 {
                on_state!(self, state, |game, state| game.plies_left(state))
            }

            fn hash(&self, state: &AnyState) -> u64 {
                on_state!(self, state, |game, state| game.hash(state))
            }

            fn symmetries(&self) -> usize {
                match self { $(AnyGame::$name(game) => game.symmetries()),+ }
            }

            fn image(&self, state: &AnyState, symmetry: usize) -> AnyState {
                match (self, state) {
                    $((AnyGame::$name(game), AnyState::$name(state)) => AnyState::$name(game.image(state, symmetry)),)+
                    _ => panic!("a position of another game"),
                }
            }

            fn image_move(&self, mv: AnyMove, symmetry: usize) -> AnyMove {
                match (self, mv) {
                    $((AnyGame::$name(game), AnyMove::$mv(mv)) => AnyMove::$mv(game.image_move(mv, symmetry)),)+
                    _ => panic!("a move of another game"),
                }
            }

            fn read_move(&self, text: &str) -> Result<(AnyMove, usize), $crate::MoveError> {
                match self {
                    $(AnyGame::$name(game) => game.read_move(text).map(|(mv, length)| (AnyMove::$mv(mv), length))),+
                }
            }
        }
    };
}
