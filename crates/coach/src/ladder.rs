//! Whom to play against, and what can be promised of the best.

use poda_engine::{AgentSpec, AnyGame, Game, Playable, Slip, with_game};
use serde::Serialize;

use crate::schema;
use crate::seat::Plays;
use crate::strength::{Strength, strength};

schema! {
    /// Somebody to play against.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct CharacterView {
        /// The name: `hazel`.
        pub name: String,
        /// What to type for it: `character:hazel`.
        pub agent: String,
        /// How it looks for its moves.
        pub plays: Plays,
        /// Out of a hundred moves, this many are made without thinking.
        pub slips: u32,
        /// Whether it sees at such a move what is obvious at a glance.
        pub glance: bool,
        /// How it fared against the one before; nobody is before the first.
        pub measured: Option<Strength>,
    }
}

schema! {
    /// How far the best player can be called perfect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "is", rename_all = "lowercase")]
    pub enum Exactness {
        /// Every move of a game is exact.
        Exact,
        /// Its moves are exact when at most so many are left; before that it looks as far as its time allows.
        Late {
            /// How many moves.
            plies: u32,
        },
        /// There is no exact solver for these rules.
        None,
    }
}

impl Exactness {
    /// What can be promised of a whole game.
    pub fn of(game: &AnyGame) -> Exactness {
        match with_game!(game, |rules| rules.exact_plies()) {
            0 => Exactness::None,
            plies if game.plies_left(&game.start()) <= plies => Exactness::Exact,
            plies => Exactness::Late { plies },
        }
    }
}

/// The characters of a game, the gentlest first.
pub fn ladder(game: &AnyGame) -> Vec<CharacterView> {
    let (mut before, info) = (None, game.spec().info());
    let characters = with_game!(game, |rules| rules.characters());
    let view = |character: poda_engine::Character| {
        let against = before.replace(character.name);
        let agent = AgentSpec::Character(character.name);
        let player = agent.resolve(game).expect("it is on the ladder");
        CharacterView {
            name: character.name.to_owned(),
            agent: agent.to_string(),
            plays: Plays::of(&player, game),
            slips: player.slips,
            glance: player.slip == Slip::Glance,
            measured: against
                .and_then(|against| strength(info.name, game.players(), character.name, against)),
        }
    };
    characters.into_iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(spec: &str) -> AnyGame {
        spec.parse().unwrap()
    }

    #[test]
    fn perfect_is_promised_only_where_it_is() {
        for (spec, promise) in [
            ("connect4", Exactness::Exact),
            ("connect4:5x7", Exactness::Exact),
            ("connect4:7x8", Exactness::Late { plies: 35 }),
            ("connect4:6x7,connect=5", Exactness::None),
            ("connect4:6x7,players=3", Exactness::None),
            ("dots:3x4", Exactness::Exact),
            ("dots:4x4", Exactness::Late { plies: 31 }),
            ("tictactoe", Exactness::Exact),
            ("tictactoe:8x8", Exactness::Late { plies: 12 }),
        ] {
            assert_eq!(Exactness::of(&game(spec)), promise, "{spec}");
        }
    }

    #[test]
    fn a_ladder_tells_who_was_played_against() {
        for spec in [
            "connect4",
            "connect4:6x7,players=3",
            "dots:4x4",
            "tictactoe",
        ] {
            let ladder = ladder(&game(spec));
            assert_eq!(ladder[0].measured, None);
            for pair in ladder.windows(2) {
                let Some(measured) = &pair[1].measured else {
                    assert_eq!(
                        (spec, pair[1].name.as_str()),
                        ("connect4:6x7,players=3", "oak")
                    );
                    continue;
                };
                assert_eq!(measured.against, pair[0].name, "{spec}");
                assert!(measured.least <= measured.percent && measured.percent <= measured.most);
            }
        }
    }
}
