"""Disagreements: what each parser answers, as it is and in isolation, and how they differ."""

import shutil
import subprocess
import sys
from importlib import import_module
from urllib.parse import urlsplit

import pytest

import superuri
from kit.command import PATIENCE
from superuri._foreign import reported
from superuri._foreign.lines import Lines
from superuri.disagree import (
    GAINS,
    Difference,
    Disagreement,
    differences,
    disagree,
    survey,
    versions,
)
from superuri.disagree.ask import Answer, Result, answer, ask
from superuri.disagree.parsers import PARSERS, Parser

BY_NAME = {parser.name: parser for parser in PARSERS}
PLAIN = "http://user:pass@www.example.com:8080/a/b?c=d#e"
NODE = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsers have no time limit to start, because the machine may be busy."""
    monkeypatch.setattr(import_module("superuri.disagree.ask"), "START", PATIENCE)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_parser_reads_a_plain_url_alike(name, report):
    heard = ask(BY_NAME[name], [PLAIN, "http://example.com/"], PATIENCE)
    if not heard.version:
        report(f"not run: {name}: {heard.missing}")
        pytest.skip(heard.missing)
    full, bare = heard.answers
    assert full == Answer("", "http", "user:pass", "www.example.com", "8080", "/a/b")
    assert bare._replace(path=bare.path or "/") == Answer(
        "", "http", None, "example.com", bare.port, "/"
    )
    assert bare.port in {None, "80"}


def test_the_whole_disagreement_of_three_parsers() -> None:
    url = r"http://u:p@Evil.com:80\@good.com"
    refused = (
        "the authority at 7..32 has a backslash: it can be read as more than one host "
        "(ambiguous-authority)"
    )
    user = "u:p@Evil.com:80\\"
    assert disagree(url, parsers=["superuri", "whatwg", "urllib"], limit=PATIENCE) == Disagreement(
        url,
        (
            ("superuri", Answer(refused)),
            ("whatwg", Answer("", "http", "u:p", "evil.com", None, "/@good.com")),
            ("urllib", Answer("", "http", user, "good.com", None, "")),
        ),
        (
            Difference(
                "host", (("evil.com", ("whatwg",)), ("good.com", ("urllib",))), GAINS["host"]
            ),
            Difference("userinfo", (("u:p", ("whatwg",)), (user, ("urllib",))), GAINS["userinfo"]),
            Difference("path", (("/@good.com", ("whatwg",)), ("/", ("urllib",))), GAINS["path"]),
            Difference(
                "refusal",
                (("refused", ("superuri",)), ("read", ("whatwg", "urllib"))),
                GAINS["refusal"],
            ),
        ),
        (),
    )


PORTS = [
    # parser, its answer
    ("a", Answer("", "WSS", None, "h", None, None)),
    ("b", Answer("", "wss", "", "H", "443", "/")),
    ("c", Answer("", "ws", None, "[h]", None, "/")),
    ("d", Answer("", None, None, "h", None, "/")),
]
MISSING, EMPTY, SLASH = Answer(), Answer("", "", "", "", "", ""), Answer(path="/")
HOST = Answer("", "x", None, "h", None, "")
DIFFERENCES = [
    # answers, the part that differs, its readings
    (PORTS, "port", (("443", ("a", "b")), ("80", ("c",)), ("", ("d",)))),
    ([("a", MISSING), ("b", EMPTY)], None, ()),
    ([("a", MISSING), ("b", SLASH), ("c", EMPTY)], "path", (("", ("a", "c")), ("/", ("b",)))),
    ([("a", HOST), ("b", HOST._replace(path="/"))], None, ()),
    ([("a", HOST), ("b", SLASH)], "host", (("h", ("a",)), ("", ("b",)))),
    (
        [
            (host, Answer(host=host, path="/"))
            for host in ("BÜCHER.example", "xn--bcher-kva.example")
        ],
        None,
        (),
    ),
]


@pytest.mark.parametrize(("answers", "part", "readings"), DIFFERENCES)
def test_what_is_a_difference(answers, part, readings):
    want = (Difference(part, readings, GAINS[part]),) if part else ()
    assert differences(answers) == want


@pytest.mark.parametrize(
    "urls",
    [
        ("http://EXAMPLE.com/", "http://example.com:80"),
        ("http://bücher.example/",),
        ("http://[2001:db8::1]/",),
        ("http://example.com/a%20b?c#d",),
    ],
)
def test_a_spelling_is_not_a_disagreement(urls):
    for printed in survey(urls, parsers=["whatwg", "urllib"], limit=PATIENCE):
        assert not [d for d in printed.differences if d.part != "path"], printed


HOSTILE = [
    *("", "\x00", "\n", "\t\r\n", "é\u202e", "%", "http://" + "a" * 70_000, "\ud800", "'\"`$(id)"),
]


def test_urllib_gets_the_text_unchanged():
    urls = [PLAIN, "//[::1]:80/", "http://a@b@c/", "foo:bar", "http://BÜCHER.example/%7E"]
    answers = ask(BY_NAME["urllib"], urls, PATIENCE).answers
    for url, read in zip(urls, answers, strict=True):
        parts = urlsplit(url)
        assert (read.host, read.path) == (parts.hostname, parts.path)


def test_no_url_breaks_the_way_it_is_handed_over(report):
    for printed in survey(HOSTILE, limit=PATIENCE):
        assert {name for name, _ in printed.answers} | {name for name, _ in printed.missing} == set(
            BY_NAME
        )
        for name, read in printed.answers:
            assert "ended with" not in read.error, (name, printed.url[:20], read)
    report(f"{len(HOSTILE)} hostile texts, asked of {len(printed.answers)} parsers")


def test_a_parser_answers_with_the_first_line_of_its_error() -> None:
    urls = ["http://e.com:x/", "http://e.com/\ud800", "http://e.com"]
    assert ask(BY_NAME["superuri"], urls, PATIENCE) == Result(
        BY_NAME["superuri"],
        superuri.__version__,
        (
            Answer('port "x" at 13 is not a number'),
            Answer("the lone surrogate U+D800 at 13 has no UTF-8"),
            Answer("", "http", None, "e.com", None, ""),
        ),
    )


@NODE
def test_node_answers_with_its_own_version_and_without_warnings() -> None:
    printed = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True)
    urls = ["http://u:p@Example.com:81/a", "http://u@e.com:80", "http://é.example/"]
    answers = (
        Answer("", "http", "u:p", "example.com", "81", "/a"),
        Answer("", "http", "u", "e.com", None, "/"),
        Answer("", "http", None, "xn--9ca.example", None, "/"),
    )
    version = printed.stdout.strip()
    assert ask(BY_NAME["node"], urls, PATIENCE) == Result(BY_NAME["node"], version, answers)


@pytest.mark.skipif("jdk.compiler" not in reported(("java", "--list-modules")), reason="no Java")
def test_java_answers_with_its_own_version() -> None:
    urls = ["http://u:p@Example.com:81/a", "http://e.com", "http://e.com/a|"]
    result = ask(BY_NAME["java-uri"], urls, PATIENCE)
    answers = (
        Answer("", "http", "u:p", "Example.com", "81", "/a"),
        Answer("", "http", None, "e.com", None, ""),
        Answer("Illegal character in path at index 14: http://e.com/a|"),
    )
    assert result == Result(BY_NAME["java-uri"], result.version, answers)
    assert f'"{result.version}"' in reported(("java", "-version"))


ECHO = Parser("echo", "one", "python", "version = '1'\n", "    return None, None, url, 7, b'/'")
HANGS = ECHO._replace(
    imports="import time\nversion = '1'\n",
    read="    if url == 'hang':\n        time.sleep(600)\n    return 'x', None, None, None, url",
)
DIES = HANGS._replace(read=HANGS.read.replace("time.sleep(600)", "__import__('os')._exit(3)"))
RAISES = ECHO._replace(
    read="    raise {'a': ValueError('one\\ntwo'), 'b': ValueError(''), 'c': KeyError()}[url]"
)
NODE_FAILS = BY_NAME["node"]._replace(read="throw new Error(text)")
ERRORS = [
    # parser, texts, the errors
    (HANGS, ["a", "hang", "b"], ["", "it took too long", ""]),
    (DIES, ["a", "hang", "b"], ["", "it ended with 3", ""]),
    # It is not started again.
    (DIES, ["hang"] * 6, ["it ended with 3"] * 3 + ["not run: it failed to answer before"] * 3),
    (RAISES, ["a", "b", "c"], ["one", "ValueError", "KeyError"]),
    pytest.param(NODE_FAILS, ["", "no\nmore"], ["it refuses the text", "no"], marks=NODE),
]


@pytest.mark.parametrize(("parser", "texts", "errors"), ERRORS)
def test_what_a_parser_does_not_read_costs_one_answer(parser, texts, errors, monkeypatch):
    asks = Lines.ask

    def hurried(self: Lines, line: str, limit: float | None) -> str | None:
        """Use a limit for the hanging parser only: on a busy machine the others may be late."""
        hangs = parser is HANGS and line == b"hang".hex()
        return asks(self, line, 0.5 if hangs else limit)

    monkeypatch.setattr(Lines, "ask", hurried)
    assert [each.error for each in ask(parser, texts, PATIENCE).answers] == errors


def test_an_answer_without_a_message_is_a_refusal() -> None:
    assert answer("error") == answer("error\t-") == Answer("it refuses the text")


MISSING_PARSERS = [
    # what is different in its row, why it is missing
    ({"imports": "version = ''\n"}, "it does not say its version"),
    (
        {"imports": "import no_such_module\n"},
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    ({"runs": "no-such-program"}, "no-such-program is not installed"),
]


@pytest.mark.parametrize(("row", "why"), MISSING_PARSERS)
def test_a_parser_that_cannot_run_is_missing(row: dict[str, str], why: str) -> None:
    parser = ECHO._replace(**row)
    assert ask(parser, ["a"], PATIENCE) == Result(parser, "", (), why)


def test_a_parser_that_does_not_start_in_time_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = ECHO._replace(imports=f"import time\ntime.sleep({PATIENCE})\n")
    monkeypatch.setattr(import_module("superuri.disagree.ask"), "START", 0.1)
    assert ask(slow, ["a"], PATIENCE) == Result(slow, "", (), "it took too long")


def test_all_parsers_have_the_same_limit_for_each_url(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = Lines.ask
    limits: list[float | None] = []

    def asked(self: Lines, line: str, limit: float | None) -> str | None:
        limits.append(limit)
        return asks(self, line, limit)

    gone = ECHO._replace(name="gone", imports="import no_such_module\n")
    monkeypatch.setattr(Lines, "ask", asked)
    monkeypatch.setattr("superuri.disagree.PARSERS", (ECHO, gone, ECHO._replace(name="again")))
    missing = (("gone", "ModuleNotFoundError: No module named 'no_such_module'"),)
    texts = ["\ud800\n\t", ""]
    assert survey(texts, limit=PATIENCE - 1) == [
        Disagreement(
            text,
            tuple((name, Answer("", None, None, text, "7", "/")) for name in ("echo", "again")),
            (),
            missing,
        )
        for text in texts
    ]
    assert limits == [PATIENCE - 1] * 4


def test_versions_are_those_of_the_named_parsers() -> None:
    expected = {"superuri": superuri.__version__, "urllib": sys.version.split()[0]}
    assert versions(["urllib", "superuri"]) == expected


def test_the_first_unknown_parser_is_named_with_all_that_exist() -> None:
    with pytest.raises(ValueError, match="curly") as caught:
        survey(["http://e.com/"], parsers=["whatwg", "curly", "urly"])
    assert str(caught.value) == f"no parser is called 'curly': there are {', '.join(BY_NAME)}"
