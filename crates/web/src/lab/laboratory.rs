//! Experiments in the background: one at a time, on one quiet thread, so that players never wait for it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use poda_lab::export::{interval, published, value};
use poda_lab::{
    Experiment, ExperimentReport, Field, Picture, PlayedCount, Players, RecordStore,
    RecordStoreError, Row, RunOptions, SYSTEMS, Section, Unit,
};

use super::api::{
    Extent, LabEntry, LabField, LabList, LabReference, LabReport, LabRow, LabSection, LabSystem,
};
use super::meter::Meter;
use super::routes::Form;
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
    /// What comes with Poda, by experiment.
    references: HashMap<String, ExperimentReport>,
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
        let names = catalogue.iter().map(Experiment::name);
        let references =
            names.filter_map(|name| Some((name.to_owned(), poda_lab::reference(name)?)));
        Laboratory {
            references: references.collect(),
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
                Some(run) => lock(&run.meter).done(),
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
            system: system(name).map(|system| system.name.to_owned()),
            reference: self.references.get(name).map(kept),
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
        let systems = SYSTEMS.map(|system| LabSystem {
            name: system.name.to_owned(),
            title: system.title.to_owned(),
            about: system.about.to_owned(),
        });
        Ok(LabList {
            experiments,
            systems: systems.to_vec(),
        })
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
        let meter = Meter::new(experiment.plan(), store.records());
        let meter = Arc::new(Mutex::new(meter));
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

    /// The figures, computed anew from the records, or as they come with Poda.
    pub(crate) fn computed(&self, name: &str, form: Form) -> Result<ExperimentReport, Refused> {
        if form.reference {
            let reference = self.references.get(name);
            return reference.cloned().ok_or(Refused::NoSuchExperiment);
        }
        let experiment = self.experiment(name, form.quick)?;
        let records = match poda_lab::read(&self.records(name, form.quick), &Players::builtin()) {
            Ok((_, records)) => records,
            Err(RecordStoreError::NoRun { .. }) => Default::default(),
            Err(error) => return Err(Refused::not_allowed(error.to_string())),
        };
        Ok(ExperimentReport::new(experiment, &records, true))
    }

    pub(crate) fn report(&self, name: &str, form: Form) -> Result<LabReport, Refused> {
        let report = self.computed(name, form)?;
        let beside = self.references.get(name).filter(|_| !form.reference);
        let sections = report.sections.iter().enumerate();
        Ok(LabReport {
            entry: self.entry(name)?,
            quick: form.quick,
            reference: form.reference,
            sections: sections.map(|numbered| section(numbered, beside)).collect(),
            remarks: report.remarks,
        })
    }
}

/// The published system that an experiment is about, by its name.
fn system(name: &str) -> Option<&'static poda_lab::System> {
    let about = name.split('-').next();
    SYSTEMS.iter().find(|system| Some(system.name) == about)
}

fn kept(report: &ExperimentReport) -> LabReference {
    let drawn = report.cover();
    let mut tables = report.sections.iter().filter(|_| drawn.is_none());
    let table = tables.find(|section| !shares(section).is_empty());
    let shown = drawn.map(|(_, section)| section).or(table);
    LabReference {
        games: report.played,
        picture: drawn.map(|(number, _)| picture(number)),
        shows: shown.map_or_else(String::new, |section| section.title.clone()),
        shares: table.map_or_else(Vec::new, shares),
    }
}

/// The first column of shares of a table, each with its interval.
fn shares(section: &Section) -> Vec<Vec<f64>> {
    let rows = section.grid.rows.iter();
    let first = |row: &Row| {
        row.fields
            .iter()
            .find(|field| field.kind == Unit::Share)?
            .figure
    };
    rows.filter_map(first)
        .map(|figure| vec![figure.low, figure.value, figure.high])
        .collect()
}

/// The name of a section's picture.
fn picture(number: usize) -> String {
    format!("picture-{}.svg", number + 1)
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
    let stretch = store.begin();
    let played = poda_lab::run::<RecordStoreError>(
        experiment.plan(),
        &Players::builtin(),
        &known,
        &options,
        stop,
        &mut |record, progress| {
            let cell = record.cell;
            store.append(record)?;
            lock(meter).played(cell, progress);
            Ok(())
        },
    );
    store.end(stretch)?;
    played.map(drop)
}

fn section((number, section): (usize, &Section), beside: Option<&ExperimentReport>) -> LabSection {
    let known = beside.and_then(|report| {
        let mut sections = report.sections.iter();
        sections.find(|other| other.title == section.title)
    });
    // By the names of row and column: a quick try has fewer of them.
    let reference = |row: &str, column: usize| -> Option<&Field> {
        let grid = &known?.grid;
        let row = grid.rows.iter().find(|other| other.name == row)?;
        let name = section.grid.columns.get(column)?;
        let place = grid.columns.iter().position(|other| other == name)?;
        row.fields.get(place)
    };
    let rows = section.grid.rows.iter().map(|row| {
        let fields = row.fields.iter().enumerate();
        let fields = fields.map(|(column, field)| LabField {
            text: value(field),
            value: field.figure.map(|figure| figure.value),
            interval: interval(field),
            n: field.figure.map(|figure| figure.n),
            published: published(field),
            reference: reference(&row.name, column).map(value),
        });
        LabRow {
            name: row.name.clone(),
            fields: fields.collect(),
        }
    });
    LabSection {
        title: section.title.clone(),
        note: section.note.clone(),
        source: section.source.clone(),
        heat: section.picture == Picture::Heat && section.has_shares(),
        picture: (section.picture != Picture::None).then(|| picture(number)),
        what: section.grid.what.clone(),
        corner: section.grid.corner.clone(),
        columns: section.grid.columns.clone(),
        rows: rows.collect(),
    }
}
