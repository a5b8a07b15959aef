"""Table of encoders and decoders: it shows what they do, those of this package exactly."""

import json
import os
import shutil
import urllib.parse

import pytest

import superuri
from kit.command import run
from superuri import profiles, sets, who
from superuri.who import decoders, decoding, running
from superuri.who.decoding import Decoder


def by_name(lines):
    return {line.who: line for line in lines}


@pytest.mark.parametrize("text", ["a b/ü~*+%41", "~", "\n", "", "http://e:x/"])
def test_everybody_who_encodes_is_there(text):
    lines = by_name(who.encodes(text))
    assert len(lines) == len(sets.rows) + len(profiles.rows) + len(who.PRODUCERS)
    assert lines["sets.rfc3986.PATH"].result == superuri.encode(text, sets.rfc3986.PATH)
    for row in sets.rows:
        message = lines[f"sets.{row.family}.{row.name}"].result
        space = getattr(row, "space", "%20")
        encoded = [superuri.encode(word, row) for word in text.split(" ")]
        assert message == (space if " " in row else " ").join(encoded)
    for profile in profiles.rows:
        line = lines[f"profiles.{profile.name}"]
        try:
            assert line == (line.who, superuri.clean(text, profile), "")
        except superuri.errors.ParseError as error:
            assert line == (line.who, None, str(error))
    if text == "http://e:x/":
        assert "is not a number" in lines["profiles.RFC3986"].why


def test_a_form_writes_a_plus_for_a_space():
    lines = by_name(who.encodes("a b"))
    assert lines["sets.php.URLENCODE"].result == lines["sets.java.URL_ENCODER"].result == "a+b"
    assert lines["sets.php.RAWURLENCODE"].result == "a%20b"


def test_what_cannot_be_encoded_has_a_reason() -> None:
    for line in who.encodes("\ud800"):
        if line.who.startswith(("sets.", "profiles.")):
            assert (line.result, "lone surrogate" in line.why) == (None, True), line


def test_each_encoder_answers_or_gives_the_reason() -> None:
    lines = {line.who: line for line in who.encodes("a /é\t")}
    assert lines["Apache RewriteRule [B]"][1:] == ("a+%2f%c3%a9%09", "")
    assert lines["urllib.parse.urlencode value"][1:] == ("a+%2F%C3%A9%09", "")
    assert lines["httpx path"] == ("httpx path", None, "it refuses U+0009")


def test_marks_are_what_the_sets_encode():
    rows = {row.who: row for row in who.marks()}
    for row in sets.rows:
        marks = rows[f"sets.{row.family}.{row.name}"]
        assert len(marks.fates) == len(who.MARKS) == 33
        assert marks.encoded == "".join(c for c in who.MARKS if c in row)
    assert rows["profiles.FIREFOX10"].encoded == " \"'<>`"
    assert rows["profiles.WHATWG_2026_11 query"].encoded == " \"#'<>"


def test_the_marks_of_a_row_have_its_source() -> None:
    rows = {row.who: row for row in who.marks()}
    assert who.MARKS == " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    assert [
        rows["sets.html.FORM"],
        rows["Apache RewriteRule [B]"],
        rows["urllib.parse.urlencode value"],
        rows["httpx path"][:2],
        rows["w3lib safe_url_string path"][:2],
    ] == [
        (
            "sets.html.FORM",
            "+%%%%%%%%%.%%..%%%%%%%%%%%%.%%%%%",
            "HTML standard: application/x-www-form-urlencoded",
        ),
        (
            "Apache RewriteRule [B]",
            "+%%%%%%%%%%%%%%%%%%%%%%%%%%.%%%%%",
            "Apache httpd 2.4.71: modules/mappers/mod_rewrite.c",
        ),
        (
            "urllib.parse.urlencode value",
            "+%%%%%%%%%%%%..%%%%%%%%%%%%.%%%%.",
            "CPython 3.11.7: urllib.parse.urlencode({'': t})[1:]",
        ),
        ("httpx path", "%.%!..............%.%!......%%.%."),
        ("w3lib safe_url_string path", "%.%...............%.%..%/%%.%%%%."),
    ]


MIXED = ("%u002F", "%C0%AF", "a+b", "%zz", "%C3%A9", "100%")


def test_everybody_who_decodes_is_there():
    answers = who.decodes(*MIXED, runners=("ours", "python"))
    assert [each.text for each in answers] == list(MIXED)
    for each in answers:
        lines = by_name(each.lines)
        assert set(lines) == {row.name for row in decoders.ROWS if row.runner in {"ours", "python"}}
        assert lines["urllib.parse.unquote"].result == urllib.parse.unquote(each.text)
        assert lines["… errors=keep"].result == superuri.decode(each.text, errors="keep")
        for line in lines.values():
            assert (line.result is None) == bool(line.why)
    strict = [by_name(each.lines)["superuri.decode"] for each in answers]
    assert [line.why for line in strict[:2]] == ["percent-u", "overlong"]
    assert [line.result for line in strict[2:5]] == ["a+b", None, "é"]


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
def test_node_is_run():
    lines = by_name(who.decodes(*MIXED, runners=("node",))[0].lines)
    assert lines["Node unescape"].result == "/"
    assert lines["Node decodeURIComponent"].why == "URIError"


