"""Sentences about a whole text: each note with its offers, as it is shown."""

import pytest

from superuri.explanation import notes


def of(text):
    return [tuple(note) for note in notes(text)]


SPACE = "White space before or after the URL is not a part of it."
WRAPPED = "This is not one URL alone: what is around it would be escaped, too."
DEFANGED = "This URL is defanged: written so that nobody opens it by mistake."
MAIL = "This is a mail address; in a link it is a path on the page's own host."
NO_SCHEME = (
    "There is no scheme. A person reads a host here; in a link it is a path on the page's own "
    "host. On the command line, --default-scheme https adds the scheme."
)
DIRECTION = (
    "Some of this is written from right to left: where it is shown as one text, neighbouring parts "
    "may change places. An explanation has the parts in the order in which they are sent, and each "
    "word reads as it is written."
)

#: A text, the kind and the sentence of its only note, and the label and the text of its button.
ROWS = (
    (" http://e.com/ ", "space", SPACE, ("Strip it", "http://e.com/")),
    ("\t http://e.com/é\n\n", "space", SPACE, ("Strip it", "http://e.com/é")),
    ("<http://e.com/x>", "wrapped", WRAPPED, ("Take the URL out", "http://e.com/x")),
    ("hxxp[:]//e[.]com", "defanged", DEFANGED, ("Restore it", "http://e.com")),
    ("C:\\a b", "windows", "This is a path of Windows.", ("Make it file:", "file:///C:/a%20b")),
    ("\\\\s\\x", "windows", "This is a path of Windows.", ("Make it file:", "file://s/x")),
    (
        "git@e.com:me/a.git",
        "git",
        "This is an address of git, not a URI.",
        ("Make it ssh:", "ssh://git@e.com/me/a.git"),
    ),
    ("a@e.com", "mail", MAIL, ("Make it mailto:", "mailto:a@e.com")),
    ("e.com/x", "no-scheme", NO_SCHEME, ("Make it https:", "https://e.com/x")),
    (
        "http://e.com/caf%u00e9",
        "percent-u",
        "This is JavaScript's escape(): %u00e9 is é. No URI standard has this form.",
        ("Make it UTF-8", "http://e.com/caf%C3%A9"),
    ),
    (
        "/%u202e",
        "percent-u",
        "This is JavaScript's escape(). No URI standard has this form.",
        ("Make it UTF-8", "/%E2%80%AE"),
    ),
    ("http://e.com/ש", "direction", DIRECTION),
    ("http://e.com/ا", "direction", DIRECTION),
    (
        "htp://e",
        "unknown-scheme",
        (
            "The scheme htp is legal, and unknown to superuri: only a program that registered it "
            "opens this. Was http meant?"
        ),
        ("Make it http:", "http://e"),
    ),
    (
        "foo:bar",
        "unknown-scheme",
        (
            "The scheme foo is legal, and unknown to superuri: only a program that registered it "
            "opens this."
        ),
    ),
)


@pytest.mark.parametrize(
    ("text", "kind", "sentence", "offer"), [(*row, *[()] * (4 - len(row))) for row in ROWS]
)
def test_a_text_has_this_one_note(text, kind, sentence, offer):
    assert of(text) == [(kind, sentence, (offer,) if offer else ())]


def test_of_many_lines_a_list_is_made_or_the_first_is_taken():
    assert of("a b\n c d\r\n\n e") == [
        (
            "lines",
            "3 lines. As one text, each line break becomes an escape, such as %0A.",
            (("Make a list of them", None), ("Use the first", "a b")),
        )
    ]


def test_a_path_of_windows_that_is_no_uri_has_no_note_about_windows():
    """A device, and a path with NUL."""
    for text in ("\\\\.\\COM1", "C:\\a\0"):
        assert "windows" not in [kind for kind, _, _ in of(text)]


def test_a_dot_in_brackets_counts_before_the_query_alone():
    assert of("http://e.com/?a=[.]?b") == []
    assert [kind for kind, _, _ in of("http://e[.]com/?a")] == ["defanged"]


#: A text, and what its scheme says about it.
SCHEMES = (
    ("mailto:?subject=b", "A mail to nobody yet, with subject 'b' (RFC 6068)."),
    ("mailto:a@e.com,b@e.com", "A mail to a@e.com, b@e.com (RFC 6068)."),
    (
        "mailto:a@e.com?to=b@e.com&subject=c&cc=d",
        "A mail to a@e.com, b@e.com, with subject 'c', cc 'd' (RFC 6068).",
    ),
    ("mailto:%zz", 'By its scheme this is malformed: "%zz" at 7..10 cannot be decoded.'),
    ("data:,abc", "Data in the URL itself: text/plain;charset=US-ASCII, 3 bytes (RFC 2397)."),
    ("data:text/css,a", "Data in the URL itself: text/css, 1 byte (RFC 2397)."),
    ("urn:isbn:1-2", "The name 1-2 of the namespace isbn (RFC 8141)."),
    ("urn:ISBN:1-2", "The name 1-2 of the namespace ISBN; equal to urn:isbn:1-2 (RFC 8141)."),
    ("tel:+49-(30)", "The telephone number +4930, which is the same everywhere (RFC 3966)."),
    (
        "tel:3.0",
        (
            "The local telephone number 30: it needs a + and the country, or ;phone-context= "
            "(RFC 3966 section 5.1.5)."
        ),
    ),
    ("tel:30;x=1;Phone-Context=+49", "The local telephone number 30 (RFC 3966)."),
    (
        "postgres://u@a,b:1/c?d",
        "A connection string of PostgreSQL: a:5432, b:1, with the database c, the user u.",
    ),
    (
        "postgresql+psycopg://u:p@a/c",
        (
            "A connection string of PostgreSQL: a:5432, with the database c, the user u. It "
            "contains the password in plain text."
        ),
    ),
    (
        "mongodb+srv://a.e/d",
        "A connection string of MongoDB, whose servers DNS names: a.e, with the database d.",
    ),
    ("REDIS://", "A connection string of Redis: no host."),
    (
        "jdbc:mysql://h/d",
        (
            "A connection string of JDBC, for the driver mysql. A connection string of MySQL: "
            "h:3306, with the database d."
        ),
    ),
    ("jdbc:oracle:thin:@h", "A connection string of JDBC, for the driver oracle."),
)


@pytest.mark.parametrize(("text", "sentence"), SCHEMES)
def test_a_scheme_that_is_not_of_the_web_is_explained(text, sentence):
    assert of(text) == [("scheme", sentence, ())]
