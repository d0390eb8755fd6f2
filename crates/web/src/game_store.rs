//! The games on disk, in SQLite.
//!
//! Write-ahead log with `synchronous = NORMAL`: a committed change is with the operating system before it is answered, so it
//! survives the death of this process at any moment. Only a power cut can take the last changes back, and never harms the
//! file; `FULL` would guard against that too, at the price of a disk flush for each move of each game.

#[cfg(all(test, unix))]
mod faults;
mod listing;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poda_engine::PlayerId;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use rusqlite_migration::{M, Migrations};
use thiserror::Error;

use crate::refused::Refused;
use crate::stored_game::StoredGame;

pub use listing::Which;
pub(crate) use listing::{Brief, Wanted};

/// Each change of the tables, oldest first. A line that was released is never edited.
fn steps() -> Vec<M<'static>> {
    vec![
    M::up(
    "CREATE TABLE games (
        id       TEXT PRIMARY KEY,
        session  TEXT NOT NULL,     -- the session's own record: rules, seats, moves, moves taken back
        version  INTEGER NOT NULL,
        resigned INTEGER,           -- who gave up
        paused   INTEGER NOT NULL,
        seed     INTEGER NOT NULL,
        created  INTEGER NOT NULL,  -- milliseconds since 1970
        changed  INTEGER NOT NULL,
        over     INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_change ON games (over, changed, id);",
    ),
    // A word for each seat, as `Holders` writes it, and the rematch. Games from before are anybody's.
    M::up(
        "ALTER TABLE games ADD COLUMN holders TEXT NOT NULL DEFAULT '';
         ALTER TABLE games ADD COLUMN next TEXT;",
    ),
    // Whether it may be analysed while it goes on, and what computers found: a place for each move, as JSON.
    M::up(
        "ALTER TABLE games ADD COLUMN analysis INTEGER NOT NULL DEFAULT 1;
         ALTER TABLE games ADD COLUMN findings TEXT NOT NULL DEFAULT '[]';",
    ),
    // Whether anybody has begun to play: a game that nobody has is not kept for ever.
    M::up(
        "ALTER TABLE games ADD COLUMN begun INTEGER NOT NULL DEFAULT 1;
         UPDATE games SET begun = 0 WHERE version = 0 AND over = 0;
         CREATE INDEX games_not_begun ON games (changed) WHERE begun = 0;",
    ),
    // What a list is chosen by, so that no game is replayed to be left out, and an index that has all of it.
    M::up_with_hook(
        "ALTER TABLE games ADD COLUMN name TEXT NOT NULL DEFAULT '';       -- of the game, such as connect4
         ALTER TABLE games ADD COLUMN players INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE games ADD COLUMN people INTEGER NOT NULL DEFAULT 0;   -- the seats of people, a bit each
         ALTER TABLE games ADD COLUMN ending TEXT;                         -- as JSON
         DROP INDEX games_by_change;
         CREATE INDEX games_listed ON games (over, changed, id, begun, name, players, people, ending, holders);",
        |transaction: &Transaction<'_>| {
            listing::fill(transaction)?;
            Ok(())
        },
    ),
    ]
}

/// The file inside the data folder.
pub(crate) const FILE: &str = "games.sqlite3";

/// Why the games cannot be opened.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("the folder {} cannot be made: {error}; choose another with --data", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Another process has the file open.
    #[error("another Poda is using the games in {}: close it, or choose another folder with --data", .folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The file is not what it should be.
    #[error("the games in {} cannot be opened: {error}: move that file away, or choose another folder with --data", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        error: String,
    },
    /// The file is of a later version.
    #[error("the games in {} were kept by a newer Poda: use that, or choose another folder with --data", .file.display())]
    Newer {
        /// The file.
        file: PathBuf,
    },
}

/// The games on disk.
pub(crate) struct GameStore(Mutex<Connection>);

