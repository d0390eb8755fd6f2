//! The games. Each is a folder; the registry at the end of this file is the only place that lists them.

#[macro_use]
mod any;
pub(crate) mod bits;
pub mod connect4;
pub mod dots;
pub mod tictactoe;
pub(crate) mod tree;

pub use any::{Concrete, GameSpecError};

registry! { ($)
    /// Connect 4.
    Connect4(connect4::Connect4Spec): Column(connect4::Column) {
        /// For two on up to 64 bits.
        Connect4(connect4::Connect4<u64, 2>),
        /// For two on up to 128 bits.
        LargeConnect4(connect4::Connect4<u128, 2>),
        /// For three on up to 64 bits.
        Connect4Three(connect4::Connect4<u64, 3>),
        /// For three on up to 128 bits.
        LargeConnect4Three(connect4::Connect4<u128, 3>),
    }
    /// Dots and Boxes.
    Dots(dots::DotsSpec): Edge(dots::Edge) {
        /// With fewer than 64 edges.
        Dots(dots::Dots<u64>),
        /// With more edges.
        LargeDots(dots::Dots<u128>),
    }
    /// Tic-tac-toe.
    TicTacToe(tictactoe::TicTacToeSpec): Square(tictactoe::Square) {
        /// On up to 64 squares.
        TicTacToe(tictactoe::TicTacToe),
    }
}
