//! Experiments with players: from a spec to a schedule, to games, to records, to statistics, to tables and pictures.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::atomic::AtomicBool;
//!
//! use poda_lab::{Experiment, ExperimentReport, Players, RunOptions, export, run};
//!
//! let players = Players::builtin();
//! let experiment = Experiment::parse(
//!     "first-try",
//!     r#"
//! title = "Does it pay to look?"
//! game = "dots:2x2"
//! games = 4
//! [[pairing]]
//! agents = ["greedy", "random"]
//! [[view]]
//! kind = "standings"
//! title = "Standings"
//! "#,
//!     &players,
//! )?;
//! let mut records = BTreeMap::new();
//! let stop = AtomicBool::new(false);
//! let finished = run::<std::convert::Infallible>(
//!     experiment.plan(),
//!     &players,
//!     &BTreeMap::new(),
//!     &RunOptions::default(),
//!     &stop,
//!     &mut |record, _progress| {
//!         records.insert(record.game, record);
//!         Ok(())
//!     },
//! )?;
//! assert!(finished);
//! let report = ExperimentReport::new(&experiment, &records, false);
//! assert!(export::text(&report).contains("4 of 4 games"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod adjudicator;
mod agreement;
mod book;
mod catalogue;
mod experiment;
pub mod export;
mod factory;
pub mod historic;
mod league;
mod mistakes;
mod openings;
mod papers;
mod plan;
mod players;
mod record;
mod record_store;
mod referee;
mod reference;
mod report;
mod runner;
mod sequential;
pub mod stats;
mod stretch;
mod suggestion;
mod summed;
mod sweep;
mod system;
mod tally;
mod view;

pub use adjudicator::Adjudicator;
pub use agreement::Agreement;
pub use book::{BadScore, BookBuild, KeptScores};
pub use catalogue::{catalogue, find};
pub use experiment::{Experiment, SpecError, SpecProblem, ViewProblem};
pub use factory::{FactoryError, PlayerFactory, SeatSetup};
pub use league::{
    ANCHOR_RATING, Entrant, League, LeagueError, LeaguePairing, LeaguePlayers, LeagueProgress,
    LeagueRules, LeagueTable, Standing, league_page,
};
pub use openings::{
    BadOpening, Keep, MOST_OPENINGS, MadeOpenings, listed_openings, make_openings, read_opening,
};
pub use papers::{PAPERS, PAPERS_TITLE, papers, papers_report};
pub use plan::{Bout, Cell, Measures, Plan, Seeding, seatings};
pub use players::Players;
pub use record::{BadRecord, Forfeit, Reason, Record};
pub use record_store::{
    PlayedCount, RecordStore, RecordStoreError, experiment_in, merge, read, stretches,
};
pub use referee::{Course, Referee, SeatedPlayer};
pub use reference::reference;
pub use report::{ExperimentReport, Field, Grid, Picture, Row, Section, Unit};
pub use runner::{RunOptions, RunProgress, run};
pub use sequential::SequentialTests;
pub use stretch::{OpenStretch, Stretch, told as stretches_told};
pub use sweep::BraceError;
pub use system::{SYSTEMS, System};
pub use tally::{Results, Tally};
pub use view::{Cost, Key, Middle, Per, ReportView, UnknownValue, Value, ViewKind};
