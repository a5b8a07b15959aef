"""Secrets on command lines: standard error never shows a password."""

import io
import os
import sys

import pytest

from kit import command, web
from superuri._verbs import VERBS
from superuri.cli import main
from superuri.cli.arguments import jobs

SECRET = "S3cr3tW0rd"  # noqa: S105  because it is not a secret
WHOLE = f"http://bob:{SECRET}@e.com/"
TYPED = (
    WHOLE,
    f"{WHOLE} x",
    f"{WHOLE}%zz%E9",
    f"http://[{WHOLE}:x",
    f"http%3A%2F%2Fbob%3A{SECRET}%40e.com%2F %zz",
    f"http%253A%252F%252Fbob%253A{SECRET}%2540e.com%252F %zz",
    f"//bob:{SECRET}@[::1/",
    f"{WHOLE}\n[",
)
#: Commands that run until they are ended, or start other programs.
ELSEWHERE = {"serve", "disagree", "wire", "who", "list"}
COMMANDS = sorted({verb.name for verb in VERBS} | set(jobs.JOBS) - ELSEWHERE)


def run(words, capfd, monkeypatch, typed=""):
    """Return the command's standard error."""
    read, write = os.pipe()
    os.write(write, typed.encode())
    os.close(write)
    saved = os.dup(0)
    os.dup2(read, 0)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    try:
        main(list(words))
    except SystemExit:
        pass
    finally:
        os.dup2(saved, 0)
        os.close(saved)
        os.close(read)
    return capfd.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_shows_a_password_on_standard_error(command, capfd, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for text in TYPED:
        for words in ([text], ["--", text, text], [f"--no-such={text}"], ["-o", text, text], []):
            shown = run([*command.split(), *words], capfd, monkeypatch, f"{text}\n")
            assert SECRET not in shown, (command, words)


def test_no_part_that_is_typed_is_shown(capfd, monkeypatch):
    for words in (
        ["build", "scheme=http", "user=bob", f"password={SECRET}\udcff", "host=e.com"],
        ["build", "scheme=http", f"password={SECRET}", "host=e.com"],
        ["build", "scheme=http", "user=bob", f"password={SECRET}", "host=a/b"],
        ["build", "scheme=http", "user=bob", f"password:=[{SECRET}", "host=e.com"],
        ["fill", "http://bob:{word}@{word}/", f"word={SECRET}/"],
    ):
        assert SECRET not in run(words, capfd, monkeypatch), words


def test_the_log_of_the_page_shows_none():
    """Page answers echo the text that was typed, in its own box; nothing is logged."""
    with web.serving() as server:
        for verb in ("clean", "explain", "lint", SECRET):
            server.post(verb, f'{{"text": "{WHOLE}%zz", "x": 1}}'.encode())
        server.ask(target=f"/{SECRET}")
        server.send(f"GET {WHOLE} HTTP/9\r\n\r\n".encode())
        assert server.lives()
        server.process.terminate()
        out, err = server.process.communicate(timeout=web.WAIT)
    assert SECRET not in out + err


def test_the_command_shows_a_password_that_was_requested():
    """Standard output of `clean` is the text itself."""
    done = command.run(["clean", WHOLE])
    assert SECRET in done.stdout.decode()


@pytest.mark.parametrize(
    "text",
    [
        "http://bob:S3cr3t@h/a b",
        "http://bob:S3cr3t%40h/",
        "/?dsn=postgres%3A%2F%2Fbob%3AS3cr3t%40db&b=|",
        "http://e.com/?u=http%253A%252F%252Fbob%253AS3cr3t%2540h%252F",
    ],
)
def test_nothing_that_people_read_shows_a_password(text):
    for words in (["explain"], ["clean"], ["pretty", "--userinfo", "redacted"]):
        done = command.run([*words, text])
        message = done.stderr + (b"" if words[0] == "clean" else done.stdout)
        assert b"S3cr3t" not in message, (words, message)
