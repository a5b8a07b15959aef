//! Verbs `host`, `agreed_host` and `domain`: the host of a URI, as all readers agree on it.

use std::borrow::Cow;

use crate::bulk::verbs::verb::{Arguments, Function, Made, Row, Work};
use crate::codec::percent::Errors;
use crate::syntax::hosts::domain::{Rules, public_suffix, registrable};
use crate::syntax::hosts::readings::{self, Readers};
use crate::uri::components::View;
use crate::uri::fields::Field;

/// The host after cleaning the text.
pub(super) const HOST: Row = Row {
    column: Some(|_| {
        Work::find_text(|text| {
            let view = View::of(text)?;
            let host = view.field(&Field::Host, Errors::Strict)?;
            Ok(host.map(|host| Cow::Owned(host.into_owned())))
        })
    }),
    finds: true,
    ..Row::of("host")
};

pub(super) const AGREED: Row = Row {
    parameters: &["has_base", "host"],
    column: Some(agreed_host),
    finds: true,
    ..Row::of("agreed_host")
};

pub(super) const AGREED_HOST: Function = Function {
    make: agreed_host,
    document: cr#"agreed_host($module, uri, *, has_base=False, host=False)
--

The host of a URI on which all readers agree.

The readings are those of both standards, of parsers that take \ for /, remove white space,
split at the first @ or only at /, or decode or apply NFKC before they split, of clients
that fetch a URL inside another (jar:, view-source:), and of Windows, which opens shares.
The program that checks a host is seldom the one that connects to it: if two readings
differ, an attacker can use the difference.

Args:
    uri: A str, bytes or a URI; it does not have to be legal.
    has_base: Whether the text is a link on a page or in a header Location, which has a base.
        Readers without a base (curl, wget, urllib3) read index.html, good.com:80 and the e.com
        of mailto:me@e.com as hosts; with a base, their readings are ignored.
    host: Whether the text is a host alone, such as "example.com" or "::1", and not a URI.

Returns:
    The host in lower-case ASCII, an IPv6 address in brackets; None if all readers find no host.
    hosts.explain_host gives the reason.

Raises:
    ParseError: ambiguous-authority, which names the readings; no-scheme for text without a
        scheme that does not begin with /, ? or #, unless has_base is True; bad-host for a text
        that is not a host alone. Offsets are in characters of a str, else in bytes.

Example:
    >>> import superuri
    >>> superuri.agreed_host("https://user@EXAMPLE.com:443/a")
    'example.com'
    >>> superuri.agreed_host("http://127.1/")
    Traceback (most recent call last):
        ...
    superuri.errors.ParseError: the host at 7..12 is not the same to all readers: ...
    >>> superuri.agreed_host("index.html")
    Traceback (most recent call last):
        ...
    superuri.errors.ParseError: the start of the text at 0..10 has no scheme before it, ...

Source:
    RFC 3986, the URL standard, and the clients and CVEs in docs/hosts.md."#,
};

pub(super) const DOMAIN: Row =
    Row { parameters: &["rules", "host"], column: Some(domain), finds: true, ..Row::of("domain") };

pub(super) const DOMAIN_OF: Function = Function {
    make: domain,
    document: cr#"domain($module, uri, *, rules='all', host=False)
--

The registrable domain of a URI's host: a public suffix and one more label.

Args:
    uri: A str, bytes or a URI; it does not have to be legal.
    rules: "all", which keeps sites of different owners apart, or "icann", the rules of the
        registries without those of companies. The list is superuri.hosts.LIST.
    host: Whether the text is a host alone, such as "example.com", and not a URI.

Returns:
    The domain in lower-case ASCII; None for an address, for a public suffix and without a host.
    hosts.explain_host gives the reason.

Raises:
    ParseError: As agreed_host.

Example:
    >>> import superuri
    >>> superuri.domain("https://www.example.co.uk/")
    'example.co.uk'
    >>> superuri.domain("www.example.co.uk", host=True)
    'example.co.uk'
    >>> uri = "https://www.someone.github.io/"
    >>> superuri.domain(uri), superuri.domain(uri, rules="icann")
    ('someone.github.io', 'github.io')

Source:
    The Public Suffix List, <https://publicsuffix.org/list/>."#,
};

pub(super) const PUBLIC_SUFFIX: Function = Function {
    make: suffix,
    document: cr#"public_suffix($module, uri, *, rules='all', host=False)
--

The public suffix of a URI's host, under which its domain is registered.

If no rule matches a name, its last label is the suffix.

Args:
    uri: A str, bytes or a URI; it does not have to be legal.
    rules: "all" or "icann", as in superuri.domain.
    host: Whether the text is a host alone, and not a URI.

Returns:
    The suffix in lower-case ASCII; None for an address and without a host.

Raises:
    ParseError: As agreed_host.

Example:
    >>> from superuri import hosts
    >>> uri = "https://www.someone.github.io/"
    >>> hosts.public_suffix(uri), hosts.public_suffix(uri, rules="icann")
    ('github.io', 'io')

Source:
    The Public Suffix List, <https://publicsuffix.org/list/>."#,
};

const RULES: [(&str, Rules); 2] = [("all", Rules::All), ("icann", Rules::Icann)];

fn domain(arguments: &dyn Arguments) -> Made {
    let rules = arguments.one_of("rules", &RULES)?.unwrap_or(Rules::All);
    agreed(arguments, Readers::All, move |host| registrable(host, rules))
}

fn suffix(arguments: &dyn Arguments) -> Made {
    let rules = arguments.one_of("rules", &RULES)?.unwrap_or(Rules::All);
    agreed(arguments, Readers::All, move |host| public_suffix(host, rules))
}

fn agreed_host(arguments: &dyn Arguments) -> Made {
    let has_base = arguments.flag("has_base");
    let readers = if has_base { Readers::OnPage } else { Readers::All };
    agreed(arguments, readers, |host| Some(host))
}

/// The part that `pick` selects of the host on which all readings agree.
fn agreed(
    arguments: &dyn Arguments,
    readers: Readers,
    pick: impl Fn(&str) -> Option<&str> + Send + Sync + 'static,
) -> Made {
    let is_host = arguments.flag("host");
    Work::find_text(move |text| {
        let host = if is_host {
            Some(readings::agreed_of_host(text)?)
        } else {
            readings::agreed(text, readers)?
        };
        Ok(match host {
            Some(Cow::Borrowed(host)) => pick(host).map(|part| Cow::Borrowed(part.as_bytes())),
            Some(Cow::Owned(host)) => pick(&host).map(|part| Cow::Owned(part.into())),
            None => None,
        })
    })
}
