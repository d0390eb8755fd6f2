//! The tests of the bots, all in one program.

mod common;
mod protocol;
mod speaker;
mod starters;
#[cfg(unix)]
mod talking;
