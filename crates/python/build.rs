//! The interpreter that the module is built for: any other than `CPython` is refused.

use pyo3_build_config::PythonImplementation::CPython;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::use_pyo3_cfgs();
    let found = pyo3_build_config::get().implementation();
    if found != CPython {
        println!(
            "cargo::error=superuri needs CPython: it cannot be built for {found}, whose objects have \
             another layout"
        );
    }
}
