"""The command on a real terminal: it never writes control characters there."""

import contextlib
import os
import pty
import re
import subprocess

import pytest

from kit.command import PATIENCE, start
from superuri import _verbs
from superuri.cli.output import progress

ESC, C1, BIDI = "\x1b]0;owned\x07", "\u009b2J", "\u202egpj.exe"
ACTS = {*ESC, *C1, *BIDI} & {"\x1b", "\x07", "\u009b", "\u202e"}


def rest_of(terminal):
    """What the terminal shows until nobody has it open."""
    seen = b""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 65536):
            seen += piece
    os.close(terminal)
    return seen


def shown(arguments, data=b"", descriptors=(1,)):
    """The text that a terminal with these descriptors shows."""
    ours, theirs = pty.openpty()
    names = {1: "stdout", 2: "stderr"}
    streams = dict.fromkeys(names.values(), subprocess.PIPE)
    streams |= {names[descriptor]: theirs for descriptor in descriptors}
    process = start(arguments, **streams)
    os.close(theirs)
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(data)
    process.stdin.close()
    seen = rest_of(ours)
    process.wait(PATIENCE)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    # A terminal's driver writes CR LF for LF.
    return seen.replace(b"\r\n", b"\n").decode()


def escaped(text):
    return "".join(c if c not in ACTS else c.encode("unicode_escape").decode() for c in text)


@pytest.mark.parametrize("text", [ESC, C1, BIDI])
def test_decode_shows_what_would_act(text):
    coded = "".join(f"%{octet:02X}" for octet in text.encode())
    want = escaped(text) + "\n"
    assert shown(["decode", coded]) == want
    assert shown(["decode"], coded.encode() + b"\n") == want
    # A file gets the bytes themselves.
    process = start(["decode", coded])
    assert process.communicate(timeout=PATIENCE)[0] == text.encode() + b"\n"


def test_lines_that_pass_through_act_on_nothing_either():
    line = b"//e:x\x1b[2J\xc2\x9b\xff\r\n"
    # The driver adds a CR of its own to the one that is there.
    assert shown(["clean", "-q"], line) == "//e:x\\x1b[2J\\x9b\\xff\r\n"
    long = b"a\x1b" * 100 + b"\n"
    assert "\x1b" not in shown(["clean", "-q", "--max-line", "50"], long)
    assert "\x1b" not in shown(["clean", "-q", "--on-error", "keep", "//e:\x1b"])
    assert "\x1b" not in shown(["clean", "-q", "--rejects", "/dev/stderr"], line, (2,))


def test_newlines_tabs_and_every_script_stay():
    text = "a\tb\ncafé 日本 עברית\n"
    assert shown(["decode"], text.encode()) == text
    assert shown(["decode", "-0"], b"a%0Ab\0") == "a\nb\\x00"


def test_a_lone_carriage_return_writes_over_nothing():
    assert shown(["decode", "--on-error", "keep", "a%0Dspoof"]) == "a\\x0dspoof\n"


def test_json_on_a_terminal_is_json():
    seen = shown(["decode", "--json", "%E2%80%AE%F3%A0%81%81"])
    assert '"output": "\\u202e\\udb40\\udc41"' in seen


def test_pages_act_on_nothing():
    seen = shown(["who", "\x1b[2J"])
    assert "\x1b" not in seen
    assert "%1B%5B2J" in seen


def test_parse_and_get_act_on_nothing():
    uri = "/%1B%C2%9B%E2%80%AE"
    for arguments in (["parse", uri], ["get", "{path}", uri], ["get", "\u202e{path}", uri]):
        seen = shown(arguments)
        assert not ACTS & set(seen)
        assert "\\x1b\\x9b\\u202e" in seen


def test_pretty_is_safe_for_a_terminal_by_default():
    # `--sink terminal` keeps the escape; `--sink text` shows a left-to-right mark.
    uri = "http://e.com/a%E2%80%8Eb%E2%80%AEc"
    keeps = shown(["pretty", "--profile", "SUPER_URI", uri])
    assert keeps == "http://e.com/a%E2%80%8Eb%E2%80%AEc\n"
    assert shown(["pretty", "--profile", "SUPER_URI"], uri.encode()) == keeps.rstrip("\n")
    process = start(["pretty", "--profile", "SUPER_URI", uri])
    assert process.communicate(timeout=PATIENCE)[0].decode() == "http://e.com/a\u200eb\u202ec\n"
    # Even with --sink text, the terminal gets no control characters.
    requested = shown(["pretty", "--profile", "SUPER_URI", "--sink", "text", uri])
    assert requested == "http://e.com/a\\u200eb\\u202ec\n"


def test_a_password_is_not_shown_by_parse():
    for arguments in ([], ["--whatwg"]):
        assert "s3cret" not in shown(["parse", *arguments, "http://u:s3cret@e/"], b"", (1, 2))
    assert "s3cret" not in shown(["parse", "http://u:s3cret@e:x/"], b"", (1, 2))


@pytest.mark.parametrize("verb", _verbs.COMMANDS, ids=lambda verb: verb.name)
def test_every_verb_shows_its_example(verb):
    assert shown([*verb.name.split(), *verb.cli_example]) == verb.cli_output + "\n"


def test_a_terminal_that_hangs_up_is_reported():
    ours, theirs = pty.openpty()
    process = start(["clean"], stdout=theirs)
    os.close(theirs)
    process.stdin.write(b"a b\n")
    process.stdin.flush()
    assert os.read(ours, 4096) == b"a%20b\r\n"
    os.close(ours)
    message = process.communicate(b"c d\n", timeout=PATIENCE)[1]
    assert (process.returncode, message) == (3, b"superuri: standard output: Input/output error\n")


def test_a_person_who_types_gets_a_hint():
    ours, theirs = pty.openpty()
    process = start(["get", "{host}"], stdin=theirs, stderr=theirs)
    assert b"Ctrl-D" in os.read(ours, 4096)
    os.write(ours, b"//e\n\x04")
    assert process.communicate(timeout=PATIENCE)[0] == b"e\n"
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("command", [["explain"], ["disagree", "--parser", "urllib"]])
def test_what_is_drawn_is_in_colour_and_acts_on_nothing(command):
    seen = shown([*command, "--color", "always", f"http://e.com/{ESC}{BIDI}"])
    plain = re.sub(r"\x1b\[[0-9;]*m", "", seen)
    assert "\x1b" not in plain
    assert not ACTS & set(plain)
    if command == ["explain"]:
        assert plain != seen


@pytest.mark.parametrize(
    ("line", "reported", "want"),
    [
        (
            progress.RowProgress,
            ("cleaning", 0.25, 1_000_000),
            "cleaning:  25 %, 1,000,000 rows, 500,000 rows/s, 6 s left",
        ),
        (progress.RowProgress, ("cleaning", 0, 10), "cleaning:   0 %, 10 rows, 5 rows/s"),
        (
            lambda: progress.LineProgress([]),
            (4_000_000, 40_000, 2),
            "40,000 lines  0.0 M/s  2 MB/s  2 invalid",
        ),
    ],
)
def test_how_far_a_long_job_is(line, reported, want, capsys, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    shown = line()
    for at, seen in ((100.9, ""), (102.0, f"\r\x1b[K{want}"), (102.05, "")):
        now[0] = at
        shown(*reported)
        assert capsys.readouterr().err == seen, at
    shown.end()
    assert capsys.readouterr().err == "\r\x1b[K"


def test_a_short_job_draws_no_line(capsys):
    shown = progress.RowProgress()
    shown("cleaning", 0.5, 1)
    shown.end()
    assert capsys.readouterr().err == ""
