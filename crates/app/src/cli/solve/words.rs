//! What a value means, in words.

use poda_coach::look;
use poda_engine::solve::Solver;
use poda_engine::{AnyMove, Game, PlayerId};

/// What a value of a position means. The caller says how players are called.
pub(super) fn meaning<G: Game>(
    solver: &dyn Solver<G>,
    position: &G::State,
    value: i32,
    weak: bool,
    name: impl Fn(PlayerId) -> String,
) -> String {
    let game = solver.game();
    let player = game.to_move(position);
    if game.margin(position, player).is_some() {
        let by = |word| match weak {
            true => format!("the {player} player {word}"),
            false => format!("the {player} player {word} by {}", value.abs()),
        };
        return match value {
            0 => "the game is a draw".to_owned(),
            1.. => by("wins"),
            _ => by("loses"),
        };
    }
    if value == 0 {
        return "a draw".to_owned();
    }
    let winner = match value > 0 {
        true => player,
        false => PlayerId::new(1 - player.index()),
    };
    let winner = name(winner);
    let last = solver.score(position, value).decided_at();
    match last.filter(|_| !weak) {
        None => format!("{winner} wins"),
        Some(last) => {
            let moves = last.saturating_sub(game.ply(position));
            let plural = if moves == 1 { "" } else { "s" };
            format!("{winner} wins with move {last}, in {moves} move{plural}")
        }
    }
}

/// A player's name without a mark or colours: `First`.
pub(super) fn plain_name(player: PlayerId) -> String {
    look(player.index() as u8).name.to_owned()
}

/// What people call such a move.
pub(super) fn move_noun(mv: AnyMove) -> &'static str {
    match mv {
        AnyMove::Column(_) => "column",
        _ => "move",
    }
}
