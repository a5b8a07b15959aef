//! DATA: percent-encode sets, the characters that each standard and implementation encodes.
//!
//! One row each, written as its standard writes it. A set always holds what **is** encoded; a space
//! that the implementation writes as `+` counts as encoded here, and its row begins with `form`.
//! Adding a standard is adding a row.

use superuri_kernels::set::{ALNUM, NonAscii, Set};

/// One percent-encode set with its name, its source, and the day it was checked there.
#[derive(Debug)]
pub struct SetRow {
    /// The standard or the implementation: a Python identifier.
    pub family: &'static str,
    /// The standard's own name of the set or component.
    pub name: &'static str,
    /// What is encoded.
    pub set: Set,
    /// How the dialect writes a space: `%20`, `+`, or as it is. The encoder never reads it.
    pub space: &'static str,
    /// How the dialect writes hex digits: `upper` or `lower`. The encoder always writes upper case.
    pub hex: &'static str,
    /// Where it is specified.
    pub source: &'static str,
    /// When the source, or the running implementation, was last compared.
    pub checked: &'static str,
}

const ALL_BUT_ALNUM: Set = Set::all_but(ALNUM);

/// Makes a module of each family, with a constant for each set, and lists all rows in [`ROWS`].
///
/// A row begins with `row`, or with `form` where the dialect writes `+` for a space; with `lower` or
/// `lower_form` where it writes hex digits in lower case. Then come its name, the encoded characters, the
/// source, and the day when it was last compared. The sets after a `+` are not listed.
macro_rules! sets {
    ($($family:ident $($doc:literal)? {
        $($kind:ident $name:ident = $set:expr, $source:literal, $checked:literal;)+
    } $(+ { $($other:ident = $other_set:expr, $why:literal;)+ })?)+) => {
        $(
            #[doc = concat!("The sets of `", stringify!($family), "`. ", $($doc)?)]
            pub mod $family {
                use super::*;
                $(#[doc = concat!("Source: `", $source, "`.")] pub const $name: Set = $set;)+
                $($(#[doc = $why] pub const $other: Set = $other_set;)+)?
            }
        )+

        /// Every set there is, in the order in which they are listed.
        pub static ROWS: &[SetRow] = &[$($(
            $kind(stringify!($family), stringify!($name), $family::$name, $source, $checked),
        )+)+];
    };
}

pub(super) type Str = &'static str;

const fn row(family: Str, name: Str, set: Set, source: Str, checked: Str) -> SetRow {
    SetRow { family, name, set, space: set.space(), hex: "upper", source, checked }
}

/// A row whose dialect writes `+` for a space, and so has to encode a `+`, and a `%`.
const fn form(family: Str, name: Str, set: Set, source: Str, checked: Str) -> SetRow {
    assert!(set.encodes(b' ') && set.encodes(b'+') && set.encodes(b'%'), "+ would be two things");
    SetRow { family, name, set, space: "+", hex: "upper", source, checked }
}

/// A row whose dialect writes hex digits in lower case, and so has to encode a `%`.
const fn lower(family: Str, name: Str, set: Set, source: Str, checked: Str) -> SetRow {
    assert!(set.encodes(b'%'), "digits after a bare % would be data");
    SetRow { hex: "lower", ..row(family, name, set, source, checked) }
}

/// A form whose dialect writes hex digits in lower case.
const fn lower_form(family: Str, name: Str, set: Set, source: Str, checked: Str) -> SetRow {
    SetRow { hex: "lower", ..form(family, name, set, source, checked) }
}

/// The year of each standard that never changes. Living standards and implementations have none.
const YEARS: [(&str, u16); 12] = [
    ("RFC 1630", 1994),
    ("RFC 1738", 1994),
    ("RFC 2396", 1998),
    ("RFC 3986", 2005),
    ("RFC 3987", 2005),
    ("RFC 5849", 2010),
    ("RFC 6265", 2011),
    ("RFC 6570", 2012),
    ("RFC 7512", 2015),
    ("RFC 8187", 2017),
    ("RFC 8493", 2018),
    ("Giuca", 2012),
];

impl SetRow {
    /// The year of the standard or article that specifies it, if that does not change.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        YEARS.iter().find(|(standard, _)| self.source.starts_with(standard)).map(|(_, year)| *year)
    }
}

/// A class of characters: a text beyond ASCII has none of them.
const fn class(characters: &str) -> Set {
    Set::only(characters).non_ascii(NonAscii::Bare)
}

sets! {
    rfc3986 "RFC 3986: the generic syntax of 2005, in force today." {
        row COMPONENT = ALL_BUT_ALNUM.but("-._~"), "RFC 3986 section 2.3: all but unreserved", "2026-11-21";
        row USERINFO = REG_NAME.but(":"), "RFC 3986 section 3.2.1", "2026-11-21";
        row REG_NAME = COMPONENT.but("!$&'()*+,;="), "RFC 3986 section 3.2.2", "2026-11-21";
        row SEGMENT = REG_NAME.but(":@"), "RFC 3986 section 3.3: all but pchar", "2026-11-21";
        row SEGMENT_NZ_NC = REG_NAME.but("@"), "RFC 3986 section 3.3", "2026-11-21";
        row PATH = SEGMENT.but("/"), "RFC 3986 section 3.3", "2026-11-21";
        row QUERY = PATH.but("?"), "RFC 3986 section 3.4", "2026-11-21";
        row QUERY_VALUE = QUERY.and("&=+;"), "RFC 3986 section 3.4; a key or value that survives any form parser", "2026-11-21";
        row FRAGMENT = QUERY, "RFC 3986 section 3.5", "2026-11-21";
        row GEN_DELIMS = class(":/?#[]@"), "RFC 3986 section 2.2: gen-delims", "2026-11-25";
        row SUB_DELIMS = class("!$&'()*+,;="), "RFC 3986 section 2.2: sub-delims", "2026-11-25";
        row RESERVED = GEN_DELIMS.and("!$&'()*+,;="), "RFC 3986 section 2.2: reserved", "2026-11-25";
        row UNRESERVED = class(ALNUM).and("-._~"), "RFC 3986 section 2.3: unreserved", "2026-11-25";
        row EVERYTHING = Set::all_but(""), "RFC 3986 section 2.4: no character has to stay", "2026-11-25";
    }
    rfc3987 "RFC 3987: the same, with non-ASCII characters left as they are." {
        row COMPONENT = rfc3986::COMPONENT.non_ascii(NonAscii::Ucschar), "RFC 3987 section 2.2: all but iunreserved", "2026-11-21";
        row USERINFO = rfc3986::USERINFO.non_ascii(NonAscii::Ucschar), "RFC 3987 section 2.2", "2026-11-21";
        row REG_NAME = rfc3986::REG_NAME.non_ascii(NonAscii::Ucschar), "RFC 3987 section 2.2", "2026-11-21";
        row SEGMENT = rfc3986::SEGMENT.non_ascii(NonAscii::Ucschar), "RFC 3987 section 2.2: all but ipchar", "2026-11-21";
        row PATH = rfc3986::PATH.non_ascii(NonAscii::Ucschar), "RFC 3987 section 2.2", "2026-11-21";
        row QUERY = rfc3986::QUERY.non_ascii(NonAscii::UcscharOrPrivate), "RFC 3987 section 2.2: iprivate stays too", "2026-11-21";
        row FRAGMENT = rfc3986::FRAGMENT.non_ascii(NonAscii::Ucschar), "RFC 3987 section 2.2", "2026-11-21";
    }
    rfc2396 "RFC 2396: the generic syntax of 1998." {
        row COMPONENT = ALL_BUT_ALNUM.but("-_.!~*'()"), "RFC 2396 section 2.3: all but unreserved", "2026-11-21";
        row USERINFO = COMPONENT.but(";:&=+$,"), "RFC 2396 section 3.2.2", "2026-11-21";
        row PCHAR = COMPONENT.but(":@&=+$,"), "RFC 2396 section 3.3", "2026-11-21";
        row SEGMENT = PCHAR.but(";"), "RFC 2396 section 3.3: a segment with its parameters", "2026-11-21";
        row PATH = SEGMENT.but("/"), "RFC 2396 section 3.3", "2026-11-21";
        row QUERY = COMPONENT.but(";/?:@&=+$,"), "RFC 2396 section 3.4: all but uric", "2026-11-21";
        row FRAGMENT = QUERY, "RFC 2396 section 4.1: all but uric", "2026-11-21";
        row RESERVED = class(";/?:@&=+$,"), "RFC 2396 section 2.2: reserved", "2026-11-25";
        row UNRESERVED = class(ALNUM).and("-_.!~*'()"), "RFC 2396 section 2.3: unreserved", "2026-11-25";
    }
    rfc1738 "RFC 1738: the URLs of 1994." {
        row COMPONENT = ALL_BUT_ALNUM.but("$-_.+").but("!*'(),"), "RFC 1738 section 5: all but unreserved", "2026-11-21";
        row UNSAFE = Set::controls().and(" <>\"#%{}|\\^~[]`"), "RFC 1738 section 2.2: no graphic character, and unsafe", "2026-11-21";
        row HTTP_SEGMENT = COMPONENT.but(";:@&="), "RFC 1738 section 5: hsegment", "2026-11-21";
        row HTTP_PATH = HTTP_SEGMENT.but("/"), "RFC 1738 section 5: hpath", "2026-11-21";
        row HTTP_SEARCH = HTTP_SEGMENT, "RFC 1738 section 5: search", "2026-11-21";
        row FTP_SEGMENT = COMPONENT.but("?:@&="), "RFC 1738 section 5: fsegment", "2026-11-21";
        row LOGIN = COMPONENT.but(";?&="), "RFC 1738 section 5: user, password", "2026-11-21";
        row FILE_SEGMENT = FTP_SEGMENT, "RFC 1738 section 5: fsegment, of a file too", "2026-11-25";
        row GOPHER_SELECTOR = COMPONENT.but(";/?:@&="), "RFC 1738 section 5: selector, of xchar", "2026-11-25";
        row MAILTO_ADDRESS = GOPHER_SELECTOR, "RFC 1738 section 5: encoded822addr, of xchar", "2026-11-25";
        row NEWS_GROUP = ALL_BUT_ALNUM.but("-.+_"), "RFC 1738 section 5: group, of news and nntp", "2026-11-25";
        row NEWS_ARTICLE = COMPONENT.but(";/?:&="), "RFC 1738 section 5: article, before its @", "2026-11-25";
        row WAIS = COMPONENT, "RFC 1738 section 5: database, wtype, wpath", "2026-11-25";
        row PROSPERO_SEGMENT = COMPONENT.but("?:@&="), "RFC 1738 section 5: psegment", "2026-11-25";
        row PROSPERO_FIELD = COMPONENT.but("?:@&"), "RFC 1738 section 5: fieldname, fieldvalue", "2026-11-25";
        row RESERVED = class(";/?:@=&"), "RFC 1738 section 2.2: reserved", "2026-11-25";
    }
    rfc1630 "RFC 1630: the first URIs, of June 1994." {
        row COMPONENT = ALL_BUT_ALNUM.but("$-_@.&").but("!*\"'(),"), "RFC 1630: all but xalpha", "2026-11-21";
        row SEGMENT = COMPONENT.but("+"), "RFC 1630: all but xpalpha", "2026-11-21";
        row UNSAFE = Set::controls().and(" <>{|}[]\\^~`"), "RFC 1630: space, national, punctuation, and what has no class", "2026-11-25";
    }
    whatwg "The URL standard, whose sets each add to the one above." {
        row C0_CONTROL = Set::controls(), "URL standard section 1.3", "2026-11-21";
        row FRAGMENT = C0_CONTROL.and(" \"<>`"), "URL standard section 1.3", "2026-11-21";
        row QUERY = C0_CONTROL.and(" \"#<>"), "URL standard section 1.3", "2026-11-21";
        row SPECIAL_QUERY = QUERY.and("'"), "URL standard section 1.3", "2026-11-21";
        row PATH = QUERY.and("?^`{}"), "URL standard section 1.3; ^ since 2025", "2026-11-21";
        row USERINFO = PATH.and("/:;=@[\\]|"), "URL standard section 1.3", "2026-11-21";
        row COMPONENT = USERINFO.and("$%&+,"), "URL standard section 1.3", "2026-11-21";
        form FORM = COMPONENT.and("!'()~"), "URL standard section 1.3: application/x-www-form-urlencoded", "2026-11-21";
    }
    ecmascript "ECMAScript, whose functions follow RFC 2396." {
        row COMPONENT = rfc2396::COMPONENT, "ECMA-262: encodeURIComponent", "2026-11-21";
        row URI = COMPONENT.but(";,/?:@&=+$#"), "ECMA-262: encodeURI", "2026-11-21";
        row FIXED_COMPONENT = COMPONENT.and("!'()*"), "MDN: fixedEncodeURIComponent, for RFC 3986", "2026-11-25";
        row FIXED_URI = URI.but("%[]"), "Giuca 2012: fixedEncodeURI, before it reads %5B and %5D", "2026-11-21";
        row ESCAPE = ALL_BUT_ALNUM.but("@*_+-./"), "ECMA-262 Annex B: escape, of code units below 128", "2026-11-21";
    } + {
        RESERVED = Set::only(";/?:@&=+$,").and("#"), "What `decodeURI` leaves escaped: *uriReserved* and `#`.";
        FIXED = Set::only("%[]"), "What the corrections of 2012 leave escaped as well: `%`, and the brackets that RFC 3986 allows.";
    }
    python "`urllib.parse.quote` of Python 3, and `urllib.quote` of Python 2." {
        row QUOTE = rfc3986::COMPONENT.but("/"), "CPython 3: urllib.parse.quote", "2026-11-21";
        form QUOTE_PLUS = rfc3986::COMPONENT, "CPython 3: urllib.parse.quote_plus", "2026-11-21";
        row PYTHON2_QUOTE = QUOTE.and("~"), "CPython 2.7: urllib.quote", "2026-11-21";
    }
    giuca "The address bars of 2012, and the two literal cleanings, after Matt Giuca's article." {
        row CLEAN_3986 = Set::controls().and(" \"<>\\^`{|}"), "Giuca 2012: the literal cleaning, RFC 3986", "2026-11-21";
        row CLEAN_2396 = CLEAN_3986.and("[]"), "Giuca 2012: the literal cleaning, RFC 2396", "2026-11-21";
    } + {
        CHROME16 = Set::controls().and(" \"<>"), "The address bar of Chrome 16.";
        FIREFOX10 = CHROME16.and("'`"), "The address bar of Firefox 10.";
    }
    browsers {
        row FIREFOX10 = giuca::FIREFOX10, "Giuca 2012: the address bar of Firefox 10", "2026-11-21";
        row CHROME16 = giuca::CHROME16, "Giuca 2012: the address bar of Chrome 16", "2026-11-21";
    }
    javascript { row PROGRAM = rfc3986::REG_NAME, "Giuca 2012: a program in a javascript: URI, sub-delims bare", "2026-11-21"; }
    html { form FORM = whatwg::FORM, "HTML standard: application/x-www-form-urlencoded", "2026-11-21"; }
    java { form URL_ENCODER = ALL_BUT_ALNUM.but(".-*_"), "Java: java.net.URLEncoder", "2026-11-21"; }
    go {
        form QUERY_ESCAPE = rfc3986::COMPONENT, "Go: net/url QueryEscape", "2026-11-21";
        row PATH_ESCAPE = rfc3986::COMPONENT.but("$&+=:@"), "Go: net/url PathEscape", "2026-11-21";
    }
    php {
        row RAWURLENCODE = rfc3986::COMPONENT, "PHP: rawurlencode", "2026-11-21";
        form URLENCODE = rfc3986::COMPONENT.and("~"), "PHP: urlencode", "2026-11-21";
    }
    dotnet {
        row ESCAPE_DATA_STRING = rfc3986::COMPONENT, ".NET: Uri.EscapeDataString", "2026-11-21";
        form URL_ENCODE = ALL_BUT_ALNUM.but("-_.!*()"), ".NET: WebUtility.UrlEncode", "2026-11-21";
        lower_form HTTP_UTILITY = URL_ENCODE, ".NET: HttpUtility.UrlEncode", "2026-11-25";
    }
    ruby {
        form CGI_ESCAPE = rfc3986::COMPONENT, "Ruby: CGI.escape", "2026-11-21";
        row URL_ENCODE = rfc3986::COMPONENT, "Ruby: ERB::Util.url_encode", "2026-11-21";
        form FORM = whatwg::FORM, "Ruby: URI.encode_www_form_component", "2026-11-21";
    }
    perl {
        row URI_ESCAPE = rfc3986::COMPONENT, "Perl: URI::Escape 5", "2026-11-21";
        row URI_ESCAPE_OLD = rfc2396::COMPONENT, "Perl: URI::Escape before URI 1.53 of 2010 (its Changes)", "2026-11-25";
    }
    curl {
        row EASY_ESCAPE = rfc3986::COMPONENT, "curl: curl_easy_escape", "2026-11-21";
        lower_form DATA_URLENCODE = rfc3986::COMPONENT, "curl 7.88.1: --get --data-urlencode", "2026-11-25";
    }
    saml { lower_form AD_FS = dotnet::HTTP_UTILITY, "php-saml: lowercaseUrlencoding, for AD FS; of base64, only + / = are encoded", "2026-11-25"; }
    oauth { row PERCENT_ENCODE = rfc3986::COMPONENT, "RFC 5849 section 3.6", "2026-11-21"; }
    aws {
        row SIGV4 = rfc3986::COMPONENT, "AWS Signature Version 4: UriEncode", "2026-11-21";
        row SIGV4_PATH = rfc3986::COMPONENT.but("/"), "AWS Signature Version 4: UriEncode of an object key", "2026-11-21";
        form S3_EVENT_KEY = whatwg::FORM, "Amazon S3 event notifications: object key", "2026-11-21";
    }
    jq {
        row URI_1_6 = rfc2396::COMPONENT, "jq 1.6: @uri", "2026-11-21";
        row URI = rfc3986::COMPONENT, "jq 1.7: @uri", "2026-11-21";
    }
    rfc8187 { row EXT_VALUE = ALL_BUT_ALNUM.but("!#$&+-.^_`|~"), "RFC 8187 section 3.2.1: attr-char", "2026-11-21"; }
    rfc6570 {
        row SIMPLE = rfc3986::COMPONENT, "RFC 6570 section 3.2.2", "2026-11-21";
        row RESERVED = rfc3986::COMPONENT.but(":/?#[]@!$&'()*+,;="), "RFC 6570 section 3.2.3; triplets stay too", "2026-11-21";
    }
    grpc { row MESSAGE = Set::controls().and("%"), "gRPC over HTTP2: Percent-Byte-Unencoded", "2026-11-21"; }
    w3c { row BAGGAGE_VALUE = Set::controls().and(" \",;\\%"), "W3C Baggage section 3.3: baggage-octet", "2026-11-21"; }
    rfc6265 { row COOKIE_VALUE = w3c::BAGGAGE_VALUE, "RFC 6265 section 4.1.1: cookie-octet, and %", "2026-11-25"; }
    hive { row PARTITION_VALUE = Set::controls().but("\0").and("\"#%'*/:=?\\{[]^").non_ascii(NonAscii::Bare), "Apache Hive: FileUtils.escapePathName; a NUL stays", "2026-11-21"; }
    arrow { row PARTITION_VALUE = rfc3986::COMPONENT, "Apache Arrow 26: UriEscape; DuckDB 2.0 and Delta Lake too", "2026-11-29"; }
    polars { row PARTITION_VALUE = Set::controls().and(" %/:="), "Polars 2.1: hive partitions", "2026-11-29"; }
    datafusion { row PARTITION = Set::controls().and("\"#%*/<>?[\\]^`{|}~"), "DataFusion 55: object_store, a part of a path", "2026-11-29"; }
    iceberg { form PARTITION = rfc3986::COMPONENT, "PyIceberg 0.12: quote_plus", "2026-11-29"; }
    vcf { row VALUE = Set::only("%:;=,\r\n\t").non_ascii(NonAscii::Bare), "VCF 4.3 section 1.2: characters with special meaning", "2026-11-29"; }
    gff3 { row ATTRIBUTE = Set::controls().and("%;=&,").non_ascii(NonAscii::Bare), "GFF3 1.26: column 9, as gffutils writes it", "2026-11-29"; }
    bagit { row PATH = Set::only("%\r\n").non_ascii(NonAscii::Bare), "RFC 8493 section 2.1.3: a path in a manifest", "2026-11-29"; }
    dbus { lower ADDRESS_VALUE = ALL_BUT_ALNUM.but("-_/.\\*"), "D-Bus specification: server addresses, as libdbus writes a value", "2026-11-29"; }
    pkcs11 {
        row ATTRIBUTE = ALL_BUT_ALNUM.but("-._"), "RFC 7512 section 2.3, as p11-kit writes an attribute", "2026-11-29";
        row ID = rfc3986::EVERYTHING, "RFC 7512 section 2.3: each octet of an id is encoded", "2026-11-29";
    }
    apt {
        lower URI_PATH = Set::controls().and(" %+~"), "apt 2.6: Acquire::URIEncode, in the URI of a package", "2026-11-29";
        lower FILE_NAME = Set::controls().and(" %_:"), "apt 2.6: QuoteString, in the name of a package's file", "2026-11-29";
        lower LIST_NAME = Set::controls().and(" %\\|{}[]<>\"^~_=!@#$&*"), "apt 2.6: QuoteString in URItoFileName, before / becomes _", "2026-11-29";
    }
    gnupg { lower LISTING = Set::only("%:,\n").non_ascii(NonAscii::Bare), "GnuPG 2.2: a field of a listing of gpgconf", "2026-11-29"; }
    xlsxwriter { lower LINK = Set::only("%\"<>[]^`{} ").non_ascii(NonAscii::Bare), "XlsxWriter 3.3: write_url, of a link without an escape", "2026-11-29"; }
    mediawiki { form URL_ENCODE = rfc3986::COMPONENT.but(";@$!*(),/:"), "MediaWiki 1.39: wfUrlencode, of a title whose blanks are _ already", "2026-11-29"; }
    purl { row COMPONENT = rfc3986::COMPONENT.but(":"), "package-url: character encoding", "2026-11-21"; }
}

/// The row of this family and name.
#[must_use]
pub fn find(family: &str, name: &str) -> Option<&'static SetRow> {
    ROWS.iter().find(|row| row.family == family && row.name == name)
}
