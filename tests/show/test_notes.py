"""Notes: what a text seems to be if it is not a plain URI, and what it could become."""

import json
import subprocess
import sys

import pytest

import superuri
from superuri.errors import ParseError
from superuri.explanation import LONGEST, notes
from superuri.explanation.ruler import draw

#: A text, the kind of its first note, a part of its sentence, and the text of its first offer.
ROWS = (
    (" http://e.com/a \n", "space", "not a part of it", "http://e.com/a"),
    ("\t\r\nhttp://e.com/", "space", "not a part of it", "http://e.com/"),
    ("example.com/path", "no-scheme", "There is no scheme", "https://example.com/path"),
    ("localhost:8000/x", "no-scheme", "There is no scheme", "https://localhost:8000/x"),
    ("htp://e.com/", "unknown-scheme", "Was http meant?", "http://e.com/"),
    ("foo:bar", "unknown-scheme", "unknown to superuri", None),
    ("<http://e.com/x>", "wrapped", "not one URL alone", "http://e.com/x"),
    ("hxxp://e.com/", "wrapped", "not one URL alone", "http://e.com/"),
    ("a:1,b:2/p", "hosts", "a list of hosts, as Kafka", None),
    ("h1.e.com:9092,h2.e.com:9092", "hosts", "a list of hosts, as Kafka", None),
    ("d41d8cd98f00b204e9800998ecf8427e", "value", "seems to be a value", None),
    ("oracle+cx_oracle://u@h/d", "near-scheme", "A scheme has no _", None),
    ("1password://open", "near-scheme", "begins with a letter", None),
    ("http://a/\nhttp://b/", "lines", "2 lines", None),
    ("mongodb://a:1,b:2/c", "scheme", "MongoDB: a:1, b:2, with the database c", None),
    ("ssh://git@e.com:u/r.git", "scp-path", "begins a port", "ssh://git@e.com/u/r.git"),
    ("s3://a:b/c@h", "password", "ends the host too early", "s3://a:b%2Fc@h"),
    ("mailto:a@e.com?subject=b", "scheme", "A mail to a@e.com, with subject 'b'", None),
    ("mailto:%zz", "scheme", "malformed", None),
    ("data:,abc", "scheme", "text/plain;charset=US-ASCII, 3 bytes", None),
    ("urn:ISBN:1-2", "scheme", "The name 1-2 of the namespace ISBN; equal to urn:isbn:1-2", None),
    ("tel:+49-30", "scheme", "The telephone number +4930", None),
    ("tel:30", "scheme", "it needs a + and the country", None),
    ("tel:30;phone-context=+49", "scheme", "The local telephone number 30 (RFC 3966)", None),
    (
        "postgres://u@a,b:1/c?d",
        "scheme",
        "PostgreSQL: a:5432, b:1, with the database c, the user u",
        None,
    ),
    (
        "jdbc:mysql://h/d",
        "scheme",
        "JDBC, for the driver mysql. A connection string of MySQL",
        None,
    ),
    ("hxxps://evil[.]com/a?b", "defanged", "so that nobody opens it", "https://evil.com/a?b"),
    ("hxxp[:]//e[.]com", "defanged", "so that nobody opens it", "http://e.com"),
    (r"C:\Users\me\a b.txt", "windows", "a path of Windows", "file:///C:/Users/me/a%20b.txt"),
    (r"\\server\share\x", "windows", "a path of Windows", "file://server/share/x"),
    ("git@e.com:me/a.git", "git", "an address of git", "ssh://git@e.com/me/a.git"),
    ("a@e.com", "mail", "a mail address", "mailto:a@e.com"),
    ("https://b.s3.amazonaws.com/k?X-Amz-Signature=0a", "signed", "(X-Amz-Signature)", None),
    ("https://a.blob.core.windows.net/c/b?sv=2&sig=a%2B", "signed", "(sig): a signature", None),
    ("https://d.cloudfront.net/a b?Signature=x~&Key-Pair-Id=K", "signed", "byte for byte", None),
    ("http://e.com/שלום", "direction", "written from right to left", None),
)
QUIET = (
    *("", "http://e.com/", "/a", "a b", "//e.com", "?a", "HTTPS://e.com", "http://日本.jp/"),
    *("a@e.com:80/x", "a@b", "http://a@e.com", "http://e.com/?a=[.]"),
    *("http://e.com/?signature=", "http://e.com/signature=a", "http://e.com/#?sig=a"),
    *("http://e.com/?designs=1", "http://e.com/?signature_help=1"),
)


@pytest.mark.parametrize(("text", "kind", "part", "becomes"), ROWS, ids=lambda row: ascii(row)[:20])
def test_a_text_has_this_note(text: str, kind: str, part: str, becomes: str | None) -> None:
    note = notes(text)[0]
    assert note.kind == kind
    assert part in note.sentence
    assert (note.offers[0].text if note.offers else None) == becomes


@pytest.mark.parametrize("text", QUIET)
def test_an_ordinary_text_has_none(text: str) -> None:
    assert notes(text) == ()


def test_no_note_has_a_password() -> None:
    for text in ("postgres://u:secret@h/d", "jdbc:mysql://u:secret@h", "mailto:u:secret@h:%zz"):
        assert "secret" not in str(notes(text))


def test_notes_are_drawn_and_are_data() -> None:
    explained = superuri.explain("hxxps://e[.]com/a")
    assert draw(explained).splitlines()[-3:] == [
        "notes",
        "  This URL is defanged: written so that nobody opens it by mistake.",
        "    Restore it: https://e.com/a",
    ]
    [row] = json.loads(json.dumps(explained.to_dict()))["notes"]
    assert row["kind"] == "defanged"
    assert row["offers"] == [{"label": "Restore it", "text": "https://e.com/a"}]
    assert "defanged" in explained._repr_html_()


def test_a_text_may_be_bytes_or_a_uri_and_is_not_too_long() -> None:
    assert notes(b"e.com/\xff")[0].kind == "no-scheme"
    assert notes(superuri.URI("e.com/a"))[0].kind == "no-scheme"
    with pytest.raises(ParseError):
        notes("a" * (LONGEST + 1))


def test_an_import_of_explanations_loads_no_notes() -> None:
    code = (
        "import sys, superuri.explanation; "
        "print('superuri.explanation.note' in sys.modules, 'superuri.mailto' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
