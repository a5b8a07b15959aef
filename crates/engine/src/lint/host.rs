//! Lint rules for the host: its spelling, and whether parsers can mistake it for another.

use std::{net::IpAddr, ops::Range};

use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection};

use super::rule::{HOSTS, Id, rows};
use super::{Fix, Linter, limits, networks};
use crate::base::schemes::has_dns_host;
use crate::syntax::hosts::looks::{Top, ascii_look};
use crate::syntax::{hosts::idna, hosts::whatwg, places::ends_in_a_number};
use superuri_kernels::{Table, set::Set};

const NAMES: &str = "RFC 1123 section 2.1; RFC 1035 section 2.3.4";
const LOOKS: &str = "UTS 39 sections 4 and 5";

rows! {
    /// A filter that looks for `127.` does not see `0x7f.1`. Python's `ipaddress` (CVE-2021-29921)
    /// and Rust's standard library (CVE-2021-29922) read octal numbers as decimal ones.
    IPV4_SPELLING: "U611", "ipv4-spelling", Error, ON, "this is an IPv4 address to some parsers and a name to others", "http://0x5d.184.216.34/", "RFC 3986 section 7.4; URL standard, IPv4 parser",
        good: "http://93.184.216.34/",
        ignore: "you test filters with such addresses, and nothing connects to them.";
    /// Other clients look it up as a name. A filter cannot know whether it is an address or a name.
    NO_ADDRESS: "U612", "no-address", Error, ON, "the host ends in a number and is not an IPv4 address: browsers refuse it", "http://1.2.3.256/", "URL standard, ends in a number checker",
        good: "http://1.2.3.25/",
        ignore: "the text is a template, and a number replaces a part of the address.";
    /// A block list does not match the escaped name, and the client decodes it and connects. curl
    /// also decoded `%2F`, which moved the end of the host (CVE-2022-27780).
    PERCENT_IN_HOST: "U613", "escape-in-host", Error, ON, "some parsers decode an escape in a host, others do not", "http://%65.example/", HOSTS,
        good: "http://e.example/",
        ignore: "the text is test data for a parser; never in a request.",
        fix: "Decode the host if the writer is trusted, otherwise refuse the text.";
    /// DNS serves such names (RFC 2181 section 11), but certificates and some clients refuse them.
    HOST_CHARACTER: "U614", "host-name", Info, ON, "no registry accepts this host name", "http://a_b.example/", NAMES,
        good: "http://a-b.example/",
        ignore: "the name exists in your own DNS, and your clients connect to it.";
    /// A client looks up the whole name, stops at the character, or refuses the URL. A filter that
    /// does something else checks the wrong name.
    HOST_DELIMITER: "U615", "delimiter-in-host", Warning, ON, "the host has a character that some parsers refuse", "http://a+b.example/", HOSTS,
        good: "http://a-b.example/",
        ignore: "the scheme lists several hosts, as `mongodb://a,b/` does.";
    /// A filter that compares texts with a scheme or a host in lower case does not match (CWE-178).
    UPPER_CASE: "U616", "upper-case", Info, ON, "schemes and hosts are written in lower case", "HTTP://h.example/", "RFC 3986 section 6.2.2.1",
        good: "http://h.example/",
        ignore: "the text is for people to read, as in an advertisement.";
    /// curl did not apply its HSTS list to a name with the dot (CVE-2022-30115), and accepted
    /// cookies for a whole top-level domain (CVE-2022-27779).
    TRAILING_DOT: "U617", "trailing-dot", Info, ON, "a host with a final dot is the same name to DNS, and a different one to TLS and cookies", "http://h.example./", HOSTS,
        good: "http://h.example/",
        ignore: "you want DNS to try no search domains, and no cookie or certificate depends on \
            the name.";
    /// The lookup fails. The usual cause is a template with an empty value.
    EMPTY_LABEL: "U618", "empty-label", Warning, ON, "the host has an empty label", "http://h..example/", NAMES,
        bad: "http://api..h.example/", good: "http://api.h.example/",
        ignore: "the text is a template, and its value is filled in later.";
    /// DNS cannot store the name, so the lookup fails.
    LONG_LABEL: "U619", "long-name", Warning, ON, "no label of a name has more than 63 octets, and no name more than 253", "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/", NAMES,
        good: "http://a.example/",
        ignore: "the name is resolved by something other than DNS.";
    /// Lists and logs that compare texts do not match the other spellings of the same address.
    IPV6_SPELLING: "U621", "ipv6-spelling", Info, ON, "this is not the recommended spelling of the address", "http://[::ffff:1.2.3.4]/", "RFC 5952 section 4",
        bad: "http://[2001:DB8:0:0::1]/", good: "http://[2001:db8::1]/",
        ignore: "every parser compares addresses and not texts.";
    /// The zone names a network interface of the writer's machine, so the link fails elsewhere.
    ZONE_ID: "U622", "zone", Warning, ON, "browsers refuse the zone of an address; it means something on one machine only", "http://[fe80::1%25eth0]/", "RFC 6874 section 1",
        good: "http://[2001:db8::1]/",
        ignore: "the URL is for a tool on this machine, such as curl.";
    /// One letter of a known name is replaced by a letter of another alphabet that looks the same.
    /// Evgeniy Gabrilovich and Alex Gontmakher described this ("The Homograph Attack",
    /// Communications of the ACM, 2002).
    MIXED_SCRIPTS: "U623", "mixed-scripts", Warning, ON, "the label mixes scripts that no language mixes", "http://xn--ggle-55da.example/", LOOKS,
        good: "http://google.example/",
        ignore: "the name is a brand that mixes alphabets, and you know its owner.",
        fix: "Ask where the link comes from; compare the name with the one you expect.";
    /// Xudong Zheng registered this name in 2017, and browsers displayed it as `apple.com`
    /// ("Phishing with Unicode Domains"; CWE-1007).
    CONFUSABLE: "U624", "confusable", Warning, ON, "the label can be mistaken for another one", "http://xn--80ak6aa92e.com/", LOOKS,
        good: "http://apple.com/",
        ignore: "the label is a word of a language that you know.",
        fix: "Ask where the link comes from; compare the name with the one you expect.";
    /// Browsers refuse the host; a library that does not check the label connects to it.
    BAD_A_LABEL: "U625", "bad-a-label", Error, ON, "the label begins with xn-- and is not an A-label", "http://xn--a.example/", "RFC 5890 section 2.3.2.1",
        good: "http://a.example/",
        ignore: "DNS serves the name, and only tools that do not use IDNA connect to it.";
    /// Programs that compare texts see two files. A program that keeps the host may look for a file
    /// server.
    FILE_HOST: "U630", "file-on-localhost", Info, ON, "localhost in a file: URI means no host; browsers drop it, others keep it", "file://localhost/a", "RFC 8089 section 2",
        good: "file:///a",
        ignore: "the same program writes and reads the URL.";
}

