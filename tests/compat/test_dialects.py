"""Dialects: the same as their implementations, wherever one is installed."""

import ctypes
import ctypes.util
import json
import re
from collections.abc import Callable

import pytest

import superuri
from kit import chance, oracle
from kit.amount import FULL, POINTS, SCALARS, STEP, part
from kit.oracle import Report
from superuri import sets
from superuri.compat import dialects
from superuri.compat.dialects import go, java, perl, php

RANDOM_STRINGS = part(20_000)
#: Inputs that are difficult for encoders and decoders.
PIECES = [
    *("%", "%2", "%41", "%e9", "%E9", "%C3%A9", "%E2%98%83", "%F0%9F%98%80", "%zz", "%u0107"),
    *("%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%E2%98", "%80", "%FF", "%25", "%2B", "%00"),
    *("+", " ", "a", "Z", "~", "*", "/", "é", "☃", "😀", "\x00", "\x7f", "'", "&", "="),
]


def texts(of: str, more: list[str]) -> list[str]:
    made = chance.seeded(of)
    pieces = PIECES + more
    return ["".join(made.choices(pieces, k=made.randrange(8))) for _ in range(RANDOM_STRINGS)]


def dialect(row: superuri.Set) -> Callable[[str], str]:
    return lambda text: dialects.encode(text, row)


#: Program, its arguments, and our function for each line that it writes for a scalar value.
ENCODERS = [
    ("php", ["php.php", str(STEP)], [php.urlencode, php.rawurlencode]),
    ("go", ["run", "go.go", str(STEP)], [go.query_escape, go.path_escape]),
    ("perl", ["perl.pl", str(STEP)], [perl.uri_escape_utf8]),
    (
        "ruby",
        ["ruby.rb", str(STEP)],
        [dialect(sets.ruby.CGI_ESCAPE), dialect(sets.ruby.URL_ENCODE), dialect(sets.ruby.FORM)],
    ),
]


@pytest.mark.parametrize(
    ("program", "arguments", "functions"), ENCODERS, ids=lambda v: v if isinstance(v, str) else ""
)
def test_every_scalar_value_encoded(program, arguments, functions, report: Report) -> None:
    what = f"{len(SCALARS):,} scalar values × {len(functions)} encoders of {program}"
    with oracle.asked(program, oracle.program(arguments), b"", report, what) as answers:
        theirs = answers.decode().split("\n")
        for number, function in enumerate(functions):
            wanted = theirs[number :: len(functions)]
            wrong = [c for c, want in zip(SCALARS, wanted, strict=False) if function(c) != want]
            assert not wrong[:5], (program, number)
        if program == "perl":
            octets = theirs[len(SCALARS) : len(SCALARS) + 256]
            assert list(map(perl.uri_escape, map(chr, range(256)))) == octets


#: Program, its arguments, and our function for each line that it writes for a line of bytes.
DECODERS: list = [
    ("php", ["php.php"], [php.urldecode, php.rawurldecode]),
    ("go", ["run", "go.go"], [go.query_unescape, go.path_unescape]),
    ("perl", ["perl.pl"], [lambda b: perl.uri_unescape(b.decode("latin-1")).encode("latin-1")]),
]


@pytest.mark.parametrize(
    ("program", "arguments", "functions"), DECODERS, ids=lambda v: v if isinstance(v, str) else ""
)
def test_random_octets_decoded(program, arguments, functions, report: Report) -> None:
    given = [text.encode() for text in texts("octets", [])] + [bytes([o]) for o in range(256)]
    lines = "".join(octets.hex() + "\n" for octets in given).encode()
    what = f"{len(given):,} random strings × {len(functions)} decoders of {program}"
    with oracle.asked(program, oracle.program(arguments), lines, report, what) as answers:
        theirs = answers.decode()
        for number, function in enumerate(functions):
            for octets, want in zip(
                given, theirs.split("\n")[number :: len(functions)], strict=False
            ):
                assert hexed(function, octets) == want, (program, number, octets)


def hexed(function: Callable[[bytes], bytes], octets: bytes) -> str:
    try:
        return function(octets).hex()
    except superuri.errors.DecodeError:
        return "!"


def utf16_hex(text: str) -> str:
    return text.encode("utf-16-be", "surrogatepass").hex()


def java_decoded(text: str) -> str:
    try:
        return utf16_hex(java.decode(text))
    except superuri.errors.DecodeError as error:
        assert text[error.start] == "%"
        return "!"


