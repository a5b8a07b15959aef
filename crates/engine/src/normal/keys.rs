//! Keys: sixteen bytes that are the same for all URIs that a job treats as one.
//!
//! A key is not a URI and cannot be fetched. It depends on data tables, and a name selects their
//! versions, so that a key stays the same under its name.

use blake2b_simd::Params;
use blake2b_simd::many::{HashManyJob, hash_many};

use crate::base::error::Result;
use crate::base::schemes::{TRACKERS, Tracker};
use crate::normal::tracking::{Trackers, Tracking};
use crate::normal::{self, Also, Level};
use crate::syntax::hosts::domain;
use superuri_kernels::memory;

/// The length of a key in bytes. Finding two texts with the same key on purpose takes about 2⁶⁴
/// attempts.
pub const LEN: usize = 16;

/// Memory for the text that is hashed before the normal form, which is seldom longer than the URI.
const KEY_CAPACITY: usize = 32;

/// The versions of the tables that keys depend on, under the name that a job gives. A row never
/// changes: a newer table is a new row.
#[derive(Clone, Copy, Debug)]
pub struct TableVersions {
    /// The name: the year, and a number.
    pub name: &'static str,
    /// The Unicode version of the mapping of hosts.
    pub unicode: &'static str,
    /// The libraries that map hosts by UTS 46, with their versions.
    pub uts46: &'static str,
    /// The month of the list of tracking parameters ([`crate::base::schemes::TRACKERS`]).
    pub tracking: &'static str,
    /// That list.
    pub trackers: &'static [Tracker],
    /// The date of the facts about schemes ([`crate::base::schemes::SCHEMES`]).
    pub schemes: &'static str,
    /// The version of the Public Suffix List. Keys do not depend on it, but a job that groups keys
    /// by domain does.
    pub public_suffixes: &'static str,
}

/// The tables of the name "2026.1".
const FIRST: TableVersions = TableVersions {
    name: "2026.1",
    unicode: "18.0",
    uts46: "idna 1.1, ICU4X data 2.4",
    tracking: "2026-11",
    trackers: TRACKERS.split_at(TRACKERS_OF_2026_1).0,
    schemes: "2026-11-21",
    public_suffixes: domain::LIST,
};

/// How many names that only track the tables of this name had.
const TRACKERS_OF_2026_1: usize = 25;

/// All rows, the newest last.
pub static TABLES: [TableVersions; 2] =
    [FIRST, TableVersions { name: "2026.2", tracking: "2026-11-28", trackers: &TRACKERS, ..FIRST }];

/// The default name of the tables. Newer tables do not change it, so that keys made without a name
/// stay the same.
pub const DEFAULT: &str = "2026.1";

/// The tables of this name.
#[must_use]
pub fn tables(name: &str) -> Option<&'static TableVersions> {
    TABLES.iter().find(|row| row.name == name)
}

/// The tables of the default name.
///
/// # Panics
/// Never: a test makes sure that the default has a row.
#[must_use]
pub fn default() -> &'static TableVersions {
    tables(DEFAULT).expect("a test looks for the row")
}

/// What a key does beyond the level `scheme`: all of it. Scrapers treat `?a&b` and `?b&a` as one
/// URL, and URIs that differ only in what a server never sees.
const ALSO: Also<'static> = Also {
    sort_query: true,
    drop_fragment: true,
    drop_tracking: true,
    reserved: true,
    host_case: false,
    trackers: Trackers::Ours(&[]),
};

/// The key of a URI: `BLAKE2b` with 16 bytes of `superuri.key`, a space, the name of the tables, a
/// line feed, and the normal form at the level `scheme` with `ALSO`.
///
/// ```
/// use superuri::normal::keys::{default, key};
/// let one = key(b"HTTP://e.com:80/?b&a&utm_id=1#top", default(), None).unwrap();
/// assert_eq!(key(b"http://e.com/?a&b", default(), None).unwrap(), one);
/// ```
///
/// With a table of the caller's, its hash follows the name, so such keys never equal others.
///
/// # Errors
/// As [`crate::clean::clean`].
pub fn key(text: &[u8], tables: &TableVersions, own: Option<&Tracking>) -> Result<[u8; LEN]> {
    let mut hashed = Vec::new();
    put_hashed(text, tables, own, &mut hashed)?;
    let mut key = [0; LEN];
    key.copy_from_slice(Params::new().hash_length(LEN).hash(&hashed).as_bytes());
    Ok(key)
}

