//! The lab in the browser: experiments that run in the background, and their reports.

pub mod api;
mod laboratory;
mod meter;
mod papers;
mod routes;

pub(crate) use laboratory::Laboratory;
pub(crate) use routes::{LabDocument, router};
