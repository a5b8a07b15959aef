//! Forms written: pairs of Python's own types written as a query.
//!
//! This handles the usual pairs: a dict, or a list or tuple of tuples, whose names and values are
//! strings, bytes and numbers of Python's own types. No code of the caller runs while they are
//! read. All other pairs are left to the verb.

use std::mem::MaybeUninit;

use pyo3::prelude::*;
use pyo3::{ffi, sync::critical_section::with_critical_section, types::PyAny};

use super::pairs::{Fallback, owned};
use crate::objects::strings::{Units, new_ascii, of_ascii};
use superuri::codec::form;
use superuri_kernels as kernels;
use superuri_kernels::fields::{FormField, SLACK, UNBOUNDED_BYTES, write};
use superuri_kernels::{Table, memory};

/// The number of names and values that are written at once.
const BATCH: usize = 64;

/// The buffer for a batch, in bytes.
const CAPACITY: usize = 4096;

#[derive(Clone, Copy)]
pub(crate) struct Pairing<'a> {
    /// The set of names and values; a space is written as `+`.
    pub(crate) table: &'a Table,
    pub(crate) names_may_be_numbers: bool,
}

impl Pairing<'_> {
    pub(crate) fn query<'py>(
        self,
        pairs: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyAny>, Fallback> {
        // Without a GIL, no other thread may remove items from them meanwhile.
        with_critical_section(pairs, || {
            let kind = Container::of(pairs).ok_or(Fallback::SlowPath)?;
            let names_may_be_numbers = self.names_may_be_numbers;
            written(ContainerPairs { object: pairs, kind, at: 0, names_may_be_numbers }, self.table)
        })
    }
}

fn written<'py>(
    mut pairs: ContainerPairs<'_, 'py>,
    table: &Table,
) -> Result<Bound<'py, PyAny>, Fallback> {
    let py = pairs.object.py();
    let mut out = Vec::new();
    let mut batch = [const { MaybeUninit::uninit() }; BATCH];
    loop {
        let (mut count, mut most) = (0, SLACK);
        let after = loop {
            let Some(pair) = batch.get_mut(count..count + 2) else { break After::More };
            let before = pairs.at;
            let more = pairs.next(pair).ok_or(Fallback::SlowPath)?;
            if more == 0 {
                break After::Nothing;
            }
            if more >= UNBOUNDED_BYTES {
                // SAFETY: both fields have been written.
                break After::Long(unsafe { [pair[0].assume_init(), pair[1].assume_init()] });
            }
            most += more;
            if most > CAPACITY {
                pairs.at = before;
                break After::More;
            }
            count += 2;
        };
        // SAFETY: this many fields have been written.
        let fields = unsafe { &*(std::ptr::from_ref(&batch[..count]) as *const [FormField<'_>]) };
        let mut space = [MaybeUninit::uninit(); CAPACITY];
        let written = write(fields, table, &mut space).ok_or(Fallback::SlowPath)?;
        // SAFETY: the kernel has written this many bytes.
        let written = unsafe { &*(std::ptr::from_ref(&space[..written]) as *const [u8]) };
        match after {
            After::Nothing if out.is_empty() => return string(py, written),
            After::Nothing => {
                append(written, &mut out);
                return string(py, &out);
            }
            After::More => append(written, &mut out),
            After::Long(pair) => {
                append(written, &mut out);
                for (field, separator) in pair.into_iter().zip(*b"=&") {
                    long_onto(field, table, &mut out)?;
                    append(&[separator], &mut out);
                }
            }
        }
    }
}

/// What follows the pairs of a batch.
enum After<'a> {
    Nothing,
    More,
    Long([FormField<'a>; 2]),
}

fn append(bytes: &[u8], out: &mut Vec<u8>) {
    memory::reserve(out, bytes.len());
    out.extend_from_slice(bytes);
}

#[cold]
fn long_onto(field: FormField<'_>, table: &Table, out: &mut Vec<u8>) -> Result<(), Fallback> {
    let octets = field.octets().ok_or(Fallback::SlowPath)?;
    let start = out.len();
    kernels::encode_onto(&octets, table, out);
    form::plus_for_space(&mut out[start..]);
    Ok(())
}

/// A new string of the written bytes without the last separator. All non-ASCII bytes were encoded.
fn string<'py>(py: Python<'py>, written: &[u8]) -> Result<Bound<'py, PyAny>, Fallback> {
    let query = &written[..written.len().saturating_sub(1)];
    // SAFETY: `py` proves that this thread holds the interpreter; the result is new, or null.
    unsafe { owned(py, new_ascii(query)) }
}

#[derive(Clone, Copy)]
enum Container {
    List,
    Tuple,
    Dict,
}

impl Container {
    /// The kind of an exact list, tuple or dict; `None` for any other class.
    #[inline]
    fn of(pairs: &Bound<'_, PyAny>) -> Option<Self> {
        let object = pairs.as_ptr();
        // SAFETY: the object is live.
        unsafe {
            if ffi::PyList_CheckExact(object) != 0 {
                Some(Self::List)
            } else if ffi::PyDict_CheckExact(object) != 0 {
                Some(Self::Dict)
            } else if ffi::PyTuple_CheckExact(object) != 0 {
                Some(Self::Tuple)
            } else {
                None
            }
        }
    }
}

struct ContainerPairs<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    kind: Container,
    at: ffi::Py_ssize_t,
    names_may_be_numbers: bool,
}

