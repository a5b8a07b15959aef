//! Attributes for functions and methods that Python calls: each body is guarded against panics, each
//! docstring is that of the stub.
//!
//! They replace `PyO3`'s `pyfunction` and `pymethods`. `PyO3` raises a panic as `PanicException`,
//! which `except Exception` does not catch. With these attributes, every function body runs inside
//! `crate::guard::guarded`, and the return type becomes a `PyResult` if it was not one. These are
//! attributes, so that a new method cannot be written without the guard; they use only
//! `proc-macro`, so that the build needs no more crates.

mod stub;

use std::ffi::CString;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// `PyO3`'s `#[pyfunction]`, guarded.
#[proc_macro_attribute]
pub fn guarded_function(options: TokenStream, function: TokenStream) -> TokenStream {
    attribute("pyfunction", &options).into_iter().chain(guarded("", function)).collect()
}

/// `PyO3`'s `#[pymethods]`, each function guarded.
#[proc_macro_attribute]
pub fn guarded_methods(options: TokenStream, methods: TokenStream) -> TokenStream {
    let mut class = String::new();
    let methods = methods.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            braces(&group, guarded(&class, group.stream()))
        }
        other => {
            class = other.to_string();
            other
        }
    });
    let methods: Vec<_> = methods.collect();
    attribute("pymethods", &options).into_iter().chain(methods).collect()
}

/// A class of Python, with its docstring; above `#[pyclass]`.
///
/// # Panics
/// While it is compiled, above anything but a struct.
#[proc_macro_attribute]
pub fn documented(_options: TokenStream, class: TokenStream) -> TokenStream {
    let mut words =
        class.clone().into_iter().skip_while(|token| !is_word(Some(token), &["struct"]));
    let name = words.nth(1).expect("a struct has a name").to_string();
    docstring(&name, "").into_iter().chain(class).collect()
}

/// Each function and method with a docstring: its path in the stub, and what `PyMethodDef` wants,
/// which is its signature, a line of `--`, and the docstring.
///
/// # Panics
/// While it is compiled, if the stub has a NUL.
#[proc_macro]
pub fn documents(_nothing: TokenStream) -> TokenStream {
    let rows = stub::definitions().iter().map(|row| {
        let text = CString::new(format!("{}\n--\n\n{}", row.signature, row.text));
        let text = Literal::c_string(&text.expect("a docstring has no NUL"));
        format!("({:?}, {text})", row.path)
    });
    format!("&[{}]", rows.collect::<Vec<_>>().join(",")).parse().expect("a table")
}

/// `#[doc = …]`, if the stub has a docstring of this.
fn docstring(class: &str, name: &str) -> TokenStream {
    let Some(text) = stub::docstring(class, name) else { return TokenStream::new() };
    format!("#[doc = {}]", Literal::string(text)).parse().expect("an attribute")
}

/// `#[pyo3::name(options)]`.
fn attribute(name: &str, options: &TokenStream) -> TokenStream {
    let text = format!("#[::pyo3::{name}({options})]").replace("()]", "]");
    text.parse().expect("an attribute")
}

/// The functions of a class, or of none, each with its docstring and its body guarded.
fn guarded(class: &str, functions: TokenStream) -> TokenStream {
    let mut out = Vec::new();
    // The start of the item, where its attributes are.
    let mut start = 0;
    let mut tokens = functions.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_function = is_word(Some(&token), &["fn"]);
        let ends = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ';');
        out.push(token);
        if is_function {
            let name = tokens.peek().map(TokenTree::to_string).unwrap_or_default();
            out.splice(start..start, docstring(class, &name));
            signature(&mut tokens, &mut out);
        }
        if is_function || ends {
            start = out.len();
        }
    }
    out.into_iter().collect()
}

/// Copies a function from its name to its body, with the body guarded; the return type becomes a
/// `PyResult`. What may be long, a `String` or `Vec`, becomes an object inside the guard: `PyO3` would
/// convert it outside, and panics if Python has no memory.
fn signature(tokens: &mut impl Iterator<Item = TokenTree>, out: &mut Vec<TokenTree>) {
    let parameters = tokens.by_ref().inspect(|token| out.push(token.clone())).find(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis),
    );
    assert!(parameters.is_some(), "a function has parameters");
    let mut returned = Vec::new();
    for token in tokens.by_ref() {
        match token {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                // The tokens after the arrow.
                let value = returned.get(2..).unwrap_or_default();
                let fails = is_word(value.first(), &["PyResult"]);
                let grows = is_word(value.get(if fails { 2 } else { 0 }), &["String", "Vec"]);
                let guard = if grows {
                    let object = "-> ::pyo3::PyResult<::pyo3::Py<::pyo3::PyAny>>";
                    out.extend(object.parse::<TokenStream>().expect("a type"));
                    if fails { "guarded_object" } else { "guarded_value_object" }
                } else if fails {
                    out.extend(returned.iter().cloned());
                    "guarded"
                } else {
                    out.extend(result(value));
                    "guarded_value"
                };
                // The return type moves to the closure.
                let of = returned.into_iter().collect();
                out.push(braces(&body, call(guard, of, &body)));
                return;
            }
            other => returned.push(other),
        }
    }
}

fn is_word(token: Option<&TokenTree>, words: &[&str]) -> bool {
    matches!(token, Some(TokenTree::Ident(word)) if words.contains(&word.to_string().as_str()))
}

/// `-> PyResult<value>`.
fn result(value: &[TokenTree]) -> TokenStream {
    let mut all: TokenStream = "-> ::pyo3::PyResult<".parse().expect("a type");
    if value.is_empty() {
        all.extend("()".parse::<TokenStream>());
    }
    all.extend(value.iter().cloned());
    all.extend([TokenTree::Punct(Punct::new('>', Spacing::Alone))]);
    all
}

/// `crate::guard::name(move || -> type { body })`.
fn call(name: &str, returned: TokenStream, body: &Group) -> TokenStream {
    let mut all: TokenStream = "crate::guard::".parse().expect("a path");
    let mut work: TokenStream = "move ||".parse().expect("a closure");
    work.extend(returned);
    work.extend([TokenTree::Group(body.clone())]);
    all.extend([
        TokenTree::Ident(Ident::new(name, Span::mixed_site())),
        TokenTree::Group(Group::new(Delimiter::Parenthesis, work)),
    ]);
    all
}

/// The tokens in braces, with the span of `like`.
fn braces(like: &Group, tokens: TokenStream) -> TokenTree {
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(like.span());
    TokenTree::Group(group)
}
