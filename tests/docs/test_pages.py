"""Pages: what docs/writers compute is up to date."""

import doctest
import re
import subprocess
import sys
from types import ModuleType

import pytest

from kit import ROOT
from writers import dependencies, description, markdown, migration, registry

URLS = {"Documentation": "https://e.com/docs/", "Source": "https://e.com/source"}


#: Pages that run other people's programs have their own tests, in tests/compat.
ELSEWHERE = {"docs/wire.md", "docs/disagree.md"}


@pytest.mark.parametrize("path", [path for path in registry.PAGES if path not in ELSEWHERE])
def test_what_is_computed_is_up_to_date(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = markdown.read(path)
    assert registry.computed(path, text) == text
    if kept := capsys.readouterr().err:
        pytest.skip(kept)


def test_the_command_names_what_is_out_of_date() -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "docs", "--check", *words]
        return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)

    assert run("sets", "docs/pictures/anatomy.svg").returncode == 0
    refused = run("no-such-page")
    assert refused.returncode == 1
    assert refused.stderr == "nothing is computed for no-such-page\n"


def test_every_region_of_a_page_is_computed() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        regions = set(re.findall("^<!-- /(.+) -->$", path.read_text("utf-8"), re.MULTILINE))
        known = registry.PAGES.get(path.relative_to(ROOT).as_posix(), {})
        if not callable(known):  # or the whole file is computed
            others = {"documentation"} if path.name == "lint.md" else set()  # heavy.lint_docs
            on_site = registry.ON_SITE.get(path.relative_to(ROOT).as_posix(), {})
            assert regions == {*known, *on_site, *others}, path


@pytest.mark.parametrize("path", registry.ON_SITE)
def test_what_the_site_adds_is_not_in_git(path: str) -> None:
    text = markdown.read(path)
    page = registry.on_site(path, text)
    for name in registry.ON_SITE[path]:
        inside = re.compile(f"<!-- {name} -->\n(.*?)<!-- /{name} -->\n", re.DOTALL)
        [here], [there] = inside.findall(text), inside.findall(page)
        assert len(here.strip().splitlines()) == 1 < len(there.strip().splitlines())
    examples = markdown.Examples().get_doctest(page, {}, path, None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


@pytest.mark.parametrize("urls", [{}, {"Source": URLS["Source"]}, URLS], ids=list)
def test_every_link_of_the_description_works_where_it_is_shown_alone(urls: dict[str, str]) -> None:
    readme = markdown.read("README.md")
    links = re.findall(r"\]\(([^)]*)\)", description.description(readme, urls))
    assert all(link.startswith(tuple(URLS.values())) for link in links)
    everything, elsewhere = (
        len(re.findall(rf"\]\({those}", readme)) for those in ("", "(?!docs/)")
    )
    assert len(links) == {0: 0, 1: elsewhere, 2: everything}[len(urls)]
    # A page keeps its name on the site, and each file is there.
    for link in links:
        for base in urls.values():
            if link.startswith(base):
                file = link.removeprefix(base).lstrip("/").partition("#")[0]
                assert any(
                    (ROOT / place).exists() for place in (file, f"docs/{file}", f"docs/{file}.md")
                )


@pytest.mark.parametrize("module", [description, markdown, dependencies, migration])
def test_the_examples_of_the_writers_run(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