impl<'a> ContainerPairs<'a, '_> {
    /// Writes the next name and value into two slots and returns how many bytes they take at most;
    /// 0 if there is no next pair, `None` if they are not of Python's own types.
    #[inline]
    fn next(&mut self, slots: &mut [MaybeUninit<FormField<'a>>]) -> Option<usize> {
        let object = self.object.as_ptr();
        // SAFETY: the object is live and of this kind. Its items live as long as they are in it,
        // and no code that could remove them runs until the fields are written.
        unsafe {
            let pair = match self.kind {
                Container::List if self.at < ffi::PyList_GET_SIZE(object) => {
                    ffi::PyList_GET_ITEM(object, self.at)
                }
                Container::Tuple if self.at < ffi::PyTuple_GET_SIZE(object) => {
                    ffi::PyTuple_GET_ITEM(object, self.at)
                }
                Container::Dict => {
                    let (mut name, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
                    let (at, name_at, value_at) = (&raw mut self.at, &raw mut name, &raw mut value);
                    if ffi::PyDict_Next(object, at, name_at, value_at) == 0 {
                        return Some(0);
                    }
                    return self.fields(name, value, slots);
                }
                _ => return Some(0),
            };
            self.at += 1;
            if ffi::PyTuple_CheckExact(pair) == 0 || ffi::PyTuple_GET_SIZE(pair) != 2 {
                return None;
            }
            self.fields(ffi::PyTuple_GET_ITEM(pair, 0), ffi::PyTuple_GET_ITEM(pair, 1), slots)
        }
    }

    /// As [`ContainerPairs::next`], for this name and value.
    ///
    /// # Safety
    /// Both must live as long as the fields are used.
    #[inline]
    unsafe fn fields(
        &self,
        name: *mut ffi::PyObject,
        value: *mut ffi::PyObject,
        slots: &mut [MaybeUninit<FormField<'a>>],
    ) -> Option<usize> {
        // SAFETY: both are live, as this function requires.
        unsafe {
            if !self.names_may_be_numbers && ffi::PyLong_CheckExact(name) != 0 {
                return None;
            }
            Some(field(name, &mut slots[0])? + field(value, &mut slots[1])?)
        }
    }
}

/// Writes the field of a name or value into a slot and returns how many bytes it takes at most;
/// `None` if it has another type.
///
/// # Safety
/// The object must live as long as the field is used.
#[inline]
unsafe fn field(
    object: *mut ffi::PyObject,
    slot: &mut MaybeUninit<FormField<'_>>,
) -> Option<usize> {
    // SAFETY: the object is live, and read only after its class is known; the characters of a
    // string live as long as the string.
    unsafe {
        if ffi::PyUnicode_CheckExact(object) != 0
            && let Some(characters) = of_ascii(object)
        {
            return Some(put(slot, FormField::Octets(characters)));
        }
        other_field(object, slot)
    }
}

/// As [`field`], for any object.
///
/// # Safety
/// As [`field`].
#[inline(never)]
unsafe fn other_field(
    object: *mut ffi::PyObject,
    slot: &mut MaybeUninit<FormField<'_>>,
) -> Option<usize> {
    // SAFETY: the object is live, and read only after its class is known; the units of a string
    // live as long as the string.
    unsafe {
        if ffi::PyUnicode_CheckExact(object) != 0 {
            return Some(match Units::of(object)? {
                Units::One(units) => put(slot, FormField::Latin1(units)),
                Units::Two(units) => put(slot, FormField::Ucs2(units)),
                Units::Four(units) => put(slot, FormField::Ucs4(units)),
            });
        }
        if ffi::PyLong_CheckExact(object) != 0 {
            let mut overflow = 0;
            let number = ffi::PyLong_AsLongLongAndOverflow(object, &raw mut overflow);
            return (overflow == 0).then(|| put(slot, FormField::Number(number)));
        }
        if ffi::PyBytes_CheckExact(object) != 0 {
            let length = ffi::PyBytes_Size(object).cast_unsigned();
            let data = ffi::PyBytes_AsString(object).cast();
            let octets = std::slice::from_raw_parts(data, length);
            return Some(put(slot, FormField::Octets(octets)));
        }
    }
    None
}

/// Writes the field into its slot and returns how many bytes it takes at most. It is measured here,
/// where its kind is known.
#[inline]
fn put<'a>(slot: &mut MaybeUninit<FormField<'a>>, field: FormField<'a>) -> usize {
    slot.write(field).most()
}
