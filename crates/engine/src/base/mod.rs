//! Base: the data and types that everything shares: sets, schemes, errors, hidden passwords.

pub mod error;
pub mod password;
pub mod schemes;
pub mod sets;
pub(crate) mod table;
