//! Rows: the parts of generated URIs, usual ones and those that parsers read differently.

/// Schemes: with a default port or without, with a host or without, opaque, and their cases.
pub(crate) const SCHEMES: &[&str] = &[
    "http", "http", "http", "http", "https", "https", "https", "HTTP", "hTTps", "ftp", "ws", "wss",
    "file", "file", "FILE", "mailto", "data", "javascript", "urn", "tel", "foo", "foo", "x-a.b+c",
    "blob", "about", "git+ssh", "ldap", "sip", "jdbc", "view-source", "c", "postgresql", "redis",
];

/// User and password.
pub(crate) const USERINFO: &[&str] = &[
    "", "u", "u:p", "u:", ":p", ":", "u:p:q", "a@b", "u%40e:p%3Aq", "%D7%A2:1", "ü:é", "u:p%2Fq",
    "e.com", "u:80", "a;b=c", "%00", "x:%E2%80%AE", "*:*",
];

/// Hosts, by kind.
pub(crate) const HOSTS: [&[&str]; 6] = [NAMES_OF_HOSTS, NAMES_OF_HOSTS, IDNS, IPV4, IPV6, ODD];

const NAMES_OF_HOSTS: &[&str] = &[
    "h", "h", "e.com", "e.com", "example.com", "www.example.co.uk", "EXAMPLE.com", "e.com.", "a.b.c.d",
    "localhost", "LOCALHOST", "1e.com", "a-b.de", "a--b.de", "a_b.de", "github.io", "x.kawasaki.jp",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.de",
];

const IDNS: &[&str] = &[
    "xn--bcher-kva.de", "XN--BCHER-KVA.de", "xn--n3h.com", "xn--fa-hia.de", "xn--5dbqzzl.com", "xn--a",
    "xn--", "xn--mgbh0fb.xn--wgbh1c", "xn--a-.com", "xn--0.pt", "xn--zn7c.com", "xn--80ak6aa92e.com",
    "xn--1ug", "bücher.de", "BÜCHER.de", "faß.de", "ΒΌΛΟΣ.gr", "βόλος.gr", "例え.テスト", "a。b", "a．b",
    "ａ.com", "①.com", "℀.com", "a\u{AD}b.com", "a\u{200D}b.com", "क्\u{200D}ष.in", "עברית.com",
    "1עב.com", "аpple.com", "bu\u{308}cher.de", "☃.net", "İ.com", "ﬁ.com", "𐐀.com",
];

const IPV4: &[&str] = &[
    "127.0.0.1", "1.2.3.4", "192.168.0.1", "255.255.255.255", "0.0.0.0", "0x7f.1", "0X7F000001", "0x",
    "017700000001", "2130706433", "1.2.3", "1.2", "1.2.3.4.", "1.2.3.4.5", "256.1.1.1", "1.2.3.256",
    "4294967295", "4294967296", "09.1.1.1", "00.00.00.00", "1..2", "0x.0x.0", "１.2.3.4", "1.2.3.4a",
    "%31.2.3.4", "1.2.0xffff", "169.254.169.254", "0.0", "1.65536", "1.0x1000000",
];

const IPV6: &[&str] = &[
    "[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[2001:DB8::00a]", "[::ffff:1.2.3.4]", "[::1.2.3.4]", "[1::]",
    "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[v1.a]", "[vF.:]",
    "[64:ff9b::1.2.3.4]", "[0:0:0:0:0:0:0:0]", "[1:0:0:2::3]", "[::FFFF:7F00:1]", "[fe80::1%25]",
];

const ODD: &[&str] = &[
    "", "", ".", "..", ".e.com", "a..b", "-a.de", "a-.de", "%65.com", "e%2Ecom", "%C3%A9.fr", "%C3.fr",
    "a%2Fb", "a%00b", "a%25b", "a%40b", "e.com%3A80", "e.com\\@f.com", "a b", "a\tb", "a|b", "a^b", "a<b",
    "[1::2::3]", "[::1", "::1]", "[:::]", "[12345::]", "[]", "[g::]", "[::1]a", "!$&'()*+,;=", "*.e.com",
    "~", "a%", "%zz", "%E2%80%AE.com", "%EF%BC%8E.com", "xn--%C3%BC", "c:", "c|", "[v1.]", "\u{FEFF}a",
];

pub(crate) const PORTS: &[&str] = &[
    "80", "80", "443", "21", "8080", "", "", "0", "00080", "65535", "65536", "99999999999", "8o", "%38",
    "-1", "+1", "８０", "80:81", " 80", "0000000000000000000443", "08", "5432",
];

pub(crate) const SEGMENTS: &[&str] = &[
    "", "", "a", "b", "c", "index.html", ".", "..", "..", "...", "%2e", "%2E%2e", ".%2E", "a:b", "C:", "c|",
    ";a=b", "a,b", "%2F", "%5C", "~u", "%7Eu", "a%20b", "a b", "%C3%A9", "é", "@", "a=b&c", "+", "%2B", "*",
    "%41", "%zz", "%", "\\", "\\..", "x.tar.gz", ".hidden", "%00", "a;jsessionid=1", "(1)", "{id}", "'", "!",
];

pub(crate) const NAMES: &[&str] = &[
    "a", "b", "q", "a", "", "utm_source", "UTM_Medium", "fbclid", "gclid", "a%20b", "a+b", "%C3%A9", "é",
    "a[]", "a%5B0%5D", "a.b", "amp;a", "%26", "%3D", "?", "/", "jsessionid", "phpsessid", "%61", "a:b",
];

/// Beginnings of fragments.
pub(crate) const FRAGMENTS: &[&str] =
    &["", "top", "a=b", ":~:text=a", "/a/b?c", "!/a", "%23", "é", "%C3%A9", "#", "?"];

/// Atoms of data, by kind: legal as they are, escapes, form data, and what is illegal.
pub(crate) const ATOMS: [&[&str]; 4] = [
    &[
        "a", "b", "Z", "0", "42", "-", ".", "_", "~", "!", "$", "'", "(", ")", "*", ",", ";", "=", ":", "@",
        "/", "example", "quite-a-long-word-of-letters-and-hyphens",
    ],
    &[
        "%41", "%7e", "%7E", "%2d", "%2F", "%2f", "%25", "%2541", "%252525", "%20", "%00", "%0A", "%0d%0a",
        "%C3%A9", "%c3%a9", "%E2%82%AC", "%e2%82%ac", "%F0%9F%98%80", "%C3", "%A9", "%E9", "%FF", "%C0%AF",
        "%ED%A0%80", "%F4%90%80%80", "%26", "%3D", "%2B", "%3F", "%23", "%3a", "%40", "%5B", "%7C", "a", "1",
    ],
    &[
        "+", "%2B", "&", "=", ";", "%26", "%3D", "%20", "a", "a+b", "&&", "&=", "=&", "==", "a=1&b=2", "?",
        "%C3%A9", "%zz", "%", "&amp;", "é", "'", "http://e.com/?a=b",
    ],
    &[
        " ", "\t", "\n", "\r\n", "\"", "<", ">", "\\", "^", "`", "{", "}", "|", "[", "]", "#", "é", "ü", "日本",
        "😀", "\u{202E}", "\u{200B}", "\u{FFFD}", "\u{85}", "\u{A0}", "\u{2028}", "%", "%4", "%zz", "%u0041",
        "\u{7F}", "\u{0}", "\u{E000}", "\u{10FFFF}", "a", "b",
    ],
];
