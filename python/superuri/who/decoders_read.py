"""DATA: decoders that were read in their source: the version is the release or the commit."""

from superuri.who.decoding import Decoder, Manner


def _read(name: str, version: str, file: str, manner: Manner) -> Decoder:
    return Decoder(name, "read", manner=manner, version=version, file=file)


_PLUS = Manner(plus=" ")

ROWS = (
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
        ".NET WebUtility.UrlDecode",
        ".NET 47d106f43bf8",
        "src/libraries/System.Private.CoreLib/src/System/Net/WebUtility.cs",
        _PLUS,
    ),
    _read(
        "Trino url_decode",
        "Trino bd4613f81895",
        "core/trino-main/src/main/java/io/trino/operator/scalar/UrlFunctions.java",
        Manner(" ", "error"),
    ),
)
