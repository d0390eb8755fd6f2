//! Three players: what each of them is to expect. One search says it all: the worth of every move, the bar of each player and the
//! grades of a review.
//!
//! It is max^n, in which everybody plays for himself, deeper and deeper until a number of nodes is spent: the same position is told the
//! same way, however busy the machine is. What it says depends on what the others want, so it is an opinion. Only a win against all
//! of them together is certain: a second search looks for one first, and what that finds is contradicted by nobody.

use poda_engine::{
    Bound, Game, Halt, Limits, MaxN, Order, PlayerId, Score, ScoreTable, SearchReport, Solvable,
    Stopped, Ties, Tracer, seeded,
};

use crate::analyst::{GameAnalyst, Place};
use crate::games::Coached;
use crate::verdict::Verdict;
use crate::worth::Worth;

/// How many nodes max^n may take: seven plies on seven columns.
const EACH_FOR_HIMSELF: u64 = 750_000;
/// Room for what they find: one node in five or so is not a leaf.
const TABLE_BYTES: usize = 8 << 20;
/// Who looks for a win against all, and for how many nodes: always on one thread and with an empty table, so that it always sees the same.
const AGAINST_ALL: &str = "strong:nodes=300000,ties=first";

/// What is to be expected among several players, as far as it was seen.
#[derive(Clone)]
pub(crate) struct Outlook<M> {
    /// Every legal move, those in the centre first.
    pub(crate) moves: Vec<Prospect<M>>,
    /// How it goes on if everybody plays the best that was found.
    pub(crate) line: Vec<M>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// A move, and what is to be expected after it.
#[derive(Clone)]
pub(crate) struct Prospect<M> {
    pub(crate) mv: M,
    /// What it is worth to whoever makes it.
    pub(crate) worth: Worth,
    /// What it is worth to each player, in order of play.
    scores: Vec<Score>,
    mover: PlayerId,
}

impl<M: PartialEq> Outlook<M> {
    /// The best move: a certain win; else the most for whoever makes it and, among equals, the least for the others.
    pub(crate) fn best(&self) -> &Prospect<M> {
        let (first, others) = self.moves.split_first().expect("a game that goes on");
        others.iter().fold(first, |best, other| {
            // The first of equals, so that it is always the same one.
            if other.rank() > best.rank() {
                other
            } else {
                best
            }
        })
    }

    /// One of the legal moves.
    pub(crate) fn of(&self, mv: M) -> &Prospect<M> {
        let found = self.moves.iter().find(|prospect| prospect.mv == mv);
        found.expect("a legal move")
    }
}

impl<M> Prospect<M> {
    /// How good the position after the move is for each player, from −100 to 100. The mover's is the share of his verdict.
    pub(crate) fn shares(&self, half: i32) -> Vec<i8> {
        let share = |(player, &score): (usize, &Score)| match self.worth.proved {
            true if player == self.mover.index() => 100,
            true => -100,
            false => Verdict::uncertain(score, half).share(),
        };
        self.scores.iter().enumerate().map(share).collect()
    }

    /// What the player to move wants as much as possible of.
    fn rank(&self) -> (bool, Score, i64) {
        let others = self.scores.iter().enumerate();
        let others = others.filter(|(player, _)| *player != self.mover.index());
        let sum: i64 = others.map(|(_, score)| i64::from(score.get())).sum();
        (self.worth.proved, self.worth.score, -sum)
    }
}

/// Hears what each move of the root is worth to each player.
struct RootScores<M> {
    /// How many nodes above this one are open.
    level: u32,
    by: Option<M>,
    moves: Vec<(M, Vec<Score>)>,
}

impl<G: Game> Tracer<G> for RootScores<G::Move> {
    fn enter(&mut self, _: &G::State, by: Option<G::Move>, _: bool, _: Score, _: Score) {
        self.level += 1;
        if self.level == 2 {
            self.by = by;
        }
    }

    fn scores(&mut self, scores: &[Score]) {
        if let (2, Some(mv)) = (self.level, self.by) {
            self.moves.push((mv, scores.to_vec()));
        }
    }

