//! DATA: standards, and which characters each allows unescaped in each place of a URI.
//!
//! The sets are the rows of [`crate::base::sets`]. Here is only which set applies where.

use std::sync::LazyLock;

use crate::base::{sets, table::words};
use crate::codec::characters::iri;
use superuri_kernels::set::{ALNUM, Set};

words! {
    /// A place in which a character can appear, in the order of a URI: the stable name, in words with hyphens.
    #[expect(missing_docs, reason = "the name documents it")]
    Place {
        Scheme => "scheme",
        Authority => "authority",
        User => "user",
        Password => "password",
        Host => "host",
        Port => "port",
        Path => "path",
        QueryName => "query-name",
        QueryValue => "query-value",
        Fragment => "fragment",
        Surrounding => "surrounding",
    }
}

/// Which characters one standard allows unescaped in one place.
#[derive(Clone, Copy)]
pub struct StandardRule {
    /// The characters that it encodes or does not allow.
    pub set: Set,
    /// The section that specifies it.
    pub source: &'static str,
}

/// One standard.
pub struct Standard {
    /// The stable name.
    pub name: &'static str,
    /// Its usual title.
    pub title: &'static str,
    scheme: Grammar,
    port: Grammar,
    userinfo: (&'static str, &'static str),
    host: HostRule,
    path: (&'static str, &'static str),
    query: (&'static str, &'static str),
    fragment: (&'static str, &'static str),
}

