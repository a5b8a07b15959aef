//! Fuzz target: splitting loses nothing, joining undoes it, an edit changes only what it names.
#![cfg_attr(feature = "guided", no_main)]

use superuri::bulk::verbs::description as parsed;
use superuri::syntax::resolve::{relativize, resolve};
use superuri::syntax::split::{authority, split};
use superuri::syntax::unsplit::{Components, unsplit};
use superuri::uri;
use superuri_fuzz::{property, two};

property!(texts: 2, |data: &[u8]| {
    let parts = split(data);
    let components = Components::of(data, &parts);
    assert_eq!(components.text(), data);
    assert_eq!(unsplit(&components).ok().as_deref(), Some(data));
    if let Some(span) = parts.authority.clone() {
        let inner = authority(data, span.clone());
        let mut text = Vec::new();
        if let Some(user) = inner.userinfo {
            text.extend_from_slice(&data[user]);
            text.push(b'@');
        }
        text.extend_from_slice(&data[inner.host]);
        if let Some(port) = inner.port {
            text.push(b':');
            text.extend_from_slice(&data[port]);
        }
        assert_eq!(text, &data[span]);
    }

    // Two texts from one: a base and a reference, or a URI and a value.
    let (text, value) = two(data);
    if uri::check(text).is_err() {
        return;
    }
    let mut out = Vec::new();
    parsed::lines(text, &mut out);
    parsed::object(text, &mut out);
    assert!(std::str::from_utf8(&out).is_ok());
    if uri::check(value).is_ok() {
        let target = resolve(text, value, true);
        assert!(uri::check(&target).is_ok(), "{:?}", target.escape_ascii().to_string());
        let reference = relativize(text, value);
        assert!(reference == value || resolve(text, &reference, true) == value);
    }
    let edited = [
        uri::with_fragment(text, Some(value)),
        uri::with_user(text, Some(value), None),
        uri::with_pair(text, value, Some(value)),
        uri::without_pairs(text, &[value]),
        uri::child(text, value),
        uri::with_segments(text, &[value.to_vec(), value.to_vec()]),
        uri::with_scheme(text, None),
        uri::with_port(text, Some(8080)),
    ];
    for edited in edited.into_iter().flatten() {
        assert!(uri::check(&edited).is_ok(), "{:?}", edited.escape_ascii().to_string());
    }
    if let Ok(edited) = uri::with_fragment(text, None) {
        assert_eq!(&edited[..], text.split(|&byte| byte == b'#').next().unwrap_or_default());
    }
});
