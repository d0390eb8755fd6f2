//! Opinions about Connect 4.
//!
//! All of them count patterns on whole boards at once: a set shifted by a direction's step lies on its neighbours, so a
//! window of four is four shifted copies of the board, and every window of a direction is judged in the same few operations.

use super::{Connect4, Position};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::games::bits::Bits;
use crate::types::{Outcome, PlayerId};

/// What people type.
pub(super) const NAMES: &[&str] = &[
    "none",
    "s0",
    "s1",
    "s1-2",
    "s1-3",
    "s1-4",
    "s2",
    "s2-one",
    "s4",
    "s4-closed",
    "s4-even",
    "s4-level",
    "ref1",
    "ref2",
    "centre",
    "threats",
];

/// S1's, by level from 1.
pub(super) const S1: [&str; 4] = ["s1", "s1-2", "s1-3", "s1-4"];

/// What windows are worth, by how many pieces are *missing* from a full run; a window with pieces of two players is worth
/// nothing. With a run length of four: `[four, three, two, one]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowWeights {
    /// Windows of the player.
    pub own: [i32; 4],
    /// Windows of each opponent.
    pub other: [i32; 4],
    /// Each own piece in the central column, or columns where their number is even.
    pub centre: i32,
    /// A finished game: won, or lost with the other sign. Where it is zero, the windows say it.
    pub won: i32,
}

/// What maximal runs with an open end are worth, by how many pieces are missing from a full run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunWeights {
    /// Full runs, runs with one piece missing, runs with two missing.
    pub missing: [i32; 3],
    /// Whether runs count that no empty cell lets grow.
    pub closed: bool,
    /// Whether only level runs count, but for full ones, which count in every direction.
    pub level: bool,
}

impl WindowWeights {
    /// S0: more open alignments are better, the opponent's threats are penalised, the centre counts.
    pub const S0: WindowWeights = WindowWeights {
        own: [10_000, 30, 6, 1],
        other: [-10_000, -40, -6, -1],
        centre: 3,
        won: 0,
    };

    /// S2, as published.
    pub const S2: WindowWeights = WindowWeights {
        own: [100_000, 100, 10, 0],
        other: [0, -80, 0, 0],
        centre: 6,
        won: 1_000_000,
    };

    /// `ref2`: in every window that no other player has touched and that lacks at most three pieces, own pieces minus the
    /// opponents'. Counted over *all* windows this would be `ref1` again: a piece counts once for each window through its cell.
    pub const fn ref2(connect: usize) -> WindowWeights {
        let full = connect as i32;
        WindowWeights {
            own: [full, full - 1, full - 2, full - 3],
            other: [-full, 1 - full, 2 - full, 3 - full],
            centre: 0,
            won: 0,
        }
    }

    /// S1: the penalty for the opponents' threats grows with the level, 1 to 4.
    pub const fn s1(level: u8) -> WindowWeights {
        let level = level as i32;
        WindowWeights {
            own: [100_000, 50, 10, 0],
            other: [-100_000, -20 * level, -4 * level, 0],
            centre: 0,
            won: 0,
        }
    }
}

impl RunWeights {
    /// S4, as published.
    pub const S4: RunWeights = RunWeights {
        missing: [1_000, 4, 1],
        closed: false,
        level: false,
    };

    /// The first rival that S4 calls weaker: runs count whether or not they can grow.
    pub const S4_CLOSED: RunWeights = RunWeights {
        closed: true,
        ..RunWeights::S4
    };

    /// The second: a run of three counts no more than a run of two.
    pub const S4_EVEN: RunWeights = RunWeights {
        missing: [1_000, 1, 1],
        ..RunWeights::S4
    };

    /// The third: only level runs count.
    pub const S4_LEVEL: RunWeights = RunWeights {
        level: true,
        ..RunWeights::S4
    };
}

