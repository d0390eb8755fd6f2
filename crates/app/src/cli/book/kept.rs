//! The scores of a book that is being built, in a file: a line that names the book, then a line `index score sum` for each
//! position, only ever appended to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use poda_engine::{GameSpec, fnv1a};

/// The scores so far. The file is locked as long as this lives: two builds would write into each other's lines.
#[derive(Debug)]
pub(super) struct KeptScores {
    file: File,
    title: String,
}

impl KeptScores {
    /// Opens the file or starts it, and reads what it has. A last line that a kill cut short is dropped. `possible` says whether a
    /// position, by its index, can have a score.
    pub(super) fn open(
        path: &Path,
        spec: GameSpec,
        ply: u32,
        count: usize,
        possible: &dyn Fn(usize, i32) -> bool,
    ) -> anyhow::Result<(KeptScores, Vec<Option<i32>>)> {
        let name = path.display();
        // Appending is one step for the system: nothing can be written over.
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("{name} cannot be opened"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{name} is in use by another build: wait for it, or give another file")
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("{name} cannot be locked"));
            }
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)
            .with_context(|| format!("{name} cannot be read"))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        let title = format!("{spec} ply {ply}");
        let scores =
            read(&text[..whole], &title, count, possible).with_context(|| name.to_string())?;
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        let mut kept = KeptScores { file, title };
        if whole == 0 {
            let title = format!("{}\n", kept.title);
            kept.file.write_all(title.as_bytes())?;
        }
        Ok((kept, scores))
    }

    pub(super) fn add(&mut self, index: usize, score: i32) -> anyhow::Result<()> {
        let line = line(&self.title, index, score);
        Ok(self.file.write_all(line.as_bytes())?)
    }
}

/// A line with its sum, which is about this book alone.
fn line(title: &str, index: usize, score: i32) -> String {
    let sum = fnv1a(format!("{title}\n{index} {score}").as_bytes());
    format!("{index} {score} {:08x}\n", (sum ^ sum >> 32) as u32)
}

/// The scores in a text of whole lines.
fn read(
    text: &[u8],
    title: &str,
    count: usize,
    possible: &dyn Fn(usize, i32) -> bool,
) -> anyhow::Result<Vec<Option<i32>>> {
    let text = std::str::from_utf8(text).context("this is not the progress of a book")?;
    let mut scores = vec![None; count];
    for (number, found) in text.split_terminator('\n').enumerate() {
        if number == 0 {
            if found != title {
                bail!("it belongs to another book: it starts with {found:?}, not with {title:?}");
            }
            continue;
        }
        let number = number + 1;
        let Some((index, score)) =
            score(found, title).filter(|&(index, score)| index < count && possible(index, score))
        else {
            bail!(
                "line {number} is damaged: {found:?} is not a score with its sum. Remove the line, and its position is solved again"
            );
        };
        match scores[index] {
            Some(known) if known != score => {
                bail!(
                    "line {number} gives position {index} the score {score}, and an earlier one {known}: start anew"
                )
            }
            _ => scores[index] = Some(score),
        }
    }
    Ok(scores)
}

/// A line without its end.
fn score(found: &str, title: &str) -> Option<(usize, i32)> {
    let (index, rest) = found.split_once(' ')?;
    let (score, _) = rest.split_once(' ')?;
    let (index, score) = (index.parse().ok()?, score.parse().ok()?);
    let same = line(title, index, score).strip_suffix('\n') == Some(found);
    same.then_some((index, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec() -> GameSpec {
        "connect4:4x5".parse().expect("a board")
    }

    fn possible(_: usize, score: i32) -> bool {
        (-7..=7).contains(&score)
    }

    fn open(path: &Path, ply: u32, count: usize) -> anyhow::Result<(KeptScores, Vec<Option<i32>>)> {
        KeptScores::open(path, spec(), ply, count, &possible)
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
            let refused = format!("{:#}", open(&path, 6, 100).expect_err("refused"));
            assert!(refused.contains("line 2 is damaged"), "{refused}");
        }
    }

    #[test]
    fn scores_are_found_again_and_a_cut_line_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("progress");
        let (mut kept, scores) = open(&path, 6, 100).expect("a new file");
        assert_eq!(scores, vec![None; 100]);
        let second = open(&path, 6, 100).expect_err("it is in use");
        assert!(second.to_string().contains("in use by another build"));
        for index in 0..50 {
            kept.add(index, index as i32 % 7 - 3)
                .expect("the disk works");
        }
        drop(kept);
        let text = std::fs::read(&path).expect("the file");
        std::fs::write(&path, &text[..text.len() - 5]).expect("the disk works");
        let (mut kept, scores) = open(&path, 6, 100).expect("the same file");
        assert_eq!(scores.iter().flatten().count(), 49);
        assert_eq!((scores[48], scores[49]), (Some(3), None));
        kept.add(49, -3).expect("the disk works");
        drop(kept);
        assert_eq!(std::fs::read(&path).expect("the file"), text);
        let other = open(&path, 5, 100).expect_err("another book");
        assert!(format!("{other:#}").contains("belongs to another book"));
    }

    #[test]
    fn no_flipped_bit_becomes_another_score() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("progress");
        let (mut kept, _) = open(&path, 6, 1000).expect("a new file");
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
                // Without the end of the last line that line is cut off: one score less, and none that is wrong.
                if let Ok((_, scores)) = open(&path, 6, 1000) {
                    let right = scores
                        .iter()
                        .zip(&whole)
                        .all(|(a, b)| a.is_none() || a == b);
                    assert!(right && place + 1 == good.len(), "byte {place}, bit {bit}");
                    accepted += 1;
                }
            }
        }
        assert!(tried > 1000 && accepted == 8, "{accepted} of {tried}");
    }
}