impl GameStore {
    /// Opens the games of a folder, and makes both where there are none yet. Nobody else can open them until this is dropped.
    pub(crate) fn open(folder: &Path) -> Result<GameStore, StoreError> {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
        let file = folder.join(FILE);
        GameStore::prepare(&file).map_err(|error| match error {
            rusqlite_migration::Error::RusqliteError { err, .. } => {
                if err.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) {
                    let folder = folder.to_owned();
                    return StoreError::Busy { folder };
                }
                // What SQLite says, without the question that it was asked.
                let error = err
                    .sqlite_error()
                    .map_or(err.to_string(), ToString::to_string);
                StoreError::Unreadable { file, error }
            }
            rusqlite_migration::Error::MigrationDefinition(
                rusqlite_migration::MigrationDefinitionError::DatabaseTooFarAhead,
            ) => StoreError::Newer { file },
            error => {
                let error = error.to_string();
                StoreError::Unreadable { file, error }
            }
        })
    }

    fn prepare(file: &Path) -> Result<GameStore, rusqlite_migration::Error> {
        let mut connection = Connection::open(file)?;
        // Whoever has the file open keeps it: nobody is made to wait for that.
        connection.busy_timeout(Duration::from_millis(100))?;
        // Two servers on the same games would not see each other's moves: the first keeps the file to itself.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;")?;
        Migrations::new(steps()).to_latest(&mut connection)?;
        Ok(GameStore(Mutex::new(connection)))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic between two statements leaves at most a transaction that SQLite rolls back.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games there are, and how many of them are not over.
    pub(crate) fn count(&self) -> rusqlite::Result<(u64, u64)> {
        let connection = self.lock();
        let mut all = connection.prepare_cached("SELECT count(*) FROM games")?;
        let mut open = connection.prepare_cached("SELECT count(*) FROM games WHERE over = 0")?;
        let read = |row: &Row<'_>| row.get(0);
        Ok((all.query_row([], read)?, open.query_row([], read)?))
    }

    /// Whether there is such a game, and it is not over.
    pub(crate) fn is_open(&self, id: &str) -> rusqlite::Result<bool> {
        let connection = self.lock();
        let mut open =
            connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1 AND over = 0")?;
        open.exists([id])
    }

    /// A new game.
    pub(crate) fn insert(&self, game: &StoredGame) -> Result<(), Refused> {
        let connection = self.lock();
        let mut insert = connection.prepare_cached(
            "INSERT INTO games (id, session, version, resigned, paused, seed, created, changed, over, holders, next, analysis, findings, begun, name, players, people, ending)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        let brief = Brief::of(game);
        insert.execute(params![
            game.id,
            record(game)?,
            game.version,
            game.resigned.map(|player| player.index() as u8),
            game.paused,
            game.seed.cast_signed(),
            game.created,
            game.changed,
            game.ending().is_some(),
            game.holders.to_string(),
            game.next,
            game.analysis,
            findings(game)?,
            game.begun,
            brief.name,
            brief.players,
            brief.people,
            brief.ending()
        ])?;
        Ok(())
    }

    /// A game as it is now.
    pub(crate) fn update(&self, game: &StoredGame) -> Result<(), Refused> {
        let connection = self.lock();
        let mut update = connection.prepare_cached(
            "UPDATE games SET session = ?2, version = ?3, resigned = ?4, paused = ?5, changed = ?6, over = ?7,
             holders = ?8, next = ?9, findings = ?10, begun = ?11, ending = ?12
             WHERE id = ?1",
        )?;
        let changed = update.execute(params![
            game.id,
            record(game)?,
            game.version,
            game.resigned.map(|player| player.index() as u8),
            game.paused,
            game.changed,
            game.ending().is_some(),
            game.holders.to_string(),
            game.next,
            findings(game)?,
            game.begun,
            Brief::of(game).ending()
        ])?;
        if changed == 0 {
            return Err(Refused::NoSuchGame);
        }
        Ok(())
    }

    /// A game by its name.
    pub(crate) fn load(&self, id: &str) -> Result<StoredGame, Refused> {
        let connection = self.lock();
        let mut select = connection.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
        let found = select.query_row([id], GameRow::read).optional()?;
        found.ok_or(Refused::NoSuchGame)?.into_game()
    }

    /// Whether there was such a game.
    pub(crate) fn delete(&self, id: &str) -> rusqlite::Result<bool> {
        let connection = self.lock();
        let mut delete = connection.prepare_cached("DELETE FROM games WHERE id = ?1")?;
        Ok(delete.execute([id])? > 0)
    }

    /// When a game changed last; 0 where there is none.
    pub(crate) fn last_change(&self) -> rusqlite::Result<u64> {
        let last: Option<u64> =
            self.lock()
                .query_row("SELECT max(changed) FROM games", [], |row| row.get(0))?;
        Ok(last.unwrap_or(0))
    }

    /// Games that nobody has begun to play and that have not changed since then; some of them where there are many.
    pub(crate) fn not_begun(&self, since: u64) -> rusqlite::Result<Vec<String>> {
        let connection = self.lock();
        let mut select = connection
            .prepare_cached("SELECT id FROM games WHERE begun = 0 AND changed <= ?1 LIMIT 100")?;
        select.query_map([since], |row| row.get(0))?.collect()
    }
}

const SELECT: &str = "SELECT id, session, version, resigned, paused, seed, created, changed, holders, next, analysis, findings, begun FROM games";

fn record(game: &StoredGame) -> Result<String, Refused> {
    serde_json::to_string(&game.session)
        .map_err(|error| Refused::Broken(format!("the game cannot be written down: {error}")))
}

fn findings(game: &StoredGame) -> Result<String, Refused> {
    serde_json::to_string(&game.findings).map_err(|error| {
        Refused::Broken(format!(
            "what computers found cannot be written down: {error}"
        ))
    })
}

/// A row, not yet replayed.
struct GameRow {
    id: String,
    session: String,
    version: u64,
    resigned: Option<u8>,
    paused: bool,
    seed: i64,
    created: u64,
    changed: u64,
    holders: String,
    next: Option<String>,
    analysis: bool,
    findings: String,
    begun: bool,
}

impl GameRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<GameRow> {
        Ok(GameRow {
            id: row.get(0)?,
            session: row.get(1)?,
            version: row.get(2)?,
            resigned: row.get(3)?,
            paused: row.get(4)?,
            seed: row.get(5)?,
            created: row.get(6)?,
            changed: row.get(7)?,
            holders: row.get(8)?,
            next: row.get(9)?,
            analysis: row.get(10)?,
            findings: row.get(11)?,
            begun: row.get(12)?,
        })
    }

    fn into_game(self) -> Result<StoredGame, Refused> {
        let session = serde_json::from_str(&self.session).map_err(|error| {
            Refused::not_allowed(format!(
                "this game was made by another version of Poda and cannot be read: {error}"
            ))
        })?;
        Ok(StoredGame {
            id: self.id,
            session,
            version: self.version,
            resigned: self
                .resigned
                .filter(|&player| usize::from(player) < PlayerId::MOST)
                .map(|player| PlayerId::new(player.into())),
            paused: self.paused,
            seed: self.seed.cast_unsigned(),
            created: self.created,
            changed: self.changed,
            holders: self.holders.parse().map_err(|()| {
                Refused::Broken("the seats of this game cannot be read".to_owned())
            })?,
            next: self.next,
            analysis: self.analysis,
            // What an older or a newer version wrote differently is not worth losing the game for.
            findings: serde_json::from_str(&self.findings).unwrap_or_default(),
            begun: self.begun,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_valid() {
        Migrations::new(steps()).validate().unwrap();
    }
}
