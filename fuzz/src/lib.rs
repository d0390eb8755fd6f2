//! What the fuzz targets call.

mod readers;
mod requests;

/// Has one of the readers read an input.
pub fn read(name: &str, input: &[u8]) {
    let reader = readers::READERS.iter().find(|reader| reader.name == name);
    reader.expect("there is such a reader").read(input);
}

/// Has the server answer a request.
pub fn request(input: &[u8]) {
    requests::request(input);
}
