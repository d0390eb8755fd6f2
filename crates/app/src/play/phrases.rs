//! Values in words. Those of a game are found by its name and the shape of its board, so that no game is named here.

use poda_coach::{
    Board, Ending, MoveView, Plays, PositionView, Reason, Rules, SeatView, Verdict, offers,
};
use poda_web::api::{Finding, GameView, Hint, Thought};

use super::words::{Value, Words};
use crate::cli::label;

/// A column by the letter that names it: `1` to `9`, then `a`, `b`, `c`.
pub(crate) fn column_number(mv: &str) -> u32 {
    let digit = mv.chars().next().and_then(|digit| digit.to_digit(36));
    digit.unwrap_or(0)
}

/// The only person of a game, who is told "you".
pub(crate) fn only_human(seats: &[SeatView]) -> Option<u8> {
    let mut humans = (0u8..)
        .zip(seats)
        .filter(|(_, seat)| seat.plays == Plays::Human)
        .map(|(player, _)| player);
    match (humans.next(), humans.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

/// A large number in few letters: 1.2M.
pub(crate) fn roughly(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => short(number, 1_000, 'K'),
        1_000_000..1_000_000_000 => short(number, 1_000_000, 'M'),
        _ => short(number, 1_000_000_000, 'B'),
    }
}

fn short(number: u64, unit: u64, letter: char) -> String {
    let tenths = number * 10 / unit;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole}{letter}"),
        (whole @ 0..100, tenth) => format!("{whole}.{tenth}{letter}"),
        (whole, _) => format!("{whole}{letter}"),
    }
}

fn signed(number: i32) -> String {
    format!("{number:+}")
}

/// How good something looks that nobody has proved, as the catalogue calls it.
fn looks(percent: i8) -> &'static str {
    match percent {
        45.. => "up-much",
        10..45 => "up-a-little",
        -9..10 => "even",
        -44..-9 => "down-a-little",
        ..-44 => "down-much",
    }
}

impl Words {
    /// A player by colour, as on the page.
    pub(crate) fn player(&self, player: u8) -> String {
        self.text(&format!("colour-orchard-{player}"))
    }

    /// A seat as people know it.
    pub(crate) fn seat(&self, seat: &SeatView) -> String {
        match seat.plays {
            Plays::Human => self.text("seat-human"),
            Plays::Level { level } => self.with("seat-level", &[("level", level.into())]),
            Plays::Depth { depth } => self.with("seat-depth", &[("depth", depth.into())]),
            Plays::Time { ms } => {
                let seconds = f64::from(ms) / 1_000.0;
                self.with("seat-time", &[("seconds", seconds.into())])
            }
            Plays::Perfect { exact: true, .. } => self.text("seat-perfect"),
            Plays::Perfect { exact: false, .. } => self.text("seat-strongest"),
            Plays::Character { exact } => {
                let name = seat.name.trim_start_matches("character:");
                let name = self.text(&format!("character-{name}"));
                match exact {
                    true => self.with("seat-character-perfect", &[("name", name.into())]),
                    false => name,
                }
            }
            Plays::Nodes { .. } | Plays::Named => match seat.name.strip_prefix("program:") {
                Some(program) => self.with("seat-program", &[("name", label(program).into())]),
                None => self.with("seat-agent", &[("agent", seat.name.as_str().into())]),
            },
        }
    }

    /// A game with the size of its board.
    pub(crate) fn describe(&self, rules: &Rules) -> String {
        let offer = offers().into_iter().find(|offer| offer.name == rules.game);
        let (run, players) = offer.map_or((rules.run, 2), |offer| {
            let run = offer.run.map_or(rules.run, |run| run.usual);
            (run, offer.players.least as u8)
        });
        let kind = match rules {
            _ if rules.players > players => "three-size",
            _ if rules.run != run => "run-size",
            _ => "size",
        };
        let values = [
            ("rows", rules.rows.into()),
            ("columns", rules.columns.into()),
            ("run", rules.run.into()),
        ];
        self.with(&format!("{}-{kind}", rules.game), &values)
    }

