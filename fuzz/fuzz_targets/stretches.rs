#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| poda_fuzz::read("stretches", input));
