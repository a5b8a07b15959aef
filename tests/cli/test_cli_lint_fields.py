"""URLs in formats with fields: complete in their field, and fixed in place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError, fromstring

import pytest

import superuri
from kit.amount import length
from kit.clock import linearly
from kit.linting import lint, objects
from superuri._documents import documents, tags, triples

if TYPE_CHECKING:
    from pathlib import Path

#: A URL in its field, before and after it is fixed.
RAW, FIXED = "https://e.com/a b|é", "https://e.com/a%20b%7C%C3%A9"
#: In each document ● is a URL; other URLs in it are legal, or found as in text.
DOCUMENTS = [
    ("bibtex", '@article{a,\n  url = {●},\n  bdsk-url-1 = {{●}},\n  link="●"\n}\n'),
    ("bibtex", "@misc{a, howpublished = {\\url{●}}, note = {see \\url{●} {\\em x}}}"),
    ("tex", "a \\url{●}, \\href[a]{ ● }{b \\url{●}} \\nolinkurl{●}\n"),
    ("ris", "TY  - JOUR\r\nUR  - ●\r\nL1  - ●\r\nL4  - ● \r\nLK  - ●\r\nER  - \r\n"),
    ("turtle", "@prefix a: <●> .\n<●> a:b \"<x>\" ; a:c '<y>' . # <z>\n<< <●> a:b <●> >> a:b 1 ."),
    ("turtle", "SELECT * { ?a a:b <●> FILTER(?a < 5 && ?b > 3) } # it's\n"),
    ("m3u", '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="●",IV=0\n#EXTINF:1,a\n●\n a b.mp3\n ● \r\n'),
    ("ini", "[InternetShortcut]\r\nURL=●\r\n[playlist]\nFile1=●\nTitle1=a|b\n[x]\nURL[de] = ●\n"),
    ("ini", '[submodule "a"]\n\turl = ●\n\tpushurl = "●" # a\nproxy: ●\nexport A_URL=\'●\'\n'),
    ("properties", "# a\ndistributionUrl=●\n"),
    ("robots", "User-agent: *\nDisallow: /a b\n SITEMAP : ● # a\nSitemap:●\n"),
    ("vcard", 'BEGIN:VCARD\r\nURL:●\r\nitem1.url;VALUE=URI;X="a:b":●\r\nEND:VCARD\r\n'),
    ("vcard", "SOURCE;X=a;\r\n Y=b:●\r\nATTACH:●\nPHOTO;VALUE=uri:●\r\nX-SOCIALPROFILE:●"),
    ("http", "HTTP/1.1 302 Found\r\nLocation: ●\r\nLink: <●>; rel=next, <●>\r\n\r\nbody"),
    ("http", "WARC/1.0\r\nWARC-Target-URI: <●>\r\nWARC-Target-URI: ●\r\nReferer: ●\r\n"),
    ("http", "POST ● HTTP/1.1\nContent-Location: ●\n\nGET ●\n"),
    ("html", '<meta http-equiv="Refresh" content="0; URL=●">'),
    ("html", "<meta content=\";url='●'\" http-equiv=refresh>"),
    ("html", '<meta property="og:image" content="●"><meta name=twitter:image:src content="●">'),
    ("html", '<meta itemprop="thumbnailUrl" content=" ● "><input formaction="●"><q cite="●">'),
    ("xml", '<!DOCTYPE a SYSTEM "●"><a/>'),
    ("xml", '<!DOCTYPE a PUBLIC "-//a" \'●\' [<!ENTITY b SYSTEM "●">]><a><loc> ● </loc></a>'),
]
#: Values that have no white space: complete, too.
WORDS = [
    ("bibtex", "@a{b, note = {●}}"),
    ("ini", "[a]\nb = ●\n"),
    ("vcard", "DESCRIPTION:●\r\nNOTE;X=a:●"),
    ("html", '<meta name="description" content="●"><a ping="●  ●"><object archive=" ● ●">'),
    ("html", '<img imagesrcset="● 1x, ● 2x"><link imagesrcset="●"><source srcset="● 1x">'),
    ("xml", '<a b="●" c = \'●\' xmlns:d="●"/>'),
]
CASES = [
    *((kind, text, RAW, FIXED) for kind, text in DOCUMENTS),
    *((kind, text, RAW.replace(" ", ""), FIXED.replace("%20", "")) for kind, text in WORDS),
]


@pytest.mark.parametrize(("kind", "text", "raw", "fixed"), CASES)
def test_a_url_is_complete_in_its_field(kind: str, text: str, raw: str, fixed: str) -> None:
    del fixed
    document = text.replace("●", raw)
    spots = list(documents.spots(document, kind))
    assert [spot.text for spot in spots] == [raw] * text.count("●")
    assert [document[spot.start : spot.end] for spot in spots] == [raw] * len(spots)


def test_only_the_urls_are_fixed(tmp_path: Path) -> None:
    for number, (kind, text, raw, _) in enumerate(CASES):
        folder = tmp_path / kind
        folder.mkdir(exist_ok=True)
        (folder / str(number)).write_bytes(text.replace("●", raw).encode())
    for folder in tmp_path.iterdir():
        # Of a name, and of a value with a space that only its name shows to be a URL, no fix is
        # safe; and a `%` begins a comment of TeX.
        is_guessed = folder.name in {"xml", "tex", "turtle", "ntriples"}
        also = ["--unsafe-fixes"] if is_guessed else []
        lint(folder, "--input-format", folder.name, "--fix", "-q", *also, code=0)
    for number, (kind, text, _, fixed) in enumerate(CASES):
        document = (tmp_path / kind / str(number)).read_bytes()
        assert document == text.replace("●", fixed).encode()
        if kind == "xml":
            fromstring(document)  # noqa: S314  because it was written here


def test_a_character_that_ends_an_iri_is_written_as_an_escape() -> None:
    written = triples.WAY.write("é >\\")
    assert written == r"é\u0020\u003E\u005C"
    assert triples.WAY.read(written) == "é >\\"


def test_a_place_is_that_of_the_source() -> None:
    document = "BEGIN:VCARD\r\nURL:http\\://e.com/a\r\n b|c\r\nEND:VCARD\r\n"
    [hit] = objects("-", text=document.encode(), code=1)
    assert (hit["line"], hit["column"], hit["end_line"], hit["end_column"]) == (3, 3, 3, 4)


def test_json_stays_json(tmp_path: Path) -> None:
    file = tmp_path / "a.har"
    file.write_text('{"log": {"url": "http://e.com/a b|\\u00e9"}}')
    lint(file, "--fix", "--unsafe-fixes", "-q", code=0)
    assert json.loads(file.read_text()) == {"log": {"url": "http://e.com/a%20b%7C%C3%A9"}}


RAW_AMPERSANDS = [
    ('<a b="http://e.com/?a=1&b=2"/>', 1),
    ("<loc>http://e.com/?a&amp;b&c&#38;d&copy=1</loc>", 2),
    ("<loc>http://e.com/?a&reg</loc>", 1),
    ('<a b="http://e.com/?a&b;" c="http://e.com/?a&amp;&#x26;"/>', 0),
    ("<![CDATA[http://e.com/?a&b]]><!-- http://e.com/?a&b --><?c http://e.com/?a&b?>", 0),
    ("<!-- --><a b='http://e.com/?a&'/>", 1),
]


@pytest.mark.parametrize(("document", "wanted"), RAW_AMPERSANDS)
def test_a_raw_ampersand_makes_xml_ill_formed(document: str, wanted: int) -> None:
    spots = [spot for spot in documents.every(document, "xml") if spot.rule == "raw-ampersand"]
    found = [each for spot in spots for each in superuri.lint(spot.text, select=spot.rule)]
    assert len(found) == wanted
    is_bad = wanted > 0
    try:
        fromstring(f"<r>{document}</r>".replace("&b;", "&lt;"))  # noqa: S314  as above
    except ParseError:
        assert is_bad
    else:
        assert not is_bad


MARKS = {
    "bibtex": [r"\url{", r"\url[", "a={", 'a="', "a = ", "{", r"\%", "a ", "{\\_"],
    "tex": [r"\url{", r"\url{a}", r"\href[", r"\href[a", "\\", "{a}"],
    "ris": ["UR  - ", "UR  - a://", "\n", "UR  - \n"],
    "turtle": ["<", '"', '"""', "'''", '""" "', "#", "<a> ", "<a:\\u0020", "\\", "<a:b"],
    "m3u": ["a", "a://", "|a", ' URI="', "a|\n", " "],
    "ini": ["url=", "url=a://", "a ", " ", "a.", "[a]", "export ", "url= ;", ",a"],
    "properties": ["a=\\", "url=a://\\:", "\\u00e9"],
    "robots": ["sitemap:", "sitemap: #", " ", "#", " #"],
    "vcard": ["URL", "URL;", "URL:a\n ", 'URL;a="', "\n ", ";", "a.", "URL:a://b\r\n ", "\r", "\\"],
    "http": ["GET ", "GET a\n", "Link: <", "Link:<a:/>", "a: ", "<", " HTTP/1.1"],
    "html": ["<meta ", '<meta content="', "<meta content=a>", "<meta content=a ", "<a ping='"],
    "xml": ["SYSTEM ", 'SYSTEM "', 'PUBLIC "', 'a="', "a='", "<!--", "<![CDATA[", "<?", "a ="],
}


@pytest.mark.parametrize(("kind", "mark"), [(kind, each) for kind in MARKS for each in MARKS[kind]])
def test_the_time_is_linear(kind: str, mark: str) -> None:
    document = mark * (length(1_000_000) // len(mark))
    with linearly():
        for spot in documents.spots(document, kind):
            assert spot.end
        tags.verbatim(document)


LONG = ["0; url=", ";", " ", "http://e.com/" + "a" * 100_000 + "|"]


@pytest.mark.parametrize("text", LONG)
def test_the_time_of_one_value_is_linear(text: str) -> None:
    document = f'<meta http-equiv=refresh content="{text * (length(1_000_000) // len(text))}">'
    with linearly():
        list(documents.spots(document, "html"))