    /// A move by name: "column 4".
    pub(crate) fn move_name(&self, at: &PositionView, mv: &str) -> String {
        let game = &at.rules.game;
        match &at.board {
            Board::Grid { gravity: true, .. } => {
                let column = column_number(mv);
                self.with(&format!("{game}-column"), &[("column", column.into())])
            }
            Board::Grid { .. } => self.with(&format!("{game}-square"), &[("square", mv.into())]),
            Board::Boxes { .. } => self.edge(game, mv),
        }
    }

    fn edge(&self, game: &str, mv: &str) -> String {
        let number = |at: usize| mv.chars().nth(at).and_then(|c| c.to_digit(10)).unwrap_or(0);
        let (row, column) = (number(1), number(2));
        let (way, to) = match mv.starts_with('h') {
            true => ("horizontal", column + 1),
            false => ("vertical", row + 1),
        };
        let dots = [
            ("row", row.into()),
            ("column", column.into()),
            ("to", to.into()),
        ];
        self.with(&format!("{game}-{way}"), &dots)
    }

    /// A move as it is told.
    pub(crate) fn move_said(&self, at: &PositionView, played: &MoveView) -> String {
        let game = &at.rules.game;
        let edge = match at.board {
            Board::Boxes { .. } => self.edge(game, &played.mv),
            Board::Grid { .. } => String::new(),
        };
        let row = played.cell.map_or(0, |cell| cell.row + 1);
        let values = [
            ("who", self.player(played.player).into()),
            ("column", column_number(&played.mv).into()),
            ("row", row.into()),
            ("square", played.mv.as_str().into()),
            ("edge", edge.into()),
        ];
        let said = self.with(&format!("{game}-said"), &values);
        if played.closed == 0 {
            return said;
        }
        let boxes = [("boxes", played.closed.into())];
        format!("{said} {}", self.with(&format!("{game}-closed"), &boxes))
    }

    /// Whose turn it is, and why.
    pub(crate) fn turn(&self, game: &GameView) -> String {
        let Some(player) = game.position.to_move else {
            return String::new();
        };
        let (who, name) = (self.player(player), &game.position.rules.game);
        let mine = only_human(&game.seats) == Some(player);
        let again = format!("{name}-again");
        if game.position.again && self.has(&again) {
            return if mine {
                self.text(&format!("{again}-you"))
            } else {
                self.with(&again, &[("who", who.into())])
            };
        }
        if mine {
            return self.text("turn-you");
        }
        let seat = self.seat(&game.seats[usize::from(player)]);
        self.with("turn", &[("who", who.into()), ("seat", seat.into())])
    }

    /// What is expected, for one of so many players.
    pub(crate) fn verdict(&self, verdict: Verdict, player: u8, players: u8) -> String {
        let who: Value<'_> = self.player(player).into();
        match verdict {
            Verdict::Wins { moves } => {
                self.with("verdict-wins", &[("who", who), ("moves", moves.into())])
            }
            Verdict::Loses { moves } => {
                self.with("verdict-loses", &[("who", who), ("moves", moves.into())])
            }
            Verdict::Draw => self.text("verdict-draw"),
            Verdict::Boxes { margin: 0 } => self.text("verdict-boxes-even"),
            Verdict::Boxes { margin } => {
                let name = if margin > 0 {
                    "verdict-boxes-up"
                } else {
                    "verdict-boxes-down"
                };
                let boxes = margin.unsigned_abs().into();
                self.with(name, &[("who", who), ("boxes", boxes)])
            }
            Verdict::Opinion { percent } => {
                let how = looks(percent).into();
                // One of three is weighed against the other two.
                let name = match players {
                    2 => "verdict-opinion",
                    _ => "verdict-opinion-several",
                };
                self.with(name, &[("who", who), ("how", how)])
            }
        }
    }

