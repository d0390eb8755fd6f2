//! The one enum over the concrete games: the only place that picks a game by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::eval::{EvalError, EvalSpec, Evaluated, Evaluator};
use crate::game::{Game, MoveError, MoveList};
use crate::games::connect4::{self, Column, Connect4, Connect4Spec, Connect4SpecError};
use crate::games::dots::{self, Dots, DotsSpec, DotsSpecError, Edge};
use crate::params::{ParamError, Params, excerpt};
use crate::types::{Outcome, PlayerId, serde_as_text};

/// A game by name, checked: what people type. Text form: `connect4:6x7,players=3`, `dots:4x4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSpec {
    /// Connect 4.
    Connect4(Connect4Spec),
    /// Dots and Boxes.
    Dots(DotsSpec),
}

/// The text names no game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameSpecError {
    /// No such game.
    #[error("there is no game `{name}`: the games are connect4 and dots")]
    NoSuchGame {
        /// The name.
        name: String,
    },
    /// Connect 4 cannot be played like that.
    #[error(transparent)]
    Connect4(#[from] Connect4SpecError),
    /// Dots and Boxes cannot be played like that.
    #[error(transparent)]
    Dots(#[from] DotsSpecError),
    /// The parameters cannot be read.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl FromStr for GameSpec {
    type Err = GameSpecError;

    fn from_str(text: &str) -> Result<GameSpec, GameSpecError> {
        let params = Params::parse(text)?;
        match params.name {
            Connect4Spec::NAME => Ok(GameSpec::Connect4(Connect4Spec::from_params(params)?)),
            DotsSpec::NAME => Ok(GameSpec::Dots(DotsSpec::from_params(params)?)),
            name => Err(GameSpecError::NoSuchGame {
                name: excerpt(name),
            }),
        }
    }
}

impl GameSpec {
    /// The evaluation that plays this game best.
    pub fn best_eval(self) -> EvalSpec {
        match self {
            GameSpec::Connect4(_) => EvalSpec::Threats,
            GameSpec::Dots(_) => EvalSpec::Chains,
        }
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameSpec::Connect4(spec) => spec.fmt(f),
            GameSpec::Dots(spec) => spec.fmt(f),
        }
    }
}

serde_as_text!(GameSpec);

/// A move of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyMove {
    /// A move in Connect 4.
    Column(Column),
    /// A move in Dots and Boxes.
    Edge(Edge),
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyMove::Column(column) => column.fmt(f),
            AnyMove::Edge(edge) => edge.fmt(f),
        }
    }
}

impl serde::Serialize for AnyMove {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// A concrete game that [`AnyGame`] can be: the way in and out.
pub trait Member: Evaluated {
    /// The concrete position.
    ///
    /// # Panics
    /// If it is of another game.
    fn state(any: &AnyState) -> &Self::State;

