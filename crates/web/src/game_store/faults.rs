//! A disk that fails on purpose: SQLite's usual file system, in which writes and flushes of one thread fail when a test says so. A server that
//! is refused by its disk says so, and has lost nothing that it answered.
#![allow(
    unsafe_code,
    reason = "a file system of SQLite's is a table of C functions"
)]

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::sync::{Arc, Once, OnceLock};

use poda_engine::Knowledge;
use rusqlite::Connection;
use rusqlite::ffi::{
    self, SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_WRITE, SQLITE_OK, sqlite3_file, sqlite3_vfs,
};

use super::FILE;
use crate::api::{GameView, MoveRequest, NewGame};
use crate::caps::Caps;
use crate::guests::Guest;
use crate::holders::Visitor;
use crate::service::GameService;

/// What fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// There is no room.
    Full,
    /// Half of a block is written, and the other half is not.
    Short,
    /// What was written does not reach the disk.
    Flush,
}

thread_local! {
    /// What fails on this thread, and how often it still works before.
    static PLAN: Cell<Option<(Fault, u32)>> = const { Cell::new(None) };
}

/// The disk fails until this goes.
struct Failing;

impl Failing {
    fn after(fault: Fault, works: u32) -> Failing {
        PLAN.set(Some((fault, works)));
        Failing
    }
}

impl Drop for Failing {
    fn drop(&mut self) {
        PLAN.set(None);
    }
}

/// The fault that strikes now, of these.
fn strikes(kinds: &[Fault]) -> Option<Fault> {
    let (fault, works) = PLAN.get().filter(|(fault, _)| kinds.contains(fault))?;
    if works == 0 {
        return Some(fault);
    }
    PLAN.set(Some((fault, works - 1)));
    None
}

type Open = unsafe extern "C" fn(
    *mut sqlite3_vfs,
    *const c_char,
    *mut sqlite3_file,
    c_int,
    *mut c_int,
) -> c_int;
type Write = unsafe extern "C" fn(*mut sqlite3_file, *const c_void, c_int, i64) -> c_int;
type Flush = unsafe extern "C" fn(*mut sqlite3_file, c_int) -> c_int;

/// The functions of the usual file system.
static USUAL: OnceLock<(Open, OnceLock<(Write, Flush)>)> = OnceLock::new();

fn usual() -> (Write, Flush) {
    let files = USUAL.get().and_then(|(_, files)| files.get());
    *files.expect("a file was opened before it is written to")
}

unsafe extern "C" fn open(
    system: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    told: *mut c_int,
) -> c_int {
    let (usual_open, files) = USUAL.get().expect("it was installed");
    // SAFETY: these are the arguments that SQLite gave us, and `system` is a copy of the usual one, data of its own included.
    unsafe {
        let result = usual_open(system, name, file, flags, told);
        if result == SQLITE_OK {
            // Different kinds of files have different tables; they all write and flush alike. Tests open few, so a table each may stay.
            let mut methods = *(*file).pMethods;
            files.get_or_init(|| {
                let write = methods.xWrite.expect("files can be written");
                (write, methods.xSync.expect("files can be flushed"))
            });
            methods.xWrite = Some(write);
            methods.xSync = Some(flush);
            (*file).pMethods = Box::leak(Box::new(methods));
        }
        result
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    count: c_int,
    at: i64,
) -> c_int {
    let (usual_write, _) = usual();
    // SAFETY: SQLite's own arguments, and never more bytes than it gave.
    unsafe {
        match strikes(&[Fault::Full, Fault::Short]) {
            None => usual_write(file, bytes, count, at),
            Some(Fault::Full) => SQLITE_FULL,
            Some(_) => {
                usual_write(file, bytes, count / 2, at);
                SQLITE_IOERR_WRITE
            }
        }
    }
}

unsafe extern "C" fn flush(file: *mut sqlite3_file, flags: c_int) -> c_int {
    let (_, usual_flush) = usual();
    match strikes(&[Fault::Flush]) {
        // SAFETY: SQLite's own arguments.
        None => unsafe { usual_flush(file, flags) },
        Some(_) => SQLITE_IOERR_FSYNC,
    }
}

/// Makes it the file system of all tests of this program. It fails only on threads that say so.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the usual file system is there for ever, and so is its copy with another way to open files.
        unsafe {
            let usual = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!usual.is_null(), "SQLite has a file system");
            let mut ours = *usual;
            let open_files = ours.xOpen.expect("files can be opened");
            USUAL.get_or_init(|| (open_files, OnceLock::new()));
            ours.zName = c"failing".as_ptr();
            ours.pNext = std::ptr::null_mut();
            ours.xOpen = Some(open);
            let result = ffi::sqlite3_vfs_register(Box::leak(Box::new(ours)), 1);
            assert_eq!(result, SQLITE_OK);
        }
    });
}

