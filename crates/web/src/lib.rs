//! Poda in the browser: the server, the games it keeps, and the page. [`open_games`] has the games without the server.
//!
//! ```no_run
//! use poda_web::{Caps, Settings, serve};
//!
//! let settings = Settings {
//!     host: "127.0.0.1".to_owned(),
//!     port: poda_web::PORT,
//!     data: poda_web::data_folder()?,
//!     caps: Caps::default(),
//!     knowledge: poda_engine::Knowledge::default(),
//! };
//! serve(&settings, |addresses| println!("{}", addresses.here))?;
//! # Ok::<(), poda_web::ServeError>(())
//! ```

pub mod api;
mod caps;
mod extract;
mod game_store;
mod games;
mod guard;
mod guests;
mod holders;
#[cfg(test)]
#[path = "../../../fuzz/src/hostile.rs"]
#[allow(
    dead_code,
    reason = "shared with the tests of readers that have a corpus"
)]
mod hostile;
pub mod lab;
mod listener;
mod live_game;
mod own_games;
mod page;
mod pictures;
mod reach;
mod refused;
mod routes;
mod search_queue;
mod seats;
mod served_games;
mod server;
mod service;
mod stored_game;
mod text;
mod texts;

pub use caps::Caps;
pub use game_store::{StoreError, Which};
pub use games::{Act, Following, GameEvent, Games, Tell, open_games};
pub use page::LICENCES;
pub use reach::{is_loopback, qr_text};
pub use server::{
    Addresses, PORT, ServeError, Server, Settings, data_folder, open_browser, serve,
    serve_with_programs,
};
pub use texts::CATALOGUE;
