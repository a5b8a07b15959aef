//! Atoms: parts of URIs that break displays. The tests of `pretty` string them together, and so do
//! the generated texts of the fuzz targets.

#[rustfmt::skip] // beginnings read best in lines of a kind
pub(crate) const BEGINNINGS: &[&str] = &[
    "http://h/", "http://h/", "http://h/", "https://h", "http://u:p%40@h:80/", "ws://h/a/",
    "file:///", "file://h/", "foo://h/", "foo:/", "foo:", "http:/", "http:", "http:///",
    "javascript:", "mailto:", "//h/", "///", "/", "", "", "http://h/?", "http://h/#", "?", "#",
    "http://xn--bcher-kva.de/", "http://[::1]/", "HTTP://H%41/",
];

/// What breaks displays, to be strung together.
#[rustfmt::skip] // atoms read best in lines of a kind
pub(crate) const ATOMS: &[&str] = &[
    "%", "%2", "%25", "%41", "%C3", "%A9", "%c3%a9", "%E2%80%AE", "/", "..", "%2E", "%2e%2E", ".",
    "%5C", "%CC%81", "%CC%B8", "=", "&", "#", "?", "%20", "%20", "+", "[", "]", "|", "^", ":",
    "%EF%BC%8F", "%E3%82%AB%E3%82%99", "a", "e", "Z", "5", "%43", "%7C", "%3A", "%00", "%0A",
    "%7F", "%85", "%C2%85", "%2F", "%2B", "%26", "%3D", "%23", "%3F", "%22", "%60", "é", " ", "\\",
    "e%CC%81", "%E1%84%80%E1%85%A1%E1%86%A8", "%CC%B1%CC%81", "%D7%A2", "%D8%A7", "%D9%A2", "ע",
    "%E3%83%8E", "%E6%97%A5", "%F0%9F%94%92", "%F0%9F%98%80", "%E2%80%8D", "%EF%BF%BF", "%u0041",
    "%E0%A4%95%E0%A5%8D", "%E0%A7%87%E0%A6%BE", "%EA%B0%80%E1%86%A8", "@", ";", "%ED%A0%80", "~",
    "%7E", "-", "_", "%F4%90%80%80", "\u{202E}", "%EF%BB%BF", "%E2%84%AB", "1", "%31", "%34",
];

/// Characters that make a text run in both directions, and characters to combine with them.
#[rustfmt::skip] // atoms read best in lines of a kind
pub(crate) const BOTH_WAYS: &[&str] = &[
    "%D7%A2", "%D7%A2", "%D7%A2", "%D8%A7", "%D9%A2", "%DB%B2", "%D6%BE", "%D6%B8", "%CC%81", "1",
    "%31", "a", "%41", "%C3%A9", "%20", "/", "#", "?", "&", "=", "-", "_", "+", ",", "(", ")", "$",
    "%E2%82%AC", "%25", "%FF", "%80", ".", ":", "%2F", "%C2%B1", "%E2%80%8F", "%F0%9F%98%80", ";",
];

/// What a URI begins with that has a host of its own script, or somebody's name.
#[rustfmt::skip] // beginnings read best in lines of a kind
pub(crate) const HOSTS: &[&str] = &[
    "http://xn--5dbqzzl.com/", "http://xn--mgbh0fb.xn--wgbh1c/", "http://xn--9dbne9b.xn--4dbrk0ce/", "http://xn--mgbh0fb.xn--wgbh1c:8/",
    "http://u:%D7%A2@h/", "http://%D7%A2:1@xn--mgbh0fb.xn--wgbh1c", "//u:p@xn--5dbqzzl.com/?",
];
