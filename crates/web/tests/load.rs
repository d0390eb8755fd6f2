//! A small form of `examples/load.rs`: no error, nothing lost.

use crate::common;
#[path = "common/load.rs"]
mod example;

#[test]
fn forty_games_at_once_lose_no_move() {
    let folder = common::Folder::new();
    let load = example::play(folder.path(), 40, 1, 1);
    assert!(load.moves >= 41 * 7 && load.time.as_secs() < 600);
    assert!(load.quick.len() >= 40 && !load.slow.is_empty());
}
