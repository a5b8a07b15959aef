"""RFC 1738: the URLs of each scheme, cleaned and compared by its grammar."""

import contextlib
import re
from itertools import product
from typing import Any

import pytest

import superuri
from kit.amount import FULL, length
from kit.clock import linearly
from superuri import rfc1738

# The grammar of section 5, transcribed.
UNRESERVED = r"[A-Za-z0-9$\-_.+!*'(),]"
ESCAPE = "%[0-9A-Fa-f]{2}"
UCHAR = f"(?:{UNRESERVED}|{ESCAPE})"
XCHAR = f"(?:{UNRESERVED}|[;/?:@&=]|{ESCAPE})"
LABEL = "(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)"
HOST = rf"(?:{LABEL}(?:\.{LABEL})*)"
HOSTPORT = f"{HOST}(?::[0-9]+)?"
USER = f"(?:{UCHAR}|[;?&=])*"
LOGIN = f"(?:{USER}(?::{USER})?@)?{HOSTPORT}"
FPATH = f"(?:{UCHAR}|[?:@&=])*(?:/(?:{UCHAR}|[?:@&=])*)*"
HPATH = f"(?:{UCHAR}|[;:@&=])*(?:/(?:{UCHAR}|[;:@&=])*)*"
SEARCH = f"(?:{UCHAR}|[;:@&=])*"
GROUP = "[A-Za-z][A-Za-z0-9.+_-]*"
FIELD = f"(?:{UCHAR}|[?:@&])*"
GRAMMAR = {
    "ftp": f"ftp://{LOGIN}(?:/{FPATH}(?:;type=[AIDaid])?)?",
    "file": f"file://(?:{HOST})?/{FPATH}",
    "http": rf"http://{HOSTPORT}(?:/{HPATH}(?:\?{SEARCH})?)?",
    "gopher": f"gopher://{HOSTPORT}(?:/(?:{XCHAR}(?:(?!%09){XCHAR})*"
    f"(?:%09(?:(?!%09)(?:{UCHAR}|[;:@&=]))*(?:%09{XCHAR}*)?)?)?)?",
    "mailto": f"mailto:{XCHAR}+",
    "news": rf"news:(?:\*|{GROUP}|(?:{UCHAR}|[;/?:&=])+@{HOST})",
    "nntp": f"nntp://{HOSTPORT}/{GROUP}(?:/[0-9]+)?",
    "telnet": f"telnet://{LOGIN}/?",
    "wais": rf"wais://{HOSTPORT}/{UCHAR}*(?:\?{SEARCH}|/{UCHAR}*/{UCHAR}*)?",
    "prospero": f"prospero://{HOSTPORT}/{FPATH}(?:;{FIELD}={FIELD})*",
}

