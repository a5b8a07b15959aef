//! DATA: which rules are there?
//!
//! One row each. The groups: 1 what may not stand in a URI (the edits of `clean`), 2 the spelling
//! of triplets, 3 octets and characters, 4 layers, 5 paths, 6 authorities, 7 queries and fragments,
//! 8 what stuck to it on the way, 9 sizes, and what some gateways refuse.

use super::rule::Severity::{Error, Info, Warning};
use super::rule::{Id, Rule, Severity};

const fn row(
    id: Id,
    (code, name): (&'static str, &'static str),
    severity: Severity,
    sentence: &'static str,
    example: &'static str,
    source: &'static str,
) -> Rule {
    Rule { id, code, name, severity, sentence, example, source }
}

const GRAMMAR: &str = "RFC 3986 appendix A";
const ESCAPES: &str = "RFC 3986 section 2.1";
const UTF_8: &str = "RFC 3629 section 3";
const SHOWN: &str = "RFC 3987 section 8; UTS 39";
const DECODED_LATE: &str = "RFC 3986 section 2.4";
const SEGMENTS: &str = "RFC 3986 section 3.3";
const READERS: &str = "RFC 3986 section 7; the CVEs of docs/hosts.md";
const HOSTS: &str = "RFC 3986 section 3.2.2";
const NAMES: &str = "RFC 1123 section 2.1; RFC 1035 section 2.3.4";
const PORTS: &str = "RFC 3986 section 3.2.3";
const LOOKS: &str = "UTS 39 sections 4 and 5";
const PASTE: &str = "RFC 3986 appendix C";
const SPRING: &str = "Spring Security, StrictHttpFirewall";
const ENVOY: &str = "Envoy, HttpConnectionManager.path_with_escaped_slashes_action";

/// A path of so many letters, with a slash before every so many.
const fn long<const N: usize>(segment: usize) -> [u8; N] {
    let mut text = [b'a'; N];
    let mut at = 0;
    while at < N {
        text[at] = b'/';
        at += segment;
    }
    text
}

const fn text(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("it is ASCII"),
    }
}

/// One more than what every recipient should support.
static TOO_LONG: [u8; super::limits::URI + 1] = long(100);
static LONG_SEGMENT: [u8; super::limits::SEGMENT + 2] = long(1000);

