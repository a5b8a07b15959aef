//! Arrow: columns of other libraries imported, ours exported, by its C data interface.
//!
//! The Arrow C data interface and its stream interface, by the capsules of the Arrow `PyCapsule`
//! interface: <https://arrow.apache.org/docs/format/CDataInterface.html>,
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
//!
//! What comes in is not believed: every length, offset, view and index is compared with what is
//! known of the buffers before a byte is read through it. The interface does not say how long
//! buffers are, except for those of views: that an offsets buffer has one entry more than rows, and a
//! bitmap a bit a row, is the producer's word, and nobody can check it.

pub(crate) mod capsule;
pub(crate) mod export;
pub(crate) mod format;
pub(crate) mod import;

use std::ffi::{c_char, c_int, c_void};

/// `struct ArrowSchema`.
#[repr(C)]
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
pub(crate) struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

/// Rows may be null.
const NULLABLE: i64 = 2;

/// What has a release callback, and is released once.
pub(crate) trait Released: Sized {
    /// The name of its capsules.
    const NAME: &'static std::ffi::CStr;
    /// One that is released already.
    const EMPTY: Self;
    /// Is it released?
    fn is_released(&self) -> bool;
    /// Calls its callback.
    ///
    /// # Safety
    /// It is what its producer made, and was not moved out of.
    unsafe fn release(&mut self);
}

/// The three structures release alike.
macro_rules! released {
    ($kind:ident, $name:literal, $empty:expr) => {
        impl Released for $kind {
            const NAME: &'static std::ffi::CStr = $name;
            const EMPTY: Self = $empty;

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

        // SAFETY: the interface binds what it describes to no thread: anyone who holds the structure
        // may read and release it, and shared, it is only read.
        unsafe impl Send for $kind {}
        // SAFETY: as above.
        unsafe impl Sync for $kind {}
    };
}

released!(
    Schema,
    c"arrow_schema",
    Self {
        format: std::ptr::null(),
        name: std::ptr::null(),
        metadata: std::ptr::null(),
        flags: 0,
        n_children: 0,
        children: std::ptr::null_mut(),
        dictionary: std::ptr::null_mut(),
        release: None,
        private_data: std::ptr::null_mut(),
    }
);
released!(
    Array,
    c"arrow_array",
    Self {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: std::ptr::null_mut(),
        children: std::ptr::null_mut(),
        dictionary: std::ptr::null_mut(),
        release: None,
        private_data: std::ptr::null_mut(),
    }
);
released!(
    Stream,
    c"arrow_array_stream",
    Self {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: std::ptr::null_mut(),
    }
);

/// A structure that is ours, and is released with this.
pub(crate) struct Owned<T: Released>(T);

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: it was moved here from its producer, and is moved nowhere else.
        unsafe { self.0.release() };
    }
}
