//! Poda in the browser: the server, the games it keeps, and the page.

pub mod api;
