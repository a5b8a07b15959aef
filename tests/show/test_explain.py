"""Explanations: a description of each character that agrees with every other verb."""

import json
import re
import subprocess
import sys
import unicodedata
from html.parser import HTMLParser
from random import Random
from urllib.parse import unquote_to_bytes

import pytest

import superuri
from kit.strategies import for_all
from superuri._values import generate
from superuri.explanation import SOURCES, STANDARDS, Explanation, explain
from superuri.explanation.cells import cells_of
from superuri.explanation.ruler import draw

PIECES = [
    "http:", "//", "@", "[::1]", ":", "%", "%41", "%C3%A9", "%E9", "é", "/", "?", "#", "&", "=",
    " ", "\x00", "\u202e", "日本", "%2525", "%252F", "u=http%3A%2F%2Fe.com%2F", "<b>", '"', "'",
    "\\", "\r\n", "..", "e.com", "user", "\U0001f600", "&amp;", "xn--", "80",
]  # fmt: skip


def text(rng: Random) -> str:
    return "".join(rng.choices(PIECES, k=rng.randint(0, 9)))


@for_all(text)
def tokens_cover_the_text_without_a_gap(text):
    result = explain(text)
    assert "".join(token.raw for token in result) == text
    at = 0
    for token in result:
        assert (token.start, token.end) == (at, at + len(token.raw))
        at = token.end


@for_all(text)
def the_edits_are_those_of_cleaning(text):
    result = explain(text)
    try:
        edits = superuri.edits(text)
    except superuri.errors.URIError as error:
        assert str(result.error) == str(error)
        assert result.cleaned is None
        assert not result.edits
        return
    assert result.error is None
    assert tuple(edit[:4] for edit in result.edits) == edits
    assert result.cleaned == superuri.clean(text)
    touched = {token.edit for token in result if token.edit}
    assert touched == set(result.edits)
    for token in result:
        # A character that is left alone is legal here, and the table of sets says so too.
        if token.kind == "character" and not token.edit and token.component != "host":
            assert "rfc3986" in token.allowed, token


@for_all(text)
def the_reasons_are_those_of_showing(text):
    result = explain(text)
    if result.error is not None:
        return
    spans = superuri.shown(text)[1]
    why = {start: code for start, _, _, _, code, _ in spans}
    for token in result:
        if token.kind in {"escape", "octet"} and not token.edit and token.component != "host":
            # There is no remark about an escape before the path.
            assert token.why is None or token.why[0] == why[token.start]


@for_all(text)
def bytes_are_explained_as_their_text_is(text):
    result = explain(text)
    bare = explain(text.encode())
    assert [t[2:8] for t in result] == [t[2:8] for t in bare]
    assert [t.end - t.start for t in bare] == [len(t.raw.encode()) for t in result]


@for_all(lambda rng: rng.randbytes(rng.randint(0, 12)))
def any_bytes_are_explained(octets):
    result = explain(octets)
    assert b"".join(octets[t.start : t.end] for t in result) == octets
    str(result)
    result._repr_html_()
    json.dumps(result.to_dict())


@for_all(text)
def octets_are_what_the_token_stands_for(text):
    assert b"".join(token.octets for token in explain(text)) == unquote_to_bytes(text)


@for_all(text)
def a_drawing_acts_on_no_terminal_and_keeps_its_width(text):
    result = explain(text)
    for width in (24, 60, 200):
        for line in draw(result, width).split("\n"):
            assert line.isprintable()
            assert not {"R", "AL"} & set(map(unicodedata.bidirectional, line))
    for line in draw(result, 60).split("\n\n")[0].split("\n"):
        assert sum(map(cells_of, line)) <= 60


def as_json(result):
    return json.dumps(result.to_dict())


@pytest.mark.parametrize("view", [str, Explanation._repr_html_, as_json])
@pytest.mark.parametrize(
    ("head", "piece"), [("http://", "ü."), ("http://h/", " "), ("hxxp://", "a")]
)
def test_no_view_repeats_a_long_edit_at_each_of_its_characters(view, head, piece):
    one, twice = (len(view(explain(head + piece * count))) for count in (2000, 4000))
    assert twice < 2.3 * one + 1000
    assert one < 500 * len(head + piece * 2000)


class Markup(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.names, self.told = set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.told.append(data)


@for_all(text)
def a_notebook_shows_text_and_nothing_else(text):
    seen = Markup()
    seen.feed(explain(text)._repr_html_())
    assert seen.tags <= {"div", "span", "table", "tr", "td"}
    assert seen.names <= {"style", "title"}


def escaped(octets):
    """The text, each octet of which that is not valid UTF-8 as a triplet."""
    text = octets.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda stray: f"%{ord(stray[0]) - 0xDC00:02X}", text)


@for_all(text)
def layers_are_what_urllib_makes_of_it_again_and_again(text):
    octets = text.encode()
    for layer in superuri.layers(octets):
        octets = unquote_to_bytes(octets)
        shown = layer.text
        assert unquote_to_bytes(shown) == unquote_to_bytes(octets) or "%" in octets.decode(
            "latin-1"
        )
        if octets.isascii():
            assert shown == octets.decode()
    # The rest is not valid text, and stays escaped in the layers.
    left = unquote_to_bytes(octets)
    assert escaped(left).lower() == escaped(octets).lower()


