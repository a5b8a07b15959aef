"""Disagreements: each parser is asked as it is, in isolation, and differences are reported."""

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from urllib.parse import urlsplit

import pytest

from kit import ROOT
from kit.command import PATIENCE, run
from superuri._foreign.lines import Lines
from superuri.cli import main
from superuri.disagree import GAINS, disagree, survey
from superuri.disagree.ask import Answer, ask
from superuri.disagree.parsers import PARSERS, Parser

BY_NAME = {parser.name: parser for parser in PARSERS}
PLAIN = "http://user:pass@www.example.com:8080/a/b?c=d#e"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
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


def test_a_difference_names_who_reads_what():
    three = ["superuri", "whatwg", "urllib"]
    printed = disagree(r"http://evil.com\@good.com/", parsers=three, limit=PATIENCE)
    host, userinfo, path, refusal = printed.differences
    assert host == ("host", (("evil.com", ("whatwg",)), ("good.com", ("urllib",))), GAINS["host"])
    assert (userinfo.part, path.part) == ("userinfo", "path")
    assert refusal.readings == (("refused", ("superuri",)), ("read", ("whatwg", "urllib")))


def test_urllib_gets_the_text_unchanged():
    urls = [PLAIN, "//[::1]:80/", "http://a@b@c/", "foo:bar", "http://BÜCHER.example/%7E"]
    answers = ask(BY_NAME["urllib"], urls, PATIENCE).answers
    for url, answer in zip(urls, answers, strict=True):
        parts = urlsplit(url)
        assert (answer.host, answer.path) == (parts.hostname, parts.path)


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
    both = ["whatwg", "urllib"]
    for printed in survey(urls, parsers=both, limit=PATIENCE):
        assert not [d for d in printed.differences if d.part != "path"], printed


HOSTILE = [
    "",
    "\x00",
    "\n",
    "\t\r\n",
    "é\u202e",
    "%",
    "http://" + "a" * 70_000,
    "\ud800",
    "'\"`$(id)",
]


def test_no_url_breaks_the_way_it_is_handed_over(report):
    for printed in survey(HOSTILE, limit=PATIENCE):
        assert {name for name, _ in printed.answers} | {name for name, _ in printed.missing} == set(
            BY_NAME
        )
        for name, answer in printed.answers:
            assert "ended with" not in answer.error, (name, printed.url[:20], answer)
    report(f"{len(HOSTILE)} hostile texts, asked of {len(printed.answers)} parsers")


STUCK = Parser(
    "stuck", "one that hangs", "python", "import time\nversion = '1'\n",
    "    if url == 'hang':\n        time.sleep(600)\n    return 'x', None, None, None, url",
)  # fmt: skip
DEAD = STUCK._replace(read=STUCK.read.replace("time.sleep(600)", "__import__('os')._exit(3)"))
MUTE = STUCK._replace(imports="version = ''\n")
GONE = STUCK._replace(imports="import no_such_module_anywhere\n")


def test_a_parser_that_hangs_costs_one_answer(monkeypatch):
    asks = Lines.ask

    def hurried(self, line, limit):
        """Use this limit for the hanging parser only: on a busy machine the others may be late."""
        return asks(self, line, limit if line == b"hang".hex() else PATIENCE)

    monkeypatch.setattr(Lines, "ask", hurried)
    heard = ask(STUCK, ["a", "hang", "b"], limit=0.5)
    assert [a.error for a in heard.answers] == ["", "it took too long", ""]


def test_a_parser_that_dies_costs_one_answer():
    heard = ask(DEAD, ["a", "hang", "b"], PATIENCE)
    assert [a.error for a in heard.answers] == ["", "it ended with 3", ""]


def test_a_parser_that_always_dies_is_not_started_again():
    heard = ask(DEAD, ["hang"] * 6, PATIENCE)
    assert [a.error for a in heard.answers] == ["it ended with 3"] * 3 + [
        "not run: it failed to answer before"
    ] * 3


def test_a_parser_that_is_not_here_is_named():
    heard = ask(GONE, ["a"])
    assert not heard.version
    assert "no_such_module_anywhere" in heard.missing


def test_a_parser_that_does_not_say_its_version_is_not_asked():
    heard = ask(MUTE, ["a"], PATIENCE)
    assert (heard.version, heard.missing) == ("", "it does not say its version")


def test_an_unknown_parser_is_refused():
    with pytest.raises(ValueError, match="no parser is called 'curly'"):
        disagree("http://e.com/", parsers=["curly"])


PASSWORDS = [
    ("http://user:hunter2@h.example/", "user:…"),
    ("http://user:hun/ter2@h.example/a", "/…@h.example/a"),
    ("http://user:a/hun•ter2@h.example/b", "/…@h.example/b"),
    ("http://user:hun\\ter2@h.example/", "user:…"),
    ("http://user:hun ter2?x@h.example/", ""),
    ("//user:HUN#ter2@h.example:x", ""),
]


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    """What the command shows of each URL with a password; each parser is started once for all."""
    urls = [url for url, _ in PASSWORDS]
    done = run(["disagree", "--timeout", str(PATIENCE), "--", *urls])
    assert (done.returncode, done.stderr) == (1, b"")
    tables = re.split(r"^(?=parser )", done.stdout.decode().lower(), flags=re.MULTILINE)
    assert tables.pop(0) == ""
    return dict(zip(urls, tables, strict=True))


@pytest.mark.parametrize(("url", "printed"), PASSWORDS)
def test_the_command_shows_no_password(url: str, printed: str, drawn: dict[str, str]) -> None:
    message = drawn[url]
    assert message.count("…") > 1
    assert printed in message
    assert not re.search("hun|ter2", message), message


def test_several_urls_are_shown_as_each_alone(monkeypatch, capfd):
    requested = ["disagree", "--parser", "urllib", "--parser", "whatwg", "--timeout", "600"]
    urls = [PLAIN, r"http://a\@b/", PLAIN]
    alone = []
    for url in urls:
        main([*requested, url])
        alone.append(capfd.readouterr().out)
    assert all("urllib" in message for message in alone)
    # Each parser is started once for all.
    monkeypatch.setattr("superuri.disagree.disagree", None)
    assert main([*requested, *urls]) == 1
    assert capfd.readouterr().out == "\n".join(alone)


@pytest.mark.skipif(not find_spec("httpx"), reason="no httpx")
def test_passwords_that_differ_are_distinguished() -> None:
    requested = ["--parser", "urllib", "--parser", "httpx", "--timeout", str(PATIENCE)]
    done = run(["disagree", *requested, "http://u:a b@h/"])
    assert b"  u:\xe2\x80\xa6 (1): urllib\n  u:\xe2\x80\xa6 (2): httpx\n" in done.stdout
    printed = json.loads(run(["disagree", *requested, "--json", "http://u:a b@h/"]).stdout)
    assert printed["answers"]["urllib"]["userinfo"] == "u:a b"


def test_the_page_holds():
    page = [sys.executable, ROOT / "docs", "--check", "disagree"]
    done = subprocess.run(page, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
