//! What each game does, move by move: readable boards first.

use crate::common;

use common::{game, moves, playout, rng};
use poda_coach::Board;
use poda_engine::dots::Edge;
use poda_engine::{AnyGame, AnyMove, Game, Outcome, PlayerId};

/// The picture, the outcome and the legal moves after `position`.
fn after(spec: &str, position: &str) -> (String, Option<Outcome>, usize) {
    let game = game(spec);
    let (line, state) = game.read_position(position).expect("a legal position");
    (
        Board::new(&game, &line).to_string(),
        game.outcome(&state),
        moves(&game, &state).len(),
    )
}

const FIRST: Option<Outcome> = Some(Outcome::Win(PlayerId::FIRST));
const SECOND: Option<Outcome> = Some(Outcome::Win(PlayerId::SECOND));
const THIRD: Option<Outcome> = Some(Outcome::Win(PlayerId::THIRD));

#[test]
fn a_piece_lands_on_the_pieces_below_it() {
    let (picture, outcome, open) = after("connect4", "4453");
    assert_eq!(
        picture,
        "\
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . x . . .
. . x o o . .
"
    );
    assert_eq!((outcome, open), (None, 7));
    assert_eq!(after("connect4", "444444").2, 6, "a full column is closed");
}

#[test]
fn a_row_wins() {
    let (picture, outcome, open) = after("connect4", "1122334");
    assert!(
        picture.ends_with("x x x . . . .\nO O O O . . .\n"),
        "{picture}"
    );
    assert_eq!((outcome, open), (FIRST, 0));
}

#[test]
fn a_column_wins() {
    let (picture, outcome, _) = after("connect4", "71212121");
    assert!(
        picture.ends_with("X . . . . . .\nX o . . . . .\nX o . . . . .\nX o . . . . o\n"),
        "{picture}"
    );
    assert_eq!(outcome, SECOND);
}

#[test]
fn a_rising_diagonal_wins() {
    let (picture, outcome, _) = after("connect4", "12233434474");
    assert!(
        picture.ends_with(". . . O . . .\n. . O o . . .\n. O o x . . .\nO x x x . . x\n"),
        "{picture}"
    );
    assert_eq!(outcome, FIRST);
}

#[test]
fn a_falling_diagonal_wins() {
    let (picture, outcome, _) = after("connect4", "76655454414");
    assert!(
        picture.ends_with(". . . O . . .\n. . . o O . .\n. . . x o O .\nx . . x x x O\n"),
        "{picture}"
    );
    assert_eq!(outcome, FIRST);
}

#[test]
fn one_move_can_complete_several_lines() {
    // The piece in column 4 joins a row of seven: four winning lines.
    let (picture, outcome, _) = after("connect4", "1122335566774");
    assert!(picture.ends_with("O O O O O O O\n"), "{picture}");
    assert_eq!(outcome, FIRST);
    // A row and a diagonal at once: every piece of both is marked, and no other.
    let (picture, outcome, _) = after("connect4:3x5,connect=3", "111425253");
    assert_eq!(picture, "O . . . .\nx O . . x\nO O O x x\n");
    assert_eq!(outcome, FIRST);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let (_, outcome, open) = after("connect4:2x3", "112233");
    assert_eq!((outcome, open), (Some(Outcome::Draw), 0));
    let (picture, outcome, _) = after("connect4:4x4", "4321311144234232");
    assert_eq!(outcome, Some(Outcome::Draw), "{picture}");
}

#[test]
fn the_last_cell_can_win() {
    let (picture, outcome, _) = after("connect4:3x3,connect=3", "111223233");
    assert!(!picture.contains('.'), "{picture}");
    assert_eq!(outcome, FIRST, "{picture}");
}

