//! Ctrl-C, and the signal to end: one flag for whatever is at work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

/// The flag that Ctrl-C sets. The handler is installed at the first call; without one, Ctrl-C ends the program at once.
pub(crate) fn stop_flag() -> anyhow::Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    static INSTALLED: Mutex<bool> = Mutex::new(false);
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*installed {
        ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed))
            .context("Ctrl-C cannot be watched for")?;
        *installed = true;
    }
    Ok(&STOP)
}