    /// Why a move is good: the reason's own name and figures find the words.
    pub(crate) fn reason(&self, reason: &Reason) -> String {
        let Ok(serde_json::Value::Object(parts)) = serde_json::to_value(reason) else {
            return String::new();
        };
        let why = parts.get("why").and_then(serde_json::Value::as_str);
        let numbers = parts.iter().filter_map(|(name, value)| {
            let number = value.as_i64()?;
            Some((name.as_str(), Value::from(number)))
        });
        let numbers: Vec<(&str, Value<'_>)> = numbers.collect();
        self.with(&format!("reason-{}", why.unwrap_or_default()), &numbers)
    }

    /// A move to consider, and why.
    pub(crate) fn hint(&self, at: &PositionView, hint: &Hint) -> String {
        let mv = self.move_name(at, &hint.mv);
        let title = self.with("hint-title", &[("move", mv.into())]);
        let reason = self.reason(&hint.reason);
        // These say the verdict themselves.
        if matches!(hint.reason, Reason::WinsNow | Reason::KeepsDraw) {
            return format!("{title}. {reason}");
        }
        let verdict = self.verdict(hint.verdict, at.to_move.unwrap_or(0), at.rules.players);
        format!("{title}. {reason} {verdict}")
    }

    /// What the computer has found so far.
    pub(crate) fn thought(&self, at: &PositionView, thought: &Thought) -> String {
        let best = self.move_name(at, &thought.best);
        let best = self.with("thinking-best", &[("move", best.into())]);
        let parts = [self.seen(thought.depth, thought.nodes), best];
        let verdict = self.verdict(thought.verdict, thought.player, at.rules.players);
        format!("{}. {verdict}", parts.join(self.between()))
    }

    /// What the computer had found when it made a move.
    pub(crate) fn finding(&self, at: &PositionView, finding: &Finding, player: u8) -> String {
        let seen = self.seen(finding.depth, finding.nodes);
        let verdict = self.verdict(finding.verdict, player, at.rules.players);
        format!("{seen}. {verdict}")
    }

    /// How far a search looked, and at how much.
    fn seen(&self, depth: u32, nodes: u64) -> String {
        let parts = [
            self.with("thinking-depth", &[("depth", depth.into())]),
            self.with("thinking-nodes", &[("nodes", roughly(nodes).into())]),
        ];
        parts.join(self.between())
    }

    /// What stands between two things in a line.
    pub(crate) fn between(&self) -> &'static str {
        if self.is_ascii() { " - " } else { " · " }
    }

    /// How it ended, from the chair of the one person who played, or told to everybody.
    pub(crate) fn result(&self, game: &GameView, ending: &Ending) -> String {
        let me = only_human(&game.seats);
        match *ending {
            Ending::Draw => self.text("result-draw"),
            Ending::Resigned { player, .. } if me == Some(player) => {
                self.text("result-you-resigned")
            }
            Ending::Resigned { player, .. } => {
                self.with("result-resigned", &[("who", self.player(player).into())])
            }
            Ending::Won { winner } => {
                let margin = self.margin(&game.position);
                let who = self.player(winner);
                let values = [("who", who.into()), ("margin", margin.into())];
                match me {
                    None => self.with("result-won", &values),
                    Some(me) if me == winner => self.with("result-you-won", &values),
                    Some(_) => self.with("result-you-lost", &values),
                }
            }
        }
    }

    /// The same for a list of games.
    pub(crate) fn ended(&self, ending: Option<&Ending>) -> Option<String> {
        Some(match *ending? {
            Ending::Draw => self.text("ended-draw"),
            Ending::Won { winner } => {
                self.with("ended-won", &[("who", self.player(winner).into())])
            }
            Ending::Resigned { player, .. } => {
                self.with("ended-resigned", &[("who", self.player(player).into())])
            }
        })
    }

    /// What the winner has.
    fn margin(&self, at: &PositionView) -> String {
        let scores: &[u8] = match &at.board {
            Board::Boxes { scores, .. } => scores,
            Board::Grid { .. } => &[],
        };
        let values = [
            ("run", at.rules.run.into()),
            ("more", scores.iter().copied().max().unwrap_or(0).into()),
            ("less", scores.iter().copied().min().unwrap_or(0).into()),
        ];
        self.with(&format!("{}-margin", at.rules.game), &values)
    }