/// Delimiters that RFC 3986 allows in a host, and that no registry allows in a name.
static DELIMITERS: Table = Table::new(Set::only("!$&'()*+,;=").bits());

pub(super) fn find(found: &mut Linter<'_>, at: Range<usize>) {
    let host = &found.text[at.clone()];
    if host.first() == Some(&b'[') {
        if let Some(address) = literal(host) {
            networks::address(found, address, at.clone());
        }
        if memchr::memmem::find(host, b"%25").is_some() {
            found.add(Id::ZONE_ID, at);
        } else if let Some(canonical) = other_ipv6(host) {
            found.respell(Id::IPV6_SPELLING, at, canonical);
        } else if host.is_ascii() && host.iter().any(u8::is_ascii_uppercase) {
            found.respell(Id::UPPER_CASE, at, host.to_ascii_lowercase());
        }
        return;
    }
    if is_plain_host(host) {
        // Nothing is wrong with its spelling.
        return networks::name(found, host, at);
    }
    if host.is_empty() {
        let authority = found.parts.authority.clone().unwrap_or(at.clone());
        if !authority.is_empty() && (found.parts.scheme.is_none() || found.has_domain) {
            found.add(Id::NO_HOST, authority);
        }
        return;
    }
    if host.eq_ignore_ascii_case(b"localhost") && found.scheme_is(&[b"file"]) {
        found.add(Id::FILE_HOST, at);
        return;
    }
    if host.contains(&b'%') {
        let is_name = found.parts.scheme.is_none() || found.has_domain;
        found.add(if is_name { Id::PERCENT_IN_HOST } else { Id::HOST_DELIMITER }, at);
        return;
    }
    let scheme = found.parts.scheme.clone().map(|at| &found.text[at]);
    if let Some(n) = host.iter().position(|&byte| byte.is_ascii() && DELIMITERS.has(byte)) {
        // A list of pairs may be here, with a password: `mysql://address=(password=X)/`.
        found.add(Id::HOST_DELIMITER, at.start + n..at.start + n + 1);
    } else if host.is_ascii() && host.iter().any(u8::is_ascii_uppercase) && has_dns_host(scheme) {
        found.respell(Id::UPPER_CASE, at.clone(), host.to_ascii_lowercase());
    }
    let name = host.strip_suffix(b".").unwrap_or(host);
    if name.len() < host.len() {
        found.add(Id::TRAILING_DOT, at.end - 1..at.end);
    }
    if host.len() > limits::NAME + 1 {
        found.detail(Id::LONG_LABEL, at.clone(), || format!("{} octets", host.len()));
    }
    let mut start = at.start;
    let top = top(name);
    for label in name.split(|&b| b == b'.') {
        one_label(found, label, start..start + label.len(), top.as_ref());
        start += label.len() + 1;
    }
    if ends_in_a_number(host) {
        address(found, name, at);
    } else {
        networks::name(found, name, at);
    }
}

