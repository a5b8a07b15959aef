//! Resolving: the target of a reference (RFC 3986 section 5.2), and the reverse.

use crate::syntax::{dots, unsplit::Components};
use superuri_kernels::memory;

/// The target of the reference, relative to the base (RFC 3986 section 5.2). Both must be legal.
/// Without a scheme in either, the target has none.
///
/// If not `strict`, a scheme that is the same as the base's is ignored, as in older standards
/// (section 5.2.2).
///
/// ```
/// use superuri::syntax::resolve::resolve;
/// assert_eq!(resolve(b"http://a/b/c/d;p?q", b"../g", true), b"http://a/b/g");
/// ```
#[must_use]
pub fn resolve(base: &[u8], reference: &[u8], strict: bool) -> Vec<u8> {
    let (b, mut r) = (Components::split(base), Components::split(reference));
    let same = |(a, b): (&[u8], &[u8])| a.eq_ignore_ascii_case(b);
    if !strict && r.scheme.zip(b.scheme).is_some_and(same) {
        r.scheme = None;
    }
    let mut path = Vec::new();
    memory::reserve(&mut path, b.path.len() + r.path.len() + 1);
    let mut target = Components { path: &[], ..r };
    if r.scheme.is_some() {
        dots::remove(r.path, &mut path);
    } else if r.authority.is_some() {
        target.scheme = b.scheme;
        dots::remove(r.path, &mut path);
    } else {
        (target.scheme, target.authority) = (b.scheme, b.authority);
        if r.path.is_empty() {
            path.extend_from_slice(b.path);
            target.query = r.query.or(b.query);
        } else {
            let merged = merged(&b, r.path);
            if b.scheme.is_none() && b.authority.is_none() && merged.first() != Some(&b'/') {
                // The base is relative itself, so leading `..` remain to be resolved later.
                dots::remove_relative(&merged, &mut path);
            } else {
                dots::remove(&merged, &mut path);
            }
        }
    }
    if target.authority.is_none() && path.starts_with(b"//") {
        // Without `/.`, it would read as an authority (RFC 3986 section 6.2.2).
        path.splice(0..0, *b"/.");
    }
    Components { path: &path, ..target }.text()
}

/// The base's path up to its last slash, with the reference's path after it: section 5.2.3.
fn merged(base: &Components<'_>, path: &[u8]) -> Vec<u8> {
    if path.starts_with(b"/") {
        return path.to_vec();
    }
    let folder = if base.authority.is_some() && base.path.is_empty() {
        &b"/"[..]
    } else {
        &base.path[..memchr::memrchr(b'/', base.path).map_or(0, |at| at + 1)]
    };
    [folder, path].concat()
}

/// The shortest reference by path that resolves to the target from the base. If there is none, the
/// target itself.
///
/// ```
/// use superuri::syntax::resolve::relativize;
/// assert_eq!(relativize(b"http://a/b/c/d", b"http://a/b/g?y"), b"../g?y");
/// ```
#[must_use]
pub fn relativize(base: &[u8], target: &[u8]) -> Vec<u8> {
    let (b, t) = (Components::split(base), Components::split(target));
    let candidates = [candidate(&b, &t), out_of(&b, &t), {
        let network = Components { scheme: None, ..t };
        (b.scheme == t.scheme && t.authority.is_some()).then(|| network.text())
    }];
    let means_it = |reference: &Vec<u8>| resolve(base, reference, true) == target;
    candidates.into_iter().flatten().find(means_it).unwrap_or_else(|| target.to_vec())
}

