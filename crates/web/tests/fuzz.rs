//! Hostile bodies for everything that can be asked of the server. The function is that of the fuzz target; fuzz/README.md says how to try
//! many more.

use std::path::Path;

#[path = "../../../fuzz/src/hostile.rs"]
mod hostile;
#[path = "../../../fuzz/src/requests.rs"]
mod requests;

/// Hostile inputs, where nothing else is said.
const USUAL: usize = 2_000;

#[test]
fn nothing_that_is_sent_is_the_servers_fault() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    hostile::attack(Path::new(corpus), "request", USUAL, &requests::request);
}
