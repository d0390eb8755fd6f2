use super::*;

#[test]
fn runs_are_seen_in_every_direction() {
    for (moves, won) in [("112233", false), ("1122334", true), ("1212121", true), ("12233434454", true), ("76655454434", true)] {
        let mut board = Board::from_spec("connect4:6x7").expect("a board");
        moves.chars().for_each(|c| board.play(COLUMNS.find(c).expect("a column")));
        assert_eq!(board.won(), won, "{moves}");
    }
}

#[test]
fn it_takes_a_win() {
    let mut bot = Bot::default();
    assert_eq!(bot.hear("poda 1")[3], "ok");
    bot.hear("newgame connect4:6x7 seed 1");
    bot.hear("position turn 1 moves 1 1 2 2 3 3 legal 1 2 3 4 5 6 7");
    assert_eq!(bot.hear("go time 100"), ["bestmove 4"]);
}

#[test]
fn it_plays_any_game() {
    let mut bot = Bot::default();
    bot.hear("newgame dots:1x1 seed 1");
    bot.hear("position turn 1 moves h11 legal v11");
    assert_eq!(bot.hear("go"), ["bestmove v11"]);
    assert_eq!(bot.hear("isready"), ["ready"]);
    assert!(bot.hear("something else").is_empty());
}
