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

#: Programs that evaluate an expression for each text: they read JSON strings and write JSON pairs
#: (success, result).
PROGRAMS = {
    "python": (
        ("{python}", "-I", "-c"),
        """
import importlib, json, sys
{imports}
def ask(t):
    try:
        return [True, {code}]
    except Exception as error:
        return [False, type(error).__name__]
answers = [ask(t) for t in json.load(sys.stdin)]
json.dump(answers, sys.stdout)
""",
    ),
    "node": (
        ("node", "-e"),
        """
const ask = t => {{ try {{ return [true, {code}]; }} catch (e) {{ return [false, e.name]; }} }};
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map(ask)));
""",
    ),
    "php": (
        ("php", "-r"),
        """
$ask = function ($t) {{ return [true, {code}]; }};
$texts = json_decode(file_get_contents("php://stdin"));
echo json_encode(array_map($ask, $texts), JSON_INVALID_UTF8_SUBSTITUTE);
""",
    ),
    "perl": (
        ("perl", "-e"),
        """
use JSON::PP; use {needs};
local $/; my $texts = decode_json(<STDIN>);
sub ask {{ my $t = shift; my $got = {code}; utf8::decode($got); [JSON::PP::true, $got] }}
print encode_json([map {{ ask($_) }} @$texts]);
""",
    ),
    "ruby": (
        ("ruby", "-e"),
        """
require "json"; require "{needs}"
def ask(t)
  [true, {code}.scrub]
rescue => e
  [false, e.class.name]
end
puts JSON.generate(JSON.parse(STDIN.read).map {{ |t| ask(t) }})
""",
    ),
}
