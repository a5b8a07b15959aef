//! Fuzz target: URLs read back the same, and the quick answer about a host is that of all readings.
#![cfg_attr(feature = "guided", no_main)]

use superuri::syntax::hosts::domain::{SuffixRules, public_suffix, registrable};
use superuri::syntax::hosts::idna::to_ascii;
use superuri::syntax::hosts::readings::{Parsers, agreed, agreed_by_all};
use superuri::syntax::hosts::whatwg::{Part, Url};
use superuri_fuzz::property;

property!(texts: 2, |data: &[u8]| {
    for parsers in [Parsers::OnPage, Parsers::All] {
        let (quick, truth) = (agreed(data, parsers), agreed_by_all(data, parsers));
        assert_eq!(quick.as_ref().map(Option::as_deref), truth.as_ref().map(Option::as_deref));
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    if !text.is_ascii()
        && !text.contains('%')
        && let Ok(host) = to_ascii(text)
    {
        assert!(host.is_ascii());
        let suffix = public_suffix(&host, SuffixRules::All);
        let name = registrable(&host, SuffixRules::All);
        assert!(name.is_none_or(|name| suffix.is_some_and(|suffix| name.ends_with(suffix))));
    }
    let (text, value) = text.split_once('\n').unwrap_or((text, ""));
    assert_eq!(Url::parse(text, None).is_ok(), Url::can_parse(text, None));
    let Ok(mut url) = Url::parse(text, None) else { return };
    let again = Url::parse(url.href(), None).expect("an href is a URL");
    assert_eq!(again.href(), url.href());
    for part in [Part::Host, Part::Pathname, Part::Search, Part::Hash] {
        let _ = url.set(part, value);
        let again = Url::parse(url.href(), None).expect("an href is a URL");
        assert_eq!(again.href(), url.href());
    }
});