/// An evaluation of Connect 4, ready to use on one board.
#[derive(Clone, Debug)]
pub enum Connect4Eval<B> {
    /// No opinion.
    None,
    /// Windows: `s0`, `s1`, `s2`.
    Windows {
        /// What they are worth.
        weights: WindowWeights,
        /// The central column or columns.
        centre: B,
    },
    /// Runs: `s4` and its rivals.
    Runs(RunWeights),
    /// `centre`: the sum over own pieces of min(column, columns + 1 − column), minus the opponents'.
    Centre {
        /// The cells whose worth has bit 0, 1, 2 set: a weighted sum is three counts.
        planes: [B; 3],
    },
    /// `ref1`: the sum over own pieces of the number of windows through their cell, minus the opponents'.
    Lines {
        /// As for `centre`; a cell has at most 4 × 12 windows.
        planes: [B; 6],
    },
    /// `threats`.
    Threats {
        /// Rows 1, 3, 5, …: there the first player's threats are worth most when the board has an even number of rows.
        odd_rows: B,
        /// As for `centre`.
        planes: [B; 3],
    },
}

impl<B: Bits> Connect4Eval<B> {
    /// The evaluation with this name, for a board.
    pub(super) fn named<const P: usize>(game: &Connect4<B, P>, name: &str) -> Option<Self> {
        let windows = |weights| Connect4Eval::Windows {
            weights,
            centre: game
                .columns_where(|index, last| index == last / 2 || index == last.div_ceil(2)),
        };
        if let Some(level) = S1.iter().position(|&other| other == name) {
            return Some(windows(WindowWeights::s1(level as u8 + 1)));
        }
        Some(match name {
            "none" => Connect4Eval::None,
            "s0" => windows(WindowWeights::S0),
            "s2" => windows(WindowWeights::S2),
            // "The central column" of S2's paper read as one column, where the board has two in its middle: the one that `columns / 2` gives.
            "s2-one" => Connect4Eval::Windows {
                weights: WindowWeights::S2,
                centre: game.column(game.spec().columns() / 2),
            },
            "s4" => Connect4Eval::Runs(RunWeights::S4),
            "s4-closed" => Connect4Eval::Runs(RunWeights::S4_CLOSED),
            "s4-even" => Connect4Eval::Runs(RunWeights::S4_EVEN),
            "s4-level" => Connect4Eval::Runs(RunWeights::S4_LEVEL),
            "ref1" => Connect4Eval::Lines {
                planes: game.line_planes(),
            },
            "ref2" => windows(WindowWeights::ref2(game.spec().connect())),
            "centre" => Connect4Eval::Centre {
                planes: game.centre_planes(),
            },
            "threats" => Connect4Eval::Threats {
                odd_rows: (0..game.spec().rows() as u32)
                    .step_by(2)
                    .fold(B::ZERO, |all, row| all | game.bottom() << row),
                planes: game.centre_planes(),
            },
            _ => return None,
        })
    }
}

impl<B: Bits, const P: usize> Connect4<B, P> {
    fn columns_where(&self, keep: impl Fn(usize, usize) -> bool) -> B {
        let last = self.spec().columns() - 1;
        (0..=last)
            .filter(|&index| keep(index, last))
            .fold(B::ZERO, |all, index| all | self.column(index))
    }

    /// How many windows go through each cell, in binary: adding one to a set of cells is a carry through the planes.
    fn line_planes(&self) -> [B; 6] {
        let connect = self.spec().connect() as u32;
        let mut planes = [B::ZERO; 6];
        for (step, starts) in self
            .directions()
            .into_iter()
            .zip(self.run_starts_on_board())
        {
            for distance in 0..connect {
                let mut carry = starts << (distance * step);
                for plane in &mut planes {
                    let both = *plane & carry;
                    *plane ^= carry;
                    carry = both;
                }
            }
        }
        planes
    }

    fn centre_planes(&self) -> [B; 3] {
        std::array::from_fn(|plane| {
            self.columns_where(|index, last| (index.min(last - index) + 1) >> plane & 1 == 1)
        })
    }
}

impl<B: Bits, const P: usize> Evaluator<Connect4<B, P>> for Connect4Eval<B> {
    #[inline(always)]
    fn evaluate(&self, game: &Connect4<B, P>, position: &Position<B, P>, player: PlayerId) -> i32 {
        match self {
            // Cheap enough to stand inside the search.
            Connect4Eval::None => 0,
            Connect4Eval::Centre { planes } => {
                own_minus_others(position, player, |pieces| central(pieces, planes))
            }
            _ => self.count_patterns(game, position, player),
        }
    }
}