/// Appends what is hashed for the key of this text.
fn put_hashed(
    text: &[u8],
    tables: &TableVersions,
    own: Option<&Tracking>,
    out: &mut Vec<u8>,
) -> Result<()> {
    memory::reserve(out, text.len() + KEY_CAPACITY);
    for part in [b"superuri.key ", tables.name.as_bytes()] {
        out.extend_from_slice(part);
    }
    if let Some(own) = own {
        out.extend_from_slice(b" ");
        out.extend_from_slice(own.digest().as_bytes());
    }
    out.push(b'\n');
    // Beside the result, the query is copied and its pairs are sorted.
    memory::check_available(text.len());
    let also =
        Also { trackers: own.map_or(Trackers::Ours(tables.trackers), Trackers::Own), ..ALSO };
    if !normal::normalize_into(text, Level::Scheme, also, out)? {
        out.extend_from_slice(text);
    }
    Ok(())
}

/// The most texts that are hashed together.
const TOGETHER: usize = 64;

/// In bytes: texts that are longer in total are hashed at once, so that they fit in a core's cache.
const HASHED_AT_ONCE_BYTES: usize = 1 << 15;

/// The keys of many texts. A processor with AVX2 hashes four texts in little more than the time of
/// one.
pub struct Keys {
    tables: &'static TableVersions,
    /// What is hashed for each text whose key is still missing.
    hashed: Vec<u8>,
    /// Where that ends, and where the key belongs.
    places: Vec<(usize, usize)>,
}

impl Keys {
    /// No keys yet, of these tables.
    #[must_use]
    pub fn new(tables: &'static TableVersions) -> Self {
        Self { tables, hashed: Vec::new(), places: Vec::with_capacity(TOGETHER) }
    }

    /// Appends a place for the key of this text; [`Keys::finish`] writes it there.
    ///
    /// ```
    /// use superuri::normal::keys::{Keys, default, key};
    /// let (mut keys, mut out) = (Keys::new(default()), Vec::new());
    /// keys.push(b"http://e.com", &mut out).unwrap();
    /// keys.push(b"http://e.com/a", &mut out).unwrap();
    /// keys.finish(&mut out);
    /// assert_eq!(out[16..], key(b"http://e.com/a", default(), None).unwrap());
    /// ```
    ///
    /// # Errors
    /// As [`key`]; nothing is appended then.
    pub fn push(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if self.places.len() == TOGETHER || self.hashed.len() > HASHED_AT_ONCE_BYTES {
            self.finish(out);
        }
        let start = self.hashed.len();
        let put = put_hashed(text, self.tables, None, &mut self.hashed);
        put.inspect_err(|_| self.hashed.truncate(start))?;
        self.places.push((self.hashed.len(), out.len()));
        out.extend_from_slice(&[0; LEN]);
        Ok(())
    }

