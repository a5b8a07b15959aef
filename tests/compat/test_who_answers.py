"""Table of encoders and decoders: the whole answers of this package's decoders, and of one row."""

import json
import os
from typing import Any

import pytest

from kit.command import PATIENCE, run
from superuri import who
from superuri._foreign import reported
from superuri.who import decoders, decoders_read, decoding, producers, running, running_batch
from superuri.who.decoding import Decoder, Manner
from superuri.who.versions import VERSIONS

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


def test_a_decoder_of_ours_that_cannot_be_imported_gives_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = Decoder("absent", "ours", "absent.decode(t)", "absent_module")
    monkeypatch.setattr(decoders, "ROWS", (row, row._replace(name="t", code="t", needs="superuri")))
    why = "not installed: No module named 'absent_module'"
    assert who.decodes("a", "b") == [
        who.Answers(text, [who.Line("absent", None, why), who.Line("t", text)]) for text in "ab"
    ]


def test_a_result_that_is_no_text_is_shown_as_python_writes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = Decoder("own", "ours", "[len(t), None]", "superuri")
    monkeypatch.setattr(decoders, "ROWS", (row,))
    lines = [who.Line("own", "[1, None]")]
    assert who.decodes("é") == [who.Answers("é", lines)]
    assert running.run(row._replace(runner="python"), ["é"], limit=None) == lines


def test_a_row_that_ends_its_process_has_no_answer() -> None:
    row = Decoder("ends", "python", "__import__('os')._exit(0)")
    line = who.Line("ends", None, "no answer: JSONDecodeError")
    assert running.run(row, ["a", "b"], limit=None) == [line, line]


MANNERS = [
    # manner, text, result
    (Manner(), "a+%C3%A9%E9%%zz", "a+é\ufffd%%zz"),
    (Manner(invalid="latin-1"), "%E9%C3%A9+%80%zz", "éÃ©+\x80%zz"),
    (Manner(invalid="kept"), "%c3%a9%e9%2f", "é%e9/"),
    (Manner(invalid="uppercased"), "%c3%a9%e9%2f", "é%E9/"),
    (Manner(keeps="/é"), "%2f%c3%a9%2B", "%2f%c3%a9+"),
    (Manner(keeps="/"), "%2F%2f%41%2F%42", "%2F%2fA%2FB"),
    (Manner(" ", ends="\0!"), "a+b%21c%00d", "a b"),
    (Manner(malformed="dropped"), "%zz%4x%41%", "zzA"),
    (Manner(malformed="error inside"), "%41%4", "A%4"),
]


@pytest.mark.parametrize(("manner", "text", "result"), MANNERS)
def test_each_manner_decodes(manner: Manner, text: str, result: str) -> None:
    assert decoding.decode(text, manner) == result


REFUSALS = [
    (Manner(malformed="error"), "%41%4", "it refuses a malformed escape"),
    (Manner(malformed="error inside"), "%4xy", "it refuses a malformed escape"),
    (Manner(invalid="error"), "%41%E9", "it refuses bytes that are not valid UTF-8"),
    (Manner(refuses="\0/"), "a/%2Fb", "it refuses U+002F"),
]


@pytest.mark.parametrize(("manner", "text", "message"), REFUSALS)
def test_each_manner_refuses(manner: Manner, text: str, message: str) -> None:
    with pytest.raises(decoding.RefusedError) as caught:
        decoding.decode(text, manner)
    assert str(caught.value) == message


PRODUCERS = [
    # fields of the row, text, result
    ({"bare": "/"}, "a b/é%2f", "a%20b/%C3%A9%252f"),
    ({"bare": "~", "space": "+", "hex": "lower"}, "a b/~é", "a+b%2f~%c3%a9"),
    # A space that stays is not written as the row's space.
    ({"bare": " %", "space": "+"}, "a b%20/", "a b%20%2F"),
    ({"bare": "", "surrogate": "stays"}, "\ud800/\udfff", "\ud800%2F\udfff"),
    ({"bare": "", "surrogate": "%3F"}, "\ud800/\udfffa\udfff", "%3F%2F%3Fa%3F"),
    ({"bare": "", "surrogate": ""}, "\ud800/\udfff", "%2F"),
    ({"bare": "", "non_ascii": "bare"}, "é/", "é%2F"),
    ({"bare": "", "non_ascii": "nfc"}, "e\u0301", "%C3%A9"),
    ({"bare": "", "escapes": "kept"}, "%7e%zz%2f", "%7e%25zz%2f"),
    ({"bare": "", "escapes": "uppercased"}, "%7e%2f", "%7E%2F"),
    ({"bare": "", "escapes": "requoted"}, "%7e%2f%41/", "~%2FA%2F"),
    ({"bare": "", "lost": "\t", "ends": "\0#", "swaps": ("\\/", "!no")}, "a\t\\!#b", "a%2Fno"),
]


