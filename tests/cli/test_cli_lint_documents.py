"""URLs in srcset and style sheets: found as browsers find them, and fixed in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import superuri
from kit import chance
from kit.amount import length
from kit.clock import linearly
from kit.linting import lint, objects
from superuri._documents import browsed, documents, images, markup, stylesheet
from superuri.cli import main
from superuri.cli.lint.exempt import Exemptions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def found(document: str, kind: str = "html") -> list[str]:
    """Return the URLs, after a check of their positions."""
    spots = list(documents.spots(document, kind))
    for spot in spots:
        assert spot.way.read(document[spot.start : spot.end]) == spot.text
        assert len(spot.places) == len(spot.text) + 1
    assert [spot.start for spot in spots] == sorted(spot.start for spot in spots)
    return [spot.text for spot in spots]


# HTML, parsing a srcset attribute.
SETS = [
    ("a.png", ["a.png"]),
    (" a.png 1x , b.png 2x", ["a.png", "b.png"]),
    ("a.png 1x,b.png 2x", ["a.png", "b.png"]),
    ("a.png,b.png", ["a.png,b.png"]),
    ("a.png, b.png", ["a.png", "b.png"]),
    ("a.png,, b.png,", ["a.png", "b.png"]),
    (",,a.png,,", ["a.png"]),
    ("data:,a 1x, /b,c/d 100w 50h", ["data:,a", "/b,c/d"]),
    ("data:image/gif;base64,R0l= 1x", ["data:image/gif;base64,R0l="]),
    ("a.png (1x, c.png) 2x, b.png", ["a.png", "b.png"]),
    ("a.png (1x, b.png", ["a.png"]),
    ("a.png 1x 2x nonsense, b.png", ["a.png", "b.png"]),
    ("a(1,2).png 1x, b.png", ["a(1,2).png", "b.png"]),
    ("a.png\n1x\t,\f\rb.png", ["a.png", "b.png"]),
    ("a.png\u00a01x", ["a.png\u00a01x"]),
    ("", []),
    (" , ,", []),
]


@pytest.mark.parametrize(("value", "want"), SETS)
def test_the_candidates_of_a_set_of_images(value: str, want: list[str]) -> None:
    assert [value[start:end] for start, end in images.candidates(value)] == want
    for attribute in ("srcset", "imagesrcset"):
        for page in (value, value.replace("p", "&#112;")):
            urls = found(f'<img {attribute}="{page}" src>')
            assert [url.partition(" ")[0] for url in urls] == want


# Candidates that a browser drops, because what follows a space is not a size.
DROPPED = [
    ("a b.png 2x, c.png 1x", ["a b.png", "c.png"]),
    ("a b.png 1x, c.png 1.5e1x, d.png 0w, e 2X", ["a b.png", "c.png", "d.png 0w", "e 2X"]),
    ("a 5h 6w, b 6w 5h, c 5h, d 1w 1x, e (1), f -1x", ["a", "b", "c 5h", "d 1w", "e (1)", "f -1x"]),
    ("a.png (1x, c.png) 2x, b.png", ["a.png (1x, c.png)", "b.png"]),
]


@pytest.mark.parametrize(("value", "want"), DROPPED)
def test_a_candidate_that_is_dropped_is_reported(value: str, want: list[str]) -> None:
    spots = documents.spots(f'<link imagesrcset="{value}">', "html")
    assert [(it.text, it.rule == "space-in-link") for it in spots] == [(x, " " in x) for x in want]


def step_by_step(value: str) -> Iterator[tuple[int, int]]:
    """Yield the candidates character by character, as the standard's steps are numbered."""
    white, at = " \t\n\f\r", 0
    while True:
        while at < len(value) and value[at] in white + ",":  # step 4
            at += 1
        if at == len(value):
            return
        start = at
        while at < len(value) and value[at] not in white:
            at += 1
        end = at
        if value[end - 1] == ",":  # step 8
            while value[end - 1] == ",":
                end -= 1
            yield start, end
            continue
        yield start, end
        at = behind_descriptors(value, at)


def behind_descriptors(value: str, at: int) -> int:
    """Return where the descriptor tokenizer of the standard stops."""
    state = "in descriptor"
    while at < len(value):
        c, at = value[at], at + 1
        if state == "in parens":
            state = "in descriptor" if c == ")" else state
        elif c == "(":
            state = "in parens"
        elif c == ",":
            break
    return at