def test_a_row_answers_for_a_program_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    lines = by_name(who.decodes("a%2Fb+%zz", runners=("php", "go", "R"))[0].lines)
    assert lines["PHP urldecode"].result == "a/b %zz"
    assert lines["Go url.QueryUnescape"].why == "it refuses a malformed escape"
    assert lines["R URLdecode"].why == "not installed: Rscript"


def test_a_row_answers_for_a_module_that_is_not_installed(monkeypatch):
    here = decoders.Decoder(
        "absent", "python", "absent.decode(t)", "absent_module", decoding.Manner()
    )
    monkeypatch.setattr(decoders, "ROWS", (here, here._replace(name="no manner", manner=None)))
    row, none = who.decodes("a%2Fb")[0].lines
    assert row.result == "a/b"
    assert none.why.startswith("not installed: ModuleNotFoundError")


#: The texts, and what each decoder of this package answers; a code in parentheses is an error.
TEXTS = ("a+%E9", "%u0107", "%C3%a9%")


MALFORMED = "(it refuses a malformed escape)"


MALFORMED_UTF8 = "(it refuses bytes that are not valid UTF-8)"


OURS = [
    ("superuri.decode", ["(invalid-utf8)", "(percent-u)", "(truncated-escape)"]),
    ("… errors=replace", ["a+\ufffd", "%u0107", "é%"]),
    ("… errors=keep", ["a+%E9", "%u0107", "é%"]),
    ("… encoding=latin-1", ["a+é", "(percent-u)", "(truncated-escape)"]),
    ("… encoding=(utf-8, windows-1252)", ["a+é", "(percent-u)", "(truncated-escape)"]),
    ("superuri.percent_u.decode", ["(invalid-utf8)", "ć", "(truncated-escape)"]),
    ("superuri.form.decode", ["(invalid-utf8)", "(percent-u)", "(truncated-escape)"]),
    ("superuri.compat.ecmascript.unescape", ["a+é", "ć", "Ã©%"]),
    ("superuri.compat.python2.unquote", ["a+é", "%u0107", "Ã©%"]),
    ("superuri.compat.dialects.java.decode", ["a \ufffd", "(bad-hex)", "(truncated-escape)"]),
]


#: The same for decoders that were read in their source.
READ = {
    "OpenResty ngx.unescape_uri": ["a \ufffd", "u0107", "é"],
    "Rust urlencoding decode": [MALFORMED_UTF8, "%u0107", "é%"],
    ".NET WebUtility.UrlDecode": ["a \ufffd", "%u0107", "é%"],
    "Trino url_decode": ["a \ufffd", MALFORMED, MALFORMED],
}


def test_the_command_shows_our_decoders_first() -> None:
    # Without a path, no program of others is started.
    done = run(["who", "--decode", "--json", "--", *TEXTS], env={**os.environ, "PATH": ""})
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert [row["who"] for row in printed] == [row.name for row in decoders.ROWS]
    assert printed[: len(OURS)] == [
        {"who": name, **dict(zip(TEXTS, results, strict=True))} for name, results in OURS
    ]
    assert [row for row in printed if row["who"] in READ] == [
        {"who": name, **dict(zip(TEXTS, results, strict=True))} for name, results in READ.items()
    ]


def test_our_decoders_answer_alike_without_the_command() -> None:
    answers = who.decodes(*TEXTS, runners=("ours",))
    assert [each.text for each in answers] == list(TEXTS)
    for at, each in enumerate(answers):
        assert each.lines == [
            who.Line(name, None, results[at][1:-1])
            if results[at].startswith("(")
            else who.Line(name, results[at])
            for name, results in OURS
        ]


def test_a_decoder_of_ours_that_cannot_be_imported_gives_the_reason(monkeypatch):
    row = Decoder("absent", "ours", "absent.decode(t)", "absent_module")
    monkeypatch.setattr(decoders, "ROWS", (row, row._replace(name="t", code="t", needs="superuri")))
    why = "not installed: No module named 'absent_module'"
    assert who.decodes("a", "b") == [
        who.Answers(text, [who.Line("absent", None, why), who.Line("t", text)]) for text in "ab"
    ]


def test_a_result_that_is_no_text_is_shown_as_python_writes_it(monkeypatch):
    row = Decoder("own", "ours", "[len(t), None]", "superuri")
    monkeypatch.setattr(decoders, "ROWS", (row,))
    lines = [who.Line("own", "[1, None]")]
    assert who.decodes("é") == [who.Answers("é", lines)]
    assert running.run(row._replace(runner="python"), ["é"], limit=None) == lines
