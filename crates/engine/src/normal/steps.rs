//! Steps of normalising, and what each of them changes.

use crate::base::error::Result;
use crate::clean::{clean, profiles::RFC3986};
use crate::normal::{Also, Level, normalize};
use crate::syntax::{split, unsplit::Components};

/// A step that changed something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// `clean`, the name of a level, or the name of an option.
    pub name: &'static str,
    /// The components that it changed.
    pub changed: Vec<&'static str>,
    /// The text after the step.
    pub text: Vec<u8>,
}

/// The steps that changed something, in order. The text of the last one is the normal form.
///
/// ```
/// use superuri::normal::{Also, Level};
/// use superuri::normal::steps::steps;
/// let all = steps(b"HTTP://e.com:80/%7e", Level::Scheme, Also::default()).unwrap();
/// let listed: Vec<_> = all.iter().map(|step| (step.name, step.changed.join(" "))).collect();
/// assert_eq!(listed[0], ("case", "scheme path".into()));
/// assert_eq!(listed[1], ("percent", "path".into()));
/// assert_eq!(listed[2], ("scheme", "port".into()));
/// ```
///
/// # Errors
/// As [`clean`].
pub fn steps(text: &[u8], level: Level, also: Also<'_>) -> Result<Vec<Step>> {
    let mut now = text.to_vec();
    let mut listed = Vec::new();
    let mut take = |name, next: Vec<u8>| {
        if next != now {
            listed.push(Step { name, changed: changed(&now, &next), text: next.clone() });
            now = next;
        }
    };
    let cleaned = clean(text, RFC3986)?.into_owned();
    take("clean", cleaned.clone());
    for (name, step) in Level::NAMES.into_iter().filter(|(_, step)| *step <= level) {
        take(name, normalize(&cleaned, step, Also::default())?.into_owned());
    }
    let mut so_far = Also { trackers: also.trackers, ..Also::default() };
    for (name, flag) in Also::NAMES {
        if *flag(&mut also.clone()) {
            *flag(&mut so_far) = true;
            take(name, normalize(&cleaned, level, so_far)?.into_owned());
        }
    }
    Ok(listed)
}

/// Appends the text and, below it, a line for each step: its name, what it changed, the text.
pub fn lines(text: &[u8], steps: &[Step], out: &mut Vec<u8>) {
    let changed: Vec<String> = steps.iter().map(|step| step.changed.join(" ")).collect();
    let width = |of: &dyn Fn(usize) -> usize| (0..steps.len()).map(of).max().unwrap_or(0);
    let (names, parts) = (width(&|n| steps[n].name.len()), width(&|n| changed[n].len()));
    out.extend_from_slice(text);
    out.push(b'\n');
    for (step, changed) in steps.iter().zip(&changed) {
        let head = format!("  {:names$}  {changed:parts$}  ", step.name);
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(&step.text);
        out.push(b'\n');
    }
}

/// The names of the components in which two texts differ.
fn changed(a: &[u8], b: &[u8]) -> Vec<&'static str> {
    let (one, two) = (Components::split(a), Components::split(b));
    let pieces = |authority: Option<&[u8]>| {
        authority.map(|text| {
            let parts = split::authority(text, 0..text.len());
            let of = |span: std::ops::Range<usize>| text[span].to_vec();
            (parts.userinfo.map(of), of(parts.host), parts.port.map(of))
        })
    };
    let mut names = Vec::new();
    let mut add = |name, differs| {
        if differs {
            names.push(name);
        }
    };
    add("scheme", one.scheme != two.scheme);
    match (pieces(one.authority), pieces(two.authority)) {
        (Some(one), Some(two)) => {
            add("userinfo", one.0 != two.0);
            add("host", one.1 != two.1);
            add("port", one.2 != two.2);
        }
        (one, two) => add("authority", one.is_some() != two.is_some()),
    }
    add("path", one.path != two.path);
    add("query", one.query != two.query);
    add("fragment", one.fragment != two.fragment);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_the_normal_form() {
        let also = Also {
            sort_query: true,
            drop_fragment: true,
            drop_tracking: true,
            reserved: true,
            host_case: true,
            ..Also::default()
        };
        for text in [
            "HTTP://E.com:080/a b/%7e/./?b&a&utm_source=x&c=%40#f",
            "http://\u{fc}.de:80",
            "a",
            "",
            "mailto:%41",
            "http://u%7e@e/",
        ] {
            let normal = normalize(text.as_bytes(), Level::Scheme, also).expect(text);
            let all = steps(text.as_bytes(), Level::Scheme, also).expect(text);
            let last = all.last().map_or(text.as_bytes(), |step| &step.text);
            assert_eq!(*normal, *last, "{text}");
            assert!(all.iter().all(|step| !step.changed.is_empty()), "{text}");
        }
        assert!(steps(b"http://e:x/", Level::Scheme, also).is_err());
    }
}