/// A set of allowed characters of a grammar without escapes, and its section.
type Grammar = Option<(Set, &'static str)>;

/// How a standard defines a host.
enum HostRule {
    /// By a row of the sets.
    Row(&'static str, &'static str),
    /// By a grammar without escapes.
    Grammar(Set, &'static str),
    /// Not at all.
    Silent,
}

/// `hostname` of RFC 1738 section 3.1 and RFC 2396 section 3.2.2.
const HOSTNAME: Set = Set::all_but(ALNUM).but("-.");
/// `scheme` of RFC 2396 section 3.1, which later standards keep.
const SCHEME: Set = Set::all_but(ALNUM).but("+-.");
/// `scheme` of RFC 1738 section 5: lower case only.
const LOWER_SCHEME: Set = Set::all_but("abcdefghijklmnopqrstuvwxyz0123456789+-.");
/// `port`: digits, in every standard.
const PORT: Set = Set::all_but("0123456789");
/// The URL standard's forbidden domain code points.
const FORBIDDEN: Set = Set::controls().and(" #/:<>?@[\\]^|%");

/// The standard defines nothing here.
const SILENT: (&str, &str) = ("", "");

/// Every standard, the current one first.
#[rustfmt::skip] // a table reads best one row a line
pub static STANDARDS: [Standard; 6] = [
    Standard { name: "rfc3986", title: "RFC 3986", scheme: Some((SCHEME, "RFC 3986 section 3.1")), port: Some((PORT, "RFC 3986 section 3.2.3")), userinfo: ("rfc3986", "USERINFO"), host: HostRule::Row("rfc3986", "REG_NAME"), path: ("rfc3986", "PATH"), query: ("rfc3986", "QUERY"), fragment: ("rfc3986", "FRAGMENT") },
    Standard { name: "rfc3987", title: "RFC 3987", scheme: Some((SCHEME, "RFC 3987 section 2.2")), port: Some((PORT, "RFC 3987 section 2.2")), userinfo: ("rfc3987", "USERINFO"), host: HostRule::Row("rfc3987", "REG_NAME"), path: ("rfc3987", "PATH"), query: ("rfc3987", "QUERY"), fragment: ("rfc3987", "FRAGMENT") },
    Standard { name: "whatwg", title: "URL standard", scheme: Some((SCHEME, "URL standard section 4.3: URL-scheme string")), port: Some((PORT, "URL standard section 4.3: URL-port string")), userinfo: ("whatwg", "USERINFO"), host: HostRule::Grammar(FORBIDDEN, "URL standard section 3.2: forbidden domain code points"), path: ("whatwg", "PATH"), query: ("whatwg", "SPECIAL_QUERY"), fragment: ("whatwg", "FRAGMENT") },
    Standard { name: "rfc2396", title: "RFC 2396", scheme: Some((SCHEME, "RFC 2396 section 3.1")), port: Some((PORT, "RFC 2396 section 3.2.2")), userinfo: ("rfc2396", "USERINFO"), host: HostRule::Grammar(HOSTNAME, "RFC 2396 section 3.2.2: hostname"), path: ("rfc2396", "PATH"), query: ("rfc2396", "QUERY"), fragment: ("rfc2396", "FRAGMENT") },
    Standard { name: "rfc1738", title: "RFC 1738", scheme: Some((LOWER_SCHEME, "RFC 1738 section 2.1")), port: Some((PORT, "RFC 1738 section 3.1")), userinfo: ("rfc1738", "LOGIN"), host: HostRule::Grammar(HOSTNAME, "RFC 1738 section 3.1: hostname"), path: ("rfc1738", "HTTP_PATH"), query: ("rfc1738", "HTTP_SEARCH"), fragment: SILENT },
    Standard { name: "form", title: "forms", scheme: None, port: None, userinfo: SILENT, host: HostRule::Silent, path: SILENT, query: ("html", "FORM"), fragment: SILENT },
];

/// The rules of every standard for every place, looked up once.
static RULES: LazyLock<[[Option<StandardRule>; Place::ALL.len()]; STANDARDS.len()]> =
    LazyLock::new(|| {
        std::array::from_fn(|n| {
            std::array::from_fn(|place| look_up(&STANDARDS[n], Place::ALL[place]))
        })
    });

fn look_up(standard: &Standard, place: Place) -> Option<StandardRule> {
    let row = |(family, name): (&str, &str)| {
        let row = sets::find(family, name)?;
        Some(StandardRule { set: row.set, source: row.source })
    };
    match place {
        Place::Scheme => standard.scheme.map(|(set, source)| StandardRule { set, source }),
        Place::Port => standard.port.map(|(set, source)| StandardRule { set, source }),
        Place::Authority | Place::Surrounding => None,
        Place::User | Place::Password => row(standard.userinfo),
        Place::Host => match standard.host {
            HostRule::Row(family, name) => row((family, name)),
            HostRule::Grammar(set, source) => Some(StandardRule { set, source }),
            HostRule::Silent => None,
        },
        Place::Path => row(standard.path),
        Place::QueryName | Place::QueryValue => row(standard.query),
        Place::Fragment => row(standard.fragment),
    }
}

/// The rule of this standard, an index of [`STANDARDS`], for this place; `None` if it has none.
#[must_use]
pub fn rule(standard: usize, place: Place) -> Option<StandardRule> {
    RULES[standard][place as usize]
}

/// Which standards allow the character unescaped in this place: bit *n* is index *n* of
/// [`STANDARDS`].
///
/// ```
/// use superuri::show::standards::{Place, bare};
/// assert_eq!(bare('é', Place::Path), 0b00_0010);
/// assert_eq!(bare('|', Place::Path), 0b00_0100);
/// ```
#[must_use]
pub fn bare(c: char, place: Place) -> u8 {
    let mut bits = 0;
    for (n, places) in RULES.iter().enumerate() {
        let Some(StandardRule { set, .. }) = places[place as usize] else { continue };
        let is_bare = match u8::try_from(c) {
            Ok(ascii @ 0..0x80) => !set.encodes(ascii),
            _ => iri::stays(c, set.rule()),
        };
        bits |= u8::from(is_bare) << n;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_is_one_of_its_own_standard() {
        for (n, standard) in STANDARDS.iter().enumerate() {
            // HTML defines the set of forms.
            let own = if standard.name == "form" { "HTML standard" } else { standard.title };
            for place in Place::ALL {
                let Some(StandardRule { source, .. }) = rule(n, place) else { continue };
                assert!(source.starts_with(own), "{} {place:?}: {source}", standard.name);
            }
            assert_eq!(rule(n, Place::Scheme).is_none(), standard.name == "form");
        }
    }

    #[test]
    fn every_row_is_a_row_of_the_sets() {
        for (n, standard) in STANDARDS.iter().enumerate() {
            for place in Place::ALL {
                let named = match place {
                    Place::User => standard.userinfo,
                    Place::Path => standard.path,
                    Place::QueryName => standard.query,
                    Place::Fragment => standard.fragment,
                    _ => continue,
                };
                assert_eq!(
                    named == SILENT,
                    rule(n, place).is_none(),
                    "{} {place:?}",
                    standard.name
                );
            }
        }
    }
}
