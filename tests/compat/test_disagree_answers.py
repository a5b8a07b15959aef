"""Disagreements: the whole answer of each kind of parser, and of one that cannot run."""

import shutil
import subprocess
import sys
from importlib import import_module

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


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsers have no time limit to start, because the machine may be busy."""
    monkeypatch.setattr(import_module("superuri.disagree.ask"), "START", PATIENCE)


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


def test_a_port_that_differs_from_the_default_is_a_difference() -> None:
    answers = [
        ("a", Answer("", "WSS", None, "h", None, None)),
        ("b", Answer("", "wss", "", "H", "443", "/")),
        ("c", Answer("", "ws", None, "[h]", None, "/")),
        ("d", Answer("", None, None, "h", None, "/")),
    ]
    port = Difference("port", (("443", ("a", "b")), ("80", ("c",)), ("", ("d",))), GAINS["port"])
    assert differences(answers) == (port,)


def test_an_empty_part_is_compared_as_a_missing_one() -> None:
    missing, empty, slash = Answer(), Answer("", "", "", "", "", ""), Answer(path="/")
    root = Answer("", "x", None, "h", None, "")
    assert differences([("a", missing), ("b", empty)]) == ()
    assert differences([("a", missing), ("b", slash), ("c", empty)]) == (
        Difference("path", (("", ("a", "c")), ("/", ("b",))), GAINS["path"]),
    )
    assert differences([("a", root), ("b", root._replace(path="/"))]) == ()
    assert differences([("a", root), ("b", slash)]) == (
        Difference("host", (("h", ("a",)), ("", ("b",))), GAINS["host"]),
    )
    hosts = ["BÜCHER.example", "xn--bcher-kva.example"]
    assert differences([(host, Answer(host=host, path="/")) for host in hosts]) == ()


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


ERRORS = Parser(
    "errors",
    "one that refuses everything",
    "python",
    "version = '1'\n",
    "    raise {'a': ValueError('one\\ntwo'), 'b': ValueError(''), 'c': KeyError()}[url]",
)


def test_an_error_without_a_message_is_shown_by_its_type() -> None:
    answers = ask(ERRORS, ["a", "b", "c"], PATIENCE).answers
    assert answers == (Answer("one"), Answer("ValueError"), Answer("KeyError"))


def test_a_parser_whose_program_is_not_installed_is_missing() -> None:
    parser = BY_NAME["node"]._replace(runs="no-such-program")
    assert ask(parser, ["http://e.com/"], PATIENCE) == Result(
        parser, "", (), "no-such-program is not installed"
    )


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
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


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
def test_an_error_of_node_without_a_message_is_a_refusal() -> None:
    parser = BY_NAME["node"]._replace(read="throw new Error(text)")
    assert ask(parser, ["", "no\nmore"], PATIENCE).answers == (
        Answer("it refuses the text"),
        Answer("no"),
    )
    assert answer("error") == answer("error\t-") == Answer("it refuses the text")


ECHO = Parser("echo", "one", "python", "version = '1'\n", "    return None, None, url, 7, b'/'")
MUTE = ECHO._replace(name="mute", imports="version = ''\n")
GONE = ECHO._replace(name="gone", imports="import no_such_module\n")
SLOW = ECHO._replace(name="slow", imports=f"import time\ntime.sleep({PATIENCE})\n")


def test_what_a_parser_cannot_say_is_the_reason_why_it_is_missing() -> None:
    assert [ask(parser, ["a"], PATIENCE) for parser in (MUTE, GONE)] == [
        Result(MUTE, "", (), "it does not say its version"),
        Result(GONE, "", (), "ModuleNotFoundError: No module named 'no_such_module'"),
    ]


def test_a_parser_that_does_not_start_in_time_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("superuri.disagree.ask"), "START", 0.1)
    assert ask(SLOW, ["a"], PATIENCE) == Result(SLOW, "", (), "it took too long")


def test_all_parsers_have_the_same_limit_for_each_url(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = Lines.ask
    limits: list[float | None] = []

    def asked(self: Lines, line: str, limit: float | None) -> str | None:
        limits.append(limit)
        return asks(self, line, limit)

    monkeypatch.setattr(Lines, "ask", asked)
    monkeypatch.setattr("superuri.disagree.PARSERS", (ECHO, GONE, ECHO._replace(name="again")))
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
