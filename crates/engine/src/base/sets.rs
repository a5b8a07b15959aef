//! DATA: percent-encode sets, the characters that each standard and implementation encodes.
//!
//! One row each, said as its standard says it. A set always holds what **is** encoded; a space
//! that the implementation writes as `+` is encoded here, and the row says so beside it.
//! Adding a standard is adding a row.

use superuri_kernels::set::{ALNUM, NonAscii, Set};

/// One percent-encode set with its name, its source, and the day it was checked there.
#[derive(Debug)]
pub struct Row {
    /// The standard or the implementation: a Python identifier.
    pub family: &'static str,
    /// The standard's own name of the set or component.
    pub name: &'static str,
    /// What is encoded.
    pub set: Set,
    /// How the dialect writes a space: `%20`, `+`, or as it is. The encoder never reads it.
    pub space: &'static str,
    /// Where it is said.
    pub source: &'static str,
    /// When the source, or the running implementation, was last compared.
    pub checked: &'static str,
}

const ALL_BUT_ALNUM: Set = Set::all_but(ALNUM);

/// RFC 3986: the generic syntax of 2005, which rules today.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod rfc3986 {
    use super::{ALL_BUT_ALNUM, Set};
    pub const COMPONENT: Set = ALL_BUT_ALNUM.but("-._~");
    pub const REG_NAME: Set = COMPONENT.but("!$&'()*+,;=");
    pub const USERINFO: Set = REG_NAME.but(":");
    pub const SEGMENT: Set = REG_NAME.but(":@");
    pub const SEGMENT_NZ_NC: Set = REG_NAME.but("@");
    pub const PATH: Set = SEGMENT.but("/");
    pub const QUERY: Set = PATH.but("?");
    pub const QUERY_VALUE: Set = QUERY.and("&=+;");
    pub const FRAGMENT: Set = QUERY;
}

/// RFC 3987: the same with the characters of the world left as they are.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod rfc3987 {
    use super::{NonAscii, Set, rfc3986};
    pub const COMPONENT: Set = rfc3986::COMPONENT.non_ascii(NonAscii::Ucschar);
    pub const REG_NAME: Set = rfc3986::REG_NAME.non_ascii(NonAscii::Ucschar);
    pub const USERINFO: Set = rfc3986::USERINFO.non_ascii(NonAscii::Ucschar);
    pub const SEGMENT: Set = rfc3986::SEGMENT.non_ascii(NonAscii::Ucschar);
    pub const PATH: Set = rfc3986::PATH.non_ascii(NonAscii::Ucschar);
    pub const QUERY: Set = rfc3986::QUERY.non_ascii(NonAscii::UcscharOrPrivate);
    pub const FRAGMENT: Set = rfc3986::FRAGMENT.non_ascii(NonAscii::Ucschar);
}

/// RFC 2396: the generic syntax of 1998.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod rfc2396 {
    use super::{ALL_BUT_ALNUM, Set};
    pub const COMPONENT: Set = ALL_BUT_ALNUM.but("-_.!~*'()");
    pub const USERINFO: Set = COMPONENT.but(";:&=+$,");
    pub const PCHAR: Set = COMPONENT.but(":@&=+$,");
    pub const SEGMENT: Set = PCHAR.but(";");
    pub const PATH: Set = SEGMENT.but("/");
    pub const QUERY: Set = COMPONENT.but(";/?:@&=+$,");
    pub const FRAGMENT: Set = QUERY;
}

/// RFC 1738: the URLs of 1994.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod rfc1738 {
    use super::{ALL_BUT_ALNUM, Set};
    pub const COMPONENT: Set = ALL_BUT_ALNUM.but("$-_.+").but("!*'(),");
    pub const UNSAFE: Set = Set::controls().and(" <>\"#%{}|\\^~[]`");
    pub const HTTP_SEGMENT: Set = COMPONENT.but(";:@&=");
    pub const HTTP_PATH: Set = HTTP_SEGMENT.but("/");
    pub const HTTP_SEARCH: Set = HTTP_SEGMENT;
    pub const FTP_SEGMENT: Set = COMPONENT.but("?:@&=");
    pub const LOGIN: Set = COMPONENT.but(";?&=");
}

/// RFC 1630: the first of them, of June 1994.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod rfc1630 {
    use super::{ALL_BUT_ALNUM, Set};
    pub const COMPONENT: Set = ALL_BUT_ALNUM.but("$-_@.&").but("!*\"'(),");
    pub const SEGMENT: Set = COMPONENT.but("+");
}

