//! Alpha-beta for Connect 4 on `u64` and nothing else, as fast as it is easily written: what being generic may cost. It does the
//! same work: counts nodes, leaves and cut-offs, looks at a limit, keeps the expected line.
//!
//! Twice: for any board whose size is known only at run time, as the engine's own boards are, and for 6 × 7 alone, where the
//! compiler knows every shift and unrolls every loop.

const WON: i32 = 100_000_000;

/// What the search needs to know of its board.
trait Board: Copy {
    fn stride(self) -> u32;
    fn columns(self) -> usize;
    fn column(self, index: usize) -> u64;
    fn bottom(self) -> u64;
    fn cells(self) -> u64;
    /// Columns whose worth, min(column, columns + 1 − column), has bit 0, 1, 2 set.
    fn planes(self) -> [u64; 3];
}

/// 6 × 7, known to the compiler.
#[derive(Clone, Copy)]
struct Usual;

const BOTTOM: u64 = 0x0408_1020_4081;

impl Board for Usual {
    fn stride(self) -> u32 {
        7
    }
    fn columns(self) -> usize {
        7
    }
    fn column(self, index: usize) -> u64 {
        0x3f << (7 * index)
    }
    fn bottom(self) -> u64 {
        BOTTOM
    }
    fn cells(self) -> u64 {
        BOTTOM * 0x3f
    }
    fn planes(self) -> [u64; 3] {
        let c = |index| self.column(index);
        [c(0) | c(2) | c(4) | c(6), c(1) | c(2) | c(4) | c(5), c(3)]
    }
}

/// Any board, by its numbers.
struct Sized {
    stride: u32,
    columns: [u64; 12],
    width: usize,
    bottom: u64,
    cells: u64,
    planes: [u64; 3],
}

impl Board for &Sized {
    fn stride(self) -> u32 {
        self.stride
    }
    fn columns(self) -> usize {
        self.width
    }
    fn column(self, index: usize) -> u64 {
        self.columns[index]
    }
    fn bottom(self) -> u64 {
        self.bottom
    }
    fn cells(self) -> u64 {
        self.cells
    }
    fn planes(self) -> [u64; 3] {
        self.planes
    }
}

/// What the search keeps while it runs.
struct Run {
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
    limit: u64,
    lines: [([u8; 64], usize); 64],
}

/// How many nodes a search of the empty board to this depth takes.
fn count(board: impl Board, depth: u32) -> u64 {
    let mut run = Run {
        nodes: 0,
        leaves: 0,
        cutoffs: 0,
        limit: u64::MAX,
        lines: [([0; 64], 0); 64],
    };
    search(board, 0, 0, depth, -i32::MAX, i32::MAX, &mut run);
    assert!(run.leaves > 0 && run.cutoffs > 0 && run.lines[depth as usize].1 == depth as usize);
    run.nodes
}

/// On 6 × 7, with every size known to the compiler.
pub(crate) fn nodes_fixed(depth: u32) -> u64 {
    count(Usual, depth)
}

/// The same with sizes that are known at run time.
pub(crate) fn nodes_sized(rows: u32, columns: usize, depth: u32) -> u64 {
    let stride = rows + 1;
    let column = |index: usize| ((1 << rows) - 1) << (index as u32 * stride);
    let plane = |bit: u32| {
        let worth = |index: usize| (index + 1).min(columns - index);
        (0..columns)
            .filter(|&index| worth(index) >> bit & 1 == 1)
            .map(column)
            .sum()
    };
    let board = Sized {
        stride,
        columns: std::array::from_fn(|index| if index < columns { column(index) } else { 0 }),
        width: columns,
        bottom: (0..columns).map(|index| 1 << (index as u32 * stride)).sum(),
        cells: (0..columns).map(column).sum(),
        planes: [plane(0), plane(1), plane(2)],
    };
    count(&board, depth)
}

fn search(
    board: impl Board,
    own: u64,
    other: u64,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    run: &mut Run,
) -> i32 {
    run.nodes += 1;
    if run.nodes >= run.limit {
        return 0;
    }
    let line = depth as usize;
    run.lines[line].1 = 0;
    if has_four(board, other) {
        run.leaves += 1;
        return -WON;
    }
    let occupied = own | other;
    if occupied == board.cells() {
        run.leaves += 1;
        return 0;
    }
    if depth == 0 {
        run.leaves += 1;
        return worth(board, own) - worth(board, other);
    }
    let landing = occupied.wrapping_add(board.bottom()) & board.cells();
    let mut best = -i32::MAX;
    for index in 0..board.columns() {
        let piece = landing & board.column(index);
        if piece == 0 {
            continue;
        }
        let value = -search(board, other, own | piece, depth - 1, -beta, -alpha, run);
        if value > best {
            best = value;
            if value >= beta {
                run.cutoffs += 1;
                break;
            }
            if value > alpha {
                alpha = value;
                let (shorter, from) = run.lines.split_at_mut(line);
                let (below, length) = &shorter[line - 1];
                from[0].0[0] = index as u8;
                from[0].0[1..=*length].copy_from_slice(&below[..*length]);
                from[0].1 = length + 1;
            }
        }
    }
    best
}

fn has_four(board: impl Board, pieces: u64) -> bool {
    let run = |step: u32| {
        let pairs = pieces & pieces >> step;
        pairs & pairs >> (2 * step)
    };
    let stride = board.stride();
    run(1) | run(stride - 1) | run(stride) | run(stride + 1) != 0
}

fn worth(board: impl Board, pieces: u64) -> i32 {
    let planes = board.planes();
    (0..3)
        .map(|plane| ((pieces & planes[plane]).count_ones() << plane) as i32)
        .sum()
}
