"""DATA: decoders of Go, PHP, Ruby, Elixir, Erlang, R, ClickHouse and Qt, each run."""

from superuri.who.decoding import Decoder, Manner, run

_go = run("go", of="go")
_php = run("php")
_ruby = run("ruby", of="ruby")
_liquid = run("ruby")
_elixir = run("exs", of="elixir")
_erlang = run("exs", of="erlang")
_r = run("R")
_python = run("python")

#: Hexadecimal, as parameters have escapes of their own.
_CLICKHOUSE = (
    "chdb.query('select %s(unhex(\\'' + t.encode().hex() + '\\'))', 'RawBLOB')"
    ".bytes().decode(errors='replace')"
)
_PLUS = Manner(plus=" ")

ROWS: tuple[Decoder, ...] = (
    _go("Go url.QueryUnescape", '"net/url"', "url.QueryUnescape(t)", Manner(" ", "error")),
    _go("Go url.PathUnescape", '"net/url"', "url.PathUnescape(t)", Manner("+", "error")),
    _php("PHP rawurldecode", "", "rawurldecode($t)", Manner()),
    _php("PHP urldecode", "", "urldecode($t)", _PLUS),
    _php(
        "PHP parse_str",
        "",
        "(function () use ($t) { parse_str('t=' . $t, $got); return $got['t']; })()",
        _PLUS,
    ),
    _ruby("Ruby CGI.unescape", "cgi", "CGI.unescape(t)", _PLUS),
    _ruby(
        "Ruby URI.decode_www_form_component",
        "uri",
        "URI.decode_www_form_component(t)",
        Manner(" ", "error"),
    ),
    _ruby("Ruby URI.unescape", "uri", "URI::DEFAULT_PARSER.unescape(t)", Manner()),
    _liquid(
        "Shopify Liquid url_decode",
        "liquid",
        'Liquid::Template.parse("{{ t | url_decode }}").render!("t" => t)',
        Manner(" ", "kept", "error"),
    ),
    _elixir("Elixir URI.decode", "", "URI.decode(t)", Manner()),
    _elixir("Elixir URI.decode_www_form", "", "URI.decode_www_form(t)", _PLUS),
    _erlang(
        "Erlang uri_string:unquote",
        "",
        ":uri_string.unquote(t)",
        Manner("+", "error inside", "error"),
    ),
    _r("R URLdecode", "", "URLdecode(t)", None),
    _python("ClickHouse decodeURLComponent", "chdb", _CLICKHOUSE % "decodeURLComponent", Manner()),
    _python(
        "ClickHouse decodeURLFormComponent",
        "chdb",
        _CLICKHOUSE % "decodeURLFormComponent",
        _PLUS,
    ),
    _python(
        "Qt QUrl::fromPercentEncoding",
        "PySide6.QtCore",
        "PySide6.QtCore.QUrl.fromPercentEncoding(t.encode())",
        None,
    ),
)
