//! Verbs `host`, `agreed_host` and `domain`: the host of a URI, as all readers agree on it.

use std::borrow::Cow;

use crate::bulk::verbs::verb::{Arguments, Function, Made, Row, Work};
use crate::codec::percent::Errors;
use crate::syntax::hosts::domain::{Rules, public_suffix, registrable};
use crate::syntax::hosts::readings::{self, Readers};
use crate::uri::components::View;
use crate::uri::fields::Field;

/// Of the URI that the text stands for.
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
    parameters: &["has_base"],
    column: Some(agreed_host),
    finds: true,
    ..Row::of("agreed_host")
};

pub(super) const AGREED_HOST: Function = Function {
    make: agreed_host,
    document: cr#"agreed_host($module, uri, *, has_base=False)
--

The host of a URI on which all readers agree, in lower-case ASCII; None where none sees one.

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

The readings are those of both standards; of parsers that take \ for /, or white space out, that
split at the first @ or only at /, that decode or apply NFKC before they split; of those that
fetch the URL inside of another (jar:, view-source:), and of Windows, which opens shares. What
checks a host is seldom what connects to it: where two differ, guessing is an attack.

Readers without a base (curl, wget, urllib3) take index.html, good.com:80 and the e.com of
mailto:me@e.com for hosts. has_base leaves them out, for links on pages and the header Location.

Raises ParseError: ambiguous-authority, which names the readings; no-scheme for text without a
scheme that does not begin with /, ? or #, unless it has_base.
Source: RFC 3986, the URL standard, and the clients and CVEs in docs/hosts.md."#,
};

pub(super) const DOMAIN: Row =
    Row { parameters: &["rules"], column: Some(domain), finds: true, ..Row::of("domain") };

pub(super) const DOMAIN_OF: Function = Function {
    make: domain,
    document: cr#"domain($module, uri, *, rules='all')
--

The registrable domain of a URI's host: a public suffix and one label more; None without one.

>>> import superuri
>>> superuri.domain("https://www.example.co.uk/")
'example.co.uk'
>>> uri = "https://www.someone.github.io/"
>>> superuri.domain(uri), superuri.domain(uri, rules="icann")
('someone.github.io', 'github.io')

rules is "all", which tells sites of different owners apart, or "icann", the registries' rules
without those of companies. An address has no domain. The list is `superuri.hosts.LIST`.

Raises ParseError where `agreed_host` does.
Source: the Public Suffix List, <https://publicsuffix.org/list/>."#,
};

pub(super) const PUBLIC_SUFFIX: Function = Function {
    make: suffix,
    document: cr#"public_suffix($module, uri, *, rules='all')
--

The public suffix of a URI's host: what its domain is registered under; None without one.

>>> from superuri import hosts
>>> uri = "https://www.someone.github.io/"
>>> hosts.public_suffix(uri), hosts.public_suffix(uri, rules="icann")
('github.io', 'io')

rules is as of `superuri.domain`. A name that no rule knows is under its last label.

Raises ParseError where `agreed_host` does.
Source: the Public Suffix List, <https://publicsuffix.org/list/>."#,
};

const RULES: [(&str, Rules); 2] = [("all", Rules::All), ("icann", Rules::Icann)];

fn domain(arguments: &dyn Arguments) -> Made {
    let rules = arguments.one_of("rules", &RULES)?.unwrap_or(Rules::All);
    agreed(Readers::All, move |host| registrable(host, rules))
}

fn suffix(arguments: &dyn Arguments) -> Made {
    let rules = arguments.one_of("rules", &RULES)?.unwrap_or(Rules::All);
    agreed(Readers::All, move |host| public_suffix(host, rules))
}

fn agreed_host(arguments: &dyn Arguments) -> Made {
    let has_base = arguments.flag("has_base");
    agreed(if has_base { Readers::OnPage } else { Readers::All }, |host| Some(host))
}

/// What is picked of the host that every reading agrees on.
fn agreed(readers: Readers, pick: impl Fn(&str) -> Option<&str> + Send + Sync + 'static) -> Made {
    Work::find_text(move |text| {
        Ok(match readings::agreed(text, readers)? {
            Some(Cow::Borrowed(host)) => pick(host).map(|part| Cow::Borrowed(part.as_bytes())),
            Some(Cow::Owned(host)) => pick(&host).map(|part| Cow::Owned(part.into())),
            None => None,
        })
    })
}
