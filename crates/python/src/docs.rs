//! Docstrings of the verbs, as Python's `help` shows them: the stub `_core.pyi` has them.

use std::ffi::CStr;

const ALL: &[(&str, &CStr)] = superuri_guard::documents!();

/// So that cargo compiles this crate again when the stub has changed.
const _: &[u8] = include_bytes!("../../../python/superuri/_core.pyi");

/// The signature, a line of `--`, and the docstring of a function, or of `Class.method`. It is a
/// compile-time error if the stub has none.
pub(crate) const fn of(path: &str) -> &'static CStr {
    let mut at = 0;
    while !is_same(ALL[at].0.as_bytes(), path.as_bytes()) {
        at += 1;
        assert!(at < ALL.len(), "the stub has a docstring of each verb");
    }
    ALL[at].1
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