    /// Writes the keys that are still missing.
    pub fn finish(&mut self, out: &mut [u8]) {
        let mut params = Params::new();
        params.hash_length(LEN);
        let mut start = 0;
        let mut jobs: Vec<_> = Vec::with_capacity(self.places.len());
        for &(end, _) in &self.places {
            jobs.push(HashManyJob::new(&params, &self.hashed[start..end]));
            start = end;
        }
        hash_many(&mut jobs);
        for (job, (_, place)) in jobs.iter().zip(self.places.drain(..)) {
            out[place..place + LEN].copy_from_slice(job.to_hash().as_bytes());
        }
        self.hashed.clear();
        self.hashed.shrink_to(2 * HASHED_AT_ONCE_BYTES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::schemes::SCHEMES;
    use crate::clean::clean;
    use crate::clean::profiles::RFC3986;

    fn digest(state: &blake2b_simd::State) -> String {
        state.finalize().to_hex()[..32].to_owned()
    }

    #[test]
    fn a_key_is_the_hash_of_the_normal_form() {
        let newest = default();
        let also = Also { trackers: Trackers::Ours(newest.trackers), ..ALSO };
        for text in
            ["", "HTTP://E.com:80?b&utm_id=1&a", "a/./b#c", "//é/%41?z=1&z=0&&a", "?gclid=1"]
        {
            let normal = normal::normalize(text.as_bytes(), Level::Scheme, also).expect(text);
            let mut state = Params::new().hash_length(LEN).to_state();
            state.update(b"superuri.key 2026.1\n").update(&normal);
            let got = key(text.as_bytes(), newest, None).expect(text);
            assert_eq!(got[..], *state.finalize().as_bytes(), "{text}");
        }
    }

    #[test]
    fn keys_together_are_those_of_each_text_alone() {
        let dirty = ["a b", "//é:x/", "http://e.com/?b&a", "", "http://\\\\", "?utm_id=1&c"];
        let (mut keys, mut out, mut want) = (Keys::new(default()), vec![], vec![]);
        for n in 0..3 * TOGETHER {
            let text = [dirty[n % dirty.len()], &"c".repeat(n * n / 8)].concat();
            let pushed = keys.push(text.as_bytes(), &mut out);
            match key(text.as_bytes(), default(), None) {
                Ok(key) => want.extend(key),
                Err(error) => assert_eq!(pushed, Err(error), "{text}"),
            }
        }
        keys.finish(&mut out);
        assert!(out.len() > LEN * TOGETHER && out == want);
    }

    #[test]
    fn the_default_has_a_row() {
        assert_eq!(default().name, DEFAULT);
    }

    /// If a table changes, add a row with a new name to [`TABLES`], and keep the old one working.
    #[test]
    fn no_table_changes_under_its_name() {
        let mut rows = Params::new().to_state();
        for row in TABLES[0].trackers {
            rows.update(row.name.as_bytes()).update(b"\n");
        }
        for row in &SCHEMES {
            for part in [row.name, row.port, &[u8::from(row.has_root)]] {
                rows.update(part).update(b"\n");
            }
            for part in [row.free_in_path, row.free_in_query] {
                rows.update(part.as_bytes()).update(b"\n");
            }
        }
        assert_eq!(digest(&rows), "67cc6282774d78a9707a863fd9800d00", "trackers or schemes");
        // Every character, between two letters, as it is cleaned in a host.
        let mut hosts = Params::new().to_state();
        let mut text = String::new();
        for character in '\u{80}'..=char::MAX {
            text.clear();
            text.extend(["http://a", character.encode_utf8(&mut [0; 4]), "b/"]);
            if let Ok(host) = clean(text.as_bytes(), RFC3986) {
                hosts.update(&host);
            }
            hosts.update(b"\n");
        }
        assert_eq!(digest(&hosts), "550efa3a4cbc5c42fe5d6f7a50e6cf20", "UTS 46");
        assert_eq!(TABLES[0].public_suffixes, "psl 2.1.247");
    }

    #[test]
    fn the_versions_are_those_that_are_built_in() {
        let locked = |name: &str, version: &str| {
            include_str!("../../../../Cargo.lock")
                .replace("\r\n", "\n")
                .contains(&format!("name = \"{name}\"\nversion = \"{version}."))
        };
        let newest = &TABLES[TABLES.len() - 1];
        let (idna, data) = newest.uts46.split_once(", ICU4X data ").expect("two versions");
        assert!(locked("idna", idna.trim_start_matches("idna ")), "{idna}");
        assert!(
            locked("icu_normalizer_data", data) && locked("icu_properties_data", data),
            "{data}"
        );
        assert!(SCHEMES.iter().all(|row| row.checked == newest.schemes));
    }
}
