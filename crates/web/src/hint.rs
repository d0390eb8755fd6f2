//! A move to consider, and the reason for it. The reason is read off the board, so that it is true whoever found the move.

use std::sync::atomic::AtomicBool;

use poda_engine::connect4::{self, Column, Connect4};
use poda_engine::dots::{self, Chains, Dots, Edge};
use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, AnyState, Bits, Game, Knowledge, Limits, PlayerId, Request,
    Session,
};

use crate::api::{Reason, Verdict};
use crate::verdict;

/// Who is asked: quick enough to be waited for. The first does not play among three, or for other runs than four.
const ADVISERS: [&str; 2] = ["perfect:time=900ms", "strong:time=900ms"];

/// A good move in a game that goes on, what is expected after it, and why.
pub(crate) fn find(
    session: &Session,
    seed: u64,
    knowledge: &Knowledge,
    stop: &AtomicBool,
) -> (AnyMove, Verdict, Reason) {
    let (game, state) = (session.game(), session.state());
    let mut advisers = ADVISERS.iter().filter_map(|name| {
        let spec: AgentSpec = name.parse().ok()?;
        let adviser = Agent::with_knowledge(&spec, game, seed, knowledge).ok()?;
        Some((spec, adviser))
    });
    let (spec, mut adviser) = advisers.next().expect("the last one plays every game");
    let thinking = Request::within(Limits::until(stop));
    let report = adviser.think(state, thinking);
    let player = spec.resolve(game).expect("the adviser plays this game");
    let verdict = verdict::of(game, state, &player, &report);
    let reason = reason(game, state, report.choice, verdict);
    (report.choice, verdict, reason)
}

/// Why this move.
fn reason(game: &AnyGame, state: &AnyState, mv: AnyMove, verdict: Verdict) -> Reason {
    use {AnyGame as G, AnyMove as M, AnyState as S};
    match (game, state, mv) {
        (G::Connect4(game), S::Connect4(at), M::Column(mv)) => dropping(game, at, mv, verdict),
        (G::LargeConnect4(game), S::LargeConnect4(at), M::Column(mv)) => {
            dropping(game, at, mv, verdict)
        }
        (G::Connect4Three(game), S::Connect4Three(at), M::Column(mv)) => {
            dropping(game, at, mv, verdict)
        }
        (G::LargeConnect4Three(game), S::LargeConnect4Three(at), M::Column(mv)) => {
            dropping(game, at, mv, verdict)
        }
        (G::Dots(game), S::Dots(at), M::Edge(mv)) => drawing(game, at, mv),
        (G::LargeDots(game), S::LargeDots(at), M::Edge(mv)) => drawing(game, at, mv),
        _ => Reason::LooksBest,
    }
}

fn dropping<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    state: &connect4::Position<B, P>,
    column: Column,
    verdict: Verdict,
) -> Reason {
    let mover = state.to_move();
    let piece = game.landing(state) & game.column(column.index());
    if game.has_run(state.of(mover) | piece) {
        return Reason::WinsNow;
    }
    let mut others = PlayerId::all(P).filter(|&player| player != mover);
    if others.any(|player| game.has_run(state.of(player) | piece)) {
        return Reason::Blocks;
    }
    let own = state.of(mover) | piece;
    let taken = state.occupied() | piece;
    // Where the mover could win with the next piece, and right above such a place.
    let winning = game.threats(own) & game.cells() & !taken;
    let landing = taken.plus(game.bottom()) & game.cells();
    let now = winning & landing;
    let above = winning & now << 1;
    match verdict {
        Verdict::Loses { .. } => Reason::LastsLongest,
        _ if now.count() + above.count() >= 2 => Reason::DoubleThreat,
        Verdict::Wins { .. } => Reason::Forced,
        _ if !now.is_empty() => Reason::Threatens,
        _ => Reason::LooksBest,
    }
}

