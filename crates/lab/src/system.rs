//! The five published systems that Poda grew from, for whoever meets their names.

/// A published system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct System {
    /// As experiments and agents name it: `s3`.
    pub name: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// What it was and what it found, in two sentences.
    pub about: &'static str,
}

/// All of them.
pub const SYSTEMS: [System; 5] = [
    System {
        name: "s0",
        title: "Connect 4 against the computer",
        about: "S0 is a desktop program that plays Connect 4 by minimax with alpha-beta pruning; its player chooses how many moves it \
                looks ahead. It reports that the answer comes at once at small depth, takes longer with each move ahead, and that deeper plays better.",
    },
    System {
        name: "s1",
        title: "Connect 4 for three",
        about: "S1 lets one person play against two computers, each of which expects the other two to play together against it. It has four levels, \
                each of which looks one move further ahead and fears threats more; it published no results of them.",
    },
    System {
        name: "s2",
        title: "What pruning and move order buy",
        about: "S2 plays Connect 4 on 8×8 and counts the positions of a whole game with and without pruning, and with the centre tried first or not. It reports \
                that both save more the deeper the search looks, and that it beats a reference player whose program is not public.",
    },
    System {
        name: "s3",
        title: "Depth against depth in Dots and Boxes",
        about: "S3 lets searches of depth 1 to 4 play each other on 4×4 boxes and concludes that searching deeper does not help. That conclusion comes from a \
                mistake in its program, which takes bounds for equal values.",
    },
    System {
        name: "s4",
        title: "Depth, board size and pruning against chance",
        about: "S4 plays Connect 4 on three boards against moves at random, 200 games for each depth, with and without pruning. It reports times, positions and \
                wins: three moves ahead are nearly enough to always win, and every two more cost many times the positions.",
    },
];
