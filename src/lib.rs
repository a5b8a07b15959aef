//! superuri: the percent-encoding engine. Bytes in, bytes out; it knows no Python.
pub mod kernels;
pub mod set;
