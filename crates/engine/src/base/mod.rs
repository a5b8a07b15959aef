//! Base: the data and types that everything shares: sets, schemes, errors, secrets.

pub mod connections;
pub mod defanged;
pub mod error;
pub mod schemes;
pub mod secrets;
pub mod sets;
pub(crate) mod table;
