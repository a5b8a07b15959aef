//! The verbs as functions of DuckDB, without Python: an extension that `LOAD` loads.
//!
//! `uri_clean` and so on, the names of `superuri.columns.duckdb`, give NULL for a row that fails;
//! those that end in `_keep` leave it as it is, those that end in `_raise` end the query.

mod api;
mod function;
mod options;
mod vector;

use std::{ffi::CString, panic::catch_unwind, ptr::null_mut};

use api::{Access, Api, Handle, LogicalType, VERSION, api, kinds};
use function::ScalarFunction;
use superuri::bulk::{columns::OnError, verbs::ROWS};

/// The ends of the functions' names, and what each does with a row that fails.
const POLICIES: [(&str, OnError); 3] =
    [("", OnError::Null), ("_keep", OnError::Keep), ("_raise", OnError::Raise)];

/// Registers the functions: DuckDB calls it when the extension is loaded.
///
/// # Safety
/// DuckDB calls it, with its own arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn superuri_init_c_api(info: Handle, access: *const Access) -> bool {
    // SAFETY: as DuckDB promises; the panic of a wrong promise does not cross into it.
    let done = catch_unwind(|| unsafe { register_all(info, &*access) });
    if let Ok(Err(why)) = &done {
        // SAFETY: DuckDB copies the message.
        unsafe { ((*access).set_error)(info, why.as_ptr()) };
    }
    matches!(done, Ok(Ok(())))
}

/// # Safety
/// The arguments are those of DuckDB.
unsafe fn register_all(info: Handle, access: &Access) -> Result<(), CString> {
    let old = || c"superuri needs DuckDB 1.2 or newer".to_owned();
    // SAFETY: DuckDB returns its struct of functions, or null for a version that it lacks; the
    // database is open while the extension is loaded.
    unsafe {
        let places = (access.get_api)(info, VERSION.as_ptr());
        let api = (!places.is_null()).then(|| Api::of(places)).flatten().ok_or_else(old)?;
        if !api::set(&api) {
            return Err(c"superuri: another DuckDB of this process has loaded it".to_owned());
        }
        let mut connection = null_mut();
        if (api.connect)(*(access.get_database)(info), &raw mut connection) != 0 {
            return Err(c"superuri: no connection to the database".to_owned());
        }
        let done = register_on(connection);
        (api.disconnect)(&raw mut connection);
        done
    }
}

/// # Safety
/// The connection is open.
unsafe fn register_on(connection: Handle) -> Result<(), CString> {
    for row in &ROWS {
        let Some(make) = row.column else { continue };
        let verb = row.name.replace(' ', "_");
        let base = if verb.contains("uri") { verb } else { format!("uri_{verb}") };
        for (end, on_error) in POLICIES {
            // What is not a text cannot stay as it is.
            if row.finds && on_error == OnError::Keep {
                continue;
            }
            let name = format!("{base}{end}");
            let called = CString::new(&*name).map_err(|_| CString::default())?;
            // SAFETY: handles are passed on to DuckDB as its functions returned them, and are
            // destroyed once. A function owns its `ScalarFunction`.
            unsafe {
                let mut set = (api().create_scalar_function_set)(called.as_ptr());
                for kind in [kinds::VARCHAR, kinds::BLOB] {
                    let function = ScalarFunction::new(&name, row, make, on_error, kind);
                    let function = function.ok_or_else(|| called.clone())?;
                    let mut scalar = (api().create_scalar_function)();
                    (api().scalar_function_set_name)(scalar, called.as_ptr());
                    (api().scalar_function_add_parameter)(scalar, LogicalType::of(kind).0);
                    (api().scalar_function_set_varargs)(scalar, LogicalType::of(kinds::ANY).0);
                    (api().scalar_function_set_return_type)(
                        scalar,
                        LogicalType::of_results(function.returns).0,
                    );
                    let info = Box::into_raw(Box::new(function)).cast();
                    (api().scalar_function_set_extra_info)(scalar, info, function::destroy);
                    (api().scalar_function_set_function)(scalar, function::call);
                    (api().add_scalar_function_to_set)(set, scalar);
                    (api().destroy_scalar_function)(&raw mut scalar);
                }
                let state = (api().register_scalar_function_set)(connection, set);
                (api().destroy_scalar_function_set)(&raw mut set);
                if state != 0 {
                    return Err(called);
                }
            }
        }
    }
    Ok(())
}