    /// What a move is worth, where it is clear whose it is: "wins in 5 moves".
    pub(crate) fn worth(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Wins { moves } => self.with("worth-wins", &[("moves", moves.into())]),
            Verdict::Loses { moves } => self.with("worth-loses", &[("moves", moves.into())]),
            Verdict::Draw => self.text("worth-draw"),
            Verdict::Boxes { margin } => {
                let boxes = margin.unsigned_abs().into();
                let side = margin.signum().into();
                self.with("worth-boxes", &[("boxes", boxes), ("side", side)])
            }
            Verdict::Opinion { percent } => {
                let points = signed(percent.into()).into();
                let how = looks(percent).into();
                self.with("worth-opinion", &[("how", how), ("points", points)])
            }
        }
    }

    /// Whether something is certain, or how far it was seen.
    pub(crate) fn certainty(&self, exact: bool, depth: u32) -> String {
        if exact {
            self.text("worth-exact")
        } else {
            self.with("worth-depth", &[("depth", depth.into())])
        }
    }

    /// Why a place of the board cannot be played.
    pub(crate) fn not_free(&self, at: &PositionView, place: &str) -> String {
        let name = match at.board {
            Board::Grid { gravity: true, .. } => "full",
            Board::Grid { .. } => "taken",
            Board::Boxes { .. } => "refused",
        };
        let values = [
            ("column", column_number(place).into()),
            ("square", place.into()),
        ];
        self.with(&format!("{}-{name}", at.rules.game), &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{AnyGame, Game, MoveList};

    /// Whatever is said of a game has words, for every game there is: a new one finds out here what its catalogue lacks.
    #[test]
    fn every_game_has_all_its_words() {
        let words = Words::new(false);
        for offer in offers() {
            for players in offer.players.least..=offer.players.most {
                let more = if players == 2 { "" } else { ",players=3" };
                let game: AnyGame = format!("{}:3x4{more}", offer.name).parse().unwrap();
                let mut moves = MoveList::new();
                game.moves(&game.start(), &mut moves);
                let at = PositionView::new(&game, &moves[..1]);
                let mut said = vec![
                    words.describe(&at.rules),
                    words.move_name(&at, &at.moves[0].mv),
                    words.move_said(&at, &at.moves[0]),
                    words.not_free(&at, &at.moves[0].mv),
                    words.margin(&at),
                ];
                for name in ["", "-about", "-rules"] {
                    said.push(words.text(&format!("{}{name}", offer.name)));
                }
                for text in said {
                    assert!(!text.contains('{') && !text.is_empty(), "{text}");
                }
            }
        }
    }

    #[test]
    fn reasons_bring_their_figures() {
        let words = Words::new(false);
        assert_eq!(words.reason(&Reason::WinsNow), "It wins at once.");
        assert_eq!(
            words.reason(&Reason::Closes { boxes: 2 }),
            "It closes 2 boxes and you move again."
        );
    }

    #[test]
    fn large_numbers_are_short() {
        let said = [0, 999, 1_000, 1_234, 56_789, 123_456, 1_000_000, 12_345_678];
        assert_eq!(
            said.map(roughly),
            ["0", "999", "1K", "1.2K", "56.7K", "123K", "1M", "12.3M"]
        );
    }

    #[test]
    fn a_program_is_called_by_its_name() {
        let words = Words::new(false);
        let called = |name: &str| {
            words.seat(&SeatView {
                name: name.to_owned(),
                plays: Plays::Named,
            })
        };
        assert_eq!(called("program:alice"), "program alice");
        assert_eq!(
            called("program:cmd:./bot,name=alice,time=2s"),
            "program alice"
        );
        assert_eq!(
            called("program:cmd:./bot --fast,time=2s"),
            "program ./bot --fast"
        );
        assert_eq!(called("greedy"), "computer, greedy");
    }
}