#[test]
fn three_players_take_turns_and_each_can_win() {
    let (picture, outcome, _) = after("connect4:6x7,players=3", "123123123");
    assert!(
        picture.ends_with("o x a . . . .\no x a . . . .\no x a . . . .\n"),
        "{picture}"
    );
    assert_eq!(outcome, None);
    assert_eq!(after("connect4:6x7,players=3", "1231231231").1, FIRST);
    assert_eq!(after("connect4:6x7,players=3", "12312312342").1, SECOND);
    let (picture, third, _) = after("connect4:6x7,players=3", "123123123443");
    assert_eq!(third, THIRD);
    assert!(picture.contains('A'), "{picture}");
}

#[test]
fn a_larger_board_plays_like_a_small_one() {
    // 9 x 12 is past 64 bits: the same game in the corner of both boards ends the same way.
    for seed in 0..200 {
        let small = game("connect4:6x7");
        let large = game("connect4:9x12");
        let (line, _) = playout(&small, &mut rng(seed));
        let mut state = large.start();
        for (ply, &mv) in line.iter().enumerate() {
            assert_eq!(large.outcome(&state), None);
            let AnyMove::Column(column) = mv else {
                unreachable!()
            };
            state = large
                .play(&state, AnyMove::Column(column))
                .expect("there is room");
            let (_, expected) = small
                .read_position(&poda_engine::line_text(&line[..=ply]))
                .expect("legal");
            if let Some(Outcome::Win(player)) = small.outcome(&expected) {
                assert_eq!(large.outcome(&state), Some(Outcome::Win(player)));
            }
        }
    }
}

#[test]
fn closing_a_box_scores_and_moves_again() {
    let dots = game("dots:2x2");
    let (line, state) = dots.read_position("h11 v11 v12 h21").expect("legal");
    assert_eq!(
        dots.to_move(&state),
        PlayerId::SECOND,
        "who closes a box moves again"
    );
    assert_eq!(
        Board::new(&dots, &line).to_string(),
        "\
+---+   +
| x |    
+---+   +
         
+   +   +
"
    );
    assert_eq!(dots.margin(&state, PlayerId::SECOND), Some(1));
    let (_, next) = dots.read_position("h11 v11 v12 h21 h12").expect("legal");
    assert_eq!(dots.to_move(&next), PlayerId::FIRST, "and only once");
}

#[test]
fn one_edge_can_close_two_boxes() {
    let dots = game("dots:1x2");
    let (line, state) = dots
        .read_position("h11 h12 h21 h22 v11 v13 v12")
        .expect("legal");
    assert_eq!(dots.margin(&state, PlayerId::FIRST), Some(2));
    assert_eq!(dots.outcome(&state), FIRST);
    let Board::Boxes { boxes, scores, .. } = Board::new(&dots, &line) else {
        unreachable!()
    };
    assert_eq!(scores, [2, 0]);
    assert_eq!(boxes, [[Some(0); 2]]);
}

#[test]
fn every_box_has_one_owner_and_the_scores_count_them() {
    for spec in ["dots:1x1", "dots:3x5", "dots:5x5", "dots:7x7"] {
        for seed in 0..40 {
            let dots: AnyGame = game(spec);
            let (line, states) = playout(&dots, &mut rng(seed));
            let Board::Boxes {
                boxes,
                edges,
                scores,
            } = Board::new(&dots, &line)
            else {
                unreachable!()
            };
            let owned = |player| {
                let owners = boxes.iter().flatten();
                owners.filter(|&&owner| owner == Some(player)).count()
            };
            let counted: Vec<usize> = scores.iter().copied().map(usize::from).collect();
            assert_eq!(counted, [owned(0), owned(1)]);
            assert_eq!(
                boxes.iter().flatten().flatten().count(),
                boxes.len() * boxes[0].len()
            );
            let end = states[states.len() - 1];
            let margin = i32::from(scores[0]) - i32::from(scores[1]);
            assert_eq!(dots.margin(&end, PlayerId::FIRST), Some(margin));
            assert_eq!(edges.len(), line.len());
        }
    }
}

#[test]
fn edges_name_themselves() {
    for text in ["h11", "v31", "h78", "v88"] {
        assert_eq!(text.parse::<Edge>().expect("an edge").to_string(), text);
    }
}
