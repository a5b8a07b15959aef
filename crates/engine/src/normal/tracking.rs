//! Tracking: which pairs of a query are only for tracking, by our table or by one of the caller's.

use std::collections::HashMap;

use blake2b_simd::Params;

use crate::base::schemes::{self, TRACKERS, Tracker};
use crate::normal::tracking_rows::{BadRow, HostPattern, Pattern, TrackingRow};

/// The table by which `drop-tracking` drops pairs.
#[derive(Clone, Copy, Debug)]
pub enum Trackers<'a> {
    /// Rows of ours.
    Ours(&'static [Tracker]),
    /// The caller's table.
    Own(&'a Tracking),
}

impl Default for Trackers<'_> {
    fn default() -> Self {
        Self::Ours(&TRACKERS)
    }
}

/// The same table, not an equal one.
impl PartialEq for Trackers<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Ours(one), Self::Ours(other)) => std::ptr::eq(*one, *other),
            (Self::Own(one), Self::Own(other)) => std::ptr::eq(*one, *other),
            _ => false,
        }
    }
}

impl Eq for Trackers<'_> {}

impl<'a> Trackers<'a> {
    /// The table, as it is for the URLs of this host and this path.
    pub(super) fn at(self, host: &[u8], path: &[u8]) -> Here<'a> {
        let (mut target, mut places) = ([Vec::new(), Vec::new()], Vec::new());
        if let Self::Own(own) = self {
            let host = host.strip_suffix(b".").unwrap_or(host);
            target = [host.to_ascii_lowercase(), [path, b"?"].concat()];
            places = vec![None; own.places.len()];
        }
        Here { trackers: self, target, places }
    }
}

/// A table for the URLs of one host and path.
pub(super) struct Here<'a> {
    trackers: Trackers<'a>,
    /// The host, and the path with a `?`.
    target: [Vec<u8>; 2],
    /// For each place of the table, whether it has the target, once it was asked for.
    places: Vec<Option<bool>>,
}

