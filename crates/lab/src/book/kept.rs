//! The scores of a book that is being built, in a file: a line that names the book, then a line `index score sum` for each
//! position, only ever appended to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use poda_engine::fnv1a;

/// What is wrong with the file of a book's scores, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum BadScore {
    /// The disk says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What.
        source: io::Error,
    },
    /// Somebody else writes there.
    #[error("{} is in use by another build: wait for it, or give another file", .0.display())]
    InUse(PathBuf),
    /// It is not what it should be.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what helps.
        why: String,
    },
}

/// The scores so far. The file is locked as long as this lives: two builds would write into each other's lines.
#[derive(Debug)]
pub struct KeptScores {
    file: File,
    /// Of all that was written whole.
    length: u64,
    path: PathBuf,
    title: String,
    scores: Vec<Option<i32>>,
}

impl KeptScores {
    /// Opens the file or starts it, and reads what it has. `possible` says whether a position, by its index, can have a score.
    pub(super) fn open(
        path: &Path,
        title: &str,
        count: usize,
        possible: &dyn Fn(usize, i32) -> bool,
    ) -> Result<KeptScores, BadScore> {
        // Appending is one step for the system: nothing can be written over.
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(at(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BadScore::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(at(path)(source)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(at(path))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        let damaged = |why| BadScore::Damaged {
            path: path.to_owned(),
            why,
        };
        let scores = read(&text[..whole], title, count, possible).map_err(damaged)?;
        // A line that a kill cut short is solved again. One that is whole, but for its end, was not cut.
        let rest = text[whole..].split_last().map(|(_, line)| line);
        let rest = rest.and_then(|line| std::str::from_utf8(line).ok());
        if rest.is_some_and(|line| score(line, title).is_some()) {
            let why = "its last line is damaged: it has no end. Remove the line, and its position is solved again";
            return Err(damaged(why.to_owned()));
        }
        let head = format!("{title}\n");
        if whole == 0 && !head.as_bytes().starts_with(&text) {
            let why = "this is not the progress of a book: give another file";
            return Err(damaged(why.to_owned()));
        }
        if whole < text.len() {
            file.set_len(whole as u64).map_err(at(path))?;
        }
        let mut length = whole as u64;
        if whole == 0 {
            append(&mut file, &mut length, head.as_bytes()).map_err(at(path))?;
        }
        Ok(KeptScores {
            file,
            length,
            path: path.to_owned(),
            title: title.to_owned(),
            scores,
        })
    }

    /// The scores that are known, by index.
    pub fn scores(&self) -> &[Option<i32>] {
        &self.scores
    }

    /// Writes a score down, each position once. Returns whether it was new.
    ///
    /// # Errors
    /// The disk says no, or the position has another score.
    pub fn add(&mut self, index: usize, score: i32) -> Result<bool, BadScore> {
        match self.scores[index] {
            Some(known) if known == score => return Ok(false),
            Some(known) => {
                let why = format!(
                    "position {index} has the score {known}, and now it is said to be {score}"
                );
                let path = self.path.clone();
                return Err(BadScore::Damaged { path, why });
            }
            None => {}
        }
        let line = line(&self.title, index, score);
        let written = append(&mut self.file, &mut self.length, line.as_bytes());
        written.map_err(at(&self.path))?;
        self.scores[index] = Some(score);
        Ok(true)
    }

    /// Sees to it that everything is on the disk.
    ///
    /// # Errors
    /// The disk says no.
    pub fn sync(&self) -> Result<(), BadScore> {
        self.file.sync_data().map_err(at(&self.path))
    }
}

/// A file that lines are appended to.
trait Lines: Write {
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Lines for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// Appends a line, or nothing: the next one must not begin behind half of it.
fn append(file: &mut impl Lines, length: &mut u64, line: &[u8]) -> io::Result<()> {
    let written = file.write_all(line);
    match written {
        Ok(()) => *length += line.len() as u64,
        // If not even that works, whoever opens the file is told which line is damaged.
        Err(_) => drop(file.cut(*length)),
    }
    written
}

fn at(path: &Path) -> impl Fn(io::Error) -> BadScore {
    let path = path.to_owned();
    move |source| BadScore::Io {
        path: path.clone(),
        source,
    }
}

/// A line with its sum, which is about this book alone.
pub(super) fn line(title: &str, index: usize, score: i32) -> String {
    let sum = fnv1a(format!("{title}\n{index} {score}").as_bytes());
    format!("{index} {score} {:08x}\n", (sum ^ sum >> 32) as u32)
}

/// The scores in a text of whole lines; or what is wrong with it.
fn read(
    text: &[u8],
    title: &str,
    count: usize,
    possible: &dyn Fn(usize, i32) -> bool,
) -> Result<Vec<Option<i32>>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "this is not the progress of a book")?;
    let mut scores = vec![None; count];
    for (number, found) in text.split_terminator('\n').enumerate() {
        if number == 0 {
            if found != title {
                return Err(format!(
                    "it belongs to another book: it starts with {found:?}, not with {title:?}"
                ));
            }
            continue;
        }
        let number = number + 1;
        let Some((index, score)) =
            score(found, title).filter(|&(index, score)| index < count && possible(index, score))
        else {
            return Err(format!(
                "line {number} is damaged: {found:?} is not a score with its sum. Remove the line, and its position is solved again"
            ));
        };
        match scores[index] {
            Some(known) if known != score => {
                return Err(format!(
                    "line {number} gives position {index} the score {score}, and an earlier one {known}: start anew"
                ));
            }
            _ => scores[index] = Some(score),
        }
    }
    Ok(scores)
}

/// A line without its end.
pub(super) fn score(found: &str, title: &str) -> Option<(usize, i32)> {
    let (index, rest) = found.split_once(' ')?;
    let (score, _) = rest.split_once(' ')?;
    let (index, score) = (index.parse().ok()?, score.parse().ok()?);
    let same = line(title, index, score).strip_suffix('\n') == Some(found);
    same.then_some((index, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn possible(_: usize, score: i32) -> bool {
        (-7..=7).contains(&score)
    }

    fn open(path: &Path, ply: u32, count: usize) -> Result<KeptScores, BadScore> {
        let title = format!("connect4:4x5 ply {ply}");
        KeptScores::open(path, &title, count, &possible)
    }

    /// Hours later such a score would have ended the build in a panic.
    #[test]
    fn a_score_that_no_position_has_is_refused_whatever_its_sum() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("progress");
        let title = "connect4:4x5 ply 6";
        for (index, score) in [(3, 8), (3, -8), (100, 0), (usize::MAX, 1), (3, i32::MIN)] {
            let forged = format!("{title}\n{}", line(title, index, score));
            std::fs::write(&path, forged).expect("the disk works");
            let refused = open(&path, 6, 100).expect_err("refused").to_string();
            assert!(refused.contains("line 2 is damaged"), "{refused}");
        }
    }

    #[test]
    fn scores_are_found_again_and_a_cut_line_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("progress");
        let mut kept = open(&path, 6, 100).expect("a new file");
        assert_eq!(kept.scores(), [None; 100]);
        let second = open(&path, 6, 100).expect_err("it is in use");
        assert!(second.to_string().contains("in use by another build"));
        for index in 0..50 {
            kept.add(index, index as i32 % 7 - 3)
                .expect("the disk works");
        }
        assert!(!kept.add(0, -3).expect("it is known"));
        let other = kept.add(0, 3).expect_err("it is known otherwise");
        assert!(other.to_string().contains("has the score -3"), "{other}");
        drop(kept);
        let text = std::fs::read(&path).expect("the file");
        std::fs::write(&path, &text[..text.len() - 5]).expect("the disk works");
        let mut kept = open(&path, 6, 100).expect("the same file");
        let scores = kept.scores();
        assert_eq!(scores.iter().flatten().count(), 49);
        assert_eq!((scores[48], scores[49]), (Some(3), None));
        kept.add(49, -3).expect("the disk works");
        drop(kept);
        assert_eq!(std::fs::read(&path).expect("the file"), text);
        let other = open(&path, 5, 100).expect_err("another book");
        assert!(other.to_string().contains("belongs to another book"));
    }

    #[test]
    fn what_is_no_progress_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("progress");
        for foreign in ["a word", "connect4:4x5 ply 66", "connect4:4x4 ply 6", "7"] {
            std::fs::write(&path, foreign).expect("the disk works");
            let refused = open(&path, 6, 100).expect_err("refused").to_string();
            assert!(refused.contains("give another file"), "{refused}");
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), foreign);
        }
        // A kill may cut the title as well.
        for begun in ["", "conn", "connect4:4x5 ply 6"] {
            std::fs::write(&path, begun).expect("the disk works");
            assert!(open(&path, 6, 100).is_ok(), "{begun}");
        }
    }

    /// A disk with so much room.
    struct Full {
        written: Vec<u8>,
        room: usize,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let some = bytes.len().min(self.room - self.written.len());
            match some {
                0 => return Err(io::ErrorKind::StorageFull.into()),
                _ => self.written.extend(&bytes[..some]),
            }
            Ok(some)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Lines for Full {
        fn cut(&mut self, length: u64) -> io::Result<()> {
            self.written.truncate(length as usize);
            Ok(())
        }
    }

    #[test]
    fn half_a_line_is_taken_back() {
        let (written, room) = (Vec::new(), 10);
        let (mut disk, mut length) = (Full { written, room }, 0);
        assert!(append(&mut disk, &mut length, b"12345\n").is_ok());
        assert!(append(&mut disk, &mut length, b"67890\n").is_err());
        assert!(append(&mut disk, &mut length, b"abc\n").is_ok());
        assert_eq!(disk.written, b"12345\nabc\n");
    }

    #[test]
    fn no_flipped_bit_becomes_another_score() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("progress");
        let mut kept = open(&path, 6, 1000).expect("a new file");
        for index in 0..40 {
            kept.add(index * 11, 1 - (index as i32 % 3))
                .expect("the disk works");
        }
        drop(kept);
        let good = std::fs::read(&path).expect("the file");
        let whole = read(&good, "connect4:4x5 ply 6", 1000, &possible).expect("a good file");
        let (mut tried, mut accepted) = (0, 0);
        for place in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[place] ^= 1 << bit;
                std::fs::write(&path, &bad).expect("the disk works");
                tried += 1;
                accepted += usize::from(open(&path, 6, 1000).is_ok());
            }
        }
        assert!(tried > 1000 && accepted == 0, "{accepted} of {tried}");
        // A line that a kill cut short, at any place, is dropped; all others are there.
        let last = good[..good.len() - 1].iter().rposition(|&b| b == b'\n');
        let last = last.expect("several lines") + 1;
        for end in last..good.len() {
            std::fs::write(&path, &good[..end]).expect("the disk works");
            let kept = open(&path, 6, 1000).expect("a file that was cut");
            let known = |scores: &[Option<i32>]| scores.iter().flatten().count();
            assert_eq!(known(kept.scores()), known(&whole) - 1, "cut at {end}");
        }
    }
}
