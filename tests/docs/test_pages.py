"""Pages of docs/: their computed parts are up to date."""

import doctest
import importlib
import re
import subprocess
import sys

import pytest

from kit import ROOT

URLS = {"Documentation": "https://e.com/docs/", "Source": "https://e.com/source"}


@pytest.mark.parametrize("script", ["pages.py", "description.py", "drawings.py"])
def test_the_pages_are_up_to_date(script: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / script, "--check"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("urls", [{}, {"Source": URLS["Source"]}, URLS], ids=list)
def test_every_link_of_the_description_works_where_it_is_shown_alone(
    urls: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    module = importlib.import_module("description")
    assert doctest.testmod(module) == (0, 3)
    described = module.description
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", described(readme, urls))
    assert all(link.startswith(tuple(URLS.values())) for link in links)
    everything, elsewhere = (
        len(re.findall(rf"\]\({those}", readme)) for those in ("", "(?!docs/)")
    )
    assert len(links) == {0: 0, 1: elsewhere, 2: everything}[len(urls)]
    # A page keeps its name on the site, and each file is there.
    for link in links:
        for base in urls.values():
            if link.startswith(base):
                file = link.removeprefix(base).lstrip("/")
                assert any(
                    (ROOT / place).exists() for place in (file, f"docs/{file}", f"docs/{file}.md")
                )


def test_one_target_runs_every_script_that_writes_a_page() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipes = re.findall(
        r"^(?:readme|licences|site-data):.*\n((?:\t.*\n)*)", makefile, re.MULTILINE
    )
    assert len(recipes) == 3
    run = set(re.findall(r"docs/(\w+\.py)", "".join(recipes)))
    scripts = {
        path.name
        for path in (ROOT / "docs").glob("*.py")
        if 'if __name__ == "__main__"' in path.read_text("utf-8")
    }
    # The screenshots need a browser (`make pictures`), and docstrings.py only checks.
    assert run == scripts - {"docstrings.py", "screenshots.py"}