/// The URL standard, whose sets each add to the one above.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod whatwg {
    use super::Set;
    pub const C0_CONTROL: Set = Set::controls();
    pub const FRAGMENT: Set = C0_CONTROL.and(" \"<>`");
    pub const QUERY: Set = C0_CONTROL.and(" \"#<>");
    pub const SPECIAL_QUERY: Set = QUERY.and("'");
    pub const PATH: Set = QUERY.and("?^`{}");
    pub const USERINFO: Set = PATH.and("/:;=@[\\]|");
    pub const COMPONENT: Set = USERINFO.and("$%&+,");
    pub const FORM: Set = COMPONENT.and("!'()~");
}

/// ECMAScript, whose functions keep to RFC 2396.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod ecmascript {
    use super::{ALL_BUT_ALNUM, Set, rfc2396};
    pub const COMPONENT: Set = rfc2396::COMPONENT;
    pub const URI: Set = COMPONENT.but(";,/?:@&=+$#");
    pub const ESCAPE: Set = ALL_BUT_ALNUM.but("@*_+-./");
    /// What `decodeURI` leaves alone: *uriReserved* and `#`.
    pub const RESERVED: Set = Set::only(";/?:@&=+$,").and("#");
    /// What the corrections of 2012 leave alone beside it: escapes, and the brackets of 2005.
    pub const FIXED: Set = Set::only("%[]");
    pub const FIXED_URI: Set = URI.but("%[]");
}

/// `urllib.parse.quote` of Python 3, and `urllib.quote` of Python 2.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod python {
    use super::{Set, rfc3986};
    pub const QUOTE: Set = rfc3986::COMPONENT.but("/");
    pub const QUOTE_PLUS: Set = rfc3986::COMPONENT;
    pub const PYTHON2_QUOTE: Set = QUOTE.and("~");
}

/// The address bars of 2012, and the two literal cleanings, after Matt Giuca's article.
#[expect(missing_docs, reason = "the names are the standard\'s own")]
pub mod giuca {
    use super::Set;
    pub const CHROME16: Set = Set::controls().and(" \"<>");
    pub const FIREFOX10: Set = CHROME16.and("'`");
    pub const CLEAN_3986: Set = Set::controls().and(" \"<>\\^`{|}");
    pub const CLEAN_2396: Set = CLEAN_3986.and("[]");
}

/// When the sources were last compared.
pub(crate) const CHECKED: &str = "2026-11-21";

const fn row(family: &'static str, name: &'static str, set: Set, source: &'static str) -> Row {
    Row { family, name, set, space: set.space(), source, checked: CHECKED }
}

/// A row whose dialect writes `+` for a space, and so has to encode a `+`, and a `%`.
const fn form(family: &'static str, name: &'static str, set: Set, source: &'static str) -> Row {
    assert!(set.encodes(b' ') && set.encodes(b'+') && set.encodes(b'%'), "+ would be two things");
    Row { family, name, set, space: "+", source, checked: CHECKED }
}

