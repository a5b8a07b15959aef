"""Table of encoders and decoders: it shows what they do."""

import json
import shutil
import subprocess
import sys
import urllib.parse

import pytest

import superuri
from kit.amount import FULL
from superuri import _verbs, logs, profiles, render, sets, who
from superuri.who import decoders, running


def by_name(lines):
    return {line.who: line for line in lines}


@pytest.mark.parametrize("text", ["a b/ü~*+%41", "~", "\n", "", "http://e:x/"])
def test_everybody_who_encodes_is_there(text):
    lines = by_name(who.encodes(text))
    assert len(lines) == len(sets.rows) + len(profiles.rows) + len(who.PRODUCERS)
    assert lines["sets.rfc3986.PATH"].result == superuri.encode(text, sets.rfc3986.PATH)
    for row in sets.rows:
        said = lines[f"sets.{row.family}.{row.name}"].result
        space = getattr(row, "space", "%20")
        encoded = [superuri.encode(word, row) for word in text.split(" ")]
        assert said == (space if " " in row else " ").join(encoded)
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


def test_marks_are_what_the_sets_encode():
    rows = {row.who: row for row in who.marks()}
    for row in sets.rows:
        marks = rows[f"sets.{row.family}.{row.name}"]
        assert len(marks.fates) == len(who.MARKS) == 33
        assert marks.encoded == "".join(c for c in who.MARKS if c in row)
    assert rows["profiles.FIREFOX10"].encoded == " \"'<>`"
    assert rows["profiles.WHATWG_2026_11 query"].encoded == " \"#'<>"


TEXTS = ("%u002F", "%C0%AF", "a+b", "%zz", "%C3%A9", "100%")


def test_everybody_who_decodes_is_there():
    answers = who.decodes(*TEXTS, runners=("ours", "python"))
    assert [each.text for each in answers] == list(TEXTS)
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
def test_node_is_asked():
    lines = by_name(who.decodes(*TEXTS, runners=("node",))[0].lines)
    assert lines["Node unescape"].result == "/"
    assert lines["Node decodeURIComponent"].why == "URIError"


def test_what_is_not_there_says_so():
    row = decoders.Decoder("nobody", "python", "nobody.decode(t)", "nobody_at_all")
    assert running.run(row, ["a"])[0].why.startswith("not here: ModuleNotFoundError")


@pytest.mark.parametrize("form", render.FORMS)
def test_every_form_has_every_cell(form):
    said = render.table(["a", "b"], [["1|", "\x1b[2J"], ["é\n", ""]], form)
    assert "\x1b" not in said
    if form == "json":
        assert json.loads(said) == [{"a": "1|", "b": "\x1b[2J"}, {"a": "é\n", "b": ""}]
    else:
        assert len(said.splitlines()) == {"text": 3, "markdown": 4}[form]


def run(*arguments, stdin=b""):
    done = subprocess.run(
        [sys.executable, "-m", "superuri", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


COMMANDS = [
    (["list", "sets", "RFC3986.path"], 0, "RFC 3986 section 3.3"),
    (["list", "sets", "giuca", "--json"], 0, '"set": "giuca.CLEAN_3986"'),
    (["list", "sets"], 0, "rfc3987.PATH"),
    (["list", "sets", "nope"], 2, ""),
    (["who", "a b/ü"], 0, "a%20b%2F%C3%BC"),
    (["who", "--json", "~"], 0, '"~": "%7E"'),
    (["who", "--markdown"], 0, "| sets.rfc3986.COMPONENT |"),
    (["who"], 0, who.MARKS),
    (["who", "--decode"], 2, ""),
    (["decode", "--from", "cloudfront", "q=caf%25C3%25A9"], 0, "q=café\n"),
    (["decode", "--from", "nginx", r"/\xC3\xA9\x0A"], 0, "/é%0A\n"),
    (["decode", "--encoding", "shift_jis", "%83A"], 0, "ア\n"),
    (["encode", "--encoding", "latin-1", "--set", "rfc3986.path", "é/"], 0, "%E9/\n"),
    (
        ["clean", "--profile", "WHATWG", "--encoding", "big5", "/†?†"],
        0,
        "/%E2%80%A0?%26%238224%3B\n",
    ),
    (["clean", "--encoding", "koi8-r", "/п?п"], 0, "/%D0?%D0\n"),
    (["form", "encode", "1+1 %é"], 0, "1%2B1+%25%C3%A9\n"),
    (["form", "decode", "--encoding", "latin-1", "%E9+1%2B1"], 0, "é 1+1\n"),
    (["form", "nope"], 2, ""),
    (["encode", "--encoding", "nope", "é"], 2, ""),
    (["decode", "--from", "iis", "--encoding", "gbk", "a"], 2, ""),
]


@pytest.mark.parametrize(("arguments", "code", "said"), COMMANDS, ids=lambda row: str(row)[:40])
def test_the_command_says_it(arguments, code, said):
    got, stdout, stderr = run(*arguments)
    assert got == code, stderr
    assert said in stdout
    assert bool(stderr) == bool(code)


@pytest.mark.parametrize(
    "arguments",
    [
        ["decode", "--from", "cloudfront"],
        ["decode", "--encoding", "shift_jis"],
        ["encode", "--encoding", "iso-2022-jp"],
        ["encode", "--encoding", "ascii"],
        ["form", "encode", "--encoding", "big5"],
        ["form", "decode"],
        ["form", "decode", "--encoding", "shift_jis", "--errors", "keep"],
        ["clean", "--encoding", "shift_jis", "--trim"],
        ["clean", "--encoding", "big5", "--profile", "WHATWG"],
    ],
    ids=" ".join,
)
def test_arguments_and_lines_agree(arguments):
    """Law: the same answer everywhere."""
    texts = ("a b", "ア", "%83A", "é%E9", "†", "%250A", "%zz", " /ア ", "?\u203e\\")
    for said in [texts, *([text] for text in (texts if FULL else ()))]:
        one = run(*arguments, "--on-error", "keep", "--", *said)
        many = run(*arguments, stdin="".join(f"{text}\n" for text in said).encode())
        assert one[:2] == many[:2], said


def test_the_command_knows_every_log():
    assert _verbs.options.FROM.choices == tuple(logs.formats)