def test_the_candidates_are_those_of_the_standards_steps() -> None:
    rng = chance.seeded("lint documents")
    for _ in range(20_000):
        value = "".join(rng.choices("ab,( )\n\u00a0&", k=rng.randrange(14)))
        assert list(images.candidates(value)) == list(step_by_step(value)), value


# CSS, and the URLs that are found in it.
SHEETS = [
    ("a{b:url(c.png)}", ["c.png"]),
    ("a{b:URL(  c.png\n) url('d e') uRl(\t\"f\" )}", ["c.png", "d e", "f"]),
    ("@import 'a.css';@IMPORT\"b.css\" print;@import url(c.css)", ["a.css", "b.css", "c.css"]),
    ("@import/**/ /* 'x' */ 'a.css'", ["a.css"]),
    ("@namespace 'a';@namespace svg url(b);@namespace url('c');d{e:url(f)}", ["f"]),
    ("@importer 'a';@-import 'b'", []),
    ("content:'url(a)' \"url(b)\" 'it\\'s url(c)'", []),
    ("/* url(a) ' */ b{c:url(d)} /* url(e)", ["d"]),
    ("curl(a) -url(b) \\@url(c) #url(d) @url(e) url (f) éurl(g) 1url(h)", []),
    ("x:+url(a),url(b)/url(c)", ["a", "b", "c"]),
    (r"url(a\ b) url(a\)b) url('a\'b')", ["a b", "a)b", "a'b"]),
    (r"url(a\28 b) url(a\000029b) url(a\29\29)", ["a(b", "a)b", "a))"]),
    ("url('a\\\nb') url(\"a\\\r\nb\")", ["ab", "ab"]),
    (r"url(\0) url(\d800) url(\110000)", ["\ufffd"] * 3),
    ("url(a b) url(a'b) url(a(b) url(c)", ["c"]),
    ("url(a b\\) url(c) url(d)", ["d"]),
    ("url('a\nb') url(c)", []),
    ("url(a", ["a"]),
    ("url('a", ["a"]),
    ("url() url('')", []),
    ("url(data:image/svg+xml,%3Csvg%3E)", ["data:image/svg+xml,%3Csvg%3E"]),
    ("<!-- url(a) -->", ["a"]),
]


@pytest.mark.parametrize(("sheet", "want"), SHEETS)
def test_the_urls_of_a_style_sheet(sheet: str, want: list[str]) -> None:
    assert found(sheet, "css") == want
    assert found(f"<style media=print>{sheet}</style><a href=z>") == [*want, "z"]
    escaped = sheet.replace("&", "&amp;").replace('"', "&quot;")
    assert found(f'<p style="{escaped}"><a href=z>') == [*want, "z"]


def test_templates_in_styles_are_not_urls() -> None:
    sheet = "a{b:url(#{$a}) url(${b}) url('{{ c }}') url(d)}"
    assert found(sheet, "css") == found(f"<style>{sheet}</style>") == ["d"]
    assert found('<p style="{{ a }}:url(b)"><img srcset="{{ a }}, b">') == []


def test_a_style_that_does_not_end_goes_on_to_the_end() -> None:
    assert found("<style>a{b:url(c)}</p><a href=d>") == ["c"]
    assert found("<script>a='<a href=b>'</script><style></style><a href=c>") == ["c"]


# A letter and a bar alone would be a drive (URL standard, section 4.2), and stay one.
PAGE = """<img src="a b" srcset="a&amp;b|.png 1x, data:,a%zz&quot; 2x , c,d|, 'e,' 3x">
<p style='background: url(&#39;ff|&#39;), url("g|\\) h"), url(i|\\29 j)'>k</p>
<style>
@import "ll|";
m { n: url(o|\\(p); q: url( 'r|\\'s' ); t: url(u v) }
</style>
"""
FIXED = PAGE.replace("|", "%7C").replace("a b", "a%20b").replace("%zz", "%25zz")


def test_a_page_is_fixed_where_it_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text(PAGE)
    rows = objects(file, "--select", "U103", code=1)
    lines = PAGE.splitlines()
    shown = [lines[row["line"] - 1][row["column"] - 1] for row in rows]  # type: ignore[operator,index]
    assert set(shown) <= {"|", "&"}
    assert shown.count("|") == PAGE.count("|")
    before = found(PAGE)
    # URLs in quotes are not fixed.
    lint(file, "--fix", code=1)
    assert file.read_text() == FIXED.replace('"g%7C\\) h"', '"g%7C\\)%20h"')
    fixed = [superuri.fix(text).replace("zz%22", 'zz"') for text in before]
    assert found(file.read_text()) == fixed


