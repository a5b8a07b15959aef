"""Code that the page gives to copy: it runs, and gives the same answers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import superuri
from kit import web
from kit.amount import FULL
from kit.web import URL, clipboard, outputs, show
from superuri import form, who
from superuri._values.layer import Layer

# Texts whose code must run as it is.
QUOTED = (
    URL,
    'it\'s "quoted" \\ $(id) `id` !! %s {x}',
    "-rf",
    "--",
    "~root/*?[a]",
    "\u202eevil\u200b\u00ad\u0301 ש日本 \U0001f600\U000e0041",
    "line\nbreak\ttab",
    "\x1b[31mred\x7f",
    "é\u0080ÿ",
    "a=b:=c",
)


def run_python(code):
    """The output of the code, one text for each print."""
    message = []

    def show(*values, sep=" "):
        message.append(sep.join(map(str, values)))

    exec(compile(code, "copied", "exec"), {"print": show})  # noqa: S102  because that is the claim
    return message


def run_shell(line, tmp_path):
    bin_ = Path(sys.executable).parent
    path = os.pathsep.join([str(bin_), os.environ["PATH"]])
    env = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(tmp_path)}
    done = subprocess.run(["bash", "-c", line], check=False, capture_output=True, env=env)
    return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")


def copied(page, label):
    """The text that the button for this code copies."""
    panel = "[role=tabpanel]:not([hidden])"
    if not page.locator(f"{panel} details.code-box[open]").count():
        page.click(f"{panel} .code-box > summary")
    buttons = page.locator(f"{panel} button[aria-label='Copy {label} code']")
    if not buttons.count():
        return ""
    buttons.click()
    return clipboard(page)


CODED = ("encode", "clean", "layers", "lint", "who")


@pytest.mark.parametrize("tab", CODED)
def test_the_code_to_copy_runs_and_prints_the_same(page, tab, tmp_path):
    show(page, tab)
    # Every third text in each tool, in turn: each text in some.
    for text in QUOTED if FULL else QUOTED[CODED.index(tab) % 3 :: 3]:
        web.put(page, text)
        try:
            wanted = {
                "encode": lambda t: [
                    superuri.encode(t),
                    superuri.decode(t, errors="keep"),
                    form.encode(t),
                    form.decode(t, errors="keep"),
                ],
                "clean": lambda t: [superuri.clean(t), superuri.pretty(t), superuri.normalize(t)],
                "layers": lambda t: ["\n".join(map(str, superuri.layers(t)))],
                "lint": lambda t: ["\n".join(map(str, superuri.lint(t))), superuri.fix(t)],
                "who": lambda t: ["\n".join(map(str, who.encodes(t)))],
            }[tab](text)
        except superuri.errors.URIError as error:
            with pytest.raises(type(error)):
                run_python(copied(page, "Python"))
            continue
        assert run_python(copied(page, "Python")) == wanted, text
        shell = copied(page, "Shell")
        if "\n" in text or tab == "who":
            assert shell  # A line is not valid text with a line break in it: the command says so.
            continue
        assert all(line.startswith("superuri ") for line in shell.split("\n")), shell
        got = [run_shell(line, tmp_path) for line in shell.split("\n")]
        if tab == "lint":
            got[0] = re.findall(r"^argument 1:\d+: \w+ (\w+) ", got[0], re.MULTILINE)
            wanted[0] = [finding.code for finding in superuri.lint(text)]
            assert len(got) == len(wanted)
        if tab == "layers":
            wanted = [(superuri.layers(text) or [Layer(text, ())])[-1].text]
        assert got == wanted[: len(got)], (text, shell)


def test_the_code_of_lint_has_the_policy(page, tmp_path):
    web.put(page, "/a%2Fb")
    show(page, "lint")
    page.locator("#panel-lint select").select_option("envoy-reject-request")
    web.settled(page)
    [printed, fixed] = copied(page, "Shell").split("\n")
    assert " U942 " in run_shell(printed, tmp_path)
    assert run_shell(fixed, tmp_path) == "/a%2Fb"
    assert "U942" in run_python(copied(page, "Python"))[0]


def test_the_code_of_build_and_compare_runs(page, tmp_path):
    web.put(page, "http://e.com/%7ea'b")
    show(page, "compare")
    page.fill("#other", "http://e.com/~a'b")
    web.settled(page)
    assert run_python(copied(page, "Python")) == ["Compared(equal=True, why='percent')"]
    assert run_shell(copied(page, "Shell"), tmp_path) == "equal percent"
    show(page, "build")
    page.locator("#panel-build textarea").nth(1).fill("q=it's $HOME \\\nk:=1=2\nü=")
    web.settled(page)
    message = outputs(page)
    assert run_python(copied(page, "Python")) == [message["build"], message["fill"]]
    shell = copied(page, "Shell").split("\n")
    assert [run_shell(line, tmp_path) for line in shell] == [message["build"], message["fill"]]


def test_copy_gives_the_clean_form(page):
    web.put(page, "http://e.com/ü b\u202e")
    page.click("#copy")
    assert clipboard(page) == superuri.clean("http://e.com/ü b\u202e")
