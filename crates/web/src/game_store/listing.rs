//! Which games a list has: decided by what is kept beside each game, so that only those that are shown are replayed.

use poda_engine::{Game, PlayerId, Seat};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{GameRow, GameStore, SELECT};
use crate::api::{Ending, GameResult};
use crate::holders::{Holders, Visitor};
use crate::refused::Refused;
use crate::stored_game::StoredGame;

/// How many games are looked at at once. Others may use the disk between two batches.
const BATCH: u32 = 1_000;

/// Games that go on, or that are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// Those that go on.
    Open,
    /// Those that are over.
    Over,
}

/// Which games to list.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) which: Which,
    /// Only those that somebody has begun to play.
    pub(crate) begun: bool,
    /// Only those of one game, by its name.
    pub(crate) game: Option<String>,
    /// Only those for so many players.
    pub(crate) players: Option<usize>,
}

/// What a list is chosen by.
pub(crate) struct Brief {
    pub(super) name: String,
    pub(super) players: usize,
    /// The seats of people, a bit each.
    pub(super) people: u8,
    ending: Option<Ending>,
    holders: Holders,
}

impl Brief {
    pub(crate) fn of(game: &StoredGame) -> Brief {
        let seats = game.session.seats().iter().enumerate();
        let people = seats.filter(|(_, seat)| **seat == Seat::Human);
        let rules = game.session.game();
        Brief {
            name: rules.spec().info().name.to_owned(),
            players: rules.players(),
            people: people.fold(0, |all, (at, _)| all | 1 << at),
            ending: game.ending(),
            holders: game.holders.clone(),
        }
    }

    /// The ending as it is kept.
    pub(super) fn ending(&self) -> Option<String> {
        let ending = self.ending.as_ref()?;
        Some(serde_json::to_string(ending).expect("an ending is JSON"))
    }

    /// How it ended for the visitor: won or lost only where they sit at one seat of people alone.
    pub(crate) fn result(&self, who: Visitor) -> Option<GameResult> {
        let ending = self.ending?;
        if ending == Ending::Draw {
            return Some(GameResult::Draw);
        }
        let is_person = |seat: &PlayerId| self.people & (1 << seat.index()) != 0;
        let people = PlayerId::all(self.players).filter(is_person);
        let mine: Vec<PlayerId> = people.filter(|&seat| self.holders.may(who, seat)).collect();
        let &[me] = &mine[..] else {
            return None;
        };
        let me = me.index() as u8;
        match ending {
            Ending::Won { winner } if winner == me => Some(GameResult::Won),
            Ending::Won { .. } => Some(GameResult::Lost),
            Ending::Resigned { player, .. } if player == me => Some(GameResult::Lost),
            Ending::Resigned { winner, .. } => (winner == Some(me)).then_some(GameResult::Won),
            Ending::Draw => Some(GameResult::Draw),
        }
    }
}

/// A game of a list, not yet read: when it changed, its name, and what is kept beside it.
struct Entry {
    changed: i64,
    id: String,
    brief: Brief,
}

impl Entry {
    fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
        let (holders, ending): (String, Option<String>) = (row.get(5)?, row.get(6)?);
        Ok(Entry {
            changed: row.get(0)?,
            id: row.get(1)?,
            brief: Brief {
                name: row.get(2)?,
                players: row.get(3)?,
                people: row.get(4)?,
                // A game that cannot be read is left out when it is to be shown.
                ending: ending.and_then(|text| serde_json::from_str(&text).ok()),
                holders: holders.parse().unwrap_or_default(),
            },
        })
    }
}

impl GameStore {
    /// A page of the games that are wanted and fit, the one that changed last first, and whether more follow. Games that this
    /// version cannot read are left out.
    pub(crate) fn list(
        &self,
        wanted: &Wanted,
        before: Option<&str>,
        limit: u32,
        fits: impl Fn(&Brief) -> bool,
    ) -> Result<(Vec<StoredGame>, bool), Refused> {
        let mut found = Vec::new();
        let mut from = self.place(before)?;
        loop {
            let entries = self.batch(wanted, &from)?;
            let Some(last) = entries.last() else {
                return Ok((found, false));
            };
            from = (last.changed, last.id.clone());
            for entry in entries.into_iter().filter(|entry| fits(&entry.brief)) {
                // It may have been deleted meanwhile.
                let Ok(game) = self.load(&entry.id) else {
                    continue;
                };
                if found.len() == limit as usize {
                    return Ok((found, true));
                }
                found.push(game);
            }
        }
    }

    /// Where a page of a list begins: before this game, or with the newest.
    fn place(&self, before: Option<&str>) -> Result<(i64, String), Refused> {
        let connection = self.lock();
        Ok(match before {
            None => (i64::MAX, String::new()),
            Some(id) => {
                let mut changed =
                    connection.prepare_cached("SELECT changed FROM games WHERE id = ?1")?;
                let changed = changed.query_row([id], |row| row.get(0)).optional()?;
                (changed.ok_or(Refused::NoSuchGame)?, id.to_owned())
            }
        })
    }

    /// The next games of a list, from the index alone.
    fn batch(&self, wanted: &Wanted, from: &(i64, String)) -> rusqlite::Result<Vec<Entry>> {
        let connection = self.lock();
        let over = match wanted.which {
            Which::All => "over IN (0, 1)",
            Which::Open => "over = 0",
            Which::Over => "over = 1",
        };
        let mut select = connection.prepare_cached(&format!(
            "SELECT changed, id, name, players, people, holders, ending FROM games
             WHERE {over} AND (changed, id) < (?1, ?2) AND begun >= ?3 AND name = ifnull(?4, name) AND players = ifnull(?5, players)
             ORDER BY changed DESC, id DESC LIMIT ?6"
        ))?;
        let Wanted {
            begun,
            game,
            players,
            ..
        } = wanted;
        select
            .query_map(
                params![from.0, from.1, begun, game, players, BATCH],
                Entry::read,
            )?
            .collect()
    }
}

/// Keeps what lists are chosen by beside the games of older versions.
pub(super) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    let mut select = connection.prepare(SELECT)?;
    let mut update = connection.prepare(
        "UPDATE games SET name = ?2, players = ?3, people = ?4, ending = ?5 WHERE id = ?1",
    )?;
    for row in select.query_map([], GameRow::read)? {
        // What this version cannot read it does not list either.
        let Ok(game) = row?.into_game() else {
            continue;
        };
        let brief = Brief::of(&game);
        update.execute(params![
            game.id,
            brief.name,
            brief.players,
            brief.people,
            brief.ending()
        ])?;
    }
    Ok(())
}