impl<B: Bits> Connect4Eval<B> {
    #[inline(never)]
    fn count_patterns<const P: usize>(
        &self,
        game: &Connect4<B, P>,
        position: &Position<B, P>,
        player: PlayerId,
    ) -> i32 {
        match self {
            Connect4Eval::None | Connect4Eval::Centre { .. } => 0,
            Connect4Eval::Lines { planes } => {
                own_minus_others(position, player, |pieces| central(pieces, planes))
            }
            Connect4Eval::Windows { weights, centre } => {
                windows(game, position, player, weights, *centre)
            }
            Connect4Eval::Runs(weights) => own_minus_others(position, player, |pieces| {
                runs(game, position, pieces, weights)
            }),
            Connect4Eval::Threats { odd_rows, planes } => {
                threats(game, position, player, *odd_rows, planes)
            }
        }
    }
}

#[inline]
fn count<B: Bits>(set: B) -> i32 {
    set.count() as i32
}

#[inline]
fn own_minus_others<B: Bits, const P: usize>(
    position: &Position<B, P>,
    player: PlayerId,
    worth: impl Fn(B) -> i32,
) -> i32 {
    // Without an index by player, which would push the pieces out of registers.
    if P == 2 {
        let difference = worth(position.pieces()[0]) - worth(position.pieces()[1]);
        return if player == position.to_move() {
            difference
        } else {
            -difference
        };
    }
    let all: i32 = position.pieces().iter().map(|&pieces| worth(pieces)).sum();
    2 * worth(position.of(player)) - all
}

#[inline]
fn central<B: Bits, const N: usize>(pieces: B, planes: &[B; N]) -> i32 {
    (0..N)
        .map(|plane| count(pieces & planes[plane]) << plane)
        .sum()
}

fn windows<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    position: &Position<B, P>,
    player: PlayerId,
    weights: &WindowWeights,
    centre: B,
) -> i32 {
    let (worth, any_full) = window_worth(game, position, player, &weights.own, &weights.other);
    // A search asks about unfinished games, so this comes last: nobody has won where no window is full.
    if any_full
        && weights.won != 0
        && let Some(winner) = game.outcome(position).and_then(Outcome::winner)
    {
        return if winner == player {
            weights.won
        } else {
            -weights.won
        };
    }
    worth + weights.centre * count(position.of(player) & centre)
}

/// The worth of all windows that hold only pieces of one player and empty cells, by what those of the player and of all others are worth; and whether
/// any window is full.
#[inline]
fn window_worth<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    position: &Position<B, P>,
    player: PlayerId,
    own: &[i32; 4],
    other: &[i32; 4],
) -> (i32, bool) {
    let first = position.to_move().index();
    let worth = std::array::from_fn(|place| match (first + place) % P == player.index() {
        true => own,
        false => other,
    });
    match game.spec().connect() {
        4 => window_worth_of_four(game, position, worth),
        _ => window_worth_of_any(game, position, worth),
    }
}

/// What stands in each window of four that starts at a cell, in one direction: in its first two cells and in its last two.
struct Halves<B> {
    one: [B; 2],
    two: [B; 2],
}

impl<B: Bits> Halves<B> {
    #[inline(always)]
    fn new(pieces: B, step: u32) -> Halves<B> {
        let next = pieces.down(step);
        let (one, two) = (pieces ^ next, pieces & next);
        Halves {
            one: [one, one.down(2 * step)],
            two: [two, two.down(2 * step)],
        }
    }

    /// Windows with any piece.
    #[inline(always)]
    fn any(&self) -> B {
        self.one[0] | self.one[1] | self.two[0] | self.two[1]
    }

    /// Windows with so many pieces missing from four; 4 is not asked.
    #[inline(always)]
    fn missing(&self, missing: usize) -> B {
        let ([one, one_later], [two, two_later]) = (self.one, self.two);
        match missing {
            0 => two & two_later,
            1 => one & two_later | two & one_later,
            2 => one & one_later | (two ^ two_later) & !(one | one_later),
            _ => (one ^ one_later) & !(two | two_later),
        }
    }
}

/// [`window_worth`] where windows have four cells, nearly always: both halves of every window are added at once. `worth` is in the order of the pieces.
#[inline]
fn window_worth_of_four<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    position: &Position<B, P>,
    worth: [&[i32; 4]; P],
) -> (i32, bool) {
    let (mut total, mut full) = (0, B::ZERO);
    for (step, starts) in game
        .directions()
        .into_iter()
        .zip(game.run_starts_on_board())
    {
        let halves = position.pieces().map(|pieces| Halves::new(pieces, step));
        for (owner, own) in halves.iter().enumerate() {
            let others = halves
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != owner);
            let open = others.fold(starts, |open, (_, other)| open & !other.any());
            full |= own.missing(0);
            // Many are worth nothing, and counting is what costs.
            for (missing, &worth) in worth[owner].iter().enumerate() {
                if worth != 0 {
                    total += worth * count(open & own.missing(missing));
                }
            }
        }
    }
    (total, !full.is_empty())
}

