//! Lines of JSON that end with a sum of themselves, so that a damaged one is known.

use poda_engine::fnv1a;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, from_slice, to_value, to_vec};

/// What is wrong with a line.
#[derive(Debug)]
pub(crate) enum BadLine {
    /// It cannot be read.
    Json(serde_json::Error),
    /// It is not as it was written.
    Sum,
}

impl From<serde_json::Error> for BadLine {
    fn from(error: serde_json::Error) -> BadLine {
        BadLine::Json(error)
    }
}

/// What stands between the content and its sum: the last key of the line's JSON.
const SUM: &str = ",\"sum\":\"";
const SUM_DIGITS: usize = 8;

/// Thirty-two bits of a sum, as digits.
fn sum(bytes: &[u8]) -> String {
    let sum = fnv1a(bytes);
    format!("{:08x}", (sum ^ sum >> 32) as u32)
}

/// As a line, which ends with its sum and the end of a line.
pub(crate) fn write(content: &impl Serialize) -> Vec<u8> {
    let mut line = to_vec(content).expect("it is JSON");
    line.pop();
    let sum = sum(&line);
    line.extend(format!("{SUM}{sum}\"}}\n").into_bytes());
    line
}

/// Reads a line without its end. Lines from before there were sums have none; whoever has one must have the right one.
pub(crate) fn read<T: Serialize + DeserializeOwned>(line: &[u8]) -> Result<T, BadLine> {
    let found = line.strip_suffix(b"\"}").and_then(|rest| {
        let (rest, sum) = rest.split_last_chunk::<SUM_DIGITS>()?;
        Some((rest.strip_suffix(SUM.as_bytes())?, sum))
    });
    let Some((content, told)) = found else {
        return without_sum(line);
    };
    if sum(content).as_bytes() != told {
        return Err(BadLine::Sum);
    }
    Ok(from_slice(&[content, b"}"].concat())?)
}

/// A line from before there were sums. It has no key that nobody wrote: one that looks like a sum is a damaged one.
fn without_sum<T: Serialize + DeserializeOwned>(line: &[u8]) -> Result<T, BadLine> {
    let told: Map<String, Value> = from_slice(line)?;
    let content: T = from_slice(line)?;
    let known = to_value(&content)?;
    match told.keys().all(|key| known.get(key).is_some()) {
        true => Ok(content),
        false => Err(BadLine::Sum),
    }
}
