//! Poda in the browser: the server, the games it keeps, and the page.
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
//! serve(&settings, |address| println!("{address}"))?;
//! # Ok::<(), poda_web::ServeError>(())
//! ```

pub mod api;
mod caps;
mod desk;
mod door;
mod extract;
mod guard;
mod hint;
mod house;
mod kept;
pub mod lab;
mod page;
mod picture;
mod refused;
mod room;
mod routes;
mod seats;
mod server;
mod store;
mod text;
mod verdict;
mod view;

pub use caps::Caps;
pub use server::{PORT, ServeError, Server, Settings, data_folder, open_browser, serve};
pub use store::StoreError;