    fn leave(&mut self, _: Score, _: Halt, _: impl Iterator<Item = G::Move>) {
        self.level -= 1;
    }
}

impl<G: Coached + Solvable> GameAnalyst<G> {
    /// What is to be expected of a position of several players that is not finished. `tell` hears of each depth. One ply is always looked
    /// at, whatever the limits.
    pub(crate) fn outlook(
        &self,
        place: &Place<'_, G>,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Outlook<G::Move>),
    ) -> Outlook<G::Move> {
        let game = &self.game;
        let quarter = Limits {
            nodes: limits.nodes.map(|most| most / 4),
            ..limits
        };
        let against = self.look_ahead(AGAINST_ALL, place, quarter);
        let (sure, before) = (self.sure_wins(place, &against), against.nodes);
        let own = limits.after(before).and(Limits {
            nodes: Some(EACH_FOR_HIMSELF),
            ..Limits::default()
        });
        let at_once = Score::won_at(game.ply(&place.state) + 1);
        let mut table = ScoreTable::new(TABLE_BYTES);
        let mut found = self
            .to_depth(&place.state, 1, &sure, Limits::default(), &mut table)
            .expect("nothing limits one ply");
        let most = game.plies_left(&place.state);
        for depth in 2..=own.depth.unwrap_or(most).min(most) {
            if found.best().worth.score == at_once {
                break;
            }
            let spent = found.nodes;
            found.nodes += before;
            tell(&found);
            found.nodes = spent;
            match self.to_depth(&place.state, depth, &sure, own.after(spent), &mut table) {
                Ok(deeper) => {
                    found = deeper;
                    found.nodes += spent;
                }
                Err(stopped) => {
                    found.nodes += stopped.nodes;
                    break;
                }
            }
        }
        found.nodes += before;
        self.go_on(&place.state, &mut found, &mut table);
        found
    }

    /// Every move that wins whatever the others do, as far as that was seen.
    fn sure_wins(
        &self,
        place: &Place<'_, G>,
        against: &SearchReport<G::Move>,
    ) -> Vec<(G::Move, Worth)> {
        let worth = |root| Worth::of_move(&self.game, &place.state, against, root);
        let moves = against.moves.iter().map(|root| (root.mv, worth(root)));
        let wins = moves.filter(|(_, worth)| worth.is_exact() && worth.score > Score::ZERO);
        wins.collect()
    }

    /// What is to be expected as far as so many plies show.
    fn to_depth(
        &self,
        state: &G::State,
        depth: u32,
        sure: &[(G::Move, Worth)],
        limits: Limits<'_>,
        table: &mut ScoreTable,
    ) -> Result<Outlook<G::Move>, Stopped> {
        let search = MaxN {
            depth,
            order: Order::Centre,
            ties: Ties::First,
        };
        let mut heard = RootScores {
            level: 0,
            by: None,
            moves: Vec::new(),
        };
        let (game, rng) = (&self.game, &mut seeded(1));
        let table = Some(table);
        let report = search.search_with(table, game, &self.eval, state, limits, rng, &mut heard)?;
        let mover = game.to_move(state);
        let prospect = |(mv, scores): (G::Move, Vec<Score>)| {
            let opinion = Worth {
                score: scores[mover.index()],
                bound: Bound::Exact,
                proved: false,
                depth,
            };
            let won = sure.iter().find(|(sure, _)| *sure == mv);
            Prospect {
                mv,
                worth: won.map_or(opinion, |&(_, worth)| worth),
                scores,
                mover,
            }
        };
        let mut found = Outlook {
            moves: heard.moves.into_iter().map(prospect).collect(),
            line: Vec::new(),
            depth,
            nodes: report.nodes,
        };
        found.line.push(found.best().mv);
        Ok(found)
    }

    /// Follows the best move to the depth that was seen: each step is a search of a ply less, of which the table knows nearly everything.
    fn go_on(&self, state: &G::State, found: &mut Outlook<G::Move>, table: &mut ScoreTable) {
        let mut state = *state;
        for depth in (1..found.depth).rev() {
            state = self
                .game
                .play_unchecked(&state, found.line[found.line.len() - 1]);
            if self.game.outcome(&state).is_some() {
                break;
            }
            let next = self.to_depth(&state, depth, &[], Limits::default(), table);
            let next = next.expect("nothing limits it");
            found.nodes += next.nodes;
            found.line.push(next.best().mv);
        }
    }
}