def test_what_would_be_another_set_is_left(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    # Without its quotes it would end with a comma.
    page = "<img srcset='\"http://e.com/a,\" 2x, bb|'>"
    file.write_text(page)
    lint(file, "--unsafe-fixes", "--select", "wrapped,U103")
    assert file.read_text() == page.replace("|", "%7C")
    lint(file, "--unsafe-fixes")
    assert file.read_text() == "<img srcset='http://e.com/a 2x, bb%7C'>"


def test_styles_are_written_as_they_are_read() -> None:
    rng = chance.seeded("lint documents")
    atoms = [*"a| '\"()\\\né\x014,&", "%zz", "&amp;"]
    for _ in range(1500):
        text = browsed.meant("".join(rng.choices(atoms, k=1 + rng.randrange(8)))) or "a"
        for quote in ("", "'", '"'):
            sheet = f"x:url({quote}{stylesheet.written(text, quote)}{quote})"
            page = f"<p style='{markup.ATTRIBUTE.write(sheet)}'>"
            for document, kind in ((sheet, "css"), (page, "html")):
                [spot] = documents.spots(document, kind)
                assert spot.text == text, document
                new = superuri.fix(text)
                there = document[: spot.start] + spot.written(document, new) + document[spot.end :]
                assert found(there, kind) == [new], document


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *((unit, "css") for unit in ("url(", "url(a ", "\\", "/*", "'", "@import ", "@namespace ")),
        *((unit, "css") for unit in ("url('", "url(\\", "\\a", "url(\\61 ", "@import 'a'", "a-")),
        *((unit, "css") for unit in ("url(a)", "@import/**/", "\\url(", "url( \n", "é")),
        *((f"<img srcset='{head}|'>", "html") for head in ("", "a (", "a ")),
        *(("<style>|", "html"), ("<p style='url(|'>", "html"), ("<style>a</style", "html")),
    ],
)
def test_hostile_documents_take_linear_time(text: str, kind: str) -> None:
    if "|" in text:
        units = ("a, ", "a,", ",", "(", ")", "&amp;", " ", "a (b) ", "\\", "url(a)")
        texts = [text.replace("|", unit * (length(200_000) // len(unit))) for unit in units]
    else:
        texts = [text * (length(400_000) // len(text))]
    with linearly():
        for document in texts:
            for spot in documents.spots(document, kind):
                assert spot.start < spot.end


EXEMPTED = """http://e.com/%za superuri: ignore
http://e.com/%zb
<!-- superuri: off -->
http://e.com/%zc

http://e.com/%zl <!-- superuri: on --> http://e.com/%ze
http://e.com/%zf
# superuri: ignore[U106] superuri: ignore[space, nonsense] http://e.com/%zg%4g
// superuri: off[stray-percent, nonsense]
http://e.com/%zh%4g
http://e.com/%zi /* superuri: ignore */
// superuri: on
http://e.com/%zj superuri: ignored superuri:ignore superuri: ignore[] superuri: off[U106
superuri: off
http://e.com/%zk"""


def test_comments_exempt(tmp_path: Path) -> None:
    for ending in ("\n", "\r\n"):
        file = tmp_path / "a.txt"
        file.write_bytes(EXEMPTED.replace("\n", ending).encode())
        rows = objects(file, "--select", "U1", code=1)
        places = [(row["line"], row["code"]) for row in rows]
        assert places == [*((2, "U106"), (7, "U106"), (8, "U113"), (10, "U113"), (13, "U106"))]
        printed = lint(file, "--diff", code=1)
        assert "%25zb" in printed
        assert "%25za" not in printed
        assert "%25zh" not in printed
        lint(file, "--fix", code=0)
        fixed = EXEMPTED.replace("%4g", "%254g")
        for letter in "bfj":
            fixed = fixed.replace(f"%z{letter}", f"%25z{letter}")
        assert file.read_bytes().decode() == fixed.replace("\n", ending)


def test_what_is_exempted_is_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text(EXEMPTED)
    assert main(["lint", str(tmp_path / "a.txt")]) == 1
    assert "6 URLs exempted by comments" in capfd.readouterr().err


@pytest.mark.parametrize("unit", ["superuri: ignore[space] ", "superuri: off\n", "superuri: on "])
def test_hostile_comments_take_linear_time(unit: str) -> None:
    with linearly():
        text = unit * 40_000
        printed = Exemptions(text)
        for place in range(0, len(text), 10):
            printed.of(place)
