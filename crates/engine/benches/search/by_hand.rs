//! Alpha-beta for Connect 4 on 6 × 7 and nothing else, as fast as it is easily written: what being generic may cost.

const BOTTOM: u64 = 0x0408_1020_4081;
const CELLS: u64 = BOTTOM * 0x3f;
const WON: i32 = 100_000_000;
/// Columns whose worth, min(column, 8 − column), has bit 0, 1, 2 set.
const PLANES: [u64; 3] = [
    column(0) | column(2) | column(4) | column(6),
    column(1) | column(2) | column(4) | column(5),
    column(3),
];

const fn column(index: u32) -> u64 {
    0x3f << (7 * index)
}

/// How many nodes a search of the empty board to this depth takes.
pub(crate) fn nodes(depth: u32) -> u64 {
    let mut nodes = 0;
    search(0, 0, depth, -i32::MAX, i32::MAX, &mut nodes);
    nodes
}

fn search(own: u64, other: u64, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if has_four(other) {
        return -WON;
    }
    let occupied = own | other;
    if occupied == CELLS {
        return 0;
    }
    if depth == 0 {
        return worth(own) - worth(other);
    }
    let landing = occupied.wrapping_add(BOTTOM) & CELLS;
    let mut best = -i32::MAX;
    for index in 0..7 {
        let piece = landing & column(index);
        if piece == 0 {
            continue;
        }
        let value = -search(other, own | piece, depth - 1, -beta, -alpha, nodes);
        if value > best {
            best = value;
            if value > alpha {
                alpha = value;
                if value >= beta {
                    break;
                }
            }
        }
    }
    best
}

fn has_four(pieces: u64) -> bool {
    let run = |step: u32| {
        let pairs = pieces & pieces >> step;
        pairs & pairs >> (2 * step)
    };
    run(1) | run(6) | run(7) | run(8) != 0
}

fn worth(pieces: u64) -> i32 {
    (0..3)
        .map(|plane| ((pieces & PLANES[plane]).count_ones() << plane) as i32)
        .sum()
}