@for_all(generate.legal_uri)
def what_is_allowed_is_what_the_sets_say(uri):
    sets = superuri.sets
    for token in explain(uri):
        if token.kind == "character" and token.component == "path":
            for name, row in [("rfc3986", sets.rfc3986.PATH), ("rfc1738", sets.rfc1738.HTTP_PATH)]:
                bare = superuri.encode(token.raw, row) == token.raw
                assert (name in token.allowed) == bare


@pytest.mark.parametrize(
    ("character", "component", "allowed"),
    [
        ("a", "path", "rfc3986 rfc3987 whatwg rfc2396 rfc1738"),
        ("~", "path", "rfc3986 rfc3987 whatwg rfc2396"),
        ("|", "path", "whatwg"),
        ("é", "path", "rfc3987"),
        ("'", "query-value", "rfc3986 rfc3987 rfc2396 rfc1738"),
        ("*", "query-value", "rfc3986 rfc3987 whatwg rfc2396 rfc1738 form"),
        (";", "path", "rfc3986 rfc3987 whatwg rfc2396 rfc1738"),
        ("\ue000", "query-value", "rfc3987"),
        ("\ue000", "path", ""),
        ("`", "fragment", ""),
    ],
)
def test_which_standard_leaves_a_character_bare(character, component, allowed):
    place = {"path": "/{}", "query-value": "/?q={}", "fragment": "/#{}"}[component]
    token = explain(place.format(character)).tokens[-1]
    assert (token.component, token.allowed) == (component, tuple(allowed.split()))


def test_every_character_has_a_name():
    names = [explain(chr(point)).tokens[0].name for point in range(0x80)]
    assert len(set(names)) == 0x80
    assert [names[0], names[7], names[0x1B], names[0x7F]] == ["NULL", "ALERT", "ESCAPE", "DELETE"]
    assert explain("\ue000").tokens[0].name == "U+E000"


def test_a_url_in_a_url_is_explained_too():
    deep = explain("http://e.com/?u=http%3A%2F%2Ff.com%2F%253Fv%253Dhttp%25253A%25252F%25252Fg.com")
    depths = []
    while deep.nested:
        (nested,) = deep.nested
        depths.append((nested.component, nested.explanation.text))
        deep = nested.explanation
    assert depths == [
        ("query-value", "http://f.com/%3Fv%3Dhttp%253A%252F%252Fg.com"),
        ("path", "/?v=http%3A%2F%2Fg.com"),
        ("query-value", "http://g.com"),
    ]
    assert explain("http://e.com/?u=http://f.com/").nested[0].explanation.text == "http://f.com/"
    assert explain("http://e.com/?u=%20a").nested == ()


def test_unfolding_ends():
    deep = "/" + "%" + "25" * 400
    result, depth = explain(deep), 0
    while result.nested:
        result, depth = result.nested[0].explanation, depth + 1
    assert depth == 7
    assert len(superuri.layers(deep)) == 16
    assert len(superuri.layers(deep, depth=1000)) == 400
    with pytest.raises(ValueError, match="depth"):
        superuri.layers(deep, depth=0)
    many = explain("http://e.com/?" + "&".join(["a=%2541"] * 20))
    assert len(many.nested) == 20
    assert "… and 12 more" in str(many)
    assert "… and 12 more" in many._repr_html_()


@pytest.mark.parametrize(
    ("text", "revealed"),
    [
        ("%252e%252e%252f", [(), ("dot-segment", "slash")]),
        ("%00", [("nul",)]),
        ("a%0d%0aSet-Cookie:", [("line-break",)]),
        ("?u=http%3a%2f%2fe.com", [("url", "slash", "delimiter")]),
        ("%3Cscript%3E", [("markup",)]),
        ("caf%C3%A9", [("non-ascii",)]),
        ("caf%E9", []),
        ("caf%E9%20%C3%A9", [("non-ascii",)]),
        ("%25E9", [()]),
        ("100%", []),
    ],
)
def test_a_layer_lists_what_it_reveals(text, revealed):
    assert [layer.revealed for layer in superuri.layers(text)] == revealed


def test_a_password_is_in_no_repr():
    assert "secret" not in repr(explain("http://u:secret@e.com/"))
    assert explain(superuri.URI("http://u:secret@e.com/")).text == "http://u:secret@e.com/"


def test_a_long_url_is_explained_whole():
    long = "http://e.com/" + "a%20b|" * 11_000
    result = explain(long)
    assert result.tokens[-1].end == len(long)
    assert len(str(result)) < 4 * len(long)
    assert len(result._repr_html_()) < 2_000_000


def test_the_modules_are_there_without_another_import():
    code = "import superuri; superuri.hosts, superuri.keys.key, superuri.whatwg.URL, superuri.form"
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = superuri.nothing


def test_every_standard_has_a_source():
    assert list(STANDARDS) == ["rfc3986", "rfc3987", "whatwg", "rfc2396", "rfc1738", "form"]
    assert SOURCES["rfc3986"]["path"] == "RFC 3986 section 3.3"
    assert SOURCES["form"].keys() == {"query-name", "query-value"}


def test_each_standard_is_cited_by_its_own_clause():
    titles = {**STANDARDS, "form": "HTML standard"}
    for name, sources in SOURCES.items():
        for component, source in sources.items():
            assert source.startswith(titles[name]), (name, component, source)
    assert SOURCES["whatwg"]["scheme"] == "URL standard section 4.3: URL-scheme string"
    assert "scheme" not in SOURCES["form"]
    capital, small = explain("Ab:").tokens[:2]
    assert "rfc1738" not in capital.allowed
    assert "rfc1738" in small.allowed
