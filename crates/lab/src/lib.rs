//! Experiments with agents: from a spec to a schedule, to games, to records, to statistics, to tables and pictures.
#![deny(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod catalogue;
mod contender;
mod experiment;
pub mod export;
pub mod historic;
mod keys;
mod plan;
mod play;
mod record;
mod report;
mod runner;
pub mod stats;
mod store;
mod sweep;
mod tally;
mod view;

pub use catalogue::{catalogue, find};
pub use contender::{Contender, ContenderError};
pub use experiment::{Experiment, SpecError};
pub use plan::{Bout, Cell, Measures, Plan, Seeding, seatings};
pub use play::{Contestant, Course, Rules, Thought, play};
pub use record::{Forfeit, Reason, Record};
pub use report::{Field, Grid, Picture, Report, Row, Section, Unit};
pub use runner::{Options, Progress, run};
pub use store::{Store, StoreError, experiment_in, merge, read};
pub use tally::{Results, Tally};
pub use view::{Cost, Key, Middle, Per, Value, View, ViewKind};