/// The reference by path alone, if scheme and authority are equal.
fn candidate(b: &Components<'_>, t: &Components<'_>) -> Option<Vec<u8>> {
    if b.scheme != t.scheme || b.authority != t.authority {
        return None;
    }
    let here = Components { scheme: None, authority: None, ..*t };
    if b.path == t.path {
        if b.query == t.query {
            return Some(Components { path: &[], query: None, ..here }.text());
        }
        if t.query.is_some() {
            return Some(Components { path: &[], ..here }.text());
        }
    }
    let dir = |path: &[u8]| memchr::memrchr(b'/', path).map_or(0, |at| at + 1);
    let (base_dir, target_dir) = (&b.path[..dir(b.path)], &t.path[..dir(t.path)]);
    let same = base_dir.iter().zip(target_dir).take_while(|(a, b)| a == b).count();
    // Go back to the start of a segment.
    let same = dir(&base_dir[..same]);
    // If nothing is the same, the whole path resolves without steps up.
    let is_whole = same == 0 && !base_dir.is_empty();
    let up = if is_whole { 0 } else { base_dir[same..].split(|&b| b == b'/').count() - 1 };
    let mut path = b"../".repeat(up);
    let rest = &t.path[same..];
    let first = rest.split(|&b| b == b'/').next().unwrap_or_default();
    if path.is_empty() && (first.is_empty() && !is_whole || first.contains(&b':')) {
        path.extend_from_slice(b"./");
    }
    path.extend_from_slice(rest);
    Some(Components { path: &path, ..here }.text())
}

/// The reference that goes up out of all folders of a relative base, to a relative target.
fn out_of(b: &Components<'_>, t: &Components<'_>) -> Option<Vec<u8>> {
    let relative = |c: &Components<'_>| {
        c.scheme.is_none() && c.authority.is_none() && c.path.first() != Some(&b'/')
    };
    if !relative(b) || !relative(t) {
        return None;
    }
    let mut path = b"../".repeat(memchr::memchr_iter(b'/', b.path).count());
    path.extend_from_slice(t.path.strip_prefix(b"./").unwrap_or(t.path));
    Some(Components { path: &path, ..*t }.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolving_undoes_relativizing() {
        let atoms = ["/", "a", "b:", "?q", "#f", "", "//h", "//"];
        let mut paths = vec![String::new()];
        for _ in 0..4 {
            paths =
                paths.iter().flat_map(|p| atoms.iter().map(move |a| format!("{p}{a}"))).collect();
        }
        paths.sort();
        paths.dedup();
        let texts: Vec<String> =
            paths.iter().flat_map(|p| [format!("http:{p}"), format!("x://h{p}")]).collect();
        let step = if std::env::var_os("SUPERURI_FULL").is_some() { 17 } else { 67 };
        for base in texts.iter().step_by(step) {
            for target in &texts {
                let reference = relativize(base.as_bytes(), target.as_bytes());
                let back = resolve(base.as_bytes(), &reference, true);
                assert_eq!(String::from_utf8_lossy(&back), *target, "{base} {reference:?}");
            }
        }
    }

    #[test]
    fn the_reference_is_the_shortest() {
        for (base, target, reference) in [
            ("http://a/b/c/d", "http://a/b/g?y", "../g?y"),
            ("http://a/b?q", "http://a/b?q#f", "#f"),
            ("http://a/b?q", "http://a/b?z#f", "?z#f"),
            ("http://a/b?q", "http://a/b", "b"),
            ("http://a/b", "http://x/b", "//x/b"),
            ("http://a/b", "ftp://a/b", "ftp://a/b"),
            ("http://a/b", "http:b", "http:b"),
            ("urn:a", "urn:b", "b"),
        ] {
            let made = relativize(base.as_bytes(), target.as_bytes());
            assert_eq!(String::from_utf8_lossy(&made), reference, "{base} {target}");
        }
    }

    #[test]
    fn a_relative_base_is_left_by_as_many_steps() {
        for (base, target, reference) in
            [("a/b", "./", "../"), ("a/b", "x/y", "../x/y"), ("a/b/c", "x", "../../x")]
        {
            let made = relativize(base.as_bytes(), target.as_bytes());
            assert_eq!(String::from_utf8_lossy(&made), reference);
            assert_eq!(resolve(base.as_bytes(), &made, true), target.as_bytes());
        }
    }
}
