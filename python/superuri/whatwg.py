r"""URLs as browsers have them: the URL standard, whole.

Another grammar than RFC 3986's, and another promise: what is read here is what a browser would
send. A backslash is a slash, a tab is nothing, ``0x7f.1`` is an address, ``//`` may be missing;
most texts are some URL. What has to be refused rather than guessed is a matter for
``superuri.clean``.

>>> from superuri import whatwg
>>> whatwg.URL("https:\\\\user@EXAMPLE.com\\a\\..\\b?x y").href
'https://user@example.com/b?x%20y'
>>> whatwg.URL("http://0x7f.1/").hostname
'127.0.0.1'

It is a value: frozen, hashable, and picklable, as all of superuri's are. ``replace`` sets
components as the standard's setters do.
"""

from superuri._core import URL

__all__ = ["URL"]
