"""DATA: decoders, ours and those of others, and the code that runs each.

A foreign decoder runs in a process of its own. If it is not installed, the result says so.
"""

from typing import NamedTuple


class Decoder(NamedTuple):
    """One decoder."""

    name: str
    #: What runs the code: ours, python, node, perl, php, ruby.
    runner: str
    #: An expression with ``t`` for the text.
    code: str
    #: A module that must be installed.
    needs: str = ""


def _ours(name: str, *, of: str = "", **options: object) -> Decoder:
    """Return the row of a decoder of this package with this name."""
    module = name.rpartition(".")[0]
    arguments = "".join(f", {option}={value!r}" for option, value in options.items())
    return Decoder(of or name, "ours", f"{name}(t{arguments})", module)


_PAIR = ("utf-8", "windows-1252")

ROWS = (
    _ours("superuri.decode"),
    _ours("superuri.decode", of="… errors=replace", errors="replace"),
    _ours("superuri.decode", of="… errors=keep", errors="keep"),
    _ours("superuri.decode", of="… encoding=latin-1", encoding="latin-1"),
    _ours("superuri.decode", of="… encoding=(utf-8, windows-1252)", encoding=_PAIR),
    _ours("superuri.percent_u.decode"),
    _ours("superuri.form.decode"),
    _ours("superuri.compat.ecmascript.unescape"),
    _ours("superuri.compat.python2.unquote"),
    _ours("superuri.compat.dialects.java.decode"),
    Decoder("urllib.parse.unquote", "python", "urllib.parse.unquote(t)", "urllib.parse"),
    Decoder("urllib.parse.unquote_plus", "python", "urllib.parse.unquote_plus(t)", "urllib.parse"),
    Decoder("yarl path", "python", "yarl.URL('/' + t, encoded=True).path[1:]", "yarl"),
    Decoder("werkzeug uri_to_iri", "python", "werkzeug.urls.uri_to_iri(t)", "werkzeug.urls"),
    Decoder(
        "w3lib url_query_parameter",
        "python",
        "w3lib.url.url_query_parameter('http://e/?t=' + t, 't')",
        "w3lib.url",
    ),
    Decoder("furl path", "python", "''.join(furl.furl('/' + t).path.segments)", "furl"),
    Decoder(
        "hyperlink path",
        "python",
        "'/'.join(hyperlink.DecodedURL.from_text('http://e/' + t).path)",
        "hyperlink",
    ),
    Decoder("httpx path", "python", "httpx.URL('http://e/' + t).path[1:]", "httpx"),
    Decoder("Node decodeURIComponent", "node", "decodeURIComponent(t)"),
    Decoder("Node decodeURI", "node", "decodeURI(t)"),
    Decoder("Node unescape", "node", "unescape(t)"),
    Decoder("Node URLSearchParams", "node", "new URLSearchParams('t=' + t).get('t')"),
    Decoder("Node querystring.unescape", "node", "require('querystring').unescape(t)"),
    Decoder("PHP rawurldecode", "php", "rawurldecode($t)"),
    Decoder("PHP urldecode", "php", "urldecode($t)"),
    Decoder("Perl URI::Escape", "perl", "uri_unescape($t)", "URI::Escape"),
    Decoder("Ruby CGI.unescape", "ruby", "CGI.unescape(t)", "cgi"),
    Decoder(
        "Ruby URI.decode_www_form_component", "ruby", "URI.decode_www_form_component(t)", "uri"
    ),
)
