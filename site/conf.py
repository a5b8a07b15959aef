"""Settings of Sphinx for the site; `build.py` writes the pages that it reads."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from pygments.lexers.shell import BashSessionLexer  # noqa: E402

import superuri  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "superuri"
author = "the authors of superuri"
release = version = superuri.__version__

extensions = ["myst_parser", "tables", "search_index"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "superuri"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["tables.js", "reach.js"]
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
# This search page replaces Sphinx's.
templates_path = ["templates"]
html_additional_pages = {"search": "search.html"}
python_use_unqualified_type_names = True
toc_object_entries = False
pygments_style = "default"
pygments_dark_style = "monokai"


class Console(BashSessionLexer):
    """A session of the shell, whose prompt is a dollar sign: the % of a URL is not one."""

    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


def setup(app: "Sphinx") -> None:
    """Register with Sphinx."""
    app.add_lexer("console", Console)
