//! Display: a profile of `pretty` with its policies, as a Python class.

use std::sync::LazyLock;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::guard;
use crate::objects::profiles::hash_of;
use crate::objects::values::{HELD, Reduced};
use crate::objects::words::{one_of, readable, several, unknown};
use superuri::codec::characters::refused::UNICODE_VERSION;
use superuri::show::display::{DISPLAYS, Display, HostForm, LOSSLESS, Userinfo, View};
use superuri::show::medium::Sink;
use superuri_guard::{documented, guarded_function, guarded_methods};

#[documented]
#[pyclass(frozen, module = "superuri._core", name = "Display")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyDisplay(pub(crate) View);

/// The argument `length`: unchanged, no limit, or a limit.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    Same,
    None,
    AtMost(usize),
}

impl<'py> FromPyObject<'_, 'py> for Length {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self::None);
        }
        let length = object.extract().map_err(|error| {
            if object.is_instance_of::<PyInt>() {
                let rule = "it is how many characters are shown at most, or None";
                PyValueError::new_err(format!("length={}: {rule}", *object))
            } else {
                error
            }
        });
        Ok(Self::AtMost(length?))
    }
}

impl PyDisplay {
    fn display(&self) -> &'static Display {
        self.0.display()
    }

    /// The view, after a check that memory is available for a copy.
    pub(crate) fn view(&self) -> &View {
        guard::check_available(self.0.protected.iter().map(|name| name.len() + HELD).sum());
        &self.0
    }

    /// The profile of this name and these policies, as given by the command or by pickle.
    pub(crate) fn named(
        name: &str,
        userinfo: &str,
        host: &str,
        sink: &str,
        length: Option<usize>,
        protected: Vec<String>,
    ) -> PyResult<Self> {
        let Some(row) = DISPLAYS.iter().position(|display| display.name == name) else {
            return Err(PyValueError::new_err(format!("no display profile is called {name}")));
        };
        Ok(Self(View {
            row,
            userinfo: one_of("userinfo", userinfo, &Userinfo::NAMES)?,
            host: one_of("host", host, &HostForm::NAMES)?,
            sink: one_of("sink", sink, &Sink::NAMES)?,
            length,
            protected,
        }))
    }
}

#[guarded_methods]
impl PyDisplay {
    #[getter]
    fn name(&self) -> &'static str {
        self.display().name
    }

    #[getter]
    fn source(&self) -> &'static str {
        self.display().source
    }

    #[getter]
    fn checked(&self) -> &'static str {
        self.display().checked
    }

    #[getter]
    fn undone(&self) -> String {
        (0..0x80).filter(|&c| !self.display().keeps.encodes(c)).map(char::from).collect()
    }

    #[getter]
    #[expect(clippy::unused_self, reason = "a property of Python")]
    fn unicode(&self) -> String {
        let (major, minor, update) = UNICODE_VERSION;
        format!("{major}.{minor}.{update}")
    }

    #[getter]
    fn userinfo(&self) -> &'static str {
        self.0.userinfo.word()
    }

    #[getter]
    fn host(&self) -> &'static str {
        self.0.host.word()
    }

    #[getter]
    fn sink(&self) -> &'static str {
        self.0.sink.word()
    }

    #[getter]
    fn length(&self) -> Option<usize> {
        self.0.length
    }

    #[getter]
    fn protected<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.view().protected)
    }

    #[pyo3(
        signature = (*, userinfo=None, host=None, sink=None, length=Length::Same, protected=None),
        text_signature = "($self, *, userinfo=..., host=..., sink=..., length=..., protected=...)"
    )]
    fn replace(
        &self,
        userinfo: Option<&str>,
        host: Option<&str>,
        sink: Option<&str>,
        length: Length,
        protected: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut view = self.view().clone();
        if let Some(userinfo) = userinfo {
            view.userinfo = one_of("userinfo", userinfo, &Userinfo::NAMES)?;
        }
        if let Some(host) = host {
            view.host = one_of("host", host, &HostForm::NAMES)?;
        }
        if let Some(sink) = sink {
            view.sink = one_of("sink", sink, &Sink::NAMES)?;
        }
        match length {
            Length::Same => {}
            Length::None => view.length = None,
            Length::AtMost(length) => view.length = Some(length),
        }
        if let Some(protected) = protected {
            view.protected = several(protected)?;
        }
        Ok(Self(view))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        hash_of(self)
    }

    fn __repr__(&self) -> PyResult<String> {
        let (plain, view) = (View::of(self.0.row), self.view());
        let mut policies = Vec::new();
        for (name, same, word) in [
            ("userinfo", plain.userinfo == view.userinfo, self.userinfo()?),
            ("host", plain.host == view.host, self.host()?),
            ("sink", plain.sink == view.sink, self.sink()?),
        ] {
            if !same {
                policies.push(format!("{name}='{word}'"));
            }
        }
        policies.extend(view.length.map(|length| format!("length={length}")));
        if !view.protected.is_empty() {
            policies.push(format!("protected={:?}", view.protected));
        }
        let name = self.name()?;
        if policies.is_empty() {
            return Ok(format!("profiles.{name}"));
        }
        Ok(format!("profiles.{name}.replace({})", policies.join(", ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let make = py.import("superuri._core")?.getattr("make_display")?;
        let protected = this.protected(py)?;
        let (userinfo, host, sink) = (this.userinfo()?, this.host()?, this.sink()?);
        let arguments = (this.name()?, userinfo, host, sink, this.0.length, protected);
        Ok((make, arguments.into_pyobject(py)?))
    }
}

static VIEWS: LazyLock<Vec<View>> = LazyLock::new(|| (0..DISPLAYS.len()).map(View::of).collect());
/// The display profile of this argument, or of the profile's name; the default if it was not given.
pub(crate) fn view<'a>(argument: Option<&'a Bound<'_, PyAny>>) -> PyResult<&'a View> {
    static DEFAULT: LazyLock<View> = LazyLock::new(|| PyDisplay::default().0);
    let Some(argument) = argument else { return Ok(&DEFAULT) };
    if let Ok(display) = argument.cast::<PyDisplay>() {
        return Ok(display.get().view());
    }
    let name = argument.cast::<PyString>().map_err(|_| {
        PyTypeError::new_err("profile is a superuri.Display or its name, such as \"LOSSLESS\"")
    })?;
    let name = readable(name)?;
    let row = DISPLAYS.iter().position(|display| display.name.eq_ignore_ascii_case(&name));
    let names = DISPLAYS.iter().map(|display| display.name);
    Ok(&VIEWS[row.ok_or_else(|| unknown("profile", &name, names))?])
}

impl Default for PyDisplay {
    fn default() -> Self {
        let row = DISPLAYS.iter().position(|display| std::ptr::eq(display, LOSSLESS));
        Self(View::of(row.unwrap_or(0)))
    }
}

#[guarded_function]
pub(crate) fn all_displays() -> Vec<PyDisplay> {
    (0..DISPLAYS.len()).map(|row| PyDisplay(View::of(row))).collect()
}

#[guarded_function]
pub(crate) fn make_display(
    name: &str,
    userinfo: &str,
    host: &str,
    sink: &str,
    length: Option<usize>,
    protected: &Bound<'_, PyAny>,
) -> PyResult<PyDisplay> {
    let protected = several(protected)?;
    PyDisplay::named(name, userinfo, host, sink, length, protected)
}
