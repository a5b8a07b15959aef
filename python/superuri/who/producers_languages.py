"""DATA: producers of Go, PHP, Ruby, Elixir, Erlang, R, ClickHouse and Qt, each run."""

from superuri.who.producers import Producer, run

_go = run("go", of="go")
_php = run("php")
_ruby = run("ruby", of="ruby")
_liquid = run("ruby")
_elixir = run("exs", of="elixir")
_erlang = run("exs", of="erlang")
# Without `repeated` it leaves a text in which there is an escape as it is.
_r = run("R")
_python = run("python")

#: The result of a surrogate's octet where text is octets.
_OCTETS = "%ED%A0%80"

#: Hexadecimal, as parameters have escapes of their own.
_CLICKHOUSE = (
    "chdb.query('select %s(unhex(\\'' + t.encode().hex() + '\\'))', 'RawBLOB').bytes().decode()"
)

ROWS: tuple[Producer, ...] = (
    _go(
        "Go url.User",
        '"net/url"',
        "$&+,-.;=_~",
        "url.User(t).String(), nil",
        surrogate=_OCTETS,
    ),
    _go(
        "Go URL.EscapedPath",
        '"net/url"',
        "$&+,-./:;=@_~",
        '(&url.URL{Path: "/" + t}).EscapedPath()[1:], nil',
        surrogate=_OCTETS,
    ),
    _go(
        "Go URL.EscapedFragment",
        '"net/url"',
        "!$&()*+,-./:;=?@_~",
        "(&url.URL{Fragment: t}).EscapedFragment(), nil",
        surrogate=_OCTETS,
    ),
    _go(
        "Go url.Values value",
        '"net/url"',
        "-._~",
        'url.Values{"": {t}}.Encode()[1:], nil',
        surrogate=_OCTETS,
        space="+",
    ),
    _go(
        "Go and Helm template urlquery",
        '"text/template"',
        "-._~",
        "template.URLQueryEscaper(t), nil",
        surrogate=_OCTETS,
        space="+",
    ),
    _php(
        "PHP http_build_query value",
        "",
        "-._",
        "substr(http_build_query(['' => $t]), 1)",
        space="+",
    ),
    _php(
        "PHP http_build_query value, RFC 3986",
        "",
        "-._~",
        "substr(http_build_query(['' => $t], '', null, PHP_QUERY_RFC3986), 1)",
    ),
    _ruby(
        "Ruby URI.escape",
        "uri",
        "!$&'()*+,-./:;=?@[]_~",
        "URI::DEFAULT_PARSER.escape(t)",
    ),
    _liquid(
        "Shopify Liquid url_encode",
        "liquid",
        "-._~",
        'Liquid::Template.parse("{{ t | url_encode }}").render("t" => t)',
        space="+",
    ),
    _elixir(
        "Elixir URI.encode",
        "",
        "!#$&'()*+,-./:;=?@[]_~",
        "URI.encode(t)",
        surrogate=_OCTETS,
    ),
    _elixir(
        "Elixir URI.encode_www_form",
        "",
        "-._~",
        "URI.encode_www_form(t)",
        surrogate=_OCTETS,
        space="+",
    ),
    _elixir(
        "Elixir URI.encode_query value",
        "",
        "-._~",
        'String.slice(URI.encode_query([{"", t}]), 1..-1)',
        surrogate=_OCTETS,
        space="+",
    ),
    _erlang(
        "Erlang uri_string:quote",
        "",
        "-._~",
        ":uri_string.quote(t)",
    ),
    _erlang(
        "Erlang uri_string:compose_query",
        "",
        "*-._",
        'String.slice(:uri_string.compose_query([{"", t}]), 1..-1)',
        surrogate=_OCTETS,
        space="+",
    ),
    _r(
        "R URLencode repeated=TRUE",
        "",
        "!#$&'()*+,-./:;=?@[]_~",
        "URLencode(t, repeated = TRUE)",
        refused="\x00",
    ),
    _r(
        "R URLencode reserved=TRUE, repeated=TRUE",
        "",
        "-._~",
        "URLencode(t, reserved = TRUE, repeated = TRUE)",
        refused="\x00",
    ),
    _python(
        "ClickHouse encodeURLComponent",
        "chdb",
        "-._~",
        _CLICKHOUSE % "encodeURLComponent",
    ),
    _python(
        "ClickHouse encodeURLFormComponent",
        "chdb",
        "-._~",
        _CLICKHOUSE % "encodeURLFormComponent",
        space="+",
    ),
    _python(
        "Qt QUrl::toPercentEncoding",
        "PySide6.QtCore",
        "-._~",
        "bytes(PySide6.QtCore.QUrl.toPercentEncoding(t)).decode()",
        surrogate="",
    ),
)
