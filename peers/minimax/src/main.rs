//! Crate `minimax`, its iterative search, on a bitboard of Connect 4 with Poda's evaluation `centre`. Searches the empty board
//! to the depth that is given and prints the move, as Poda counts columns, and the seconds.

use std::time::Instant;

use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy, Winner};

#[derive(Clone)]
struct Board {
    own: u64,
    other: u64,
}

struct Connect4;
struct Centre;

const BOTTOM: u64 = 0x0408_1020_4081;
const CELLS: u64 = BOTTOM * 0x3f;

fn has_four(pieces: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = pieces & pieces >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl minimax::Game for Connect4 {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let landing = (board.own | board.other).wrapping_add(BOTTOM) & CELLS;
            // The centre first: the best fixed order it can be given.
            moves.extend(
                [3u8, 2, 4, 1, 5, 0, 6]
                    .into_iter()
                    .filter(|&index| landing & 0x3f << (7 * index) != 0),
            );
        }
        winner
    }

    fn apply(board: &mut Board, index: u8) -> Option<Board> {
        let landing = (board.own | board.other).wrapping_add(BOTTOM) & CELLS;
        Some(Board {
            own: board.other,
            other: board.own | landing & 0x3f << (7 * index),
        })
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        if has_four(board.other) {
            Some(Winner::PlayerJustMoved)
        } else if board.own | board.other == CELLS {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    fn zobrist_hash(board: &Board) -> u64 {
        let key = board
            .own
            .wrapping_add(board.own | board.other)
            .wrapping_add(BOTTOM);
        let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }
}

impl minimax::Evaluator for Centre {
    type G = Connect4;

    fn evaluate(&self, board: &Board) -> Evaluation {
        let worth = |pieces: u64| -> Evaluation {
            let column = |index: u32| (pieces >> (7 * index) & 0x3f).count_ones() as Evaluation;
            (0..7)
                .map(|index| column(index) * (index + 1).min(7 - index) as Evaluation)
                .sum()
        };
        worth(board.own) - worth(board.other)
    }
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    let options = IterativeOptions::new().with_table_byte_size(64 << 20);
    let clock = Instant::now();
    let mut search = IterativeSearch::new(Centre, options);
    search.set_max_depth(depth.expect("a depth"));
    let choice = search.choose_move(&Board { own: 0, other: 0 });
    let seconds = clock.elapsed().as_secs_f64();
    println!("{} {seconds}", choice.expect("a move") + 1);
}
