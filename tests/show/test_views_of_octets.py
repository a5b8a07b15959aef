"""Views of octets, delimiters and edits: what they say holds, and what is left out is counted."""

import re

import pytest

from superuri import explain
from superuri.explanation import report


@pytest.mark.parametrize(
    ("octets", "ends"),
    [
        (b"/a", ""),
        (b"/a b", "clean   /a%20b"),
        (b"/%41", ""),
        ("/é".encode(), "clean   /%C3%A9"),
        (b"/\xff", "clean   /%FF"),
    ],
)
def test_octets_that_are_legal_are_not_cleaned(octets, ends):
    drawing = str(explain(octets))
    assert drawing.rpartition("\n\n")[2].startswith(ends)
    assert ("clean " in drawing) == bool(ends)
    assert (">clean<" in explain(octets)._repr_html_()) == bool(ends)
    assert ("<b>clean</b>" in report.body(explain(octets))) == bool(ends)


def test_an_octet_that_is_not_text_has_one_chip():
    drawn = report.body(explain(b"/\xff%41"))
    assert re.findall('<span class="chip">(.*?)</span>', drawn) == [r"\xff", "%41"]


def test_two_slashes_are_not_an_octet():
    drawn = report.body(explain("http://e.com"))
    assert 'title="SOLIDUS, SOLIDUS">//<' in drawn
    assert "octet" not in drawn


def test_an_edit_of_several_characters_is_one_edit_to_its_end():
    drawn = report.body(explain("http://bü.de/"))
    assert re.findall('title="(→[^;]*); ', drawn) == ["→ xn--b-eha.de"] * 5


def test_a_report_counts_what_it_leaves_out():
    parts = "&".join(f"a{n}=%2541" for n in range(report.MOST_NESTED + 2))
    assert report.body(explain(f"/?{parts}")).count('</div><p class="soft">… and 2 more</p>') == 1
    findings = report.body(explain("/" + "%zz/" * (report.MOST_FINDINGS + 3)))
    assert re.findall(r"<h2>(\d+) findings</h2>", findings) != ["200"]
    assert re.search(r'</div><p class="soft">… and \d+ more</p></div></section>\n$', findings)