const ANYBODY: Visitor = Visitor(None);

fn service(folder: &Path) -> Arc<GameService> {
    GameService::open(folder, Caps::default(), Knowledge::default()).expect("the games open")
}

fn make(service: &Arc<GameService>) -> GameView {
    let new = serde_json::from_str::<NewGame>(r#"{"game":"dots:4x4","seats":["human","human"]}"#);
    service.make(&new.unwrap(), ANYBODY, Guest::HERE).unwrap()
}

fn play(service: &Arc<GameService>, game: &GameView) -> Option<GameView> {
    let mv = game.position.legal[0].mv.clone();
    let version = game.version;
    service
        .play(&game.id, &MoveRequest { version, mv }, ANYBODY)
        .ok()
}

fn text(game: &GameView) -> String {
    serde_json::to_string(game).unwrap()
}

/// Every operation in turn is the first that fails, and all after it do.
#[test]
fn a_disk_that_fails_takes_back_nothing_that_was_answered() {
    install();
    for fault in [Fault::Full, Fault::Short, Fault::Flush] {
        let (mut refused, mut answered) = (0, 0);
        for works in 0..30 {
            let folder = tempfile::tempdir().unwrap();
            let games = service(folder.path());
            // After each move what is in the log goes where it belongs, so that there is more to fail.
            games
                .store
                .lock()
                .pragma_update(None, "wal_autocheckpoint", 1)
                .unwrap();
            let mut game = make(&games);
            let failing = Failing::after(fault, works);
            for _ in 0..6 {
                match play(&games, &game) {
                    Some(next) => (game, answered) = (next, answered + 1),
                    None => refused += 1,
                }
                let seen = games.look(&game.id, ANYBODY).unwrap();
                assert_eq!(text(&seen), text(&game), "{fault:?} after {works}");
            }
            drop(failing);
            // The disk works again: so does the server, and whoever starts it anew finds the same.
            game = play(&games, &game).expect("there is room again");
            games.close();
            drop(games);
            let again = service(folder.path());
            let seen = again.look(&game.id, ANYBODY).unwrap();
            assert_eq!(text(&seen), text(&game), "{fault:?} after {works}");
            again.close();
            drop(again);
            assert_sound(folder.path());
        }
        println!("{fault:?}: {refused} moves refused, {answered} answered");
        assert!(answered > 0 && refused > 0, "{fault:?}");
    }
}

/// The same without a last word: the process dies while the disk fails.
#[test]
fn a_server_that_dies_on_a_failing_disk_has_what_it_answered() {
    install();
    for fault in [Fault::Full, Fault::Short, Fault::Flush] {
        for works in 0..30 {
            let folder = tempfile::tempdir().unwrap();
            let games = service(folder.path());
            let mut game = make(&games);
            let failing = Failing::after(fault, works);
            for _ in 0..8 {
                if let Some(next) = play(&games, &game) {
                    game = next;
                }
            }
            // The files as they are at this moment, as a kill would leave them.
            let left = tempfile::tempdir().unwrap();
            for file in std::fs::read_dir(folder.path()).unwrap() {
                let file = file.unwrap();
                std::fs::copy(file.path(), left.path().join(file.file_name())).unwrap();
            }
            drop(failing);
            games.close();
            drop(games);
            let again = service(left.path());
            let seen = again.look(&game.id, ANYBODY).unwrap();
            assert_eq!(text(&seen), text(&game), "{fault:?} after {works}");
            again.close();
            drop(again);
            assert_sound(left.path());
        }
    }
}

/// A disk that fails while the games are opened for the first time: a sentence, and later everything is as if nothing had been.
#[test]
fn games_that_could_not_be_opened_can_be_later() {
    install();
    for fault in [Fault::Full, Fault::Short, Fault::Flush] {
        let mut refused = 0;
        for works in 0..40 {
            let folder = tempfile::tempdir().unwrap();
            let failing = Failing::after(fault, works);
            let opened = GameService::open(folder.path(), Caps::default(), Knowledge::default());
            if let Err(error) = &opened {
                refused += 1;
                assert!(error.to_string().contains("--data"), "{error}");
            }
            drop((opened, failing));
            let games = service(folder.path());
            make(&games);
        }
        assert!(refused > 0, "{fault:?}");
    }
}

fn assert_sound(folder: &Path) {
    let store = Connection::open(folder.join(FILE)).unwrap();
    let word: String = store
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(word, "ok");
}
