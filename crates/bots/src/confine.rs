//! What a bot's process may use, and how it is ended with everybody that it started.
#![allow(
    unsafe_code,
    reason = "limits have to be set between fork and exec, which std leaves to an unsafe call"
)]

use std::process::Command;

/// What one process may use. Limits hold for each process of a bot, not for all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Memory that it can write to, in MiB.
    pub memory: u64,
    /// Processor time, in seconds.
    pub cpu: u64,
    /// Open files.
    pub files: u64,
}

impl Default for ResourceLimits {
    fn default() -> ResourceLimits {
        ResourceLimits {
            memory: 1024,
            cpu: 3600,
            files: 256,
        }
    }
}

/// The largest file that a bot may write, in MiB.
#[cfg(unix)]
const LARGEST_FILE: u64 = 64;

/// The variable that a bot and everybody it starts carry: they are found by it, wherever they have gone.
pub(crate) const MARK: &str = "PODA_BOT";

/// Has the process of a command start in a group of its own, within its limits.
#[cfg(unix)]
pub(crate) fn confine(command: &mut Command, limits: &ResourceLimits) {
    use std::os::unix::process::CommandExt;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    const MIB: u64 = 1 << 20;
    let mut wanted = vec![
        (Resource::Data, limits.memory * MIB),
        (Resource::Cpu, limits.cpu),
        (Resource::Nofile, limits.files),
        (Resource::Fsize, LARGEST_FILE * MIB),
        (Resource::Core, 0),
    ];
    if let Some(most) = processes() {
        wanted.push((Resource::Nproc, most));
    }
    let limits: Vec<(Resource, Rlimit)> = wanted
        .into_iter()
        .map(|(resource, wanted)| {
            // Nobody but the superuser may ask for more than there is.
            let most = getrlimit(resource).maximum.unwrap_or(u64::MAX).min(wanted);
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most),
            };
            (resource, limit)
        })
        .collect();
    command.process_group(0);
    // SAFETY: between fork and exec the closure only makes system calls; it neither allocates nor takes a lock.
    unsafe {
        command.pre_exec(move || {
            for (resource, limit) in &limits {
                setrlimit(*resource, *limit)?;
            }
            Ok(())
        });
    }
}

/// Enough processes and threads for any bot, and an end for one that never ceases to fork: the system counts all of a user's, so those
/// that run already come on top.
#[cfg(unix)]
fn processes() -> Option<u64> {
    const ITS_OWN: u64 = 512;
    // "0.20 0.18 0.12 1/80 11206": the fourth has the number of all processes and threads.
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    let (_, all) = load.split(' ').nth(3)?.split_once('/')?;
    Some(all.parse::<u64>().ok()? + ITS_OWN)
}

/// Ends a process, its group, and whoever left the group but carries the mark.
#[cfg(unix)]
pub(crate) fn end(child: &mut std::process::Child, mark: &str) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // The group is named by its first process, which is not waited for yet: the number belongs to nobody else.
    let group = Pid::from_raw(child.id() as i32);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
    end_marked(mark);
    let _ = child.wait();
}

/// Ends every process that carries the mark. Whoever is found may just have started another, so it looks until there is none.
#[cfg(unix)]
fn end_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};

    const ROUNDS: usize = 20;
    for _ in 0..ROUNDS {
        let found = marked(mark);
        if found.is_empty() {
            return;
        }
        for pid in found.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// The processes that carry the mark; none where the system does not show environments.
#[cfg(unix)]
fn marked(mark: &str) -> Vec<i32> {
    let wanted = format!("{MARK}={mark}");
    let carries = |pid: i32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mut variables = environment.split(|&byte| byte == 0);
        variables.any(|variable| variable == wanted.as_bytes())
    };
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|&pid| carries(pid))
        .collect()
}

/// Other systems have no groups to end and no such limits.
#[cfg(not(unix))]
pub(crate) fn confine(_command: &mut Command, _limits: &ResourceLimits) {}

/// The process itself is all that can be ended.
#[cfg(not(unix))]
pub(crate) fn end(child: &mut std::process::Child, _mark: &str) {
    let _ = child.kill();
    let _ = child.wait();
}
