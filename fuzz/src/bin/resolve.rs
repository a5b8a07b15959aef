//! Fuzz target: a reference is resolved as by the pseudocode of RFC 3986 section 5.2.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::{clean, profiles::RFC3986};
use superuri::syntax::resolve::{relativize, resolve};
use superuri::syntax::unsplit::Components;
use superuri::uri;
use superuri_fuzz::{property, two};

/// Section 5.2.4, step by step.
fn without_dots(path: &[u8]) -> Vec<u8> {
    let (mut input, mut output) = (path.to_vec(), Vec::new());
    while !input.is_empty() {
        let starts = |prefix: &str| input.starts_with(prefix.as_bytes());
        if starts("../") {
            input.drain(..3);
        } else if starts("./") || starts("/./") {
            input.drain(..2);
        } else if input == b"/." {
            input = b"/".to_vec();
        } else if starts("/../") || input == b"/.." {
            let rest = input.get(4..).unwrap_or_default();
            input = [b"/", rest].concat();
            let last = output.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
            output.truncate(last);
        } else if input == b"." || input == b".." {
            input.clear();
        } else {
            let end = input.iter().skip(1).position(|&byte| byte == b'/');
            let end = end.map_or(input.len(), |at| at + 1);
            output.extend(input.drain(..end));
        }
    }
    output
}

/// Section 5.2.2 for a base with a scheme, and section 5.3.
fn by_the_rfc(base: &[u8], reference: &[u8]) -> Vec<u8> {
    let (base, mut r) = (Components::split(base), Components::split(reference));
    let path;
    if r.scheme.is_some() {
        path = without_dots(r.path);
    } else {
        r.scheme = base.scheme;
        if r.authority.is_some() {
            path = without_dots(r.path);
        } else {
            r.authority = base.authority;
            if r.path.is_empty() {
                path = base.path.to_vec();
                r.query = r.query.or(base.query);
            } else if r.path.starts_with(b"/") {
                path = without_dots(r.path);
            } else if base.authority.is_some() && base.path.is_empty() {
                path = without_dots(&[b"/", r.path].concat());
            } else {
                let folder = base.path.iter().rposition(|&byte| byte == b'/');
                let folder = &base.path[..folder.map_or(0, |at| at + 1)];
                path = without_dots(&[folder, r.path].concat());
            }
        }
    }
    // Errata 4547: without the dot, the path would be read as an authority.
    let guard: &[u8] = if r.authority.is_none() && path.starts_with(b"//") { b"/." } else { b"" };
    Components { path: &[guard, &path].concat(), ..r }.text()
}

property!(texts: 2, |data: &[u8]| {
    let (base, reference) = two(data);
    let (Ok(base), Ok(reference)) = (clean(base, RFC3986), clean(reference, RFC3986)) else {
        return;
    };
    let target = resolve(&base, &reference, true);
    assert!(uri::check(&target).is_ok(), "{}", target.escape_ascii());
    let base_parts = Components::split(&base);
    if let Some(scheme) = base_parts.scheme {
        assert_eq!(target, by_the_rfc(&base, &reference), "{}", target.escape_ascii());
        // Section 5.2.2 takes the base's path as it is, dots and all, if the reference has none.
        if !Components::split(&reference).path.is_empty() {
            assert_eq!(resolve(&base, &target, true), target, "{}", target.escape_ascii());
        }
        // The older rule ignores the scheme of the base in a reference.
        let same = [scheme, b":", &reference[..]].concat();
        if Components::split(&reference).scheme.is_none() && uri::check(&same).is_ok() {
            assert_eq!(resolve(&base, &same, false), target, "{}", same.escape_ascii());
        }
    }
    let relative = relativize(&base, &target);
    assert!(uri::check(&relative).is_ok(), "{}", relative.escape_ascii());
    assert!(relative == target || resolve(&base, &relative, true) == target);
});
