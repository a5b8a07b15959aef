//! Fuzz target: an edit is read back as it was given, and changes only what it names.
#![cfg_attr(feature = "guided", no_main)]

use superuri::codec::form;
use superuri::codec::percent::{Errors, decode_bytes};
use superuri::syntax::unsplit::Components;
use superuri::uri;
use superuri::uri::changes::{Change, apply};
use superuri_fuzz::{property, two};

fn read(text: &[u8]) -> Vec<u8> {
    decode_bytes(text, Errors::Replace).expect("lenient").into_owned()
}

/// The pairs of a query that have this name or, if not `with`, another.
fn pairs<'a>(query: Option<&'a [u8]>, name: &[u8], with: bool) -> Vec<&'a [u8]> {
    let all = query.into_iter().flat_map(|query| query.split(|&byte| byte == b'&'));
    let of = |pair: &&[u8]| {
        let end = pair.iter().position(|&byte| byte == b'=').unwrap_or(pair.len());
        // A plus is a plus in the name of a pair; one that is written is read so by forms, too.
        (read(&pair[..end]) == name) == with && !pair.is_empty()
    };
    all.filter(of).collect()
}

property!(texts: 2, |data: &[u8]| {
    let (text, value) = two(data);
    if uri::check(text).is_err() {
        return;
    }
    let given = || value.to_vec();
    let before = Components::split(text);
    let edit = |change: Change| apply(text, &[change]).ok().map(std::borrow::Cow::into_owned);
    let check = |edited: &[u8], named: &str| {
        assert!(uri::check(edited).is_ok(), "{}", edited.escape_ascii());
        let after = Components::split(edited);
        assert!(named == "scheme" || after.scheme == before.scheme);
        assert!(named == "authority" || after.authority == before.authority);
        assert!(named == "path" || after.path == before.path);
        assert!(named == "query" || after.query == before.query);
        assert!(named == "fragment" || after.fragment == before.fragment);
    };
    if let Some(edited) = edit(Change::Fragment(Some(given()))) {
        check(&edited, "fragment");
        assert_eq!(read(Components::split(&edited).fragment.expect("it was set")), value);
    }
    if let Some(edited) = edit(Change::User(Some(given()), Some(given()))) {
        check(&edited, "authority");
        let parts = uri::authority(&edited).expect("it was set");
        assert_eq!(read(&edited[parts.user.expect("it was set")]), value);
        assert_eq!(read(&edited[parts.password.expect("it was set")]), value);
        let host = uri::authority(text).map(|parts| &text[parts.host]);
        assert_eq!(Some(&edited[parts.host]), host);
    }
    if let Some(edited) = edit(Change::Child(given())) {
        check(&edited, "path");
        let path = Components::split(&edited).path;
        let last = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        assert_eq!(read(last), value, "{}", edited.escape_ascii());
    }
    for change in [
        Change::Pair(given(), Some(given())),
        Change::AddPair(given(), Some(given())),
        Change::WithoutPair(given()),
    ] {
        let Some(edited) = edit(change.clone()) else { continue };
        check(&edited, "query");
        let after = Components::split(&edited).query;
        assert_eq!(pairs(after, value, false), pairs(before.query, value, false), "the others");
        let (old, new) = (pairs(before.query, value, true), pairs(after, value, true));
        let len = match change {
            Change::Pair(..) => 1,
            Change::AddPair(..) => old.len() + 1,
            _ => 0,
        };
        assert_eq!(new.len(), len, "{}", edited.escape_ascii());
        if let Some(pair) = new.last() {
            let cut = pair.iter().position(|&byte| byte == b'=').expect("it has a value");
            let own = form::decode_bytes(&pair[cut + 1..], Errors::Replace).expect("lenient");
            assert_eq!(*own, *value, "{}", edited.escape_ascii());
        }
    }
    for (change, named) in [
        (Change::Scheme(Some(b"x-y".to_vec())), "scheme"),
        (Change::Scheme(None), "scheme"),
        (Change::Host(given()), "authority"),
        (Change::Port(Some(8080)), "authority"),
        (Change::Port(None), "authority"),
        (Change::User(None, None), "authority"),
        (Change::WithoutQuery, "query"),
        (Change::Fragment(None), "fragment"),
        (Change::Segments(vec![given(), given()]), "path"),
    ] {
        if let Some(edited) = edit(change.clone()) {
            check(&edited, named);
            let again = apply(&edited, &[change]);
            assert_eq!(again.as_deref(), Ok(&*edited), "twice is not once");
        }
    }
});
