"""Hostile texts: families of any length, each of a kind that some parser handles badly.

A family has a beginning, a repeated part, and an end.
"""

from __future__ import annotations

FAMILIES: dict[str, tuple[str, str, str]] = {
    # Plain text, for comparison with the others.
    "letters": ("http://h/", "a", ""),
    "deep %25": ("http://h/%", "25", "41"),
    "all %": ("http://h/", "%", ""),
    "%41": ("http://h/", "%41", ""),
    "% and a digit": ("http://h/", "%4", ""),
    "%C3 and letters": ("http://h/", "%C3x", ""),
    "%C3%A9": ("http://h/", "%C3%A9", ""),
    "continuation octets": ("http://h/", "%80", ""),
    "overlong": ("http://h/", "%C0%AF", ""),
    "surrogates in UTF-8": ("http://h/", "%ED%A0%80", ""),
    "mojibake": ("http://h/", "Ã©", ""),
    "mojibake of mojibake": ("http://h/", "ÃƒÂ©", ""),
    "%u": ("http://h/", "%u0041", ""),
    "half pairs": ("http://h/", "%uD83D", ""),
    "NUL": ("http://h/", "%00", ""),
    "raw NUL": ("http://h/", "\0", ""),
    "CR and LF": ("http://h/", "%0D%0A", ""),
    "raw CR and LF": ("http://h/", "\r\n", "x"),
    "tabs in a host": ("http://h", "\t", "/"),
    "spaces": ("http://h/", " ", "x"),
    "@": ("http://", "a@", "h/"),
    "colons": ("http://", "a:", "b@h/"),
    "colons in a segment": ("", "a:", "b"),
    "slashes": ("http://h", "/", ""),
    "backslashes": ("http://h/", "\\", ""),
    "brackets": ("http://h/", "[", "]" * 8),
    "bracketed pairs": ("http://h/", "[]", ""),
    "brackets in a host": ("http://", "[", "]/"),
    "../": ("http://h/", "../", ""),
    "a/../": ("http://h/", "a/../", ""),
    "deep, then back": ("http://h/", "a/", "../" * 8),
    "./": ("", "./", "x"),
    "%2e%2e/": ("http://h/", "%2e%2e/", ""),
    "long label": ("http://", "a", ".example/"),
    "many labels": ("http://", "a.", "example/"),
    "many xn--": ("http://", "xn--a.", "example/"),
    "long xn--": ("http://xn--", "a", "-9ja.example/"),
    "host in Unicode": ("http://", "é", ".example/"),
    "labels in Unicode": ("http://", "é.", "example/"),
    "%-escapes in a host": ("http://", "%61", "/"),
    "numbers in a host": ("http://", "1.", "1/"),
    "long number in a host": ("http://0x", "0", "1/"),
    "long port": ("http://h:", "0", "80/"),
    "combining marks": ("http://h/a", "\u0301", ""),
    "combining marks, escaped": ("http://h/a", "%CC%81", ""),
    "marks out of order": ("http://h/a", "\u0315\u0300", ""),
    "Hangul": ("http://h/", "\u1100\u1161\u11a8", ""),
    "bidi": ("http://h/", "\u05d0a", ""),
    "bidi, escaped": ("http://h/", "%D7%A2a1/", ""),
    "bidi controls": ("http://h/", "%E2%80%AE", ""),
    "emoji": ("http://h/", "\U0001f600", ""),
    "joined emoji": ("http://h/", "\U0001f468\u200d", ""),
    "Japanese": ("http://h/", "日本語", ""),
    "& and =": ("http://h/?", "a=b&", ""),
    "&": ("http://h/?", "&", ""),
    "=": ("http://h/?", "=", ""),
    ";": ("http://h/?", "a;", ""),
    ",": ("http://h/?", "a,", ""),
    "the same name": ("http://h/?", "utm_source=1&", ""),
    "descending names": ("http://h/?", "z=1&y=1&x=1&", ""),
    "+": ("http://h/?q=", "+", ""),
    "&amp;": ("http://h/?a", "&amp;", "b"),
    "?": ("http://h/", "?", ""),
    "#": ("http://h/", "#", ""),
    "nested URLs": ("http://h/?u=", "http://h/?u=", ""),
    "nested URLs, escaped": ("http://h/?u=", "http%3A%2F%2Fh%2F%3Fu%3D", ""),
    "long scheme": ("a", "a", ":b"),
    "<": ("<", "<", "http://h/>>"),
    "quotes": ('"', '"', 'http://h/"'),
    "BOMs": ("", "\ufeff", "http://h/"),
    "shell escapes": ("http://h/", "\\%20", ""),
    "opening brackets": ("http://h", "[", "/"),
    "brackets around a dot": ("http://h", "[.]", "com/"),
    "nested brackets": ("http://h", "([", ".com/"),
    "defanged words": ("hxxp://h", " [dot] a", "/"),
    "nested redirects": ("https://href.li/?", "https://href.li/?", "https://h/"),
    "escaped redirects": ("https://href.li/?", "https%3A%2F%2Fhref.li%2F%3F", "https://h/"),
    "data": ("data:text/plain;base64,", "QUFB", ""),
}


def hostile(family: str, octets: int) -> str:
    """Return a text of the family with that many octets of UTF-8, or a few less.

    >>> hostile("colons", 13), hostile("Japanese", 30)
    ('http://a:b@h/', 'http://h/日本語日本語')
    """
    begin, unit, end = FAMILIES[family]
    return begin + unit * max(1, (octets - len(begin) - len(end)) // len(unit.encode())) + end
