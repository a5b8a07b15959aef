"""Disagreements on the command line and on the page: no password, and the same for several URLs."""

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from kit import ROOT
from kit.command import PATIENCE, run
from superuri.cli import main

PLAIN = "http://user:pass@www.example.com:8080/a/b?c=d#e"
PASSWORDS = [
    ("http://user:hunter2@h.example/", "user:…"),
    ("http://user:hun/ter2@h.example/a", "/…@h.example/a"),
    ("http://user:a/hun•ter2@h.example/b", "/…@h.example/b"),
    ("http://user:hun\\ter2@h.example/", "user:…"),
    ("http://user:hun ter2?x@h.example/", ""),
    ("//user:HUN#ter2@h.example:x", ""),
    ("redis://:p@hun/ter2@h:6379/0", "/…@h:6379/0"),
    ("https://u:hunter2(at)e.com/", "port"),
    ("jdbc:sqlserver://h;user=sa;password=hunter2", "password=…"),
    ("jdbc:oracle:thin:scott/hunter2@//h:1521/s", "scott/…"),
    ("<https://u:hunter2@e.com/>", "…@e.com"),
    ("git clone https://u:hunter2@e.com/a b", "u:…"),
    ("user:hunter2@tcp(127.0.0.1:3306)/db", "…@tcp"),
    ("amqp://a:x@h;amqp://b:hunter2@h2", "b:…@h2"),
]


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    """Return the command's output for URLs with a password; each parser is started once for all."""
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
    monkeypatch.setattr(import_module("superuri.disagree.ask"), "START", PATIENCE)
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
