"""Cookies: RFC 6265, and what libraries write and read."""

import contextlib
import http.client
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import superuri
from superuri import cookies
from superuri.errors import DecodeError, ParseError

# RFC 6265 section 3.1.
COOKIES = [
    ("SID=31d4d96e407aad42", [("SID", "31d4d96e407aad42")]),
    ("SID=31d4d96e407aad42; lang=en-US", [("SID", "31d4d96e407aad42"), ("lang", "en-US")]),
    ('a = "b c" ;;d=;e', [("a", '"b c"'), ("d", ""), ("", "e")]),
    ("", []),
    (
        ' a = b ;;c;\td="e f"\t; =g;a=h=i;',
        [("a", "b"), ("", "c"), ("d", '"e f"'), ("", "g"), ("a", "h=i")],
    ),
    # Only spaces and tabs are dropped.
    ("X=X; \va=b\v;c\v = \vd;\v", [("X", "X"), ("\va", "b\v"), ("c\v", "\vd"), ("", "\v")]),
]


@pytest.mark.parametrize(("header", "pairs"), COOKIES)
def test_cookies(header: str, pairs: list[tuple[str, str]]) -> None:
    assert list(cookies.parse(header)) == pairs


def test_the_value_of_a_cookie() -> None:
    # The grammar of section 4.1.1, and a %, which begins an escape here.
    octets = "!#$&'()*+-./0123456789:<=>?@[]^_`{|}~"
    assert cookies.value(octets) == octets
    for text in (" ", '"', ",", ";", "\\", "%", "\x00", "\x7f", "é", 'a" b', "%41", "\r\nX: y"):
        written = cookies.value(text)
        assert re.fullmatch(r"[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*", written)
        assert cookies.parse_value(written) == cookies.parse_value(f'"{written}"') == text
        assert cookies.parse(f"a={written}") == (("a", written),)
    for wrong, start in (('a"', 1), ('"a b"', 2), ("é", 0), ("a\\", 1)):
        with pytest.raises(ParseError) as caught:
            cookies.parse_value(wrong)
        assert (caught.value.code, caught.value.start) == ("bad-cookie", start)
    with pytest.raises(DecodeError):
        cookies.parse_value("%zz")


def test_a_value_is_written_and_read() -> None:
    assert cookies.value('a b;c,d"e\\f%g+ü\n') == "a%20b%3Bc%2Cd%22e%5Cf%25g+%C3%BC%0A"
    assert cookies.parse_value('"a%20+%3B"') == "a +;"
    assert cookies.parse_value('""') == ""


#: Each library's result for `a b/ü+%*~!(;"`, reads of `a+b%2F%2b%zz%FF`, and its source.
CODERS = [
    (
        "PHP",
        "a%20b%2F%C3%BC%2B%25%2A~%21%28%3B%22",
        "a+b/+%zz\ufffd",
        "PHP 8.2.36: setcookie, $_COOKIE, run",
    ),
    (
        "Rack",
        "a+b%2F%C3%BC%2B%25*%7E%21%28%3B%22",
        "a b/+%zz\ufffd",
        "Rack 2.2.22: add_cookie_to_header, run",
    ),
    ("Ruby CGI", "a+b%2F%C3%BC%2B%25%2A~%21%28%3B%22", "a b/+%zz\ufffd", "Ruby: CGI::Cookie, run"),
    (
        "cookie",
        "a%20b%2F%C3%BC%2B%25*~!(%3B%22",
        "a+b%2F%2b%zz%FF",
        "cookie (npm) 1.0: src/index.ts",
    ),
    ("js-cookie", "a%20b/%C3%BC+%25*~!(%3B%22", None, "js-cookie 3.0: converter"),
]

#: A value, what `cookie` 1.0 reads, and what js-cookie 3.0 does; None for a cookie that it drops.
READ_BY_SCRIPTS = [
    ("a+b", "a+b", "a+b"),
    ("%C3%A9%20x", "é x", "é x"),
    ('"abc"', '"abc"', "abc"),
    ('"abc', '"abc', "ab"),
    ('"', '"', ""),
    ('""', '""', ""),
    ('a"b"', 'a"b"', 'a"b"'),
    ("%E9", "%E9", None),
    ("99%E9%80%83%E4%BA", "99%E9%80%83%E4%BA", None),
    ("%C0%80", "%C0%80", None),
    ("%ED%A0%80", "%ED%A0%80", None),
    ("50%25%zz", "50%25%zz", "50%%zz"),
    ("%41%", "%41%", "A%"),
    ("%2", "%2", "%2"),
    ("", "", ""),
]


