//! The seal of a kept solution.
//!
//! A solution is believed: whether its values are true could only be told by solving the board again. A checksum finds a damaged file,
//! but whoever can change a file can make the checksum fit. So what `poda solve --save` writes ends with a seal, an HMAC-SHA-256 of the
//! file under a key that was made by chance and that only this user can read. docs/solving-dots.md says what that is good for, and
//! what not.

use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use poda_engine::GameSpec;
use sha2::{Digest, Sha256};

/// Stands before the seal, at the end of the file.
const MARK: &[u8; 8] = b"podaseal";
const SUM: usize = 32;
const KEY: usize = 32;
/// The file of the key in the data folder.
const FILE: &str = "seal.key";

/// Reads a kept solution of a board, without its seal: the user's own, or any, if the user says so.
pub(super) fn read_kept(path: &Path, game: GameSpec, trust: bool) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    let mut bytes = Vec::new();
    let mut file = File::open(path).with_context(|| format!("{name} cannot be opened"))?;
    file.read_to_end(&mut bytes)
        .with_context(|| format!("{name} cannot be read"))?;
    let content = match trust {
        true => any_content(&bytes),
        false => match Seal::own()?.open(&bytes) {
            Some(content) => content,
            None => bail!("{}", not_own(name, game)),
        },
    };
    let length = content.len();
    bytes.truncate(length);
    Ok(bytes)
}

/// Writes a solution with its seal, next to the old file, and then takes its place, so that a crash leaves one of the two whole.
pub(super) fn write_kept(path: &Path, mut content: Vec<u8>) -> anyhow::Result<()> {
    let seal = Seal::own()?.sum(&content);
    content.extend(MARK);
    content.extend(seal);
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let context = || format!("{} cannot be written", path.display());
    std::fs::write(part, content).with_context(context)?;
    std::fs::rename(part, path).with_context(context)
}

fn not_own(name: impl Display, game: GameSpec) -> String {
    format!(
        "{name}: the solution is damaged, or it was saved by somebody else: its seal does not fit. Solve the board again; \
or, if you know where it comes from, take it up with `poda solve {game} --save {name} --trust`"
    )
}

/// What stands before the seal, whoever made it; older files have none.
fn any_content(bytes: &[u8]) -> &[u8] {
    split(bytes).map_or(bytes, |(content, _)| content)
}

fn split(bytes: &[u8]) -> Option<(&[u8], &[u8; SUM])> {
    let (rest, seal) = bytes.split_last_chunk::<SUM>()?;
    Some((rest.strip_suffix(MARK)?, seal))
}

/// The key that a user's solutions are sealed with.
struct Seal([u8; KEY]);

impl Seal {
    /// The user's own, made when it is first needed.
    fn own() -> anyhow::Result<Seal> {
        let folder = poda_web::data_folder()?;
        Seal::in_folder(&folder).with_context(|| {
            let file = folder.join(FILE);
            format!(
                "{}: the key that kept solutions are sealed with cannot be used",
                file.display()
            )
        })
    }

    fn in_folder(folder: &Path) -> anyhow::Result<Seal> {
        let file = folder.join(FILE);
        match std::fs::read(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => make(folder, &file)?,
            _ => {}
        }
        let bytes = std::fs::read(&file)?;
        let key = bytes.try_into();
        key.map(Seal).map_err(|_| {
            anyhow::anyhow!("it has not {KEY} bytes: remove it, and a new one is made")
        })
    }

    /// HMAC-SHA-256 (RFC 2104).
    fn sum(&self, content: &[u8]) -> [u8; SUM] {
        let padded = |with: u8| {
            let mut block = [with; 64];
            block
                .iter_mut()
                .zip(self.0)
                .for_each(|(byte, key)| *byte ^= key);
            block
        };
        let inner = Sha256::new()
            .chain_update(padded(0x36))
            .chain_update(content);
        let outer = Sha256::new().chain_update(padded(0x5c));
        outer.chain_update(inner.finalize()).finalize().into()
    }

    /// What stands before the seal, if it is this one.
    fn open<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (content, seal) = split(bytes)?;
        (self.sum(content) == *seal).then_some(content)
    }
}

