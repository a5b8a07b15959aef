r"""URLs as browsers read them: the complete URL standard.

The grammar is not RFC 3986's: the result is what a browser would send. A backslash is a slash, tabs
are dropped, ``0x7f.1`` is an address, ``//`` may be missing; most texts are some URL. To refuse
instead of guessing, use ``superuri.clean``.

>>> from superuri import whatwg
>>> whatwg.URL("https:\\\\user@EXAMPLE.com\\a\\..\\b?x y").href
'https://user@example.com/b?x%20y'
>>> whatwg.URL("http://0x7f.1/").hostname
'127.0.0.1'

A ``URL`` is a value: frozen, hashable and picklable, like all values of superuri. ``replace`` sets
components as the standard's setters do.
"""

from superuri._core import URL

__all__ = ["URL"]
