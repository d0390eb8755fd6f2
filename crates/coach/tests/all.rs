//! All tests of the coach from outside, as one program.
mod analysis;
mod puzzles;
mod review;
