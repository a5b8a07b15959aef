//! Fuzz target: a URL is its href read again, whatever it was resolved against and set to.
#![cfg_attr(feature = "guided", no_main)]

use superuri::syntax::hosts::whatwg::{Part, Url, ipv4};
use superuri_fuzz::property;

/// The components in the order of the href, as the URL standard serialises them.
fn joined(url: &Url) -> String {
    let get = |part| url.get(part);
    let (user, password) = (get(Part::Username), get(Part::Password));
    let mut href = get(Part::Protocol).to_owned();
    if url.href()[href.len()..].starts_with("//") {
        href += "//";
        href += user;
        if !password.is_empty() {
            href += ":";
            href += password;
        }
        if !user.is_empty() || !password.is_empty() {
            href += "@";
        }
        href += get(Part::Host);
    } else if get(Part::Pathname).starts_with("//") {
        href += "/.";
    }
    // An empty query or fragment has its mark in the href alone.
    let rest = &url.href()[href.len() + get(Part::Pathname).len()..];
    let is_empty = |part, mark| get(part).is_empty() && rest.contains(mark);
    href += get(Part::Pathname);
    let in_fragment = |at: usize| rest.find('#').is_some_and(|hash| hash < at);
    let empty_query = is_empty(Part::Search, '?') && !rest.find('?').is_some_and(in_fragment);
    href += if empty_query { "?" } else { get(Part::Search) };
    href += if is_empty(Part::Hash, '#') { "#" } else { get(Part::Hash) };
    href
}

fn check(url: &Url) {
    let again = Url::parse(url.href(), None).expect("an href is a URL");
    assert_eq!(again.href(), url.href());
    assert_eq!(joined(url), url.href());
    for part in Part::ALL {
        assert_eq!(again.get(part), url.get(part), "{} of {}", part.name(), url.href());
    }
    assert_eq!(again.origin(), url.origin());
    let (host, port) = (url.get(Part::Hostname), url.get(Part::Port));
    let with_port = if port.is_empty() { host.to_owned() } else { format!("{host}:{port}") };
    assert_eq!(url.get(Part::Host), with_port);
}

property!(texts: 3, |data: &[u8]| {
    let Ok(data) = std::str::from_utf8(data) else { return };
    let mut texts = data.splitn(3, '\n');
    let [text, base, value] = [(); 3].map(|()| texts.next().unwrap_or_default());
    for base in [None, Some(base)] {
        let read = Url::read(text, base);
        let has_base = base.is_none_or(|base| Url::read(base, None).is_some());
        assert_eq!(Url::can_parse(text, base), read.is_some() && has_base);
        let Some(url) = read else {
            let error = Url::parse(text, base).err().expect("it could not be read");
            assert!(error.at.start <= error.at.end && error.at.end <= text.len(), "{error}");
            continue;
        };
        check(&url);
        // An href is absolute.
        let resolved = Url::parse(url.href(), Some("ws://u:p@h:1/a/b?c#d")).expect("an href");
        assert_eq!(resolved.href(), url.href());
        for part in Part::ALL {
            let mut changed = url.clone();
            if changed.set(part, value).is_err() {
                assert_eq!(changed.href(), url.href(), "{}", part.name());
                assert!(!matches!(part, Part::Search | Part::Hash), "each text is one");
            }
            if !matches!(part, Part::Protocol | Part::Host | Part::Hostname) {
                assert_eq!(changed.get(Part::Hostname), url.get(Part::Hostname), "{}", part.name());
            }
            // A URL that was set to the scheme `file` keeps what one that is read as a file would not:
            // the host `localhost`, and a `|` for the colon of a drive. So says the URL standard.
            let is_file = |url: &Url| url.get(Part::Protocol) == "file:";
            if is_file(&url) || !is_file(&changed) {
                check(&changed);
            }
        }
    }
    if let Some(dotted) = ipv4(text) {
        assert_eq!(ipv4(&dotted).as_deref(), Some(&*dotted));
        assert!(dotted.parse::<std::net::Ipv4Addr>().is_ok());
    }
});
