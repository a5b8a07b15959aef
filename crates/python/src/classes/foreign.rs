//! Foreign attributes: what other libraries call attributes of our classes, for the hint in the
//! `AttributeError`.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use superuri_guard::guarded_methods;

use crate::call::look_up_in;

/// Each class, names that people know from other libraries, and what to use here.
pub(crate) const ROWS: [(&str, &str, &str); 56] = [
    ("URI", "netloc authority", "URI.host and URI.port, or URI.raw.authority"),
    ("URI", "hostname get_host getHost ihost idna_host", "URI.host"),
    ("URI", "raw_host ascii_host", "URI.raw.host"),
    ("URI", "domain registered_domain tld fqdn", "superuri.domain(uri)"),
    ("URI", "username", "URI.user"),
    ("URI", "user_info auth", "URI.userinfo"),
    ("URI", "protocol schema", "URI.scheme"),
    ("URI", "anchor hash", "URI.fragment"),
    ("URI", "explicit_port", "URI.port"),
    ("URI", "default_port", "URI.effective_port"),
    ("URI", "params args pairs query_params queryparams search_params searchParams", PAIRS),
    ("URI", "qs query_string querystring raw_query_string search", "URI.raw.query"),
    ("URI", "parse_qs parse_qsl query_dict multi_items", PAIRS),
    ("URI", "getlist getall getAll get_list", "URI.get_all(name)"),
    ("URI", "pathname url_path", "URI.path"),
    ("URI", "raw_path", "URI.raw.path"),
    ("URI", "full_path path_qs raw_path_qs", "URI.path_and_query"),
    ("URI", "request_uri selector", "URI.request_target()"),
    ("URI", "parts path_segments path_parts raw_parts", "URI.segments"),
    ("URI", "filename basename raw_name", "URI.name"),
    ("URI", "dirname parents", "URI.parent"),
    ("URI", "stem extension ext suffixes", "URI.name and URI.suffix"),
    ("URI", "absolute isAbsolute is_absolute_url is_relative_url", "URI.is_absolute"),
    ("URI", "href url geturl get_url to_text to_uri to_string toString unparse", "str(uri)"),
    ("URI", "human_repr humanize display to_iri to_unicode decode", "superuri.pretty(uri)"),
    ("URI", "normalize normalized canonicalize normalise", "superuri.normalize(uri)"),
    ("URI", "equals same is_equal equivalent", "superuri.equivalent(uri, other)"),
    ("URI", "join urljoin merge click follow resolve_with", "URI.resolve(reference)"),
    ("URI", "joinpath child add_path append_path", "URI / segment"),
    ("URI", "relative relative_to relative_url make_relative", "URI.relativize(target)"),
    ("URI", "with_hostname set_host with_netloc with_authority", "URI.with_host(host)"),
    ("URI", "with_username", "URI.with_user(user)"),
    ("URI", "replace copy_with _replace _asdict update set_parts evolve", WITH),
    ("URI", "update_query update_query_params include_query_params replace_query_params", PAIR),
    ("URI", "copy_merge_params copy_set_param set_query_param set_param set merge_params", PAIR),
    ("URI", "add_query add_query_params add_param copy_add_param extend_query add", ADD),
    ("URI", "without_query_params remove_query_params remove_query_param remove", WITHOUT),
    ("URI", "without_query_param copy_remove_param pop", WITHOUT),
    ("URI", "with_params with_args", "URI.with_query(pairs)"),
    ("URI", "without_query", "URI.with_query(None)"),
    ("URI", "without_fragment defrag remove_fragment", "URI.with_fragment(None)"),
    ("URI", "copy clone", "the URI itself, which never changes"),
    ("URI", "is_valid valid validate", "superuri.is_uri(text)"),
    ("URL", "scheme", "URL.protocol"),
    ("URL", "netloc authority", "URL.host"),
    ("URL", "user", "URL.username"),
    ("URL", "path", "URL.pathname"),
    ("URL", "query params query_params searchParams", "URL.search or URL.search_params"),
    ("URL", "fragment anchor", "URL.hash"),
    ("URL", "toString toJSON geturl", "URL.href"),
    ("URL", "canParse", "URL.can_parse(text)"),
    ("Parts", "netloc host hostname port username", "Parts.authority, or superuri.URI(text)"),
    ("Parts", "geturl unsplit", "superuri.unsplit(parts)"),
    ("Template", "variables variable_names", "Template.names"),
    ("Template", "parse extract", "Template.match(uri)"),
    ("Template", "format substitute expand render build", "Template.fill(name=value)"),
];

const PAIRS: &str = "URI.query, URI.query_map or URI.get(name)";
const WITH: &str = "URI.with_path(path), URI.with_host(host) and the like";
const PAIR: &str = "URI.with_pair(name, value)";
const ADD: &str = "URI.add_pair(name, value)";
const WITHOUT: &str = "URI.without_pair(name)";

#[pyclass(frozen, module = "superuri._core")]
struct ForeignName {
    name: &'static str,
    hint: &'static str,
}

#[guarded_methods]
impl ForeignName {
    fn __get__(
        &self,
        object: Option<&Bound<'_, PyAny>>,
        class: &Bound<'_, PyType>,
    ) -> PyResult<()> {
        let class = class.name()?;
        let owner = match object {
            Some(_) => format!("'{class}' object"),
            None => format!("type object '{class}'"),
        };
        let Self { name, hint } = self;
        let message = format!("{owner} has no attribute '{name}'; use {hint}");
        Err(PyAttributeError::new_err(message))
    }
}

/// Adds the names to the classes, where only lookups find them.
pub(crate) fn add_names(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for class in ["URI", "URL", "Parts", "Template"] {
        let names = PyDict::new(py);
        names.set_item("__module__", module.name()?)?;
        names.set_item("__slots__", PyTuple::empty(py))?;
        for (_, words, hint) in ROWS.iter().filter(|row| row.0 == class) {
            for name in words.split(' ') {
                names.set_item(name, Bound::new(py, ForeignName { name, hint })?)?;
            }
        }
        let holder = py.get_type::<PyType>().call1(("ForeignNames", PyTuple::empty(py), names))?;
        let class = module.getattr(class)?.cast_into::<PyType>()?;
        look_up_in(&class, holder.cast_into::<PyType>()?)?;
    }
    Ok(())
}
