//! The Python module `superuri._core`: what it exports.
//!
//! Only this crate uses `pyo3`. It has no policy of its own: each function converts its arguments,
//! calls the engine, and converts the result.

mod bulk;
mod call;
mod classes;
mod docs;
mod documents;
mod guard;
mod objects;
mod reserve;
mod verbs;

use pyo3::prelude::*;

// A free-threaded Python turns the GIL on when it imports the module. Its borrowed references, objects
// and caches rely on the GIL; nobody has audited them for its absence (docs/packaging.md).
#[pymodule(gil_used = true)]
mod _core {
    use pyo3::prelude::*;

    use super::call::{
        add_method, add_verbs, add_verbs_of, by_name, call_quickly, method, plain_method,
    };
    use crate::classes::fill::{Fill, TemplateFill};
    use crate::verbs::ecmascript::{
        DecodeUri, DecodeUriComponent, EncodeUri, EncodeUriComponent, Escape, FixedDecodeUri,
        FixedEncodeUri, FixedEncodeUriComponent, Unescape,
    };
    use crate::verbs::normal::{self, Normalize};
    use crate::verbs::pretty::{self, Pretty};
    use crate::verbs::text::{self, Clean, Decode, Encode, IsUri};
    use crate::verbs::{edits, encodings, explain, forms, lint, logs, urllib};

