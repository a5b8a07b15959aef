//! Arrow: importing columns of other libraries, and exporting ours, by its C data interface.
//!
//! This uses the Arrow C data interface and its stream interface, through the capsules of the Arrow
//! `PyCapsule` interface: <https://arrow.apache.org/docs/format/CDataInterface.html>,
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
//!
//! Imported data is not trusted: every length, offset, view and index is checked against the known
//! sizes of the buffers before it is used to read a byte. The interface does not give the sizes of
//! buffers, except of those for views. That an offsets buffer has one entry more than rows, and a
//! bitmap one bit for each row, is guaranteed by the producer and cannot be checked.

pub(crate) mod capsule;
pub(crate) mod export;
pub(crate) mod format;
pub(crate) mod import;

use std::ffi::{c_char, c_int, c_void};

/// `struct ArrowSchema`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

/// The flag for a type whose rows may be null.
const NULLABLE: i64 = 2;

/// A structure with a release callback, which is called once. Its default is released already.
pub(crate) trait Released: Default {
    const NAME: &'static std::ffi::CStr;
    fn is_released(&self) -> bool;
    /// Calls the release callback.
    ///
    /// # Safety
    /// It is as its producer made it, and was not moved out of.
    unsafe fn release(&mut self);
}

/// The release of the three structures is the same.
macro_rules! released {
    ($kind:ident, $name:literal) => {
        impl Released for $kind {
            const NAME: &'static std::ffi::CStr = $name;

            fn is_released(&self) -> bool {
                self.release.is_none()
            }

            unsafe fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the producer's callback takes the structure that it made.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the interface does not bind the structure to a thread: it may be read and
        // released on any, and shared structures are only read.
        unsafe impl Send for $kind {}
        // SAFETY: as above.
        unsafe impl Sync for $kind {}
    };
}

released!(Schema, c"arrow_schema");
released!(Array, c"arrow_array");
released!(Stream, c"arrow_array_stream");

/// A structure that this value owns; it is released when dropped.
pub(crate) struct Owned<T: Released>(T);

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: it was moved here from its producer, and is moved nowhere else.
        unsafe { self.0.release() };
    }
}
