"""DATA: producers of Go, PHP, Ruby, Elixir, Erlang, R, ClickHouse and Qt, each run.

A surrogate's octets are %ED%A0%80 where text is octets. ClickHouse is given hexadecimal, as its
parameters have escapes of their own.
"""

from superuri.who.producers import rows

ROWS = rows(r"""
Go url.User | $&+,-.;=_~ | go "net/url" | surrogate=%ED%A0%80
  url.User(t).String(), nil
Go URL.EscapedPath | $&+,-./:;=@_~ | go "net/url" | surrogate=%ED%A0%80
  (&url.URL{Path: "/" + t}).EscapedPath()[1:], nil
Go URL.EscapedFragment | !$&()*+,-./:;=?@_~ | go "net/url" | surrogate=%ED%A0%80
  (&url.URL{Fragment: t}).EscapedFragment(), nil
Go url.Values value | -._~ | go "net/url" | space=+ surrogate=%ED%A0%80
  url.Values{"": {t}}.Encode()[1:], nil
Go and Helm template urlquery | -._~ | go "text/template" | space=+ surrogate=%ED%A0%80
  template.URLQueryEscaper(t), nil
PHP http_build_query value | -._ | php | space=+
  substr(http_build_query(['' => $t]), 1)
PHP http_build_query value, RFC 3986 | -._~ | php
  substr(http_build_query(['' => $t], '', null, PHP_QUERY_RFC3986), 1)
Ruby URI.escape | !$&'()*+,-./:;=?@[]_~ | ruby uri
  URI::DEFAULT_PARSER.escape(t)
Shopify Liquid url_encode | -._~ | ruby liquid | space=+
  Liquid::Template.parse("{{ t | url_encode }}").render("t" => t)
Elixir URI.encode | !#$&'()*+,-./:;=?@[]_~ | exs | surrogate=%ED%A0%80 of=elixir
  URI.encode(t)
Elixir URI.encode_www_form | -._~ | exs | space=+ surrogate=%ED%A0%80 of=elixir
  URI.encode_www_form(t)
Elixir URI.encode_query value | -._~ | exs | space=+ surrogate=%ED%A0%80 of=elixir
  String.slice(URI.encode_query([{"", t}]), 1..-1)
Erlang uri_string:quote | -._~ | exs | of=erlang
  :uri_string.quote(t)
Erlang uri_string:compose_query | *-._ | exs | space=+ surrogate=%ED%A0%80 of=erlang
  String.slice(:uri_string.compose_query([{"", t}]), 1..-1)
R URLencode repeated=TRUE | !#$&'()*+,-./:;=?@[]_~ | R | refused=\x00
  URLencode(t, repeated = TRUE)
R URLencode reserved=TRUE, repeated=TRUE | -._~ | R | refused=\x00
  URLencode(t, reserved = TRUE, repeated = TRUE)
ClickHouse encodeURLComponent | -._~ | python chdb
  chdb.query('select encodeURLComponent(unhex(\'' + t.encode().hex() + '\'))',
  'RawBLOB').bytes().decode()
ClickHouse encodeURLFormComponent | -._~ | python chdb | space=+
  chdb.query('select encodeURLFormComponent(unhex(\'' + t.encode().hex() + '\'))',
  'RawBLOB').bytes().decode()
Qt QUrl::toPercentEncoding | -._~ | python PySide6.QtCore | surrogate=
  bytes(PySide6.QtCore.QUrl.toPercentEncoding(t)).decode()
""")