def test_java_every_code_point(report: Report) -> None:
    what = f"{len(POINTS):,} code points through URLEncoder and back through URLDecoder"
    java_program = oracle.program(["Java.java", str(STEP)])
    with oracle.asked("java", java_program, b"", report, what) as theirs:
        for point, line in zip(map(chr, POINTS), theirs.decode().splitlines(), strict=True):
            encoded, decoded = line.split(" ")
            assert java.encode(point) == encoded, hex(ord(point))
            assert java_decoded(encoded) == decoded, hex(ord(point))


def test_java_random_strings_and_every_digit(report: Report) -> None:
    more = [
        *("\ud83d", "\ude00", "%+1", "%-1", "%-0", "%１２"),
        *("%Ａｆ", "%٣a", "%1😀", "%é1", "%F0%80"),
    ]
    more += ["%E0%80%80", "%F8%88", "%ED%B0%80%80", "%EF%BF%BF", "%F0%9F", "%C3%", "%ED%A0"]
    given = texts("decoders", more)
    # The decoder takes the digits of every script.
    units = [unit for unit in range(0x10000) if FULL or chr(unit).isdigit() or unit % STEP == 0]
    given += [f"%{chr(unit)}1%1{chr(unit)}%{chr(unit)}" for unit in units]
    given += [f"%{chr(unit)}1" for unit in units]
    lines = "".join(utf16_hex(text) + "\n" for text in given).encode()
    what = f"{len(given):,} strings × URLEncoder, URLDecoder"
    with oracle.asked("java", oracle.program(["Java.java"]), lines, report, what) as theirs:
        for text, line in zip(given, theirs.decode().splitlines(), strict=True):
            encoded, decoded = line.split(" ")
            assert java.encode(text) == encoded, ascii(text)
            assert java_decoded(text) == decoded, ascii(text)


def test_jq(report: Report) -> None:
    what = f"{len(SCALARS):,} scalar values through @uri"
    path = oracle.find("jq")
    given = json.dumps(SCALARS, ensure_ascii=False).encode()
    with oracle.asked("jq", ["-c", "map(@uri)"], given, report, what) as answers:
        theirs = json.loads(answers)
        old = re.search(r"jq-1\.[0-6]\b", oracle.version(path or ""))
        row = sets.jq.URI_1_6 if old else sets.jq.URI
        wrong = [
            c for c, want in zip(SCALARS, theirs, strict=True) if dialects.encode(c, row) != want
        ]
        assert not wrong[:5]
    report(f"not run without another jq: @uri of {'1.7' if old else '1.6'}")


def test_curl(report: Report) -> None:
    name = ctypes.util.find_library("curl") or "libcurl.so.4"
    try:
        curl = ctypes.CDLL(name)
    except OSError as error:  # none, or one for another C library than Python's
        report("not run without libcurl: scalar values through curl_easy_escape")
        pytest.skip(str(error))
    curl.curl_easy_init.restype = curl.curl_easy_escape.restype = ctypes.c_void_p
    curl.curl_version.restype = ctypes.c_char_p
    handle = ctypes.c_void_p(curl.curl_easy_init())
    for char in SCALARS:
        octets = char.encode()
        made = curl.curl_easy_escape(handle, octets, len(octets))
        want = ctypes.string_at(made).decode()
        curl.curl_free(ctypes.c_void_p(made))
        assert dialects.encode(char, sets.curl.EASY_ESCAPE) == want, hex(ord(char))
    curl.curl_easy_cleanup(handle)
    version = curl.curl_version().decode().split()[0]
    report(f"seen: {len(SCALARS):,} scalar values through curl_easy_escape, equal to {version}")


_NODE_PATH = """
const out = [];
for (let c = 0; c < 0x110000; c += c < 0x3000 ? 1 : Number(process.argv[1]))
    if (c < 0xD800 || c > 0xDFFF)
        out.push(new URL('http://h/a' + String.fromCodePoint(c) + 'b').href.slice(10, -1));
process.stdout.write(JSON.stringify(out));
"""


def test_known_lags_are_up_to_date(report: Report) -> None:
    what = f"{len(SCALARS):,} scalar values in a path, known lags apart"
    with oracle.asked("node", ["-e", _NODE_PATH, str(STEP)], b"", report, what) as answers:
        theirs = json.loads(answers)
        # The parser drops tab, LF and CR, reads ? and #, and \ as a slash.
        parsed = "\t\n\r?#\\"
        differ = {
            c
            for c, want in zip(SCALARS, theirs, strict=True)
            if c not in parsed and superuri.encode(c, sets.whatwg.PATH) != want
        }
        assert differ == oracle.lagging("node", "whatwg.PATH")