@pytest.mark.parametrize(("fields", "text", "result"), PRODUCERS)
def test_each_field_of_a_producer_is_seen(fields: dict[str, Any], text: str, result: str) -> None:
    row = producers.Producer("own", version="1", **fields)
    assert producers.encode(text, row) == result


def test_what_cannot_be_encoded_has_a_reason() -> None:
    for line in who.encodes("\ud800"):
        if line.who.startswith(("sets.", "profiles.")):
            assert (line.result, "lone surrogate" in line.why) == (None, True), line


def test_a_producer_refuses_characters_and_surrogates() -> None:
    row = producers.Producer("own", "", "1", refused="!\t")
    for text, message in [
        ("a\t!", "it refuses U+0009"),
        ("a\ud800", "it refuses a lone surrogate"),
    ]:
        with pytest.raises(producers.RefusedError) as caught:
            producers.encode(text, row)
        assert str(caught.value) == message


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


def test_each_encoder_answers_or_gives_the_reason() -> None:
    lines = {line.who: line for line in who.encodes("a /é\t")}
    assert lines["Apache RewriteRule [B]"][1:] == ("a+%2f%c3%a9%09", "")
    assert lines["urllib.parse.urlencode value"][1:] == ("a+%2F%C3%A9%09", "")
    assert lines["httpx path"] == ("httpx path", None, "it refuses U+0009")


def test_a_maker_of_rows_fills_every_field() -> None:
    made = producers.run("python")("own", "urllib.parse", "-", "quote(t)", space="+")
    assert made == producers.Producer(
        "own",
        "-",
        VERSIONS["urllib"],
        space="+",
        runner="python",
        code="quote(t)",
        needs="urllib.parse",
    )
    assert producers.run("perl")("own", "URI", "", "$t", of="node").version == VERSIONS["node"]
    assert decoding.run("java")("own", "", "t", None) == Decoder(
        "own", "java", "t", version=VERSIONS["java"]
    )
    read = decoders_read._read("own", "Own 1.0", "src/own.c", Manner(plus=" "))  # noqa: SLF001
    assert read == Decoder("own", "read", manner=Manner(" "), version="Own 1.0", file="src/own.c")


@pytest.mark.skipif("jdk.compiler" not in reported(("java", "--list-modules")), reason="no Java")
def test_java_answers_with_every_utf_16_unit_and_with_the_name_of_an_error() -> None:
    row = Decoder("own", "java", "t.charAt(t.length() - 1) + t")
    texts = ["a\n", "é☃", "\ud83d", "", "z\ude00"]
    assert running.run(row, texts, limit=None) == [
        who.Line("own", "\na\n"),
        who.Line("own", "☃é☃"),
        who.Line("own", "\ud83d\ud83d"),
        who.Line("own", None, "StringIndexOutOfBoundsException"),
        who.Line("own", "\ude00z\ude00"),
    ]


@pytest.mark.skipif(not reported(("perl", "-MJSON::PP", "-e", "print 1")), reason="no Perl")
def test_perl_loads_the_module_that_a_row_needs() -> None:
    row = Decoder("own", "perl", "List::Util::first(sub { 1 }, uc $t)", "List::Util")
    assert running.run(row, ["a", "é"], limit=None) == [who.Line("own", "A"), who.Line("own", "É")]


def test_a_row_without_an_answer_is_asked_again_with_the_same_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[object, ...]] = []

    def run_alone(*arguments: object) -> list[who.Line]:
        asked.append(arguments)
        return [who.Line("ends", None, "asked alone")]

    monkeypatch.setattr(running, "run", run_alone)
    row = Decoder("ends", "python", "__import__('os')._exit(3)")
    lines = running_batch.run([row], ["a"], PATIENCE)
    assert lines == [[who.Line("ends", None, "asked alone")]]
    assert asked == [(row, ["a"], PATIENCE)]
