"""DATA: producers of Go, PHP, Ruby, Elixir, Erlang, R, ClickHouse and Qt, each run."""

from superuri.who.producers import Producer, run

_go_url = run("go", '"net/url"', of="go")
_php = run("php")
_elixir = run("exs", of="elixir")
_erlang = run("exs", of="erlang")
_r = run("R")
_chdb = run("python", "chdb")

#: The result of a surrogate's octet where text is octets.
_OCTETS = "%ED%A0%80"

#: Hexadecimal, as parameters have escapes of their own.
_CLICKHOUSE = (
    "chdb.query('select %s(unhex(\\'' + t.encode().hex() + '\\'))', 'RawBLOB').bytes().decode()"
)

ROWS: tuple[Producer, ...] = (
    _go_url("Go url.User", "$&+,-.;=_~", "url.User(t).String(), nil", surrogate=_OCTETS),
    _go_url(
        "Go URL.EscapedPath",
        "$&+,-./:;=@_~",
        '(&url.URL{Path: "/" + t}).EscapedPath()[1:], nil',
        surrogate=_OCTETS,
    ),
    _go_url(
        "Go URL.EscapedFragment",
        "!$&()*+,-./:;=?@_~",
        "(&url.URL{Fragment: t}).EscapedFragment(), nil",
        surrogate=_OCTETS,
    ),
    _go_url(
        "Go url.Values value",
        "-._~",
        'url.Values{"": {t}}.Encode()[1:], nil',
        surrogate=_OCTETS,
        space="+",
    ),
    run("go", '"text/template"', of="go")(
        "Go and Helm template urlquery",
        "-._~",
        "template.URLQueryEscaper(t), nil",
        surrogate=_OCTETS,
        space="+",
    ),
    _php("PHP http_build_query value", "-._", "substr(http_build_query(['' => $t]), 1)", space="+"),
    _php(
        "PHP http_build_query value, RFC 3986",
        "-._~",
        "substr(http_build_query(['' => $t], '', null, PHP_QUERY_RFC3986), 1)",
    ),
    run("ruby", "uri", of="ruby")(
        "Ruby URI.escape", "!$&'()*+,-./:;=?@[]_~", "URI::DEFAULT_PARSER.escape(t)"
    ),
    run("ruby", "liquid")(
        "Shopify Liquid url_encode",
        "-._~",
        'Liquid::Template.parse("{{ t | url_encode }}").render("t" => t)',
        space="+",
    ),
    _elixir("Elixir URI.encode", "!#$&'()*+,-./:;=?@[]_~", "URI.encode(t)", surrogate=_OCTETS),
    _elixir(
        "Elixir URI.encode_www_form", "-._~", "URI.encode_www_form(t)", surrogate=_OCTETS, space="+"
    ),
    _elixir(
        "Elixir URI.encode_query value",
        "-._~",
        'String.slice(URI.encode_query([{"", t}]), 1..-1)',
        surrogate=_OCTETS,
        space="+",
    ),
    _erlang("Erlang uri_string:quote", "-._~", ":uri_string.quote(t)"),
    _erlang(
        "Erlang uri_string:compose_query",
        "*-._",
        'String.slice(:uri_string.compose_query([{"", t}]), 1..-1)',
        surrogate=_OCTETS,
        space="+",
    ),
    _r(
        "R URLencode repeated=TRUE",
        "!#$&'()*+,-./:;=?@[]_~",
        "URLencode(t, repeated = TRUE)",
        refused="\x00",
    ),
    _r(
        "R URLencode reserved=TRUE, repeated=TRUE",
        "-._~",
        "URLencode(t, reserved = TRUE, repeated = TRUE)",
        refused="\x00",
    ),
    _chdb("ClickHouse encodeURLComponent", "-._~", _CLICKHOUSE % "encodeURLComponent"),
    _chdb(
        "ClickHouse encodeURLFormComponent",
        "-._~",
        _CLICKHOUSE % "encodeURLFormComponent",
        space="+",
    ),
    run("python", "PySide6.QtCore")(
        "Qt QUrl::toPercentEncoding",
        "-._~",
        "bytes(PySide6.QtCore.QUrl.toPercentEncoding(t)).decode()",
        surrogate="",
    ),
)
