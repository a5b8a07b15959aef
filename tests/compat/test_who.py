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
from superuri._foreign.lines import Lines
from superuri.who import decoders, decoding, producers, running, running_batch


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
def test_node_is_run():
    lines = by_name(who.decodes(*TEXTS, runners=("node",))[0].lines)
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


def python(name, code, needs=""):
    return decoders.Decoder(name, "python", code, needs)


NOBODY = python("nobody", "nobody.decode(t)", "nobody_at_all")


def test_a_missing_module_is_reported():
    [line] = running.run(NOBODY, ["a"])
    assert line.why.startswith("not installed: ModuleNotFoundError")


def test_a_missing_library_of_c_is_reported():
    [line] = running.run(python("C", "library.decode(t)", producers.library("libnobody.so")), ["a"])
    assert line.why.startswith("not installed: ")
    assert "libnobody" in line.why


#: One row of each kind that a batch must survive, between rows that answer.
ROWS = [
    python("says", "t + '!'"),
    NOBODY,
    python("raises", "t.encode('ascii').decode()"),
    python("prints", "print('between', flush=True) or __import__('os').write(1, b'raw') and t"),
    python("is not text", "len(t)"),
    python("is not JSON", "t.encode()"),
    python("is not Python", "t +"),
    python("leaves a name", "globals().setdefault('left', t)"),
    python("finds no name", "left"),
    python("ends its process", "__import__('os')._exit(3)"),
    python("raises no Exception", "exit('enough')"),
    python("says again", "t * 2", "urllib.parse"),
]


def test_a_batch_answers_as_its_rows_alone():
    texts = ["a", "é\ud800", ""]
    alone = [running.run(row, texts, limit=None) for row in ROWS]
    together = running_batch.run(ROWS, texts, limit=None)
    for row, its, expected in zip(ROWS, together, alone, strict=True):
        assert its == expected, row
    answered = {lines[0].who for lines in together if lines[0].result is not None}
    assert answered == {"says", "raises", "prints", "is not text", "leaves a name", "says again"}


def test_a_batch_starts_one_process(monkeypatch):
    started = []
    monkeypatch.setattr(running_batch, "Lines", lambda *all: started.append(1) or Lines(*all))
    monkeypatch.setattr(running, "run", None)
    rows = [row for row in ROWS if row.name.startswith(("says", "raises", "is not"))]
    rows.remove(next(row for row in rows if row.name == "raises no Exception"))
    assert len(running_batch.run(rows, ["a"], limit=None)) == len(rows) == 6
    assert len(started) == 1


def test_a_row_that_hangs_costs_its_own_answer(monkeypatch):
    hangs = python("hangs", "__import__('time').sleep(600)")
    asks, alone = Lines.ask, running.run

    def hurried(self, line, limit):
        """Ask with this limit the row that hangs: the others may be late on a busy machine."""
        return asks(self, line, 0.1 if "sleep" in line else limit)

    monkeypatch.setattr(Lines, "ask", hurried)
    monkeypatch.setattr(running, "run", lambda row, texts, _: alone(row, texts, 0.1))
    lines = running_batch.run([ROWS[0], hangs, ROWS[-1]], ["a"], limit=None)
    assert [line.result for [line] in lines] == ["a!", None, "aa"]
    assert lines[1][0].why == "no answer: TimeoutExpired"


def test_no_row_where_python_does_not_run(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    [[line], _] = running_batch.run(ROWS[:2], ["a"])
    assert line.why == "not installed: /nowhere/python"


@pytest.mark.parametrize("form", render.FORMS)
def test_every_form_has_every_cell(form):
    message = render.table(["a", "b"], [["1|", "\x1b[2J"], ["é\n", ""]], form)
    assert "\x1b" not in message
    if form == "json":
        assert json.loads(message) == [{"a": "1|", "b": "\x1b[2J"}, {"a": "é\n", "b": ""}]
    else:
        assert len(message.splitlines()) == {"text": 3, "markdown": 4}[form]


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
    (["list", "sets", "saml.AD_FS"], 0, "hex           lower"),
    (["list", "sets", "rfc1738.UNSAFE"], 0, "year          1994"),
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


@pytest.mark.parametrize(("arguments", "code", "message"), COMMANDS, ids=lambda row: str(row)[:40])
def test_the_command_prints_it(arguments, code, message):
    got, stdout, stderr = run(*arguments)
    assert got == code, stderr
    assert message in stdout
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
    for message in [texts, *([text] for text in (texts if FULL else ()))]:
        one = run(*arguments, "--on-error", "keep", "--", *message)
        many = run(*arguments, stdin="".join(f"{text}\n" for text in message).encode())
        assert one[:2] == many[:2], message


def test_the_command_knows_every_log():
    assert _verbs.options.FROM.choices == tuple(logs.formats)
