"""DATA: producers that were read in their source: the version is the release or the commit."""

from superuri.who.producers import Producer

_OKHTTP = "okhttp/src/commonMain/kotlin/okhttp3/internal/-HttpUrlCommon.kt"
_SPRING = "spring-web/src/main/java/org/springframework/web/util/HierarchicalUriComponents.java"
_GUAVA = "guava/src/com/google/common/net/UrlEscapers.java"
_GO = "src/net/url/gen_encoding_table.go"
_UNRESERVED = "-._~"
_PCHAR = "!$&'()*+,-.:;=@_~"

ROWS = (
    Producer("Go url.User", "$&+,-.;=_~", "Go 96cd780de774", _GO),
    Producer("Go URL.EscapedPath", "$&+,-./:;=@_~", "Go 96cd780de774", _GO),
    Producer("Go URL.EscapedFragment", "!$&()*+,-./:;=?@_~", "Go 96cd780de774", _GO),
    Producer("Guava urlFormParameterEscaper", "*-._", "Guava 0beafad03203", _GUAVA, space="+"),
    Producer("Guava urlPathSegmentEscaper", _PCHAR, "Guava 0beafad03203", _GUAVA),
    Producer("OkHttp addPathSegment", "!$&'()*+,-.:;=@[]_~", "OkHttp ca5fe4bd5cff", _OKHTTP),
    Producer("OkHttp addQueryParameter", "*-._", "OkHttp ca5fe4bd5cff", _OKHTTP),
    Producer("OkHttp FormBody", "*-._", "OkHttp ca5fe4bd5cff", _OKHTTP, space="+"),
    Producer("OkHttp username", "!$&()*+,-._~", "OkHttp ca5fe4bd5cff", _OKHTTP),
    Producer("Spring UriUtils.encode", _UNRESERVED, "Spring 4e050b07ebde", _SPRING),
    Producer("Spring encodePathSegment", _PCHAR, "Spring 4e050b07ebde", _SPRING),
    Producer("Spring encodeQueryParam", "!$'()*+,-./:;?@_~", "Spring 4e050b07ebde", _SPRING),
    Producer("Spring encodeFragment", _PCHAR + "/?", "Spring 4e050b07ebde", _SPRING),
    Producer(
        "Android Uri.encode",
        "!'()*-._~",
        "Android 1fd0421801c3",
        "core/java/android/net/Uri.java",
    ),
    Producer("Dart Uri.encodeComponent", "!'()*-._~", "Dart 5acd01a03fd9", "sdk/lib/core/uri.dart"),
    Producer(
        "Dart Uri.encodeQueryComponent",
        _UNRESERVED,
        "Dart 5acd01a03fd9",
        "sdk/lib/core/uri.dart",
        space="+",
    ),
    Producer(
        "Dart Uri.encodeFull",
        "!#$&'()*+,-./:;=?@_~",
        "Dart 5acd01a03fd9",
        "sdk/lib/core/uri.dart",
    ),
    Producer(
        "Elixir URI.encode",
        "!#$&'()*+,-./:;=?@[]_~",
        "Elixir 00f852da64cd",
        "lib/elixir/lib/uri.ex",
    ),
    Producer(
        "Elixir URI.encode_www_form",
        _UNRESERVED,
        "Elixir 00f852da64cd",
        "lib/elixir/lib/uri.ex",
        space="+",
    ),
    Producer(
        "Erlang uri_string:quote",
        _UNRESERVED,
        "Erlang/OTP 0564b279daf8",
        "lib/stdlib/src/uri_string.erl",
    ),
    Producer(
        "Erlang uri_string:compose_query",
        "*-._",
        "Erlang/OTP 0564b279daf8",
        "lib/stdlib/src/uri_string.erl",
        space="+",
    ),
    Producer(
        "Ruby URI.escape",
        "!$&'()*+,-./:;=?@[]_~",
        "Ruby uri 045e752821d9",
        "lib/uri/rfc2396_parser.rb",
    ),
    Producer("Rust urlencoding", _UNRESERVED, "urlencoding 758ee80d8041", "src/enc.rs"),
    Producer(
        "Rust form_urlencoded",
        "*-._",
        "form_urlencoded 4779a4517ecf",
        "form_urlencoded/src/lib.rs",
        space="+",
    ),
    Producer(
        "axios params", "!$'()*,-.:_~", "axios 052a564ff4af", "lib/helpers/buildURL.js", space="+"
    ),
    Producer("qs stringify value", _UNRESERVED, "qs 0762294947c6", "lib/utils.js"),
    Producer(
        ".NET Uri.EscapeUriString",
        "!#$&'()*+,-./:;=?@[]_~",
        ".NET 16f70f42a7fc",
        "src/libraries/System.Private.Uri/src/System/UriHelper.cs",
        surrogate="%EF%BF%BD",
    ),
    Producer(
        "R URLencode",
        "!#$&'()*+,-./:;=?@[]_~",
        "R 649473fb3e0e",
        "src/library/utils/R/URLencode.R",
    ),
    Producer(
        "R URLencode reserved=TRUE",
        _UNRESERVED,
        "R 649473fb3e0e",
        "src/library/utils/R/URLencode.R",
    ),
)
