"""The package's description: the README, with links that work on other sites.

Links in the README are to files of the repository. Each becomes a URL below one of
``[project.urls]`` in pyproject.toml: ``Documentation`` for pages and pictures of docs/, ``Source``
for all other files. If such a URL is missing, its links become text and its pictures are left out,
so that no link is dead.
"""

from __future__ import annotations

import re

from writers.markdown import read, rows_of

#: A link or a picture in Markdown, unless it has a scheme.
LINK = re.compile(
    r"(?P<picture>!?)\[(?P<text>[^]]*)\]\((?!\w+:)(?P<file>[^)#]*)(?P<fragment>[^)]*)\)"
)


def address(file: str, urls: dict[str, str]) -> str | None:
    """Return the URL of a file of the repository, or None if there is none.

    >>> urls = {"Documentation": "https://e.com/docs", "Source": "https://e.com/src/"}
    >>> address("docs/lint.md", urls), address("LICENSE", urls), address("LICENSE", {})
    ('https://e.com/docs/lint', 'https://e.com/src/LICENSE', None)
    """
    page = file.startswith("docs/")
    base = urls.get("Documentation" if page else "Source")
    if base is None:
        return None
    shown = file.removeprefix("docs/").removesuffix(".md") if page else file
    return f"{base.rstrip('/')}/{shown}"


def description(readme: str, urls: dict[str, str]) -> str:
    """Return the README with links to these URLs.

    >>> description("[a](docs/a.md#b), ![c](docs/c.png), [d](LICENSE)", {"Source": "https://e.com"})
    'a, , [d](https://e.com/LICENSE)'
    """

    def link(at: re.Match[str]) -> str:
        to = address(at["file"], urls)
        if to is None:
            return "" if at["picture"] else at["text"]
        return f"{at['picture']}[{at['text']}]({to}{at['fragment']})"

    return LINK.sub(link, readme)


def page() -> str:
    """Return the description of this README, with the URLs of the project."""
    urls = rows_of("pyproject.toml")["project"].get("urls", {})
    return description(read("README.md"), urls)