    /// The move as one of any game.
    fn any_move(mv: Self::Move) -> AnyMove;
}

/// Declares the games with the type and the move of each, and everything that only passes a call on to the right one.
macro_rules! any_game {
    ($($(#[$doc:meta])* $name:ident($game:ty, $state:ty, $mv:ident)),+ $(,)?) => {
        /// Any game, at the size chosen at run time: rules, one variant for each concrete type that can hold them.
        ///
        /// As a [`Game`] of its own it costs a `match` per call: right for interfaces and sessions. To search, take the
        /// concrete game out with [`with_game!`](crate::with_game).
        #[derive(Clone, Debug)]
        pub enum AnyGame { $($(#[$doc])* $name($game)),+ }

        /// A position of [`AnyGame`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyState {
            $(#[doc = concat!("A position of [`AnyGame::", stringify!($name), "`].")] $name($state)),+
        }

        /// Calls a method with the concrete game and state.
        macro_rules! on_state {
            ($any:expr, $at:expr, |$rules:ident, $position:ident| $call:expr) => {
                match ($any, $at) {
                    $((AnyGame::$name($rules), AnyState::$name($position)) => $call,)+
                    _ => panic!("a position of another game"),
                }
            };
        }

        /// Calls a method with the concrete game, state and move, and wraps what it returns as a state.
        macro_rules! on_move {
            ($any:expr, $at:expr, $by:expr, |$rules:ident, $position:ident, $step:ident| $call:expr) => {
                match ($any, $at, $by) {
                    $((AnyGame::$name($rules), AnyState::$name($position), AnyMove::$mv($step)) => $call.map(AnyState::$name),)+
                    _ => panic!("a position or a move of another game"),
                }
            };
        }

        $(impl Member for $game {
            fn state(any: &AnyState) -> &$state {
                match any {
                    AnyState::$name(state) => state,
                    _ => panic!("a position of another game"),
                }
            }

            fn any_move(mv: $mv) -> AnyMove {
                AnyMove::$mv(mv)
            }
        })+

        impl Game for AnyGame {
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

            fn to_move(&self, state: &AnyState) -> PlayerId {
                on_state!(self, state, |game, state| game.to_move(state))
            }

            fn outcome(&self, state: &AnyState) -> Option<Outcome> {
                on_state!(self, state, |game, state| game.outcome(state))
            }

            fn moves(&self, state: &AnyState, list: &mut MoveList<AnyMove>) {
                match (self, state) {
                    $((AnyGame::$name(game), AnyState::$name(state)) => {
                        let mut moves = MoveList::new();
                        game.moves(state, &mut moves);
                        list.extend(moves.into_iter().map(AnyMove::$mv));
                    })+
                    _ => panic!("a position of another game"),
                }
            }

            fn moves_ahead(&self, state: &AnyState, list: &mut MoveList<AnyMove>) {
                match (self, state) {
                    $((AnyGame::$name(game), AnyState::$name(state)) => {
                        let mut moves = MoveList::new();
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

            fn check(&self, state: &AnyState, mv: AnyMove) -> Result<(), MoveError> {
                on_move!(self, state, mv, |game, state, mv| game.check(state, mv).map(|()| *state)).map(drop)
            }

            fn play_unchecked(&self, state: &AnyState, mv: AnyMove) -> AnyState {
                let next: Option<AnyState> =
                    on_move!(self, state, mv, |game, state, mv| Some(game.play_unchecked(state, mv)));
                next.expect("play_unchecked always returns")
            }

            fn margin(&self, state: &AnyState, player: PlayerId) -> Option<i32> {
                on_state!(self, state, |game, state| game.margin(state, player))
            }

            fn code(mv: AnyMove) -> u8 {
                match mv {
                    AnyMove::Column(column) => Connect4::<u64, 2>::code(column),
                    AnyMove::Edge(edge) => Dots::<u64>::code(edge),
                }
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

            fn read_move(&self, text: &str) -> Result<(AnyMove, usize), MoveError> {
                match self {
                    $(AnyGame::$name(game) => game.read_move(text).map(|(mv, length)| (AnyMove::$mv(mv), length))),+
                }
            }
        }
    };
}

any_game! {
    /// Connect 4 for two on up to 64 bits.
    Connect4(Connect4<u64, 2>, connect4::Position<u64, 2>, Column),
    /// Connect 4 for two on up to 128 bits.
    LargeConnect4(Connect4<u128, 2>, connect4::Position<u128, 2>, Column),
    /// Connect 4 for three on up to 64 bits.
    Connect4Three(Connect4<u64, 3>, connect4::Position<u64, 3>, Column),
    /// Connect 4 for three on up to 128 bits.
    LargeConnect4Three(Connect4<u128, 3>, connect4::Position<u128, 3>, Column),
    /// Dots and Boxes with fewer than 64 edges.
    Dots(Dots<u64>, dots::Position<u64>, Edge),
    /// Dots and Boxes with more edges.
    LargeDots(Dots<u128>, dots::Position<u128>, Edge),
}

/// Runs an expression with the concrete rules inside an [`AnyGame`], compiled once for each.
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
    ($game:expr, |$rules:ident| $body:expr) => {
        match $game {
            $crate::AnyGame::Connect4($rules) => $body,
            $crate::AnyGame::LargeConnect4($rules) => $body,
            $crate::AnyGame::Connect4Three($rules) => $body,
            $crate::AnyGame::LargeConnect4Three($rules) => $body,
            $crate::AnyGame::Dots($rules) => $body,
            $crate::AnyGame::LargeDots($rules) => $body,
        }
    };
}

impl AnyGame {
    /// The rules for a spec, in the smallest type that holds them.
    pub fn new(spec: GameSpec) -> AnyGame {
        match spec {
            GameSpec::Connect4(spec) => match (spec.players(), spec.bits() <= 64) {
                (2, true) => AnyGame::Connect4(Connect4::new(spec)),
                (2, false) => AnyGame::LargeConnect4(Connect4::new(spec)),
                (_, true) => AnyGame::Connect4Three(Connect4::new(spec)),
                (_, false) => AnyGame::LargeConnect4Three(Connect4::new(spec)),
            },
            GameSpec::Dots(spec) if spec.edges() < 64 => AnyGame::Dots(Dots::new(spec)),
            GameSpec::Dots(spec) => AnyGame::LargeDots(Dots::new(spec)),
        }
    }

    /// What an evaluation thinks of a position, from the view of `player`.
    ///
    /// # Errors
    /// The evaluation is about another game.
    pub fn evaluate(
        &self,
        state: &AnyState,
        eval: EvalSpec,
        player: PlayerId,
    ) -> Result<i32, EvalError> {
        fn evaluate<G: Member>(
            game: &G,
            state: &AnyState,
            eval: EvalSpec,
            player: PlayerId,
        ) -> Result<i32, EvalError> {
            Ok(game
                .evaluation(eval)?
                .evaluate(game, G::state(state), player))
        }
        crate::with_game!(self, |game| evaluate(game, state, eval, player))
    }

    /// Reads a text that is one move and nothing else.
    ///
    /// # Errors
    /// It is not.
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        match self.spec() {
            GameSpec::Connect4(_) => text.parse().map(AnyMove::Column),
            GameSpec::Dots(_) => text.parse().map(AnyMove::Edge),
        }
    }

    /// What people type for it.
    pub fn spec(&self) -> GameSpec {
        match self {
            AnyGame::Connect4(game) => GameSpec::Connect4(game.spec()),
            AnyGame::LargeConnect4(game) => GameSpec::Connect4(game.spec()),
            AnyGame::Connect4Three(game) => GameSpec::Connect4(game.spec()),
            AnyGame::LargeConnect4Three(game) => GameSpec::Connect4(game.spec()),
            AnyGame::Dots(game) => GameSpec::Dots(game.spec()),
            AnyGame::LargeDots(game) => GameSpec::Dots(game.spec()),
        }
    }
}

impl FromStr for AnyGame {
    type Err = GameSpecError;

    fn from_str(text: &str) -> Result<AnyGame, GameSpecError> {
        text.parse().map(AnyGame::new)
    }
}