/// Is the host made of lower-case letters, digits and inner hyphens, with a letter first in its
/// last label?
pub(super) fn is_plain_host(host: &[u8]) -> bool {
    let (mut start, mut last) = (0, b'-');
    for (at, &byte) in host.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' => {}
            b'-' if at > start => {}
            b'.' if at > start && last != b'-' && at - start <= limits::LABEL => start = at + 1,
            _ => return false,
        }
        // Hyphens as third and fourth character are reserved for A-labels.
        if byte == b'-' && at == start + 3 && last == b'-' {
            return false;
        }
        last = byte;
    }
    host.len() <= limits::NAME
        && !host.ends_with(b"localhost")
        && host.len() - start <= limits::LABEL
        && host.get(start).is_some_and(u8::is_ascii_lowercase)
        && last != b'-'
}

/// The address between the brackets. `None` with a zone, which has a rule of its own.
fn literal(host: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(host).ok()?.strip_prefix('[')?.strip_suffix(']')?;
    text.parse().ok().map(IpAddr::V6)
}

/// The recommended spelling of the address, if it differs in more than case.
fn other_ipv6(literal: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(literal).ok()?;
    let url = whatwg::Url::read(&format!("http://{text}/"), None)?;
    let canonical = url.get(whatwg::Part::Hostname);
    (!canonical.eq_ignore_ascii_case(text)).then(|| canonical.as_bytes().to_vec())
}

/// The status of the top-level domain; `None` for an ASCII name without A-labels.
fn top(name: &[u8]) -> Option<Top> {
    if name.is_ascii() && memchr::memmem::find(name, b"xn--").is_none() {
        return None;
    }
    let last = std::str::from_utf8(name.rsplit(|&b| b == b'.').next()?).ok()?;
    let unicode = idna::unicode(last);
    Some(Top::of(unicode.as_deref().unwrap_or(last)))
}

fn one_label(found: &mut Linter<'_>, label: &[u8], at: Range<usize>, top: Option<&Top>) {
    if label.is_empty() {
        // In a file: URI without a third slash, the first part of the path is read as the host.
        let is_file = found.scheme_is(&[b"file"]);
        found.add(if is_file { Id::HOST_CHARACTER } else { Id::EMPTY_LABEL }, at);
    } else if label.is_ascii() && label.len() > limits::LABEL {
        found.detail(Id::LONG_LABEL, at, || format!("{} octets", label.len()));
    } else if idna::is_a_label(label) || !label.is_ascii() {
        unicode_label(found, label, at, top);
    } else if label.iter().any(|b| matches!(b, b'_' | b'~'))
        || label.starts_with(b"-")
        || label.ends_with(b"-")
        || label.get(2..4) == Some(b"--")
    {
        found.add(Id::HOST_CHARACTER, at);
    }
}

fn unicode_label(found: &mut Linter<'_>, label: &[u8], at: Range<usize>, top: Option<&Top>) {
    let Ok(text) = std::str::from_utf8(label) else { return };
    if label.is_ascii() && !idna::is_valid(&text.to_ascii_lowercase()) {
        found.add(Id::BAD_A_LABEL, at);
        return;
    }
    let Some(unicode) = idna::unicode(text) else { return };
    let quoted = || crate::base::error::quote(unicode.as_bytes());
    if unicode.detect_restriction_level() > RestrictionLevel::HighlyRestrictive
        && !unicode.is_single_script()
    {
        found.detail(Id::MIXED_SCRIPTS, at, quoted);
        return;
    }
    if top.is_some_and(|top| top.expects(&unicode)) {
        return;
    }
    if let Some(look) = ascii_look(&unicode) {
        let is = format!("{} looks like {}", quoted(), crate::base::error::quote(look.as_bytes()));
        found.detail(Id::CONFUSABLE, at, || is);
    }
}

/// Checks a host whose last label is a number: it must be an IPv4 address.
fn address(found: &mut Linter<'_>, name: &[u8], at: Range<usize>) {
    let known = found.has_domain || found.scheme_is(&[b"file"]);
    let dotted = name.split(|&b| b == b'.').count() == 4
        && name.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    if found.parts.scheme.is_some() && !known && !dotted {
        return;
    }
    let Ok(host) = std::str::from_utf8(name) else { return };
    let address = whatwg::ipv4(host);
    if let Some(address) = address.as_deref().and_then(|address| address.parse().ok()) {
        networks::address(found, IpAddr::V4(address), at.clone());
    }
    match address {
        None => found.add(Id::NO_ADDRESS, at),
        Some(address) if address == host => {}
        Some(address) => {
            let detail = format!("it is {address}");
            let fix = Fix { edits: vec![(at.clone(), address.into_bytes().into())], safe: false };
            found.add_with(Id::IPV4_SPELLING, at, || Some(detail), Some(fix));
        }
    }
}
