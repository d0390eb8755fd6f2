//! Programs of the past, rebuilt so that their published runs can be repeated bit for bit.

mod mt19937;
mod s3;

pub use mt19937::Mt19937;
pub use s3::{S3AsReported, SharedTwister, matrix_seed};
