//! Analysis and review of what is on the table: which one is shown, and what of it has been found. A finding is shown only for the
//! position that it names.

use poda_coach::{Analysis, MoveReview, Review};

use super::Ask;

/// A game and its moves: what a finding is about.
type Key = (String, String);

/// A better move is looked for than the one that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Task {
    /// After how many moves.
    pub(crate) ply: usize,
    /// The move that was tried last, as it is written.
    pub(crate) tried: Option<String>,
    /// Whether the answer is shown.
    pub(crate) told: bool,
}

impl Task {
    pub(crate) fn at(ply: usize) -> Task {
        Task {
            ply,
            ..Task::default()
        }
    }
}

#[derive(Default)]
pub(crate) enum Study {
    #[default]
    Off,
    Analysis(Key, Option<Analysis>),
    Review(Key, Option<Review>),
}

impl Study {
    pub(crate) fn is_on(&self) -> bool {
        !matches!(self, Study::Off)
    }

    pub(crate) fn is_review(&self) -> bool {
        matches!(self, Study::Review(..))
    }

    pub(crate) fn close(&mut self) -> Option<Ask> {
        *self = Study::Off;
        Some(Ask::StopStudy)
    }

    pub(crate) fn turn_analysis(&mut self, key: Key) -> Option<Ask> {
        if matches!(self, Study::Analysis(..)) {
            return self.close();
        }
        *self = Study::Analysis(key.clone(), None);
        Some(Ask::Analyse(key))
    }

    /// A review is of all moves, wherever one looks.
    pub(crate) fn turn_review(&mut self, whole: Key) -> Option<Ask> {
        if matches!(self, Study::Review(..)) {
            return self.close();
        }
        *self = Study::Review(whole.clone(), None);
        Some(Ask::Review(whole))
    }

    /// Another position is shown.
    pub(crate) fn moved(&mut self, key: Key) -> Option<Ask> {
        match self {
            Study::Analysis(at, found) if *at != key => {
                *at = key.clone();
                *found = None;
                Some(Ask::Analyse(key))
            }
            _ => None,
        }
    }

    pub(crate) fn analysed(&mut self, analysis: Analysis) {
        if let Study::Analysis((game, position), found) = self
            && (&*game, &*position) == (&analysis.game, &analysis.position)
        {
            *found = Some(analysis);
        }
    }

    pub(crate) fn reviewed(&mut self, review: Review) {
        if let Study::Review((game, position), found) = self
            && (&*game, &*position) == (&review.game, &review.position)
        {
            *found = Some(review);
        }
    }

    fn moves(&self) -> &[MoveReview] {
        match self {
            Study::Review(_, Some(review)) => &review.moves,
            _ => &[],
        }
    }

    /// What is said of the move that was played after so many others.
    pub(crate) fn graded(&self, ply: usize) -> Option<&MoveReview> {
        self.moves()
            .iter()
            .find(|graded| graded.ply as usize == ply + 1)
    }

    /// Before which move there is the next mistake, from a position on, round and round.
    pub(crate) fn mistake_after(&self, ply: usize) -> Option<usize> {
        let mistakes = self
            .moves()
            .iter()
            .filter(|graded| graded.grade.is_mistake());
        let mut plies: Vec<usize> = mistakes.map(|graded| graded.ply as usize - 1).collect();
        plies.sort_unstable();
        let next = plies.iter().find(|&&at| at > ply);
        next.or(plies.first()).copied()
    }
}
