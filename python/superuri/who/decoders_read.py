"""DATA: decoders that were read in their source: the version is the release or the commit."""

from superuri.who.decoding import Decoder, Manner


def _read(name: str, version: str, file: str, manner: Manner) -> Decoder:
    return Decoder(name, "read", manner=manner, version=version, file=file)


_PLUS = Manner(plus=" ")

ROWS = (
    _read("Go url.QueryUnescape", "Go 011829989365", "src/net/url/url.go", Manner(" ", "error")),
    _read("Go url.PathUnescape", "Go 011829989365", "src/net/url/url.go", Manner("+", "error")),
    _read("Elixir URI.decode", "Elixir 00f852da64cd", "lib/elixir/lib/uri.ex", Manner()),
    _read("Elixir URI.decode_www_form", "Elixir 00f852da64cd", "lib/elixir/lib/uri.ex", _PLUS),
    _read(
        "Erlang uri_string:unquote",
        "Erlang/OTP 0564b279daf8",
        "lib/stdlib/src/uri_string.erl",
        Manner("+", "error inside", "error"),
    ),
    _read(
        "OpenResty ngx.unescape_uri",
        "lua-nginx-module 4b332ec58a03",
        "src/ngx_http_lua_util.c",
        Manner(" ", "dropped"),
    ),
    _read(
        "Rust urlencoding decode",
        "urlencoding 758ee80d8041",
        "src/dec.rs",
        Manner("+", "kept", "error"),
    ),
    _read(
        "Ruby URI.unescape",
        "Ruby uri 045e752821d9",
        "lib/uri/rfc2396_parser.rb",
        Manner(),
    ),
)
