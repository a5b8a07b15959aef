//! API: the functions of DuckDB that the extension calls, by their places in its stable C API.
//!
//! DuckDB passes a struct of function pointers, `duckdb_ext_api_v1`, whose places never change:
//! later versions append to it. Only the places used here are read, all of them of version 1.2.0.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::OnceLock;

use superuri::bulk::columns::ResultType;

#[cfg(not(target_pointer_width = "64"))]
compile_error!("a number of rows has 64 bits in DuckDB");

/// The version of the C API that is requested.
pub(crate) const VERSION: &CStr = c"v1.2.0";

/// A pointer to an object of DuckDB.
pub(crate) type Handle = *mut c_void;

/// The function that DuckDB calls for a chunk of rows.
pub(crate) type Call = unsafe extern "C" fn(info: Handle, chunk: Handle, result: Handle);

/// The functions through which the extension is loaded: `duckdb_extension_access`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Access {
    pub(crate) set_error: unsafe extern "C" fn(Handle, *const c_char),
    pub(crate) get_database: unsafe extern "C" fn(Handle) -> *mut Handle,
    pub(crate) get_api: unsafe extern "C" fn(Handle, *const c_char) -> *const *const c_void,
}

macro_rules! api {
    ($($place:literal $name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, with their names in DuckDB without `duckdb_`.
        #[derive(Clone, Copy)]
        pub(crate) struct Api {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Api {
            /// The functions at their places; `None` if one is missing.
            ///
            /// # Safety
            /// `places` is the struct of DuckDB's C API, of [`VERSION`] or newer.
            pub(crate) unsafe fn of(places: *const *const c_void) -> Option<Self> {
                // SAFETY: the struct has this many places, and the function at each of them has the
                // type that DuckDB's header gives it.
                Some(unsafe { Self {
                    $($name: std::mem::transmute::<
                        *const c_void,
                        Option<unsafe extern "C" fn($($argument),*) $(-> $result)?>,
                    >(*places.add($place))?,)*
                } })
            }
        }
    };
}

api! {
    3 connect(Handle, *mut Handle) -> u32;
    6 disconnect(*mut Handle);
    25 free(Handle);
    156 create_logical_type(u32) -> Handle;
    159 create_list_type(Handle) -> Handle;
    163 create_struct_type(*mut Handle, *mut *const c_char, usize) -> Handle;
    166 get_type_id(Handle) -> u32;
    178 struct_type_child_count(Handle) -> usize;
    179 struct_type_child_name(Handle, usize) -> *mut c_char;
    184 destroy_logical_type(*mut Handle);
    189 data_chunk_get_column_count(Handle) -> usize;
    190 data_chunk_get_vector(Handle, usize) -> Handle;
    191 data_chunk_get_size(Handle) -> usize;
    193 vector_get_column_type(Handle) -> Handle;
    194 vector_get_data(Handle) -> Handle;
    195 vector_get_validity(Handle) -> *mut u64;
    196 vector_ensure_validity_writable(Handle);
    198 vector_assign_string_element_len(Handle, usize, *const c_char, usize);
    199 list_vector_get_child(Handle) -> Handle;
    200 list_vector_get_size(Handle) -> usize;
    201 list_vector_set_size(Handle, usize) -> u32;
    202 list_vector_reserve(Handle, usize) -> u32;
    203 struct_vector_get_child(Handle, usize) -> Handle;
    209 create_scalar_function() -> Handle;
    210 destroy_scalar_function(*mut Handle);
    211 scalar_function_set_name(Handle, *const c_char);
    212 scalar_function_set_varargs(Handle, Handle);
    215 scalar_function_add_parameter(Handle, Handle);
    216 scalar_function_set_return_type(Handle, Handle);
    217 scalar_function_set_extra_info(Handle, Handle, unsafe extern "C" fn(Handle));
    218 scalar_function_set_function(Handle, Call);
    220 scalar_function_get_extra_info(Handle) -> Handle;
    221 scalar_function_set_error(Handle, *const c_char);
    222 create_scalar_function_set(*const c_char) -> Handle;
    223 destroy_scalar_function_set(*mut Handle);
    224 add_scalar_function_to_set(Handle, Handle) -> u32;
    225 register_scalar_function_set(Handle, Handle) -> u32;
}

static API: OnceLock<Api> = OnceLock::new();

/// Sets the functions that [`api`] returns, and returns whether they are those that it returns: a
/// process may contain a second DuckDB, with functions of its own.
pub(crate) fn set(api: &Api) -> bool {
    let known = API.get_or_init(|| *api);
    std::ptr::fn_addr_eq(known.vector_get_data, api.vector_get_data)
}

/// The functions of the DuckDB that loaded the extension.
///
/// # Panics
/// Before they were set.
pub(crate) fn api() -> &'static Api {
    API.get().expect("DuckDB loads the extension before it calls a function")
}

/// `duckdb_type`: the types that the extension reads or returns.
pub(crate) mod kinds {
    pub(crate) const BOOLEAN: u32 = 1;
    pub(crate) const BIGINT: u32 = 5;
    pub(crate) const VARCHAR: u32 = 17;
    pub(crate) const BLOB: u32 = 18;
    pub(crate) const LIST: u32 = 24;
    pub(crate) const STRUCT: u32 = 25;
    pub(crate) const ANY: u32 = 34;
}

pub(crate) struct LogicalType(pub(crate) Handle);

impl LogicalType {
    pub(crate) fn of(kind: u32) -> Self {
        // SAFETY: DuckDB accepts any number.
        Self(unsafe { (api().create_logical_type)(kind) })
    }

    pub(crate) fn of_results(results: &ResultType) -> Self {
        match results {
            ResultType::Text => Self::of(kinds::VARCHAR),
            ResultType::Octets => Self::of(kinds::BLOB),
            ResultType::Bool => Self::of(kinds::BOOLEAN),
            ResultType::Int => Self::of(kinds::BIGINT),
            ResultType::List(item) => {
                let item = Self::of_results(item);
                // SAFETY: DuckDB copies the type of the items.
                Self(unsafe { (api().create_list_type)(item.0) })
            }
            ResultType::Struct(fields) => {
                let types: Vec<_> =
                    fields.iter().map(|(_, field)| Self::of_results(field)).collect();
                let names: Vec<_> =
                    fields.iter().flat_map(|(name, _)| CString::new(*name)).collect();
                let mut handles: Vec<_> = types.iter().map(|kind| kind.0).collect();
                let mut starts: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
                let (handles, starts) = (handles.as_mut_ptr(), starts.as_mut_ptr());
                // SAFETY: there is a name for each type, and DuckDB copies both.
                Self(unsafe { (api().create_struct_type)(handles, starts, types.len()) })
            }
        }
    }
}

impl Drop for LogicalType {
    fn drop(&mut self) {
        // SAFETY: only this value destroys it.
        unsafe { (api().destroy_logical_type)(&raw mut self.0) };
    }
}
