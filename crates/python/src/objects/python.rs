//! Python: what the engine asks of it about hosts beyond ASCII, addresses and schemes.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::guard;
use superuri::normal::python::Python as Facts;

/// Python's own answers. The interpreter is attached only for those URLs that need one.
pub(crate) static FACTS: Facts = Facts {
    idna: |host| {
        asked(|py| {
            let octets = PyString::new(py, host).call_method1("encode", ("idna",))?;
            Ok(octets.cast::<PyBytes>()?.as_bytes().to_vec())
        })
    },
    nfkc: |text| {
        let normal = |py: Python<'_>| {
            let data = py.import("unicodedata")?;
            data.call_method1("normalize", ("NFKC", text))?.extract()
        };
        asked(normal).unwrap_or_else(|| text.to_owned())
    },
    lower: |text| {
        let lower = |py: Python<'_>| PyString::new(py, text).call_method0("lower")?.extract();
        asked(lower).unwrap_or_else(|| text.to_owned())
    },
    address: |host| {
        asked(|py| py.import("ipaddress")?.call_method1("ip_address", (host,))?.str()?.extract())
    },
    lists: |list, scheme| {
        let has = |py: Python<'_>| py.import("urllib.parse")?.getattr(list)?.contains(scheme);
        asked(has).unwrap_or(false)
    },
};

/// The answer of Python; `None` for a `ValueError`, such as a codec raises for a host that it
/// refuses. Another exception, as an interrupt, ends the call.
fn asked<T>(ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    Python::attach(|py| match ask(py) {
        Ok(answer) => Some(answer),
        Err(error) if error.is_instance_of::<PyValueError>(py) => None,
        Err(error) => guard::end(error),
    })
}
