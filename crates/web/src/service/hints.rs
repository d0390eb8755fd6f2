//! Hints for people whose turn it is.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use poda_coach::Advice;
use poda_engine::{
    Agent, AgentSpec, AnyGame, Knowledge, Limits, ResolvedPlayer, Seat, Session, Situation,
};

use super::{BUSY, GameService};
use crate::api::{Hint, Seen};
use crate::guests::Guest;
use crate::holders::Visitor;
use crate::refused::Refused;
use crate::search_queue::Lane;

/// Who is asked: quick enough to be waited for. The first does not play every game.
const ADVISERS: [&str; 2] = ["perfect:time=900ms", "strong:time=900ms"];

impl GameService {
    /// Starts to look for a hint; the answer comes through `tell`, unless `stop` is set first.
    pub(crate) fn hint(
        self: &Arc<GameService>,
        id: &str,
        seen: Seen,
        who: Visitor,
        guest: Guest,
        stop: Arc<AtomicBool>,
        tell: impl FnOnce(Hint) + Send + 'static,
    ) -> Result<(), Refused> {
        let live = self.live(id)?;
        let state = live.lock()?;
        let stored = &state.stored;
        stored.admit_mover(who)?;
        state.expect(seen.version, who)?;
        let Some(player) = stored.to_move() else {
            return Err(Refused::not_allowed(
                "the game is over: there is nothing to hint at",
            ));
        };
        if stored.session.seats()[player.index()] != Seat::Human {
            return Err(Refused::not_allowed("wait until it is your turn"));
        }
        let (session, seed) = (stored.session.clone(), stored.seed);
        let knowledge = self.knowledge.clone();
        let taken = self.queue.submit(Lane::Hint, guest, stop, move |limits| {
            if let Some(advice) = advise(&session, seed, &knowledge, limits) {
                tell(Hint {
                    version: seen.version,
                    mv: advice.mv.to_string(),
                    cell: advice.cell,
                    verdict: advice.verdict,
                    reason: advice.reason,
                });
            }
        });
        taken.map_err(|none| none.refused(BUSY))
    }
}

/// The first adviser who plays this game, and what the name means.
fn adviser(game: &AnyGame, seed: u64, knowledge: &Knowledge) -> Option<(Agent, ResolvedPlayer)> {
    ADVISERS.iter().find_map(|name| {
        let spec: AgentSpec = name.parse().ok()?;
        let agent = Agent::with_knowledge(&spec, game, seed, knowledge).ok()?;
        Some((agent, spec.resolve(game).ok()?))
    })
}

fn advise(
    session: &Session,
    seed: u64,
    knowledge: &Knowledge,
    limits: Limits<'_>,
) -> Option<Advice> {
    let at = Situation {
        game: session.game(),
        line: session.line(),
        state: session.state(),
    };
    let (mut adviser, means) = adviser(session.game(), seed, knowledge)?;
    Advice::find(&at, &mut adviser, &means, limits).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_advises_in_every_game() {
        for offer in poda_coach::offers() {
            for players in offer.players.least..=offer.players.most {
                let more = if players == 2 { "" } else { ",players=3" };
                let game = format!("{}:3x4{more}", offer.name).parse().unwrap();
                assert!(adviser(&game, 1, &Knowledge::default()).is_some());
            }
        }
    }
}
