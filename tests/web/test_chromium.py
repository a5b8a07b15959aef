"""Chromium for the tests: found, refused or installed, with the reason if it is not there."""

import subprocess

import pytest

from kit import chromium


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """There is no browser, but apt-get is there, and root may run it."""
    monkeypatch.setattr(chromium, "REASON", tmp_path / "reason")
    monkeypatch.setattr(chromium.shutil, "which", lambda name: "x" if name == "apt-get" else None)
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("SUPERURI_NO_APT", raising=False)


@pytest.fixture
def asked(monkeypatch):
    """Return the arguments of apt-get, which has no such package."""
    commands = []

    def run(command, **_):
        commands.append(command[1])
        return subprocess.CompletedProcess(command, len(commands) - 1, "", "E: no such package\n")

    monkeypatch.setattr(chromium.subprocess, "run", run)
    return commands


def test_a_failure_to_install_is_the_reason_of_the_skip(asked, capsys):
    chromium.main()
    assert asked == ["update", "install", "install"]  # the headless shell, and the whole browser
    assert chromium.missing() == "no Chromium: apt-get install: E: no such package"
    assert capsys.readouterr().out.startswith("Installing Chromium by apt-get")


@pytest.mark.parametrize("value", ["1", "yes"])
def test_a_refusal_asks_nothing(monkeypatch, asked, value):
    monkeypatch.setenv("SUPERURI_NO_APT", value)
    chromium.main()
    assert asked == []
    assert chromium.missing() == "no Chromium: SUPERURI_NO_APT is set"


def test_only_root_installs(monkeypatch, asked):
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 1, raising=False)
    chromium.main()
    assert asked == []
    assert chromium.missing() == "no Chromium: only root can install it"


def test_another_browser_is_named(monkeypatch, asked):
    chromium.REASON.write_text("no Chromium: an earlier reason", encoding="utf-8")
    monkeypatch.setenv("CHROMIUM", "/opt/browser")
    chromium.main()
    assert asked == []
    assert chromium.found() == "/opt/browser"
    assert not chromium.REASON.exists()


def test_without_a_reason_the_skip_says_how():
    assert "apt-get install chromium" in chromium.missing()