fn drawing<B: Bits>(game: &Dots<B>, state: &dots::Position<B>, edge: Edge) -> Reason {
    let mover = game.to_move(state);
    let next = game.play_unchecked(state, edge);
    let closed = next.margin(mover) - state.margin(mover);
    if closed > 0 {
        return Reason::Closes {
            boxes: closed as u8,
        };
    }
    let given = Chains::of(game, &next).captures();
    match (Chains::of(game, state).captures(), given) {
        (1.., 2) => Reason::GivesTwo,
        (1.., 4) => Reason::GivesFour,
        (_, 0) => Reason::Safe,
        (_, given) => Reason::OpensLeast {
            boxes: given.min(u32::from(u8::MAX)) as u8,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(game: &str, moves: &str, mv: &str, verdict: Verdict) -> Reason {
        let game: AnyGame = game.parse().unwrap();
        let (_, state) = game.read_position(moves).unwrap();
        let mv = game.parse_move(mv).unwrap();
        reason(&game, &state, mv, verdict)
    }

    const OPEN: Verdict = Verdict::Opinion { percent: 0 };

    #[test]
    fn reasons_in_connect_4() {
        let why = |moves, mv, verdict| why("connect4", moves, mv, verdict);
        assert_eq!(why("112233", "4", OPEN), Reason::WinsNow);
        assert_eq!(why("11223", "4", OPEN), Reason::Blocks);
        // Two in a row with room on both sides becomes three with two open ends.
        assert_eq!(
            why("4455", "3", Verdict::Wins { moves: 2 }),
            Reason::DoubleThreat
        );
        assert_eq!(why("4455", "2", OPEN), Reason::Threatens);
        assert_eq!(
            why("4", "1", Verdict::Loses { moves: 18 }),
            Reason::LastsLongest
        );
        assert_eq!(why("", "4", Verdict::Wins { moves: 21 }), Reason::Forced);
        assert_eq!(why("", "4", OPEN), Reason::LooksBest);
    }

    #[test]
    fn reasons_among_three_and_on_large_boards() {
        let three = "connect4:6x7,players=3";
        // The first has three at the bottom: both others can block.
        assert_eq!(why(three, "171261377", "4", OPEN), Reason::WinsNow);
        assert_eq!(why(three, "1712613", "4", OPEN), Reason::Blocks);
        assert_eq!(why("connect4:9x12", "112233", "4", OPEN), Reason::WinsNow);
    }

    #[test]
    fn reasons_in_dots_and_boxes() {
        let why = |game, moves, mv| why(game, moves, mv, OPEN);
        assert_eq!(why("dots:3x3", "", "h11"), Reason::Safe);
        assert_eq!(
            why("dots:1x1", "h11 h21 v11", "v12"),
            Reason::Closes { boxes: 1 }
        );
        // A chain of four, entered at its left end: take all, or all but two and let the other one open the rest.
        let chain = "h11 h12 h13 h14 h21 h22 h23 h24 v11";
        assert_eq!(why("dots:2x4", chain, "v12"), Reason::Closes { boxes: 1 });
        let (taken, last) = ("v12 v13", "v15");
        let two_left = format!("{chain} {taken}");
        assert_eq!(why("dots:2x4", &two_left, last), Reason::GivesTwo);
        // A loop of four boxes that was opened above: the edge below leaves all four to the other.
        let opened = "h11 h12 h31 h32 v11 v21 v13 v23 v12";
        assert_eq!(why("dots:2x2", opened, "v22"), Reason::GivesFour);
        // Only chains are left: three boxes above, three below.
        let rows = "h11 h12 h13 h21 h22 h23 h31 h32 h33";
        assert_eq!(
            why("dots:2x3", rows, "v11"),
            Reason::OpensLeast { boxes: 3 }
        );
    }

    #[test]
    fn the_adviser_finds_what_it_explains() {
        let stop = AtomicBool::new(false);
        for (game, moves, mv, reason) in [
            ("connect4", "112233", "4", Reason::WinsNow),
            ("connect4", "11223", "4", Reason::Blocks),
            (
                "dots:1x1",
                "h11 h21 v11",
                "v12",
                Reason::Closes { boxes: 1 },
            ),
        ] {
            let seats = vec!["human".parse().unwrap(); 2];
            let mut session = Session::new(game.parse().unwrap(), seats).unwrap();
            for mv in session.game().read_position(moves).unwrap().0 {
                session.play_move(mv).unwrap();
            }
            let (found, _, why) = find(&session, 1, &Knowledge::default(), &stop);
            assert_eq!((found.to_string().as_str(), why), (mv, reason), "{moves}");
        }
    }
}