# Every character that has to be encoded in some part.
HARD = ' <>"#%{}|\\^~[]`\x00\x7fé;/?:@&='
# The text, the URL, and why.
CLEANED = [
    ("ftp://h/a;type=i", "ftp://h/a;type=i", "3.2.2: the type is not part of the name"),
    ("ftp://h/a;type=x", "ftp://h/a%3Btype=x", "5: ftptype is A, I or D"),
    ("ftp://h/a;b;type=d", "ftp://h/a%3Bb;type=d", "3.2.2: ; is reserved in a name"),
    ("ftp://me:a:b@h/%2Fetc/motd", "ftp://me:a%3Ab@h/%2Fetc/motd", "3.1; 3.2.2: the example"),
    ("http://h/a;b?c/d?e", "http://h/a;b?c%2Fd%3Fe", "5: search has no / and no ?"),
    ("http://h/%7e/~", "http://h/%7e/%7E", "2.2: ~ is unsafe; triplets stay"),
    ("gopher://h/1/a?b", "gopher://h/1/a?b", "3.4.1: nothing is reserved"),
    ("gopher://h/7a\tb/c", "gopher://h/7a%09b%2Fc", "3.4.2: an encoded tab before the search"),
    ("gopher://h/0a%09%09+text/x E", "gopher://h/0a%09%09+text/x%20E", "3.4.8"),
    ("mailto:a%b@h?x/y", "mailto:a%25b@h?x/y", "3.5: the percent sign must be encoded"),
    ("news:a<b>/c@h", "news:a%3Cb%3E/c@h", "5: article"),
    ("news:*", "news:*", "3.6: all groups"),
    ("news:comp.infosystems.www.misc", "news:comp.infosystems.www.misc", "3.6"),
    ("nntp://h:119/comp.x/12", "nntp://h:119/comp.x/12", "3.7"),
    ("telnet://u s:p w@h/", "telnet://u%20s:p%20w@h/", "3.1"),
    ("wais://h/db/T/a/b?c", "wais://h/db/T/a%2Fb%3Fc", "5: wpath has no reserved character"),
    ("wais://h/db?a b", "wais://h/db?a%20b", "3.9: a search"),
    (
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "3.10: the example",
    ),
    ("file:///a;b", "file:///a%3Bb", "5: fsegment"),
    ("prospero://host.dom//pros/name", "prospero://host.dom//pros/name", "3.11: the example"),
    ("prospero://h/a;v=1;w=x/y", "prospero://h/a;v=1;w=x%2Fy", "5: fieldvalue has no /"),
    ("x-new:a b|c", "x-new:a%20b%7Cc", "5: otherurl, of xchar"),
    ("http://h/a#b c#d", "http://h/a#b%20c%23d", "2.2: # ends the URL"),
]
SAME = [
    ("HTTP://H", "http://h/", "2.1 scheme; 3.3: the / may be omitted"),
    ("http://h:80/a", "http://h:/a", "3.3: the port defaults to 80"),
    ("http://h:080/", "http://h", "3.3: the port is a number"),
    ("http://h/%2a%41:", "http://h/*A%3a", "2.2: unreserved, and not reserved in http"),
    ("http://h/?%2f", "http://h/?%2F", "2.2: abcdef may also be used"),
    ("ftp://h:21/a;TYPE=I", "ftp://H/a;type=i", "3.2: port 21; 5: ftptype"),
    ("ftp://u%2E@h/a%3Ab", "ftp://u.@h/a:b", "3.2.2: only / and ; are reserved"),
    ("gopher://h:70", "gopher://h/1", "3.4.1: the type defaults to 1"),
    ("gopher://h/", "gopher://h/1", "3.4.1"),
    ("gopher://h/%31%2Fa%3F", "gopher://h/1/a?", "3.4.1: no characters are reserved"),
    ("mailto:a%2Fb%40H", "mailto:a/b@h", "3.5: there are no reserved characters"),
    ("news:a%2F@H", "news:a/@h", "3.6: the domain of a message"),
    ("nntp://H:119/a.b/1", "nntp://h/a.b/1", "3.7"),
    ("telnet://h:23/", "telnet://h", "3.8: the final / may be omitted"),
    ("wais://h:210/a", "wais://h/%61", "3.9"),
    ("file://localhost/a", "file:///a", "3.10: the machine itself"),
    ("prospero://h:1525/a", "prospero://H/a", "3.11"),
    ("x-new:%41", "x-new:A", "2.2"),
]
OTHER = [
    ("http://h/a;b", "http://h/a%3Bb", "3.3: ; is reserved"),
    ("http://h/a/b", "http://h/a%2Fb", "3.3"),
    ("http://h/a", "http://h/A", "a path has case"),
    ("http://h:8080/", "http://h/", "another port"),
    ("http://h:0/", "http://h/", "another port"),
    ("ftp://h/a;type=a", "ftp://h/a%3Btype=a", "3.2.2"),
    ("ftp://h/%2Fetc", "ftp://h//etc", "3.2.2: the example"),
    ("ftp://h/a;type=a", "ftp://h/a;type=i", "3.2.2"),
    ("ftp://A@h/", "ftp://a@h/", "a user has case"),
    ("gopher://h/1a%09b", "gopher://h/1ab", "3.4.2"),
    ("mailto:A@h", "mailto:a@h", "RFC 822: a local part has case"),
    ("news:a.b", "news:A.b", "RFC 1036: the name of a group"),
    ("wais://h/a%3Fb", "wais://h/a?b", "3.9"),
    ("file://h/a", "file:///a", "3.10"),
    ("prospero://h/a%3Bb=c", "prospero://h/a;b=c", "3.11"),
    ("x-new:%2F", "x-new:/", "2.2: any reserved character may have a meaning"),
    ("http://h/#a", "http://h/", "a fragment is compared too"),
]
#: Texts that no encoding makes a URL of their scheme.
WRONG = [
    *("", "a", "//h/a", "é:a", "http:a", "http://h?a", "http://u@h/", "http:///a"),
    *("http://é/", "http://h h/", "http://h:x/", "ftp:/a", "file:/a", "nntp://h/"),
    *("nntp://h/a b", "nntp://h/a/x", "news:", "news:a%20b", "mailto:"),
    *("telnet://h/a", "wais://h/a/b", "wais://h", "gopher:x", "prospero://h/a;b"),
    *("prospero://h/a;b=c=d", "ftp://me@x.org@h/", "telnet://u:p/w@h/"),
]


@pytest.mark.parametrize(("text", "url", "why"), CLEANED)
def test_clean(text: str, url: str, why: str) -> None:
    assert rfc1738.clean(text) == url, why
    assert rfc1738.clean(url) == url
    legal(url)