/// Makes a key that only the user can read. Of two who make one at the same time the first wins: a link to a file that is there is refused.
fn make(folder: &Path, file: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut key = [0; KEY];
    getrandom::fill(&mut key).map_err(|error| anyhow::anyhow!("no random numbers: {error}"))?;
    let part = folder.join(format!("{FILE}.{}", std::process::id()));
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&part)?.write_all(&key)?;
    let linked = std::fs::hard_link(&part, file);
    std::fs::remove_file(&part)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::dots::{Dots, DotsSpec};
    use poda_engine::solve::dots::DotsSolver;
    use poda_engine::solve::{KeptSolution, Solver};
    use poda_engine::{Game, Knowledge, Limits, fnv1a};

    fn sealed(seal: &Seal, content: &[u8]) -> Vec<u8> {
        [content, MARK, &seal.sum(content)].concat()
    }

    /// A solution that is true.
    fn solution(rows: usize, columns: usize) -> Vec<u8> {
        let rules: Dots<u64> = Dots::new(DotsSpec::new(rows, columns).expect("a board"));
        let solver = DotsSolver::new(&rules, 1 << 20);
        let solved = solver.solve(&rules.start(), Limits::default(), &mut |_| ());
        assert!(solved.is_some());
        let mut bytes = Vec::new();
        solver.save(&mut bytes).expect("memory is enough");
        bytes
    }

    #[test]
    fn the_sum_is_that_of_the_standard() {
        // RFC 4231, test case 1: the key of twenty bytes is filled up with zeros.
        let mut key = [0; KEY];
        key[..20].fill(0x0b);
        let digits: String = Seal(key)
            .sum(b"Hi There")
            .map(|byte| format!("{byte:02x}"))
            .concat();
        assert_eq!(
            digits,
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
    }

    #[test]
    fn a_key_is_made_once_and_for_the_user_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("not/there/yet");
        let first = Seal::in_folder(&place).expect("a key");
        assert_eq!(Seal::in_folder(&place).expect("a key").0, first.0);
        assert_eq!(std::fs::read_dir(&place).expect("it is there").count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(place.join(FILE)).expect("it is there");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(place.join(FILE), "short").expect("the disk works");
        assert!(Seal::in_folder(&place).is_err());
    }

    /// Everything that a forger can do who does not have the key, with a checksum of the content that fits: none of it is taken up.
    #[test]
    fn no_forged_solution_is_believed() {
        let (own, other) = (Seal([7; KEY]), Seal([8; KEY]));
        let content = solution(2, 3);
        let game = "dots:2x3".parse().expect("a game");
        let believed = |bytes: &[u8]| {
            let content = own.open(bytes);
            content.is_some_and(|content| Knowledge::default().load(&game, content).is_ok())
        };
        let honest = sealed(&own, &content);
        assert!(believed(&honest));
        let seal = &honest[content.len()..];

        let body = &content[..content.len() - 8];
        let (mut tried, mut sound, mut accepted) = (0, 0, 0);
        for place in 0..body.len() {
            for bit in 0..8 {
                let mut forged = body.to_vec();
                forged[place] ^= 1 << bit;
                forged.extend(fnv1a(&forged).to_le_bytes());
                sound += usize::from(Knowledge::default().load(&game, &forged[..]).is_ok());
                // With the old seal, with one of a key that a forger made, and with none.
                let forged = [
                    [&forged[..], seal].concat(),
                    sealed(&other, &forged),
                    forged.clone(),
                ];
                tried += forged.len();
                accepted += forged.iter().filter(|bytes| believed(bytes)).count();
            }
        }
        println!("{accepted} of {tried} forged files were believed; {sound} look sound");
        assert!(tried >= 1000 && sound > 0, "{tried} tried, {sound} sound");
        assert_eq!(accepted, 0, "of {tried}");
        // The seal of another solution of the same user.
        let moved = [
            &content[..],
            &sealed(&own, &solution(2, 2))[solution(2, 2).len()..],
        ]
        .concat();
        assert!(!believed(&moved));
        for length in 0..honest.len() {
            assert!(!believed(&honest[..length]));
        }
        assert!(!believed(&[&honest[..], b"x"].concat()));
    }

    #[test]
    fn whoever_trusts_a_file_reads_it_with_or_without_a_seal() {
        let content = b"podadots and so on".to_vec();
        let with = sealed(&Seal([3; KEY]), &content);
        assert_eq!(any_content(&with), &content[..]);
        assert_eq!(any_content(&content), &content[..]);
    }
}