/// Every set there is, in the order in which they are listed.
#[rustfmt::skip] // a table reads best one row a line
pub static ROWS: &[Row] = &[
    row("rfc3986", "COMPONENT", rfc3986::COMPONENT, "RFC 3986 section 2.3: all but unreserved"),
    row("rfc3986", "USERINFO", rfc3986::USERINFO, "RFC 3986 section 3.2.1"),
    row("rfc3986", "REG_NAME", rfc3986::REG_NAME, "RFC 3986 section 3.2.2"),
    row("rfc3986", "SEGMENT", rfc3986::SEGMENT, "RFC 3986 section 3.3: all but pchar"),
    row("rfc3986", "SEGMENT_NZ_NC", rfc3986::SEGMENT_NZ_NC, "RFC 3986 section 3.3"),
    row("rfc3986", "PATH", rfc3986::PATH, "RFC 3986 section 3.3"),
    row("rfc3986", "QUERY", rfc3986::QUERY, "RFC 3986 section 3.4"),
    row("rfc3986", "QUERY_VALUE", rfc3986::QUERY_VALUE, "RFC 3986 section 3.4; a key or value that survives any form parser"),
    row("rfc3986", "FRAGMENT", rfc3986::FRAGMENT, "RFC 3986 section 3.5"),
    row("rfc3987", "COMPONENT", rfc3987::COMPONENT, "RFC 3987 section 2.2: all but iunreserved"),
    row("rfc3987", "USERINFO", rfc3987::USERINFO, "RFC 3987 section 2.2"),
    row("rfc3987", "REG_NAME", rfc3987::REG_NAME, "RFC 3987 section 2.2"),
    row("rfc3987", "SEGMENT", rfc3987::SEGMENT, "RFC 3987 section 2.2: all but ipchar"),
    row("rfc3987", "PATH", rfc3987::PATH, "RFC 3987 section 2.2"),
    row("rfc3987", "QUERY", rfc3987::QUERY, "RFC 3987 section 2.2: iprivate stays too"),
    row("rfc3987", "FRAGMENT", rfc3987::FRAGMENT, "RFC 3987 section 2.2"),
    row("rfc2396", "COMPONENT", rfc2396::COMPONENT, "RFC 2396 section 2.3: all but unreserved"),
    row("rfc2396", "USERINFO", rfc2396::USERINFO, "RFC 2396 section 3.2.2"),
    row("rfc2396", "PCHAR", rfc2396::PCHAR, "RFC 2396 section 3.3"),
    row("rfc2396", "SEGMENT", rfc2396::SEGMENT, "RFC 2396 section 3.3: a segment with its parameters"),
    row("rfc2396", "PATH", rfc2396::PATH, "RFC 2396 section 3.3"),
    row("rfc2396", "QUERY", rfc2396::QUERY, "RFC 2396 section 3.4: all but uric"),
    row("rfc2396", "FRAGMENT", rfc2396::FRAGMENT, "RFC 2396 section 4.1: all but uric"),
    row("rfc1738", "COMPONENT", rfc1738::COMPONENT, "RFC 1738 section 5: all but unreserved"),
    row("rfc1738", "UNSAFE", rfc1738::UNSAFE, "RFC 1738 section 2.2: no graphic character, and unsafe"),
    row("rfc1738", "HTTP_SEGMENT", rfc1738::HTTP_SEGMENT, "RFC 1738 section 5: hsegment"),
    row("rfc1738", "HTTP_PATH", rfc1738::HTTP_PATH, "RFC 1738 section 5: hpath"),
    row("rfc1738", "HTTP_SEARCH", rfc1738::HTTP_SEARCH, "RFC 1738 section 5: search"),
    row("rfc1738", "FTP_SEGMENT", rfc1738::FTP_SEGMENT, "RFC 1738 section 5: fsegment"),
    row("rfc1738", "LOGIN", rfc1738::LOGIN, "RFC 1738 section 5: user, password"),
    row("rfc1630", "COMPONENT", rfc1630::COMPONENT, "RFC 1630: all but xalpha"),
    row("rfc1630", "SEGMENT", rfc1630::SEGMENT, "RFC 1630: all but xpalpha"),
    row("whatwg", "C0_CONTROL", whatwg::C0_CONTROL, "URL standard section 1.3"),
    row("whatwg", "FRAGMENT", whatwg::FRAGMENT, "URL standard section 1.3"),
    row("whatwg", "QUERY", whatwg::QUERY, "URL standard section 1.3"),
    row("whatwg", "SPECIAL_QUERY", whatwg::SPECIAL_QUERY, "URL standard section 1.3"),
    row("whatwg", "PATH", whatwg::PATH, "URL standard section 1.3; ^ since 2025"),
    row("whatwg", "USERINFO", whatwg::USERINFO, "URL standard section 1.3"),
    row("whatwg", "COMPONENT", whatwg::COMPONENT, "URL standard section 1.3"),
    form("whatwg", "FORM", whatwg::FORM, "URL standard section 1.3: application/x-www-form-urlencoded"),
    row("ecmascript", "COMPONENT", ecmascript::COMPONENT, "ECMA-262: encodeURIComponent"),
    row("ecmascript", "URI", ecmascript::URI, "ECMA-262: encodeURI"),
    row("ecmascript", "FIXED_URI", ecmascript::FIXED_URI, "Giuca 2012: fixedEncodeURI, before it reads %5B and %5D"),
    row("ecmascript", "ESCAPE", ecmascript::ESCAPE, "ECMA-262 Annex B: escape, of code units below 128"),
    row("python", "QUOTE", python::QUOTE, "CPython 3: urllib.parse.quote"),
    form("python", "QUOTE_PLUS", python::QUOTE_PLUS, "CPython 3: urllib.parse.quote_plus"),
    row("python", "PYTHON2_QUOTE", python::PYTHON2_QUOTE, "CPython 2.7: urllib.quote"),
    row("giuca", "CLEAN_3986", giuca::CLEAN_3986, "Giuca 2012: the literal cleaning, RFC 3986"),
    row("giuca", "CLEAN_2396", giuca::CLEAN_2396, "Giuca 2012: the literal cleaning, RFC 2396"),
    row("browsers", "FIREFOX10", giuca::FIREFOX10, "Giuca 2012: the address bar of Firefox 10"),
    row("browsers", "CHROME16", giuca::CHROME16, "Giuca 2012: the address bar of Chrome 16"),
    row("javascript", "PROGRAM", rfc3986::REG_NAME, "Giuca 2012: a program in a javascript: URI, sub-delims bare"),
    form("html", "FORM", whatwg::FORM, "HTML standard: application/x-www-form-urlencoded"),
    form("java", "URL_ENCODER", ALL_BUT_ALNUM.but(".-*_"), "Java: java.net.URLEncoder"),
    form("go", "QUERY_ESCAPE", rfc3986::COMPONENT, "Go: net/url QueryEscape"),
    row("go", "PATH_ESCAPE", rfc3986::COMPONENT.but("$&+=:@"), "Go: net/url PathEscape"),
    row("php", "RAWURLENCODE", rfc3986::COMPONENT, "PHP: rawurlencode"),
    form("php", "URLENCODE", rfc3986::COMPONENT.and("~"), "PHP: urlencode"),
    row("dotnet", "ESCAPE_DATA_STRING", rfc3986::COMPONENT, ".NET: Uri.EscapeDataString"),
    form("dotnet", "URL_ENCODE", ALL_BUT_ALNUM.but("-_.!*()"), ".NET: WebUtility.UrlEncode"),
    form("ruby", "CGI_ESCAPE", rfc3986::COMPONENT, "Ruby: CGI.escape"),
    row("ruby", "URL_ENCODE", rfc3986::COMPONENT, "Ruby: ERB::Util.url_encode"),
    form("ruby", "FORM", whatwg::FORM, "Ruby: URI.encode_www_form_component"),
    row("perl", "URI_ESCAPE", rfc3986::COMPONENT, "Perl: URI::Escape 5"),
    row("perl", "URI_ESCAPE_OLD", rfc2396::COMPONENT, "Perl: URI::Escape before 5"),
    row("curl", "EASY_ESCAPE", rfc3986::COMPONENT, "curl: curl_easy_escape"),
    row("oauth", "PERCENT_ENCODE", rfc3986::COMPONENT, "RFC 5849 section 3.6"),
    row("aws", "SIGV4", rfc3986::COMPONENT, "AWS Signature Version 4: UriEncode"),
    row("aws", "SIGV4_PATH", rfc3986::COMPONENT.but("/"), "AWS Signature Version 4: UriEncode of an object key"),
    form("aws", "S3_EVENT_KEY", whatwg::FORM, "Amazon S3 event notifications: object key"),
    row("jq", "URI_1_6", rfc2396::COMPONENT, "jq 1.6: @uri"),
    row("jq", "URI", rfc3986::COMPONENT, "jq 1.7: @uri"),
    row("rfc8187", "EXT_VALUE", ALL_BUT_ALNUM.but("!#$&+-.^_`|~"), "RFC 8187 section 3.2.1: attr-char"),
    row("rfc6570", "SIMPLE", rfc3986::COMPONENT, "RFC 6570 section 3.2.2"),
    row("rfc6570", "RESERVED", rfc3986::COMPONENT.but(":/?#[]@!$&'()*+,;="), "RFC 6570 section 3.2.3; triplets stay too"),
    row("grpc", "MESSAGE", Set::controls().and("%"), "gRPC over HTTP2: Percent-Byte-Unencoded"),
    row("w3c", "BAGGAGE_VALUE", Set::controls().and(" \",;\\%"), "W3C Baggage section 3.3: baggage-octet"),
    row("hive", "PARTITION_VALUE", Set::controls().but("\0").and("\"#%'*/:=?\\{[]^").non_ascii(NonAscii::Bare), "Apache Hive: FileUtils.escapePathName; a NUL stays"),
    row("purl", "COMPONENT", rfc3986::COMPONENT.but(":"), "package-url: character encoding"),
];

/// The row of this family and name.
#[must_use]
pub fn find(family: &str, name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.family == family && row.name == name)
}