/// Every rule, in the order of [`Id`].
#[rustfmt::skip] // a table reads best one row a line
pub static ROWS: &[Rule] = &[
    row(Id::Control, ("U101", "control-character"), Error, "a control character may stand in no URI; some readers drop it, others stop there", "/a\u{1}b", GRAMMAR),
    row(Id::Space, ("U102", "space"), Error, "a space may stand in no URI; in most protocols it ends it", "/a b", GRAMMAR),
    row(Id::Illegal, ("U103", "illegal-character"), Error, "the character may stand in no URI", "/a|b", GRAMMAR),
    row(Id::Bracket, ("U104", "bracket"), Error, "a square bracket may stand around an IP literal only", "/a[0]", GRAMMAR),
    row(Id::NonAscii, ("U105", "non-ascii"), Warning, "what is not ASCII may stand in an IRI, not in a URI", "/é", "RFC 3987 section 3.1"),
    row(Id::StrayPercent, ("U106", "stray-percent"), Error, "the % begins no triplet", "/100%", ESCAPES),
    row(Id::SecondHash, ("U107", "second-hash"), Error, "a fragment may hold no #", "/#a#b", "RFC 3986 section 3.5"),
    row(Id::Colon, ("U108", "colon-in-first-segment"), Error, "a colon in the first segment reads as a scheme's, and this is none", "1:a", "RFC 3986 section 4.2"),
    row(Id::AtSign, ("U109", "second-at-sign"), Error, "a userinfo may hold no @, and readers differ about which one ends it", "http://a@b@h.example/", "RFC 3986 section 3.2.1"),
    row(Id::UnicodeHost, ("U110", "unicode-host"), Warning, "the host is internationalised; in a URI its A-labels stand", "http://bücher.example/", "RFC 5890 section 2.3; UTS 46"),
    row(Id::RawZone, ("U111", "raw-zone"), Error, "the zone of an IPv6 address begins with %25", "http://[fe80::1%eth0]/", "RFC 6874 section 2"),
    row(Id::PercentU, ("U112", "percent-u"), Error, "%uXXXX is no escape of any standard; some servers read it all the same", "/%u0041", "ECMA-262 annex B.2.1"),
    row(Id::MalformedTriplet, ("U113", "malformed-triplet"), Error, "the triplet lacks its second hexadecimal digit", "/%4g", ESCAPES),
    row(Id::Backslash, ("U114", "backslash"), Error, "a backslash may stand in no URI; browsers and Windows read a slash", "/a\\b", "URL standard, special URLs; RFC 3986 appendix A"),
    row(Id::ShellEscape, ("U115", "shell-escape"), Error, "the backslash before a triplet was a shell's, and no part of the URI", "/a\\%20b", PASTE),

    row(Id::LowerHex, ("U201", "lower-case-hex"), Info, "triplets are written in upper case", "/%c3%a9", "RFC 3986 section 6.2.2.1"),
    row(Id::EncodedUnreserved, ("U202", "encoded-unreserved"), Info, "the character needs no escape; some readers decode it, others compare the text", "/%41", "RFC 3986 section 6.2.2.2"),

    row(Id::InvalidUtf8, ("U301", "invalid-utf8"), Warning, "the octets are no UTF-8", "/caf%E9", UTF_8),
    row(Id::TruncatedUtf8, ("U302", "truncated-utf8"), Warning, "the UTF-8 of a character is cut short", "/%E2%98", UTF_8),
    row(Id::Overlong, ("U303", "overlong-utf8"), Error, "overlong UTF-8 is a disguise: careless decoders read the character it hides", "/%C0%AF", "RFC 3629 section 10; CVE-2000-0884"),
    row(Id::Surrogate, ("U304", "surrogate"), Warning, "half of a surrogate pair has no UTF-8", "/%ED%A0%80", UTF_8),
    row(Id::Cesu8, ("U305", "cesu-8"), Warning, "a surrogate pair, each half written for itself: that is CESU-8, and no UTF-8", "/%ED%A0%BD%ED%B8%80", "UTR 26"),
    row(Id::OutOfRange, ("U306", "out-of-range"), Warning, "there is no character beyond U+10FFFF", "/%F4%90%80%80", UTF_8),
    row(Id::MixedEncodings, ("U307", "mixed-encodings"), Warning, "the octets are no UTF-8, while others of the same text are", "/%E9%C3%A9", UTF_8),
    row(Id::Mojibake, ("U308", "mojibake"), Warning, "UTF-8 was taken for windows-1252 and written as UTF-8 again", "/caf%C3%83%C2%A9", UTF_8),
    row(Id::EncodedControl, ("U309", "encoded-control"), Warning, "an encoded control character acts on what prints or runs it", "/%01", "RFC 3986 section 7.3"),
    row(Id::Bidi, ("U310", "bidi-control"), Error, "the character reorders what is read", "/%E2%80%AE", "RFC 3987 section 4.1; UAX 9"),
    row(Id::Invisible, ("U311", "invisible-character"), Warning, "the character has no shape of its own", "/a%E2%80%8Bb", SHOWN),
    row(Id::LookAlike, ("U312", "look-alike"), Warning, "the character looks like a delimiter, or becomes one by NFKC", "/%E2%81%84", SHOWN),
    row(Id::Unassigned, ("U313", "unassigned-character"), Info, "the character means nothing, or what its users agreed on", "/%EE%80%80", SHOWN),
    row(Id::ByteOrderMark, ("U314", "byte-order-mark"), Warning, "a byte order mark is no part of a URI; some decoders drop it", "/%EF%BB%BFa", "RFC 3629 section 6"),
    row(Id::NotNfc, ("U315", "not-nfc"), Info, "NFC makes another character of it: copied, the URI may be another one", "/%E2%84%AB", "UAX 15"),
    row(Id::Joiner, ("U316", "joiner"), Info, "a joiner or variation selector changes shapes only, and is easily lost", "/%D9%85%E2%80%8C%DB%8C", SHOWN),

    row(Id::DoubleEncoded, ("U401", "double-encoded"), Warning, "decoded once, an escape is left: it was encoded twice, or the reader decodes twice", "/caf%25C3%25A9", DECODED_LATE),
    row(Id::HiddenDelimiter, ("U402", "hidden-by-layers"), Error, "a further decoding reveals a delimiter, a dot segment, a control character or markup", "/a%252Fb", "CVE-2001-0333; RFC 3986 section 2.4"),
    row(Id::NestedUri, ("U403", "nested-uri"), Info, "the value is a URI that has escapes of its own: decode it once, and no further", "/?u=http%3A%2F%2Fe.com%2Fa%2520b", DECODED_LATE),

    row(Id::EncodedSlash, ("U501", "encoded-slash"), Warning, "an encoded slash is data; many servers and proxies decode it into another path", "/a%2Fb", SEGMENTS),
    row(Id::EncodedBackslash, ("U502", "encoded-backslash"), Warning, "an encoded backslash is a slash to Windows and to some proxies", "/a%5Cb", SEGMENTS),
    row(Id::DotSegment, ("U503", "dot-segment"), Info, "a dot segment is resolved by whoever reads it first", "/a/../b", "RFC 3986 section 5.2.4"),
    row(Id::EncodedDots, ("U504", "encoded-dot-segment"), Error, "an encoded dot segment hides from checks, and is resolved all the same", "/a/%2E%2E/b", "RFC 3986 section 6.2.2.3"),
    row(Id::EncodedNul, ("U505", "encoded-nul"), Error, "an encoded NUL ends the text for whoever is written in C", "/a%00b", "RFC 3986 section 7.3"),
    row(Id::LineBreakInPath, ("U506", "encoded-line-break"), Error, "a line break outside the query belongs to no name: decoded, it ends a header line", "/a%0D%0Ab", "RFC 3986 section 7.3; CVE-2019-9740"),
    row(Id::LineBreakInData, ("U507", "line-break-in-data"), Warning, "a line break in the query is data at best; decoded into a header, it ends the line", "/?a=%0D%0A", "RFC 3986 section 7.3; CVE-2019-9740"),
    row(Id::PlusInPath, ("U508", "plus-in-path"), Info, "a plus sign in a path is a plus sign; form decoders make a space of it", "/a+b", "URL standard, application/x-www-form-urlencoded"),
    row(Id::EmptySegment, ("U509", "empty-segment"), Info, "two slashes are an empty segment, which many servers drop", "/a//b", SEGMENTS),
    row(Id::AboveRoot, ("U510", "above-root"), Warning, "the dot segments climb above the root", "/../a", "RFC 3986 section 5.4.2"),
    row(Id::ManyDots, ("U511", "many-dots"), Info, "a segment of three dots or more is a name here, and a way up to some file systems", "/.../a", SEGMENTS),
    row(Id::HexSlash, ("U512", "hex-slash"), Info, "0x2E, 0x2F and 0x5C are letters here, and a dot or a slash to who reads them so", "/a0x2fb", SEGMENTS),

    row(Id::Ambiguous, ("U601", "ambiguous-authority"), Error, "readers do not see the same host here: guessing is an attack", "http://a:b:80/", READERS),
    row(Id::BadPort, ("U602", "bad-port"), Error, "a port is decimal digits", "http://h.example:8o80/", PORTS),
    row(Id::BadHost, ("U603", "bad-host"), Error, "the host is no host name", "http://℅/", HOSTS),
    row(Id::Password, ("U605", "password"), Warning, "a password in a URI ends up in logs and histories", "http://user:secret@h.example/", "RFC 3986 section 3.2.1"),
    row(Id::Userinfo, ("U606", "userinfo"), Info, "what stands before the @ is no host, however much it looks like one", "http://user@h.example/", "RFC 3986 section 7.6"),
    row(Id::Slashes, ("U607", "slashes"), Error, "with fewer or more than two slashes, RFC 3986 and browsers see different hosts", "http:/h.example/", "URL standard, special authority slashes state"),
    row(Id::OddPort, ("U608", "odd-port"), Warning, "the port is no port number, or is written oddly", "http://h.example:99999/", PORTS),
    row(Id::EmptyPort, ("U609", "empty-port"), Info, "the colon has no port behind it", "http://h.example:/", PORTS),
    row(Id::DefaultPort, ("U610", "default-port"), Info, "the port is the scheme's own, and need not be said", "http://h.example:80/", "RFC 3986 section 6.2.3"),
    row(Id::Ipv4Spelling, ("U611", "ipv4-spelling"), Error, "this is an IPv4 address to some readers and a name to others", "http://0x7f.1/", "RFC 3986 section 7.4; URL standard, IPv4 parser"),
    row(Id::NoAddress, ("U612", "no-address"), Error, "the host ends in a number and is no IPv4 address: browsers refuse it", "http://1.2.3.256/", "URL standard, ends in a number checker"),
    row(Id::PercentInHost, ("U613", "escape-in-host"), Error, "some readers decode an escape in a host, others do not", "http://%65.example/", HOSTS),
    row(Id::HostCharacter, ("U614", "host-name"), Info, "the name is none that a registry gives out", "http://a_b.example/", NAMES),
    row(Id::HostDelimiter, ("U615", "delimiter-in-host"), Warning, "the host has a character that some readers refuse", "http://a+b.example/", HOSTS),
    row(Id::UpperCase, ("U616", "upper-case"), Info, "schemes and hosts are written in lower case", "HTTP://h.example/", "RFC 3986 section 6.2.2.1"),
    row(Id::TrailingDot, ("U617", "trailing-dot"), Info, "with a dot at its end the host is the same name to DNS, and another one to TLS and cookies", "http://h.example./", HOSTS),
    row(Id::EmptyLabel, ("U618", "empty-label"), Warning, "the host has an empty label", "http://h..example/", NAMES),
    row(Id::LongLabel, ("U619", "long-name"), Warning, "no label of a name has more than 63 octets, and no name more than 253", "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/", NAMES),
    row(Id::NoHost, ("U620", "no-host"), Error, "there is no host where one has to be", "http://", "RFC 9110 section 4.2.1"),
    row(Id::Ipv6Spelling, ("U621", "ipv6-spelling"), Info, "the address has one recommended spelling, and this is another", "http://[::ffff:1.2.3.4]/", "RFC 5952 section 4"),
    row(Id::ZoneId, ("U622", "zone"), Warning, "browsers refuse the zone of an address; it means something on one machine only", "http://[fe80::1%25eth0]/", "RFC 6874 section 1"),
    row(Id::MixedScripts, ("U623", "mixed-scripts"), Warning, "the label mixes scripts that no language mixes", "http://xn--ggle-55da.example/", LOOKS),
    row(Id::Confusable, ("U624", "confusable"), Warning, "the label can be mistaken for another one", "http://xn--80ak6aa92e.com/", LOOKS),
    row(Id::BadALabel, ("U625", "bad-a-label"), Warning, "the label begins with xn-- and is no A-label", "http://xn--a.example/", "RFC 5890 section 2.3.2.1"),
    row(Id::SchemeRelative, ("U626", "scheme-relative"), Info, "two slashes at the beginning are followed by a host", "//h.example/a", "RFC 3986 section 4.2"),
    row(Id::ScriptScheme, ("U627", "script-scheme"), Warning, "the scheme runs what follows", "javascript:alert(1)", "RFC 3986 section 7"),
    row(Id::HostAsScheme, ("U628", "host-as-scheme"), Info, "this reads as a scheme; a host was perhaps meant", "h.example:80/a", "RFC 3986 section 4.5"),
    row(Id::UrlInPath, ("U629", "url-in-path"), Info, "a whole URL stands in the path", "/https://h.example/a", SEGMENTS),
    row(Id::FileHost, ("U630", "file-on-localhost"), Info, "the host localhost is none in a file: URI; browsers drop it, others keep it", "file://localhost/a", "RFC 8089 section 2"),

    row(Id::PlusMix, ("U701", "plus-and-percent-20"), Info, "the query writes a space as + and as %20: one of them is not what a reader sees", "/?a=b+c%20d", "URL standard, application/x-www-form-urlencoded"),
    row(Id::DuplicateParameter, ("U702", "duplicate-parameter"), Info, "the parameter is there twice: some readers take the first, others the last", "/?a=1&a=2", "URL standard, URLSearchParams"),
    row(Id::EmptyParameter, ("U703", "empty-parameter"), Info, "there is nothing between two delimiters of the query", "/?a=1&&b=2", "URL standard, application/x-www-form-urlencoded"),
    row(Id::FragmentInData, ("U704", "fragment-in-data"), Warning, "the # ends the data of a data: URL", "data:,a#b", "RFC 2397; RFC 3986 section 3.5"),
    row(Id::SecondQuestion, ("U705", "second-question-mark"), Info, "a ? in a query is data: a second query was perhaps appended", "/?a=1?b=2", "RFC 3986 section 3.4"),
    row(Id::DotsInQuery, ("U706", "dots-in-query"), Info, "dot segments in a query are data, and a way up where the data becomes a path", "/?a=../b", "CWE-22"),
    row(Id::Semicolon, ("U707", "semicolon-in-query"), Info, "some readers split the pairs of a query at ; as well as at &", "/?a=1;b=2", "HTML 4.01 appendix B.2.2; CVE-2021-23336"),

    row(Id::SurroundingSpace, ("U801", "surrounding-space"), Error, "white space surrounds the URI", " http://h.example/", PASTE),
    row(Id::Wrapped, ("U802", "wrapped"), Warning, "quotes or brackets stand around the URI", "'/a'", PASTE),
    row(Id::HtmlEntity, ("U803", "html-entity"), Warning, "an HTML entity is left over: &amp; was & before", "/?a=1&amp;b=2", "HTML standard, attribute values"),
    row(Id::Defanged, ("U804", "defanged"), Info, "hxxp was http before somebody made it harmless", "hxxp://h.example/", "draft-grimminck-safe-ioc-sharing"),
    row(Id::TrailingPunctuation, ("U805", "trailing-punctuation"), Info, "the punctuation at the end was perhaps the sentence's", "http://h.example/a.", PASTE),

    row(Id::TooLong, ("U901", "too-long"), Warning, "not all recipients support more than 8000 octets", text(&TOO_LONG), "RFC 9110 section 4.1"),
    row(Id::LongSegment, ("U902", "long-segment"), Info, "no file name is as long as this segment", text(&LONG_SEGMENT), "POSIX, NAME_MAX"),

    row(Id::SpringPercent, ("U921", "spring-percent"), Error, "the firewall rejects an encoded percent sign", "/a%25b", SPRING),
    row(Id::SpringSlash, ("U922", "spring-encoded-slash"), Error, "the firewall rejects an encoded slash", "/a%2Fb", SPRING),
    row(Id::SpringDoubleSlash, ("U923", "spring-double-slash"), Error, "the firewall rejects two slashes", "/a//b", SPRING),
    row(Id::SpringBackslash, ("U924", "spring-backslash"), Error, "the firewall rejects a backslash, encoded or not", "/a%5Cb", SPRING),
    row(Id::SpringNull, ("U925", "spring-nul"), Error, "the firewall rejects NUL, encoded or not", "/a%00b", SPRING),
    row(Id::SpringLineFeed, ("U926", "spring-line-feed"), Error, "the firewall rejects a line feed, encoded or not", "/a%0Ab", SPRING),
    row(Id::SpringCarriageReturn, ("U927", "spring-carriage-return"), Error, "the firewall rejects a carriage return, encoded or not", "/a%0Db", SPRING),
    row(Id::SpringSemicolon, ("U928", "spring-semicolon"), Error, "the firewall rejects a semicolon, encoded or not", "/a;b", SPRING),
    row(Id::SpringPeriod, ("U929", "spring-encoded-period"), Error, "the firewall rejects an encoded period", "/a%2Eb", SPRING),
    row(Id::SpringSeparator, ("U930", "spring-line-separator"), Error, "the firewall rejects U+2028 and U+2029", "/a%E2%80%A8b", SPRING),
    row(Id::SpringNotNormalized, ("U931", "spring-not-normalized"), Error, "the firewall rejects dot segments", "/a/../b", SPRING),
    row(Id::SpringNotPrintable, ("U932", "spring-not-printable"), Error, "the firewall rejects what is not printable ASCII", "/é", SPRING),

    row(Id::EnvoyKeeps, ("U941", "envoy-keeps"), Warning, "the escaped slash goes on as it is: the next one may decode it", "/a%2Fb", ENVOY),
    row(Id::EnvoyRejects, ("U942", "envoy-rejects"), Error, "the request with an escaped slash is answered with 400", "/a%2Fb", ENVOY),
    row(Id::EnvoyRedirects, ("U943", "envoy-redirects"), Warning, "the client is sent to the path with its slashes unescaped", "/a%2Fb", ENVOY),
    row(Id::EnvoyForwards, ("U944", "envoy-forwards"), Error, "the path is forwarded with its slashes unescaped: whoever checked it before saw another one", "/a%2Fb", ENVOY),
];
