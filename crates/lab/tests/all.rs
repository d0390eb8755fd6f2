//! The tests of the lab, all in one program: a program for each file takes a minute longer to build. `cargo xtask test` looks for files
//! that are missing here.

mod coverage;
mod experiments;
mod hostile;
mod league;
mod mistakes;
mod pool;
mod records;
mod references;
mod running;