@pytest.mark.parametrize("text", WRONG)
def test_a_text_that_is_not_a_url_of_its_scheme_is_refused(text: str) -> None:
    with pytest.raises(superuri.errors.ParseError) as caught:
        rfc1738.clean(text)
    assert caught.value.code == "bad-url"
    assert caught.value.help.startswith("write ")


@pytest.mark.parametrize(("a", "b", "why"), SAME)
def test_equivalent(a: str, b: str, why: str) -> None:
    assert rfc1738.equivalent(a, b), why
    assert rfc1738.normalize(rfc1738.normalize(a)) == rfc1738.normalize(a)
    legal(rfc1738.normalize(a))


@pytest.mark.parametrize(("a", "b", "why"), OTHER)
def test_not_equivalent(a: str, b: str, why: str) -> None:
    assert not rfc1738.equivalent(a, b), why


FILLED = [
    "ftp://{0}:{0}@h/{0}/{0}", "http://h/{0}", "http://h/a?{0}", "gopher://h/0{0}",
    "gopher://h/7a%09{0}%09{0}", "mailto:a{0}@h", "news:a{0}@h", "telnet://u{0}@h/", "wais://h/{0}",
    "wais://h/a/b/{0}", "wais://h/a?{0}", "file:///{0}", "prospero://h/{0}", "prospero://h/a;b{0}=c",
    "x:{0}", "x://h/{0}",
]  # fmt: skip


@pytest.mark.parametrize("form", FILLED)
@pytest.mark.parametrize("mark", HARD)
def test_every_character_in_every_part(form: str, mark: str) -> None:
    text = form.format(mark)
    try:
        url = rfc1738.clean(text)
    except superuri.errors.ParseError:
        # A delimiter that the part cannot have unencoded.
        assert mark in "#;/?:@="
        return
    legal(url)
    assert rfc1738.clean(url) == url
    normal = rfc1738.normalize(url)
    legal(normal)
    assert rfc1738.normalize(normal) == normal
    # Escapes are decoded once. A fragment ends the URL earlier, so that it may gain a slash.
    if mark == "#":
        return
    assert superuri.decode_bytes(normal).lower() == superuri.decode_bytes(url).lower()


#: Pieces that a long URL repeats.
PIECES = ["a", ".", "a.", "@", "a@", ";", ";a=b", "/", "%09", "%41", ":", " "]


#: Each piece in some forms, usually.
LONG = [
    (form, piece)
    for (n, form), (m, piece) in product(enumerate(FILLED), enumerate(PIECES))
    if FULL or (n + m) % 6 == 0
]


@pytest.mark.parametrize(("form", "piece"), LONG)
def test_a_long_url_is_read_once(form: str, piece: str) -> None:
    with linearly(), contextlib.suppress(superuri.errors.ParseError):
        rfc1738.normalize(form.format(piece * length(100_000) + "!"))


def legal(url: str) -> None:
    scheme, _, _ = url.partition(":")
    grammar = GRAMMAR.get(scheme.lower(), f"[A-Za-z0-9+.-]+:{XCHAR}*")
    body = url.partition("#")[0]
    assert re.fullmatch(
        f"(?i:{scheme}){grammar[len(scheme) :]}" if scheme in GRAMMAR else grammar, body
    )


def test_the_rows() -> None:
    assert set(rfc1738.schemes) == set(GRAMMAR)
    ports = {name: row.port for name, row in rfc1738.schemes.items() if row.port}
    assert ports == {
        "ftp": "21",
        "http": "80",
        "gopher": "70",
        "nntp": "119",
        "telnet": "23",
        "wais": "210",
        "prospero": "1525",
    }
    for name, row in rfc1738.schemes.items():
        assert row.form.startswith(f"{name}:")
        assert set(row.parts) | {"port"} >= set(row.pattern.groupindex) >= set(row.parts)
        assert row.source.startswith("RFC 1738 section 3.")
        assert row.checked
        folded = {part for part, its in row.parts.items() if its.folded}
        assert folded == {"host"} | ({"label", "type"} if name == "ftp" else set())


def test_a_message_hides_the_password() -> None:
    with pytest.raises(superuri.errors.ParseError) as caught:
        rfc1738.clean("ftp://me:secret@h h/")
    assert "secret" not in str(caught.value)
    with pytest.raises(superuri.errors.EncodeError):
        rfc1738.clean("http://h/\ud800")
    wrong: Any = b"http://h/"
    with pytest.raises(TypeError):
        rfc1738.clean(wrong)
    assert rfc1738.clean(superuri.URI("http://h/~")) == "http://h/%7E"
