//! Experiments in the background: one at a time, on one quiet thread, so that players never wait for it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use poda_lab::export::{interval, published, value};
use poda_lab::{
    Experiment, ExperimentReport, Picture, PlayedCount, Players, RecordStore, RecordStoreError,
    RunOptions, RunProgress, Section, Unit,
};

use super::api::{Extent, LabEntry, LabField, LabList, LabReport, LabRow, LabSection, Running};
use crate::pictures::Pictures;
use crate::refused::Refused;

/// How much less of the processor an experiment gets than everything else, from 0 to 19.
#[cfg(unix)]
const NICENESS: i32 = 15;

/// The experiments of this server.
pub(crate) struct Laboratory {
    folder: PathBuf,
    catalogue: Vec<Experiment>,
    /// The same with few games.
    quick: Vec<Experiment>,
    activity: Mutex<Activity>,
    /// Reports that were made already.
    pub(super) reports: Pictures,
}

/// What is going on.
#[derive(Default)]
struct Activity {
    run: Option<Run>,
    /// What is on record, by folder: the page asks again and again, and little changes.
    played: HashMap<PathBuf, PlayedCount>,
    /// Why a run ended early, by experiment.
    problems: HashMap<String, String>,
    closed: bool,
}

struct Run {
    name: String,
    quick: bool,
    meter: Arc<Mutex<Meter>>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// How far a run has come, and since when.
#[derive(Clone, Copy)]
struct Meter {
    start: Instant,
    /// What was on record when it started.
    before: u64,
    now: RunProgress,
}

impl Meter {
    fn running(&self, quick: bool) -> Running {
        let elapsed = self.start.elapsed();
        let played = self.now.done.saturating_sub(self.before);
        let left = self.now.total.saturating_sub(self.now.done);
        let left_ms = (played > 0)
            .then(|| (elapsed.as_secs_f64() * 1000.0 / played as f64 * left as f64) as u64);
        Running {
            quick,
            done: self.now.done,
            total: self.now.total,
            elapsed_ms: elapsed.as_millis() as u64,
            left_ms,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Laboratory {
    /// The records are kept below this folder.
    pub(crate) fn new(data: &Path) -> Laboratory {
        let catalogue = poda_lab::catalogue();
        let players = Players::builtin();
        let quick = catalogue
            .iter()
            .map(|experiment| {
                experiment
                    .quick(&players)
                    .expect("the committed experiments have a quick form")
            })
            .collect();
        Laboratory {
            folder: data.join("lab"),
            catalogue,
            quick,
            activity: Mutex::default(),
            reports: Pictures::default(),
        }
    }

    fn experiment(&self, name: &str, quick: bool) -> Result<&Experiment, Refused> {
        let experiments = if quick { &self.quick } else { &self.catalogue };
        experiments
            .iter()
            .find(|experiment| experiment.name() == name)
            .ok_or(Refused::NoSuchExperiment)
    }

    fn records(&self, name: &str, quick: bool) -> PathBuf {
        let ending = if quick { "-quick" } else { "" };
        self.folder.join(format!("{name}{ending}"))
    }

    fn extent(&self, activity: &mut Activity, experiment: &Experiment) -> Extent {
        let folder = self.records(experiment.name(), experiment.is_quick());
        Extent {
            played: match activity.running(experiment) {
                Some(run) => lock(&run.meter).now.done,
                None => {
                    let count = activity.played.entry(folder.clone()).or_default();
                    count.get(&folder)
                }
            },
            games: experiment.plan().games(),
        }
    }

    pub(crate) fn entry(&self, name: &str) -> Result<LabEntry, Refused> {
        let (full, quick) = (self.experiment(name, false)?, self.experiment(name, true)?);
        let mut activity = lock(&self.activity);
        activity.clear_away();
        let running = activity.run.as_ref().filter(|run| run.name == name);
        Ok(LabEntry {
            name: name.to_owned(),
            title: full.title().to_owned(),
            about: full.about().to_owned(),
            running: running.map(|run| lock(&run.meter).running(run.quick)),
            problem: activity.problems.get(name).cloned(),
            full: self.extent(&mut activity, full),
            quick: self.extent(&mut activity, quick),
        })
    }

    pub(crate) fn list(&self) -> Result<LabList, Refused> {
        let names = self.catalogue.iter().map(Experiment::name);
        let experiments = names
            .map(|name| self.entry(name))
            .collect::<Result<_, _>>()?;
        Ok(LabList { experiments })
    }

    /// Plays what is missing, in the background.
    pub(crate) fn start(self: &Arc<Laboratory>, name: &str, quick: bool) -> Result<(), Refused> {
        let experiment = self.experiment(name, quick)?.clone();
        let mut activity = lock(&self.activity);
        activity.clear_away();
        if activity.closed {
            return Err(Refused::Stopping);
        }
        if activity.run.is_some() {
            return Err(Refused::TooMuch(
                "an experiment is running: one at a time, stop that one first",
            ));
        }
        let folder = self.records(name, quick);
        let store = RecordStore::open(&folder, &experiment, &Players::builtin())
            .map_err(|error| Refused::not_allowed(error.to_string()))?;
        let before = store.records().len() as u64;
        let meter = Arc::new(Mutex::new(Meter {
            start: Instant::now(),
            before,
            now: RunProgress {
                done: before,
                total: experiment.plan().games(),
            },
        }));
        let stop = Arc::new(AtomicBool::new(false));
        activity.problems.remove(name);
        let thread = {
            let (meter, stop, laboratory) =
                (Arc::clone(&meter), Arc::clone(&stop), Arc::clone(self));
            std::thread::Builder::new()
                .name("experiment".to_owned())
                .spawn(move || {
                    if let Err(problem) = play(&experiment, store, &meter, &stop) {
                        lock(&laboratory.activity)
                            .problems
                            .insert(experiment.name().to_owned(), problem.to_string());
                    }
                })
                .map_err(|_| {
                    Refused::TooMuch("the system gives no more threads: try again later")
                })?
        };
        activity.run = Some(Run {
            name: name.to_owned(),
            quick,
            meter,
            stop,
            thread,
        });
        Ok(())
    }

    /// Stops whatever is running and waits until it is written down.
    pub(crate) fn stop(&self) {
        let run = lock(&self.activity).run.take();
        if let Some(run) = run {
            run.stop.store(true, Ordering::Relaxed);
            // A run that panicked has written down all it finished.
            let _ = run.thread.join();
        }
    }

    /// Stops for good.
    pub(crate) fn close(&self) {
        lock(&self.activity).closed = true;
        self.stop();
    }

    /// The figures, computed anew from the records.
    pub(crate) fn computed(&self, name: &str, quick: bool) -> Result<ExperimentReport, Refused> {
        let experiment = self.experiment(name, quick)?;
        let records = match poda_lab::read(&self.records(name, quick), &Players::builtin()) {
            Ok((_, records)) => records,
            Err(RecordStoreError::NoRun { .. }) => Default::default(),
            Err(error) => return Err(Refused::not_allowed(error.to_string())),
        };
        Ok(ExperimentReport::new(experiment, &records, true))
    }

    pub(crate) fn report(&self, name: &str, quick: bool) -> Result<LabReport, Refused> {
        let report = self.computed(name, quick)?;
        Ok(LabReport {
            entry: self.entry(name)?,
            quick,
            sections: report.sections.iter().enumerate().map(section).collect(),
            remarks: report.remarks,
        })
    }
}

impl Activity {
    /// The run of this experiment, in this form.
    fn running(&self, experiment: &Experiment) -> Option<&Run> {
        let same = |run: &&Run| run.name == experiment.name() && run.quick == experiment.is_quick();
        self.run.as_ref().filter(same)
    }

    /// A run that has come to its end is no run.
    fn clear_away(&mut self) {
        if self
            .run
            .as_ref()
            .is_some_and(|run| run.thread.is_finished())
        {
            self.run = None;
        }
    }
}

fn play(
    experiment: &Experiment,
    mut store: RecordStore,
    meter: &Mutex<Meter>,
    stop: &AtomicBool,
) -> Result<(), RecordStoreError> {
    // The threads that play are started from this one and are as modest as it is.
    #[cfg(unix)]
    let _ = rustix::process::nice(NICENESS);
    let known = store.records().clone();
    let options = RunOptions {
        games: None,
        jobs: Some(1),
    };
    poda_lab::run::<RecordStoreError>(
        experiment.plan(),
        &Players::builtin(),
        &known,
        &options,
        stop,
        &mut |record, progress| {
            store.append(record)?;
            lock(meter).now = progress;
            Ok(())
        },
    )?;
    store.sync()
}

fn section((number, section): (usize, &Section)) -> LabSection {
    let shares = || section.grid.rows.iter().flat_map(|row| &row.fields);
    LabSection {
        title: section.title.clone(),
        note: section.note.clone(),
        source: section.source.clone(),
        heat: section.picture == Picture::Heat && shares().all(|field| field.kind == Unit::Share),
        picture: (section.picture != Picture::None).then(|| format!("picture-{}.svg", number + 1)),
        what: section.grid.what.clone(),
        corner: section.grid.corner.clone(),
        columns: section.grid.columns.clone(),
        rows: section
            .grid
            .rows
            .iter()
            .map(|row| LabRow {
                name: row.name.clone(),
                fields: row
                    .fields
                    .iter()
                    .map(|field| LabField {
                        text: value(field),
                        value: field.figure.map(|figure| figure.value),
                        interval: interval(field),
                        n: field.figure.map(|figure| figure.n),
                        published: published(field),
                    })
                    .collect(),
            })
            .collect(),
    }
}
