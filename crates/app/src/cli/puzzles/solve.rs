//! Puzzles in the terminal, line by line.

use std::io::{self, BufRead, Write};

use poda_coach::{Analyst, Board, KeptPuzzle, PuzzleView, Verdict};
use poda_engine::{AnyGame, AnyMove, Game, Knowledge, Limits, PlayerId};

use crate::cli::picture;
use crate::play::Words;

/// How many nodes a question about a wrong answer may take: a second or two.
const QUESTION: u64 = 20_000_000;

/// What somebody answered.
enum Answer {
    Move(AnyMove),
    Hint,
    Solution,
    Next,
    Quit,
}

/// How it went so far.
#[derive(Default)]
struct Score {
    seen: u32,
    /// At the first answer.
    solved: u32,
    row: u32,
    longest: u32,
}

/// Shows one puzzle after another until they, the lines or the patience end.
pub(super) fn play(puzzles: &[&KeptPuzzle]) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let mut lines = io::stdin().lock().lines();
    let (words, mut score) = (Words::new(false), Score::default());
    for (at, one) in puzzles.iter().enumerate() {
        let mut task = Task::new(one, &words);
        writeln!(
            out,
            "Puzzle {} of {} ({}): {}, {}\n{}",
            at + 1,
            puzzles.len(),
            one.id,
            words.describe(&task.view.position.rules),
            one.difficulty,
            task.text()
        )?;
        let more = task.solve(&mut out, &mut lines, &mut score)?;
        // One that was only looked at when somebody left does not count.
        score.seen += u32::from(more || !task.clean);
        if !more {
            break;
        }
    }
    writeln!(
        out,
        "Solved at the first answer: {} of {}, at most {} in a row.",
        score.solved, score.seen, score.longest
    )?;
    Ok(())
}

/// One puzzle and what was said of it.
struct Task<'a> {
    game: AnyGame,
    line: Vec<AnyMove>,
    view: PuzzleView,
    words: &'a Words,
    /// Whether nothing wrong was answered and nothing told.
    clean: bool,
}

impl<'a> Task<'a> {
    fn new(one: &KeptPuzzle, words: &'a Words) -> Task<'a> {
        let game = AnyGame::new(one.puzzle.game);
        let (line, _) = game
            .read_position(&one.puzzle.moves)
            .expect("kept puzzles can be played");
        Task {
            game,
            line,
            view: one.view(),
            words,
            clean: true,
        }
    }

    /// The board, and what is asked.
    fn text(&self) -> String {
        let mover = self.view.position.to_move.unwrap_or(0);
        let who = picture::name(PlayerId::new(mover.into()));
        let (name, moves) = match self.view.goal {
            Verdict::Wins { moves } => ("puzzle-goal-wins", moves),
            Verdict::Boxes { .. } => ("puzzle-goal-boxes", 0),
            _ => ("puzzle-goal-draw", 0),
        };
        let goal = self
            .words
            .with(name, &[("who", who.into()), ("moves", moves.into())]);
        let board = Board::new(&self.game, &self.line);
        format!("{}{goal}", picture::draw(&board))
    }

    /// Hears answers until the puzzle is solved or left; whether there are to be more.
    fn solve(
        &mut self,
        out: &mut impl Write,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        score: &mut Score,
    ) -> anyhow::Result<bool> {
        loop {
            write!(out, "Your move (or hint, solution, next, quit): ")?;
            out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(out)?;
                return Ok(false);
            };
            match self.read(line?.trim()) {
                Err(why) => writeln!(out, "{why}")?,
                Ok(Answer::Hint) => {
                    let name = format!("puzzle-hint-{}", self.view.theme);
                    writeln!(out, "{}", self.words.text(&name))?;
                }
                Ok(Answer::Quit) => return Ok(false),
                Ok(Answer::Next) => {
                    score.row = 0;
                    return Ok(true);
                }
                Ok(Answer::Solution) => {
                    score.row = 0;
                    writeln!(out, "{}\n", self.solution())?;
                    return Ok(true);
                }
                Ok(Answer::Move(mv)) if mv.to_string() == self.view.line[0] => {
                    if self.clean {
                        score.solved += 1;
                        score.row += 1;
                        score.longest = score.longest.max(score.row);
                    }
                    writeln!(out, "Right. {}\n", self.solution())?;
                    return Ok(true);
                }
                Ok(Answer::Move(mv)) => {
                    (self.clean, score.row) = (false, 0);
                    writeln!(out, "{}", self.fault(mv))?;
                }
            }
        }
    }

    fn read(&self, text: &str) -> Result<Answer, String> {
        Ok(match text {
            "hint" | "h" => Answer::Hint,
            "solution" | "s" => Answer::Solution,
            "next" | "n" => Answer::Next,
            "quit" | "q" => Answer::Quit,
            text => {
                let read = self.game.parse_move(text).and_then(|mv| {
                    let state = self.state(&[]);
                    self.game.check(&state, mv).map(|()| mv)
                });
                Answer::Move(read.map_err(|error| error.to_string())?)
            }
        })
    }

    fn state(&self, more: &[AnyMove]) -> <AnyGame as Game>::State {
        let moves = self.line.iter().chain(more);
        moves.fold(self.game.start(), |state, &mv| {
            self.game.play_unchecked(&state, mv)
        })
    }

    /// The right move, why, and what follows.
    fn solution(&self) -> String {
        let PuzzleView {
            line, reason, goal, ..
        } = &self.view;
        format!("{} {reason}: {goal}. The line: {}", line[0], line.join(" "))
    }

    /// What a wrong move allows, as the coach sees it.
    fn fault(&self, mv: AnyMove) -> String {
        let limits = Limits {
            nodes: Some(QUESTION),
            ..Limits::default()
        };
        let mut analyst = Analyst::new(&self.game, 1, &Knowledge::default());
        let after: Vec<AnyMove> = self.line.iter().copied().chain([mv]).collect();
        let reply = analyst.analyse(&after, limits, &mut |_| ());
        let before = analyst.analyse(&self.line, limits, &mut |_| ());
        let worth = before.moves.iter().find(|worth| worth.mv == mv.to_string());
        let mut text = format!("Not {mv}:");
        if let Some(reason) = worth.and_then(|worth| worth.reason) {
            text += &format!(" it {reason};");
        }
        if let Some(best) = reply.best.first().filter(|_| reply.to_move.is_some()) {
            let again = reply.to_move == before.to_move;
            text += &match again {
                true => format!(" you go on with {best};"),
                false => format!(" the other side plays {best};"),
            };
        }
        match worth.and_then(|worth| worth.verdict) {
            Some(verdict) => text + &format!(" that {}. Try again.", kept(verdict)),
            None => text + " it gives something away. Try again.",
        }
    }
}

/// What a move keeps, after "that".
fn kept(verdict: Verdict) -> String {
    match verdict {
        Verdict::Draw => "is only a draw".to_owned(),
        Verdict::Boxes { .. } => format!("ends with {verdict}"),
        verdict => verdict.to_string(),
    }
}
