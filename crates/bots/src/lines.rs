//! Lines of bounded length from somebody who may send anything.

use std::io::{self, BufRead, Read};

use crate::protocol::LONGEST_LINE;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, without its end. What is no UTF-8 is replaced.
    Text(String),
    /// More than [`LONGEST_LINE`] bytes without an end. What remains of them is still to be read.
    TooLong,
}

/// The next line; `None` at the end.
pub(crate) fn next_line(from: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    // One more than a line may have, for its end.
    let most = LONGEST_LINE as u64 + 1;
    from.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST_LINE {
        return Ok(Some(Line::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Line::Text(text.trim_end_matches('\r').to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_their_bound() {
        let longest = "x".repeat(LONGEST_LINE);
        let text = format!("one\r\n\n{longest}\n{longest}x\nlast");
        let mut from = text.as_bytes();
        let mut next = || next_line(&mut from).expect("memory never fails");
        assert_eq!(next(), Some(Line::Text("one".to_owned())));
        assert_eq!(next(), Some(Line::Text(String::new())));
        assert_eq!(next(), Some(Line::Text(longest)));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::Text(String::new())), "what remained");
        assert_eq!(next(), Some(Line::Text("last".to_owned())));
        assert_eq!(next(), None);
    }
}