impl Here<'_> {
    /// Whether the pair of this decoded name is only for tracking.
    pub(super) fn tracks(&mut self, name: &[u8]) -> bool {
        match self.trackers {
            Trackers::Ours(rows) => schemes::tracks(rows, name),
            Trackers::Own(own) => {
                let Self { target: [host, path], places, .. } = self;
                own.places_of(name).any(|place| {
                    *places[place].get_or_insert_with(|| own.places[place].has(host, path))
                })
            }
        }
    }

    /// Whether a pair may be dropped whose escaped name begins with this byte.
    pub(super) fn may_track(&self, first: u8) -> bool {
        match self.trackers {
            Trackers::Ours(_) => first == b'%' || schemes::may_track(first),
            Trackers::Own(_) => true,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct RowHosts {
    /// None means every host.
    on: Vec<HostPattern>,
    not_on: Vec<HostPattern>,
}

impl RowHosts {
    fn has(&self, host: &[u8], path: &[u8]) -> bool {
        let has = |hosts: &[HostPattern]| hosts.iter().any(|one| one.has(host, path));
        (self.on.is_empty() || has(&self.on)) && !has(&self.not_on)
    }
}

/// A name itself, unless case is ignored, and the index of its place.
type IndexedName = (Option<Vec<u8>>, usize);

/// A table of names that are only for tracking.
///
/// A row is a name, and after it the hosts to which it is limited: `utm_*`, `ref amazon.*`,
/// `ref !gitlab.com`. See [`Tracking::new`].
#[derive(Clone, Debug)]
pub struct Tracking {
    rows: Vec<String>,
    digest: String,
    /// Names without a wildcard, in lower case.
    names: HashMap<Vec<u8>, Vec<IndexedName>>,
    patterns: Vec<(Pattern, usize)>,
    places: Vec<RowHosts>,
}

impl Tracking {
    /// The table of these rows; empty rows and those that begin with `#` are left out.
    ///
    /// In a name, `*` is any text, `[a-z_]` one character, `[a-z_]*` any number of them, and `\`
    /// quotes the next character; after `(?i)` case is ignored. Of the hosts, `e.com` includes its
    /// subdomains, `=e.com` does not, `amazon.*` has any ending, `e.com/a` is limited to paths that
    /// begin this way, and `!e.com` is excluded.
    ///
    /// ```
    /// use superuri::normal::tracking::Tracking;
    /// let table = Tracking::new(["utm_*", "ref amazon.* !aws.amazon.com", "# a comment"]).unwrap();
    /// assert_eq!(table.rows().len(), 2);
    /// assert!(Tracking::new(["[a"]).is_err());
    /// ```
    ///
    /// # Errors
    /// The first row that cannot be read, and why.
    pub fn new<'r>(rows: impl IntoIterator<Item = &'r str>) -> Result<Self, BadRow> {
        let mut table = Self {
            rows: Vec::new(),
            digest: String::new(),
            names: HashMap::new(),
            patterns: Vec::new(),
            places: Vec::new(),
        };
        let mut known = HashMap::new();
        for row in rows.into_iter().map(str::trim_ascii) {
            if row.is_empty() || row.starts_with('#') {
                continue;
            }
            let TrackingRow { name, on, not_on } = TrackingRow::read(row)?;
            let place = RowHosts { on, not_on };
            let next = table.places.len();
            let at = *known.entry(place.clone()).or_insert(next);
            if at == next {
                table.places.push(place);
            }
            match name.literal() {
                Some(literal) => {
                    let folded = literal.to_ascii_lowercase();
                    let exact = (!name.ignores_case()).then_some(literal);
                    table.names.entry(folded).or_default().push((exact, at));
                }
                None => table.patterns.push((name, at)),
            }
            table.rows.push(row.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
        table.digest = digest(&table.rows);
        Ok(table)
    }

    /// The rows that are in the table, in their order.
    #[must_use]
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// A hash of the rows, whatever their order: 16 bytes in hex.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    fn places_of<'t>(&'t self, name: &'t [u8]) -> impl Iterator<Item = usize> + 't {
        let named = self.names.get(&name.to_ascii_lowercase()).into_iter().flatten();
        let named =
            named.filter(move |(exact, _)| exact.as_ref().is_none_or(|exact| exact == name));
        let fits = self.patterns.iter().filter(move |(pattern, _)| pattern.fits(name));
        named.map(|(_, place)| *place).chain(fits.map(|(_, place)| *place))
    }
}

fn digest(rows: &[String]) -> String {
    let mut rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    rows.sort_unstable();
    rows.dedup();
    Params::new().hash_length(16).hash(rows.join("\n").as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_name_and_its_hosts() {
        for (row, name, host, tracks) in [
            ("utm_*", "utm_id", "e.com", true),
            ("utm_*", "UTM_id", "e.com", false),
            ("(?i)utm_*", "UTM_id", "", true),
            ("(?i)Ab", "aB", "", true),
            ("Ab", "ab", "", false),
            ("*ref*", "xrefx", "", true),
            ("[a-z]*tk", "abtk", "", true),
            ("[a-z]*tk", "a1tk", "", false),
            ("[a-z]mc", "mc", "", false),
            (r"p\[\]", "p[]", "", true),
            ("ü*", "üx", "", true),
            ("ref e.com", "ref", "www.E.com.", true),
            ("ref e.com", "ref", "xe.com", false),
            ("ref =e.com", "ref", "www.e.com", false),
            ("ref amazon.*", "ref", "www.amazon.co.uk", true),
            ("ref amazon.*", "ref", "notamazon.com", false),
            ("ref amazon.*", "ref", "amazon", false),
            ("ref !e.com", "ref", "a.e.com", false),
            ("ref !e.com/a/", "ref", "e.com", false),
            ("ref !e.com/a?", "ref", "e.com", true),
            ("ref e.com/a/b?", "ref", "e.com", true),
            ("ref e.com/b", "ref", "e.com", false),
            ("ref !e.com", "ref", "f.com", true),
        ] {
            let table = Tracking::new([row]).expect(row);
            let tracked =
                Trackers::Own(&table).at(host.as_bytes(), b"/a/b").tracks(name.as_bytes());
            assert_eq!(tracked, tracks, "{row} {name} {host}");
        }
    }

    #[test]
    fn a_row_that_cannot_be_read_is_an_error() {
        let long = "[a]".repeat(64);
        for row in ["[", "[]", "[z-a]", "[\u{fc}]", "\\", "(?i)", "a !", "a =", "a .*", &long] {
            let error = Tracking::new(["b", row]).expect_err(row);
            assert_eq!(error.row, row);
        }
    }

    #[test]
    fn the_order_of_rows_does_not_change_the_digest() {
        let digest = |rows: [&str; 2]| Tracking::new(rows).expect("rows").digest().to_owned();
        assert_eq!(digest(["a", "b  c"]), digest(["b c", "a"]));
        assert_ne!(digest(["a", "b"]), digest(["a", "b c"]));
    }
}
