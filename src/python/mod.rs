//! What is the Python module `superuri._core`?
//!
//! The only folder that says `pyo3`. No policy lives here: each function takes, calls, and
//! converts what comes back.

mod arrow;
mod call;
mod codec;
mod columns;
mod compose;
mod decode;
mod display;
mod docs;
mod docs_lint;
mod ecmascript;
mod edits;
mod encodings;
mod explain;
mod forms;
mod hosts;
#[expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "its docstrings are read in Python"
)]
mod keys;
mod lines;
mod lint;
mod logs;
mod options;
mod piece;
mod pretty;
mod pydantic;
mod raise;
mod review;
mod set;
mod template;
mod text;
#[expect(clippy::doc_markdown, reason = "its docstrings are read in Python")]
mod uri;
mod urllib;
mod values;
mod verb;
mod verbs;
mod whatwg;
#[expect(clippy::doc_markdown, reason = "its docstrings are read in Python")]
mod whole;
mod words;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    use pyo3::prelude::*;

    use super::call::{add_verbs, add_verbs_of, call_quickly, method};
    use super::ecmascript::{
        DecodeUri, DecodeUriComponent, Ecma, EncodeUri, EncodeUriComponent, Escape, FixedDecodeUri,
        FixedEncodeUri, Unescape,
    };
    use super::edits::Edits;
    use super::encodings::{GuessEncoding, PercentUDecode, PercentUEncode, RepairMojibake};
    use super::explain::{Layers, Tokens};
    use super::lint::{Lint, Mend};
    use super::logs::{LogDecode, LogWire};
    use super::pretty::{Pretty, Shown};
    use super::verbs::{Clean, Decode, DecodeBytes, Encode, IsUri};
    use super::whole::{Compare, Equivalent, Normalize, Split};
    use super::{forms, urllib};

    #[pymodule_export]
    use super::columns::{PyColumn, apply_column};
    #[pymodule_export]
    use super::compose::build;
    #[pymodule_export]
    use super::display::{PyDisplay, all_displays, make_display};
    #[pymodule_export]
    use super::encodings::read_as;
    #[pymodule_export]
    use super::explain::all_standards;
    #[pymodule_export]
    use super::hosts::{agreed_host, domain, ipv4, public_suffix};
    #[pymodule_export]
    use super::keys::{key, key_tables, safe_browsing, safe_browsing_expressions, surt};
    #[pymodule_export]
    use super::lines::{append, apply, encoding_name, stream};
    #[pymodule_export]
    use super::lint::{all_policies, all_rules};
    #[pymodule_export]
    use super::logs::all_logs;
    #[pymodule_export]
    use super::options::check_options;
    #[pymodule_export]
    use super::review::{Unpacked, count_findings, found_urls, mend_block, review_block};
    #[pymodule_export]
    use super::set::{PyProfile, PySet};
    #[pymodule_export]
    use super::set::{all_profiles, all_sets, find_set, make_profile, make_set};
    #[pymodule_export]
    use super::template::{PyTemplate, fill};
    #[pymodule_export]
    use super::uri::{PyRaw, PyUri};
    #[pymodule_export]
    use super::urllib::urllib_remember;
    #[pymodule_export]
    use super::whatwg::PyUrl;
    #[pymodule_export]
    use super::whole::{PyParts, join, passwords};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("TIER", crate::kernels::tier())?;
        module.add("PUBLIC_SUFFIX_LIST", crate::domain::LIST)?;
        module.add("MAX_LINE", crate::lines::MAX_LINE)?;
        module.add("MOST_THREADS", super::lines::MOST_THREADS)?;
        module.add("ERRORS", crate::percent::Errors::NAMES.map(|(name, _)| name))?;
        module.add("COLUMN_VERBS", super::columns::verbs())?;
        module.add("COLUMN_FINDS", super::columns::finds())?;
        module.add("ON_ERROR", super::lines::ON_ERROR.map(|(name, _)| name))?;
        add_verbs(
            module,
            vec![
                method::<Encode>(),
                method::<Decode>(),
                method::<DecodeBytes>(),
                method::<Clean>(),
                method::<IsUri>(),
                method::<Edits>(),
                method::<Pretty>(),
                method::<Shown>(),
                method::<Tokens>(),
                method::<Layers>(),
                method::<GuessEncoding>(),
                method::<Lint>(),
                method::<Mend>(),
                method::<LogDecode>(),
                method::<LogWire>(),
                method::<RepairMojibake>(),
                method::<PercentUDecode>(),
                method::<PercentUEncode>(),
                method::<Normalize>(),
                method::<Equivalent>(),
                method::<Compare>(),
                method::<Split>(),
                method::<Ecma<Escape>>(),
                method::<Ecma<Unescape>>(),
                method::<Ecma<EncodeUri>>(),
                method::<Ecma<EncodeUriComponent>>(),
                method::<Ecma<DecodeUri>>(),
                method::<Ecma<DecodeUriComponent>>(),
                method::<Ecma<FixedEncodeUri>>(),
                method::<Ecma<FixedDecodeUri>>(),
            ],
        )?;
        super::pydantic::add_hooks(module)?;
        add_verbs_of(module, "superuri.forms", "form", forms::methods())?;
        add_verbs_of(module, "superuri.compat.urllib", "urllib", urllib::methods())?;
        call_quickly(module.getattr("URI")?.call1(("",))?.cast_into::<PyUri>()?);
        call_quickly(module.getattr("URL")?.call1(("a:",))?.cast_into::<PyUrl>()?);
        // The package names what is public; PyO3's list leaves out the verbs.
        module.delattr("__all__")
    }
}