/// [`window_worth`] for any length.
fn window_worth_of_any<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    position: &Position<B, P>,
    worth: [&[i32; 4]; P],
) -> (i32, bool) {
    let length = game.spec().connect() as u32;
    let empty = game.cells() & !position.occupied();
    let (mut total, mut full) = (0, B::ZERO);
    let starts = game.run_starts_on_board();
    for (step, starts) in game.directions().into_iter().zip(starts) {
        if starts.is_empty() {
            continue;
        }
        // The number of empty cells of the window that starts at cell n, up to three, stands in bit n of `ones` and `twos`;
        // windows with more are in `many`. That is the same for all players.
        let (mut ones, mut twos, mut many) = (B::ZERO, B::ZERO, B::ZERO);
        for distance in 0..length {
            let gap = empty >> (distance * step);
            let carry = ones & gap;
            ones ^= gap;
            many |= twos & carry;
            twos ^= carry;
        }
        let missing = [!ones & !twos, ones & !twos, !ones & twos, ones & twos];
        for (&pieces, worth) in position.pieces().iter().zip(worth) {
            // Bit n of `open`: the window that starts at cell n is free of other players.
            let free = pieces | empty;
            let open = (0..length).fold(starts & !many, |open, distance| {
                open & free >> (distance * step)
            });
            full |= open & missing[0];
            for (windows, &worth) in missing.iter().zip(worth) {
                if worth != 0 {
                    total += worth * count(open & *windows);
                }
            }
        }
    }
    (total, !full.is_empty())
}

/// The worth of all maximal runs that have an empty cell at one of their ends, unless closed ones count, too; a full run needs none.
fn runs<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    position: &Position<B, P>,
    pieces: B,
    weights: &RunWeights,
) -> i32 {
    let empty = game.cells() & !position.occupied();
    let connect = game.spec().connect() as u32;
    let mut total = 0;
    for step in game.directions() {
        let shorter = !weights.level || step == game.level_step();
        let mut run = pieces;
        for length in 2..=connect {
            run &= pieces >> ((length - 1) * step);
            let missing = connect - length;
            if missing > 2 || missing > 0 && !shorter {
                continue;
            }
            total += weights.missing[missing as usize]
                * if missing == 0 {
                    count(run)
                } else {
                    let maximal = run & !(pieces << step) & !(pieces >> (length * step));
                    let open = empty << step | empty >> (length * step);
                    count(if weights.closed {
                        maximal
                    } else {
                        maximal & open
                    })
                };
        }
    }
    total
}

/// Cells that would win, judged by row: with an even number of rows the first player gets the odd rows when nobody wants to
/// move below a threat, the second player the even ones. A threat that can be played now is worth little: it will be blocked.
fn threats<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    position: &Position<B, P>,
    player: PlayerId,
    odd_rows: B,
    planes: &[B; 3],
) -> i32 {
    const GOOD_ROW: i32 = 40;
    const OTHER_ROW: i32 = 14;
    const WINDOWS: [i32; 4] = [0, 0, 3, 1];
    const OTHERS: [i32; 4] = [0, 0, -3, -1];
    let empty = game.cells() & !position.occupied();
    let later = empty & !game.landing(position);
    let worth = |owner: PlayerId| {
        let pieces = position.of(owner);
        let cells = game.threats(pieces) & later;
        // Of two threats above each other only the lower one will be reached.
        let lowest = cells & !(cells << 1);
        let good = match (P, owner) {
            (2, PlayerId::FIRST) => odd_rows,
            (2, _) => !odd_rows,
            _ => B::ZERO,
        };
        GOOD_ROW * count(lowest & good)
            + OTHER_ROW * count(cells & !(lowest & good))
            + central(pieces, planes)
    };
    let others = PlayerId::all(P).filter(|&other| other != player);
    let (windows, _) = window_worth(game, position, player, &WINDOWS, &OTHERS);
    worth(player) - others.map(worth).sum::<i32>() + windows
}
