//! Random playouts.
fn main() {}
