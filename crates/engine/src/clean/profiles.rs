//! Profiles: the rows of `clean`, each with its sets, policies, source and date.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::base::sets::{giuca, rfc1630, rfc1738, rfc3986, rfc3987, whatwg};
use crate::clean::profile::{HostPolicy, Profile, Sets};

const RFC3986_SETS: Sets = Sets {
    userinfo: rfc3986::USERINFO,
    reg_name: rfc3986::REG_NAME,
    path: rfc3986::PATH,
    opaque_path: rfc3986::PATH,
    query: rfc3986::QUERY,
    other_query: rfc3986::QUERY,
    fragment: rfc3986::FRAGMENT,
};

const IRI_SETS: Sets = Sets {
    userinfo: rfc3987::USERINFO,
    reg_name: rfc3987::REG_NAME,
    path: rfc3987::PATH,
    opaque_path: rfc3987::PATH,
    query: rfc3987::QUERY,
    other_query: rfc3987::QUERY,
    fragment: rfc3987::FRAGMENT,
};

const WHATWG_SETS: Sets = Sets {
    userinfo: whatwg::USERINFO,
    reg_name: whatwg::C0_CONTROL,
    path: whatwg::PATH,
    opaque_path: whatwg::C0_CONTROL,
    query: whatwg::SPECIAL_QUERY,
    other_query: whatwg::QUERY,
    fragment: whatwg::FRAGMENT,
};

/// Unsafe characters are always encoded; but one `#` is a delimiter, and `%` is an escape.
const RFC1738_SETS: Sets =
    Sets { fragment: rfc1738::UNSAFE.but("%"), ..Sets::flat(rfc1738::UNSAFE.but("%#")) };

/// Of the characters that no URI of RFC 1630 has, `%` is an escape, and one `#` a delimiter.
const RFC1630_SETS: Sets =
    Sets { fragment: rfc1630::UNSAFE.and("#"), ..Sets::flat(rfc1630::UNSAFE) };

/// Every profile of `clean`, the default first.
#[rustfmt::skip] // a table reads best one row a line
pub static PROFILES: [Profile; 10] = [
    Profile::new("RFC3986", &RFC3986_SETS, HostPolicy::Idna).from("RFC 3986 Appendix A; Giuca 2012: the advanced cleaning", "2026-11-21"),
    Profile::new("GIUCA_3986", &Sets::flat(giuca::CLEAN_3986), HostPolicy::Octets).leaving_percents().from("Giuca 2012: the literal cleaning, RFC 3986", "2026-11-21"),
    Profile::new("GIUCA_2396", &Sets::flat(giuca::CLEAN_2396), HostPolicy::Octets).leaving_percents().from("Giuca 2012: the literal cleaning, RFC 2396", "2026-11-21"),
    Profile::new("RFC1738", &RFC1738_SETS, HostPolicy::Octets).from("RFC 1738 section 2.2", "2026-11-21"),
    Profile::new("RFC1630", &RFC1630_SETS, HostPolicy::Octets).from("RFC 1630: BNF for the generic URI syntax", "2026-11-25"),
    Profile::new("WHATWG_2026_11", &WHATWG_SETS, HostPolicy::Idna).leaving_percents().with_numeric_references().from("URL standard section 4.4, as of 2026-11", "2026-11-21"),
    Profile::new("IRI", &IRI_SETS, HostPolicy::Unicode).from("RFC 3987 section 2.2", "2026-11-21"),
    Profile::new("FIREFOX10", &Sets::flat(giuca::FIREFOX10), HostPolicy::Octets).leaving_percents().from("Giuca 2012: the address bar of Firefox 10", "2026-11-21"),
    Profile::new("CHROME16", &Sets::flat(giuca::CHROME16), HostPolicy::Octets).leaving_percents().from("Giuca 2012: the address bar of Chrome 16", "2026-11-21"),
    Profile::new("SALVAGE", &RFC3986_SETS, HostPolicy::Idna).salvaging().from("RFC 3986 Appendix C, and the mail, chat and shells of the day", "2026-11-21"),
];

/// The characters that a profile may encode besides those of its sets: sub-delimiters (RFC 3986 section 2.2) other
/// than `&`, `+` and `=`, which divide a query.
pub const EXTRA: &str = "!$'()*,;";

/// The profile of this index that also encodes the characters of [`EXTRA`] whose bits are set. Each is made once, and
/// there are no more than `PROFILES.len() << EXTRA.len()`.
///
/// ```
/// use superuri::clean::{clean, profiles::{EXTRA, and}};
/// let bits = 1 << EXTRA.find('(').unwrap() | 1 << EXTRA.find(')').unwrap();
/// assert_eq!(*clean(b"http://e.com/a(b) c", and(0, bits)).unwrap(), *b"http://e.com/a%28b%29%20c");
/// ```
#[must_use]
pub fn and(row: usize, extra: u8) -> &'static Profile {
    static MADE: Mutex<BTreeMap<(usize, u8), &'static Profile>> = Mutex::new(BTreeMap::new());
    if extra == 0 {
        return &PROFILES[row];
    }
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry((row, extra)).or_insert_with(|| {
        let has = |(bit, _): &(usize, char)| extra >> bit & 1 == 1;
        let more: String = EXTRA.chars().enumerate().filter(has).map(|(_, c)| c).collect();
        Box::leak(Box::new(PROFILES[row].and(&more)))
    })
}

/// The default: the advanced cleaning.
pub static RFC3986: &Profile = &PROFILES[0];

/// The profile of this name. The name of a living standard without a date gives the newest one.
#[must_use]
pub fn profile(name: &str) -> Option<&'static Profile> {
    let dated = |rest: &str| rest.starts_with("_20");
    PROFILES.iter().rfind(|profile| {
        profile.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || dated(rest))
    })
}
