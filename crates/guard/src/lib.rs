//! Attributes for functions and methods that Python calls: each body is guarded against panics.
//!
//! They stand for `PyO3`'s `pyfunction` and `pymethods`. `PyO3` raises a panic as `PanicException`,
//! which `except Exception` does not catch. Here the body of every function runs inside
//! `crate::guard::guarded`, and what is returned becomes a `PyResult` if it was none. An attribute
//! of its own, so that a new method cannot be written without the guard; `proc-macro` alone, so
//! that nothing is added to the build.

use proc_macro::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

/// `PyO3`'s `#[pyfunction]`, guarded.
#[proc_macro_attribute]
pub fn guarded_function(options: TokenStream, function: TokenStream) -> TokenStream {
    attribute("pyfunction", &options).into_iter().chain(guarded(function)).collect()
}

/// `PyO3`'s `#[pymethods]`, each function guarded.
#[proc_macro_attribute]
pub fn guarded_methods(options: TokenStream, methods: TokenStream) -> TokenStream {
    let methods = methods.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            braces(&group, guarded(group.stream()))
        }
        other => other,
    });
    attribute("pymethods", &options).into_iter().chain(methods).collect()
}

/// `#[pyo3::name(options)]`.
fn attribute(name: &str, options: &TokenStream) -> TokenStream {
    let text = format!("#[::pyo3::{name}({options})]").replace("()]", "]");
    text.parse().expect("an attribute")
}

/// The functions, each with its body guarded.
fn guarded(functions: TokenStream) -> TokenStream {
    let mut out = Vec::new();
    let mut tokens = functions.into_iter();
    while let Some(token) = tokens.next() {
        let is_function = matches!(&token, TokenTree::Ident(word) if word.to_string() == "fn");
        out.push(token);
        if is_function {
            signature(&mut tokens, &mut out);
        }
    }
    out.into_iter().collect()
}

/// Copies a function from its name to its body, guarded; what it returns becomes a `PyResult`.
fn signature(tokens: &mut impl Iterator<Item = TokenTree>, out: &mut Vec<TokenTree>) {
    let parameters = tokens.by_ref().inspect(|token| out.push(token.clone())).find(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis),
    );
    assert!(parameters.is_some(), "a function has parameters");
    let mut answer = Vec::new();
    for token in tokens.by_ref() {
        match token {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                // Behind the arrow.
                let value = answer.get(2..).unwrap_or_default();
                let fails = matches!(value.first(), Some(TokenTree::Ident(word)) if word.to_string() == "PyResult");
                if fails {
                    out.append(&mut answer);
                } else {
                    out.extend(result(value));
                }
                out.push(braces(
                    &body,
                    call(if fails { "guarded" } else { "guarded_value" }, &body),
                ));
                return;
            }
            other => answer.push(other),
        }
    }
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

/// `crate::guard::name(move || body)`.
fn call(name: &str, body: &Group) -> TokenStream {
    let mut all: TokenStream = "crate::guard::".parse().expect("a path");
    let mut work: TokenStream = "move ||".parse().expect("a closure");
    work.extend([TokenTree::Group(body.clone())]);
    all.extend([
        TokenTree::Ident(Ident::new(name, Span::mixed_site())),
        TokenTree::Group(Group::new(Delimiter::Parenthesis, work)),
    ]);
    all
}

/// The tokens in braces that are where these do.
fn braces(like: &Group, tokens: TokenStream) -> TokenTree {
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(like.span());
    TokenTree::Group(group)
}