@pytest.mark.parametrize(("name", "written", "read", "source"), CODERS)
def test_a_coder_writes_and_reads(name: str, written: str, read: str | None, source: str) -> None:
    coder = cookies.coders[name]
    assert coder.encode('a b/ü+%*~!(;"') == written
    assert read_by(name, "a+b%2F%2b%zz%FF") == read
    assert coder.source == source
    assert coder.checked >= "2026-11-25"


def read_by(name: str, value: str) -> str | None:
    """Return what the library reads; None if it drops the cookie."""
    try:
        return cookies.coders[name].decode(value)
    except DecodeError as error:
        assert error.text == value
        return None


@pytest.mark.parametrize(("value", "of_cookie", "of_js_cookie"), READ_BY_SCRIPTS)
def test_scripts_read_as_they_do(value: str, of_cookie: str, of_js_cookie: str | None) -> None:
    assert read_by("cookie", value) == of_cookie
    assert read_by("js-cookie", value) == of_js_cookie


def test_node_decodes_the_same_runs() -> None:
    """The function of JavaScript that both call: on the whole value, and on each run of escapes."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    program = (
        "const one = s => { try { return decodeURIComponent(s) } catch { return null } };"
        "console.log(JSON.stringify(JSON.parse(process.argv[1]).map(one)))"
    )
    values = [value for value, *_ in READ_BY_SCRIPTS]
    runs = sorted({run for value in values for run in re.findall("(?:%[0-9A-Fa-f]{2})+", value)})
    command = ["node", "-e", program, json.dumps([*values, *runs])]
    said = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    for value, whole in zip(values, said, strict=False):
        assert read_by("cookie", value) == (value if whole is None else whole)
    for run, text in zip(runs, said[len(values) :], strict=True):
        assert read_by("js-cookie", run) == text


def test_every_coder_has_a_row() -> None:
    assert sorted(cookies.coders) == sorted(row[0] for row in CODERS)


@pytest.mark.parametrize("coder", cookies.coders.values(), ids=lambda coder: coder.name)
def test_what_libraries_put_into_cookies(coder: cookies.Coder) -> None:
    text = "a b+c%20/é;\"~*'!\\,"
    written = coder.encode(text)
    assert coder.decode(written) == text
    assert re.fullmatch(r"[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*", written)
    assert coder.source
    assert coder.checked


def test_where_libraries_differ() -> None:
    written = {name: coder.encode("a b+~*{") for name, coder in cookies.coders.items()}
    assert written == {
        "PHP": "a%20b%2B~%2A%7B",
        "Rack": "a+b%2B%7E*%7B",
        "Ruby CGI": "a+b%2B~%2A%7B",
        "cookie": "a%20b%2B~*%7B",
        "js-cookie": "a%20b+~*{",
    }
    # A plus that JavaScript writes is a space to Ruby.
    assert cookies.coders["Rack"].decode(written["js-cookie"]) == "a b ~*{"


@pytest.mark.parametrize("text", ["a b+~*{", "é;,\"'\\%41", "x"])
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("Ruby CGI", ["ruby", "-rcgi", "-e", 'print CGI::Cookie.new("n", ARGV[0]).to_s']),
        (
            "cookie",
            ["node", "-e", "process.stdout.write('n=' + encodeURIComponent(process.argv[1]))"],
        ),
    ],
)
def test_the_encoder_itself(name: str, command: list[str], text: str) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    made = subprocess.run([*command, text], capture_output=True, check=True).stdout.decode()
    assert made.partition(";")[0] == f"n={cookies.coders[name].encode(text)}"


COOKIES_OF_PHP = """<?php
setcookie("n", urldecode($_SERVER["QUERY_STRING"]));
echo json_encode($_COOKIE["m"] ?? null);
"""


@contextlib.contextmanager
def php(folder: Path) -> Iterator[int]:
    """Start PHP's own server, which sets and reads a cookie, and give its port."""
    (folder / "index.php").write_text(COOKIES_OF_PHP)
    command = ["php", "-S", "127.0.0.1:0", "-t", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            yield int(server.stderr.readline().partition("127.0.0.1:")[2].partition(")")[0])
        finally:
            server.kill()


def test_php_itself(tmp_path: Path) -> None:
    if shutil.which("php") is None:
        pytest.skip("php is not installed")
    coder = cookies.coders["PHP"]
    with php(tmp_path) as port:
        for text in ("a b+~*{", "é;,\"'\\%41", "x"):
            asked = http.client.HTTPConnection("127.0.0.1", port)
            value = coder.encode(text) + "+"
            asked.request(
                "GET", f"/?{superuri.form.encode(text)}", headers={"Cookie": f"m={value}"}
            )
            answer = asked.getresponse()
            assert answer.getheader("Set-Cookie") == f"n={coder.encode(text)}"
            assert json.loads(answer.read()) == coder.decode(value) == f"{text}+"
            asked.close()
