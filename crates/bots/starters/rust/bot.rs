//! A small bot for Poda. It takes a win that it sees and plays at random otherwise, until you teach it more: see `minimax`.
use std::io::{self, BufRead, Write};

const INTRODUCTION: [&str; 4] = ["id name rust-starter", "id version 1", "games connect4 dots tictactoe", "ok"];
/// How many moves minimax looks ahead; raise it when you have filled minimax in.
const DEPTH: u32 = 1;
/// Columns as they are sent.
const COLUMNS: &str = "123456789abc";

/// Connect 4: cells[column] lists the players' numbers from the bottom up.
struct Board {
    rows: usize,
    run: usize,
    cells: Vec<Vec<usize>>,
    line: Vec<usize>,
}

impl Board {
    /// `connect4:6x7,connect=5`; none for anything else.
    fn from_spec(spec: &str) -> Option<Board> {
        let (size, connect) = spec.strip_prefix("connect4:")?.split_once(',').unwrap_or((&spec[9..], "connect=4"));
        let (rows, columns) = size.split_once('x')?;
        let connect = connect.strip_prefix("connect=")?;
        Some(Board {
            rows: rows.parse().ok()?,
            run: connect.parse().ok()?,
            cells: vec![Vec::new(); columns.parse().ok()?],
            line: Vec::new(),
        })
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&column| self.cells[column].len() < self.rows).collect()
    }

    fn play(&mut self, column: usize) {
        self.cells[column].push(self.line.len() % 2);
        self.line.push(column);
    }

    fn undo(&mut self) {
        let column = self.line.pop().expect("a move was made");
        self.cells[column].pop();
    }

    fn at(&self, column: isize, row: isize) -> Option<usize> {
        self.cells.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether the last piece has completed a run.
    fn won(&self) -> bool {
        let Some(&column) = self.line.last() else { return false };
        let (x, y) = (column as isize, self.cells[column].len() as isize - 1);
        let player = self.at(x, y);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
            let same = |sign: isize| (1..).take_while(|step| self.at(x + sign * step * dx, y + sign * step * dy) == player).count();
            1 + same(1) + same(-1) >= self.run
        })
    }
}

/// What the position is worth to whoever moves next: 1 a win, -1 a loss, 0 a draw or unknown.
fn minimax(board: &mut Board, depth: u32) -> i32 {
    if board.won() { return -1; } // whoever moved last has won
    if depth == 0 || board.moves().is_empty() { return 0; }
    // YOUR TURN. Play each move, ask minimax(board, depth - 1) what the position is then worth to the other player, take the
    // move back, and return the best value from your own view (the other's value with its sign changed). Then raise DEPTH.
    0
}

/// Takes a line of the protocol and returns the lines to answer with.
#[derive(Default)]
struct Bot {
    spec: String,
    moves: Vec<String>,
    legal: Vec<String>,
    chance: u64,
}

impl Bot {
    fn hear(&mut self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["poda", ..] => return INTRODUCTION.map(String::from).to_vec(),
            ["isready"] => return vec!["ready".to_string()],
            ["newgame", spec, ref more @ ..] => {
                self.spec = spec.to_string();
                self.chance = more.get(1).and_then(|seed| seed.parse().ok()).unwrap_or(1) | 1;
            }
            ["position", ref more @ ..] => {
                let is_move = |word: &&&str| !["turn", "moves", "legal"].contains(*word);
                let list = |key: &str| {
                    let after = more.iter().skip_while(|word| **word != key).skip(1);
                    after.take_while(is_move).map(|word| word.to_string()).collect()
                };
                (self.moves, self.legal) = (list("moves"), list("legal"));
            }
            ["go", ..] => return vec![format!("bestmove {}", self.think())],
            _ => {}
        }
        Vec::new()
    }

    fn think(&mut self) -> String {
        let Some(mut board) = Board::from_spec(&self.spec) else {
            let any = self.any(self.legal.len());
            return self.legal[any].clone();
        };
        for text in &self.moves {
            board.play(COLUMNS.find(text.as_str()).expect("a column"));
        }
        // The moves that are worth most, one of them at random.
        let (mut best, mut most) = (Vec::new(), i32::MIN);
        for column in board.moves() {
            board.play(column);
            let value = -minimax(&mut board, DEPTH - 1);
            board.undo();
            if value > most { (most, best) = (value, Vec::new()); }
            if value == most { best.push(column); }
        }
        let column = best[self.any(best.len())];
        COLUMNS[column..=column].to_string()
    }

    /// A number below `count`, by chance (xorshift: no dependency).
    fn any(&mut self, count: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % count as u64) as usize
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    for line in io::stdin().lock().lines().map_while(Result::ok).take_while(|line| line != "quit") {
        for answer in bot.hear(&line) {
            writeln!(io::stdout(), "{answer}")?; // Rust sends each line at once
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