    #[pymodule_export]
    use crate::bulk::columns::{PyColumn, apply_column, apply_to_column, lint_column};
    #[pymodule_export]
    use crate::bulk::lines::{append, apply, encoding_name, stream};
    #[pymodule_export]
    use crate::bulk::options::check_options;
    #[pymodule_export]
    use crate::bulk::review::{Unpacked, count_findings, fix_block, review_block};
    #[pymodule_export]
    use crate::classes::rfc6570::Expander;
    #[pymodule_export]
    use crate::classes::template::PyTemplate;
    #[pymodule_export]
    use crate::classes::uri::PyRaw;
    #[pymodule_export]
    use crate::documents::markdown::markdown_parts;
    #[pymodule_export]
    use crate::documents::walk::{Excluded, Walk};
    #[pymodule_export]
    use crate::documents::{found_urls, has_conversion, has_placeholder};
    #[pymodule_export]
    use crate::objects::display::{PyDisplay, all_displays, make_display};
    #[pymodule_export]
    use crate::objects::profiles::{PyProfile, all_profiles, make_profile};
    #[pymodule_export]
    use crate::objects::sets::{PySet, all_sets, find_set, make_set};
    #[pymodule_export]
    use crate::objects::tracking::{PyTracking, all_trackers};
    #[pymodule_export]
    use crate::objects::uris::{PyUri, PyUrl};
    #[pymodule_export]
    use crate::verbs::build::{build, scalar};
    #[pymodule_export]
    use crate::verbs::encodings::read_as;
    #[pymodule_export]
    use crate::verbs::explain::{all_standards, meant};
    #[pymodule_export]
    use crate::verbs::hosts::{all_special_hosts, host_in_unicode, ipv4, with_default_scheme};
    #[pymodule_export]
    use crate::verbs::keys::{key_tables, safe_browsing_expressions};
    #[pymodule_export]
    use crate::verbs::lint::{all_policies, all_rules, fix_in_document, lint_in_document};
    #[pymodule_export]
    use crate::verbs::logs::all_logs;
    #[pymodule_export]
    use crate::verbs::normal::{PyParts, is_private, secrets, unsplit};
    #[pymodule_export]
    use crate::verbs::urllib::urllib_remember;
    use superuri::base::defanged::SPELLINGS;
    use superuri::clean::suspect::Suspect;
    use superuri::syntax::hosts::readings::READINGS;
    use superuri::uri::rfc6570::OPERATORS;
    use superuri::uri::unwrap::rows::WRAPPERS;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::guard::prepare();
        superuri_kernels::pause::serve_by(crate::guard::serve);
        if cfg!(debug_assertions) && std::env::var_os(crate::guard::INJECTED).is_some() {
            superuri_kernels::injected::arm();
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("HAS_ASSERTIONS", cfg!(debug_assertions))?;
        module.add("TIER", superuri_kernels::tier())?;
        module.add("PUBLIC_SUFFIX_LIST", superuri::syntax::hosts::domain::LIST)?;
        module.add("HOST_READINGS", READINGS.each_ref().map(|row| (row.name, row.clients)))?;
        let spellings = SPELLINGS.each_ref();
        module.add(
            "DEFANGED",
            spellings
                .map(|row| (row.written, row.meaning, row.part.word(), row.source, row.checked)),
        )?;
        let wrappers = WRAPPERS.each_ref();
        module.add(
            "WRAPPERS",
            wrappers.map(|row| {
                (row.name, row.hosts, row.paths, row.form.words(), row.source, row.checked)
            }),
        )?;
        module.add("TEMPLATE_OPERATORS", OPERATORS.each_ref().map(|row| row.sign))?;
        module.add("MAX_LINE", superuri::bulk::lines::MAX_LINE)?;
        module.add("MOST_THREADS", crate::bulk::lines::MOST_THREADS)?;
        module.add("ERRORS", superuri::codec::percent::Errors::NAMES.map(|(name, _)| name))?;
        module.add("SUSPECTS", Suspect::ALL.map(|it| (it.word(), it.brief(), it.sentence())))?;
        module.add("COLUMN_VERBS", crate::bulk::columns::verbs(module.py())?)?;
        module.add("COLUMN_FINDS", crate::bulk::columns::finds())?;
        module.add("ON_ERROR", crate::bulk::lines::ON_ERROR.map(|(name, _)| name))?;
        add_verbs(
            module,
            vec![
                method::<Encode>(),
                method::<Decode>(),
                plain_method!("decode_bytes", text::decode_bytes),
                method::<Clean>(),
                method::<IsUri>(),
                plain_method!("edits", edits::edits),
                method::<Pretty>(),
                plain_method!("shown", pretty::shown),
                plain_method!("tokens", explain::tokens),
                plain_method!("layers", explain::layers),
                plain_method!("guess_encoding", encodings::guess_encoding),
                plain_method!("lint", lint::lint),
                plain_method!("fix", lint::fix),
                plain_method!("log_decode", logs::log_decode),
                plain_method!("log_wire", logs::log_wire),
                plain_method!("percent_u_decode", encodings::percent_u_decode),
                plain_method!("percent_u_encode", encodings::percent_u_encode),
                method::<Normalize>(),
                plain_method!("equivalent", normal::equivalent),
                plain_method!("compare", normal::compare),
                plain_method!("split", normal::split),
                method::<Escape>(),
                method::<Unescape>(),
                method::<EncodeUri>(),
                method::<EncodeUriComponent>(),
                method::<DecodeUri>(),
                method::<DecodeUriComponent>(),
                method::<FixedEncodeUri>(),
                method::<FixedEncodeUriComponent>(),
                method::<FixedDecodeUri>(),
                by_name::<Fill>(),
            ],
        )?;
        add_verbs(module, crate::bulk::derived::methods())?;
        add_method::<PyTemplate, TemplateFill>(module.py())?;
        crate::classes::pydantic::add_hooks(module)?;
        crate::classes::foreign::add_names(module)?;
        module.add("FOREIGN_NAMES", crate::classes::foreign::ROWS)?;
        add_verbs_of(module, "superuri.form", "form", forms::methods())?;
        add_verbs_of(module, "superuri.compat.urllib", "urllib", urllib::methods())?;
        call_quickly(module.getattr("URI")?.call1(("",))?.cast_into::<PyUri>()?);
        call_quickly(module.getattr("URL")?.call1(("a:",))?.cast_into::<PyUrl>()?);
        // The package lists the public names itself; PyO3's list lacks the verbs.
        module.delattr("__all__")
    }
}
