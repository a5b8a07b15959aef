"""DATA: decoders of Go, PHP, Ruby, Elixir, Erlang, R, ClickHouse and Qt, each run."""

from superuri.who.decoding import Decoder, Manner, run

_go_url = run("go", '"net/url"', of="go")
_php = run("php")
_uri = run("ruby", "uri", of="ruby")
_elixir = run("exs", of="elixir")
_chdb = run("python", "chdb")

#: Hexadecimal, as parameters have escapes of their own.
_CLICKHOUSE = (
    "chdb.query('select %s(unhex(\\'' + t.encode().hex() + '\\'))', 'RawBLOB')"
    ".bytes().decode(errors='replace')"
)
_PLUS = Manner(plus=" ")

ROWS: tuple[Decoder, ...] = (
    _go_url("Go url.QueryUnescape", "url.QueryUnescape(t)", Manner(" ", "error")),
    _go_url("Go url.PathUnescape", "url.PathUnescape(t)", Manner("+", "error")),
    _php("PHP rawurldecode", "rawurldecode($t)", Manner()),
    _php("PHP urldecode", "urldecode($t)", _PLUS),
    _php(
        "PHP parse_str",
        "(function () use ($t) { parse_str('t=' . $t, $got); return $got['t']; })()",
        _PLUS,
    ),
    run("ruby", "cgi", of="ruby")("Ruby CGI.unescape", "CGI.unescape(t)", _PLUS),
    _uri(
        "Ruby URI.decode_www_form_component",
        "URI.decode_www_form_component(t)",
        Manner(" ", "error"),
    ),
    _uri("Ruby URI.unescape", "URI::DEFAULT_PARSER.unescape(t)", Manner()),
    run("ruby", "liquid")(
        "Shopify Liquid url_decode",
        'Liquid::Template.parse("{{ t | url_decode }}").render!("t" => t)',
        Manner(" ", "kept", "error"),
    ),
    _elixir("Elixir URI.decode", "URI.decode(t)", Manner()),
    _elixir("Elixir URI.decode_www_form", "URI.decode_www_form(t)", _PLUS),
    run("exs", of="erlang")(
        "Erlang uri_string:unquote", ":uri_string.unquote(t)", Manner("+", "error inside", "error")
    ),
    run("R")("R URLdecode", "URLdecode(t)", None),
    _chdb("ClickHouse decodeURLComponent", _CLICKHOUSE % "decodeURLComponent", Manner()),
    _chdb("ClickHouse decodeURLFormComponent", _CLICKHOUSE % "decodeURLFormComponent", _PLUS),
    run("python", "PySide6.QtCore")(
        "Qt QUrl::fromPercentEncoding", "PySide6.QtCore.QUrl.fromPercentEncoding(t.encode())", None
    ),
)
