"""DATA: producers that were read in their source: the version is the release or the commit."""

from superuri.who.producers import Producer

_OKHTTP = "okhttp/src/commonMain/kotlin/okhttp3/internal/-HttpUrlCommon.kt"
_SPRING = "spring-web/src/main/java/org/springframework/web/util/HierarchicalUriComponents.java"
_GUAVA = "guava/src/com/google/common/net/UrlEscapers.java"
_SWIFT = "Sources/CoreFoundation/CFURLComponents_URIParser.c"
_UNRESERVED = "-._~"
_PCHAR = "!$&'()*+,-.:;=@_~"

ROWS = (
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
        "Android Uri.encode", "!'()*-._~", "Android 1fd0421801c3", "core/java/android/net/Uri.java"
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
        "Dart Uri.encodeFull", "!#$&'()*+,-./:;=?@_~", "Dart 5acd01a03fd9", "sdk/lib/core/uri.dart"
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
        "Rust percent-encoding NON_ALPHANUMERIC",
        "",
        "percent-encoding 4a04d9c099eb",
        "percent_encoding/src/ascii_set.rs",
    ),
    Producer(
        "Rust percent-encoding CONTROLS",
        " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "percent-encoding 4a04d9c099eb",
        "percent_encoding/src/ascii_set.rs",
    ),
    Producer(
        ".NET WebUtility.UrlEncode",
        "!()*-._",
        ".NET 47d106f43bf8",
        "src/libraries/System.Private.CoreLib/src/System/Net/WebUtility.cs",
        space="+",
        surrogate="%EF%BF%BD",
    ),
    Producer(
        "OpenResty ngx.escape_uri",
        _UNRESERVED,
        "lua-nginx-module 4b332ec58a03",
        "src/ngx_http_lua_util.c",
    ),
    Producer(
        "Apache RewriteRule [B]",
        "_",
        "Apache httpd 2.4.71",
        "modules/mappers/mod_rewrite.c",
        space="+",
        hex="lower",
        ends="\x00",
    ),
    Producer(
        "LibreOffice ENCODEURL",
        "-_",
        "LibreOffice c5c3cc33de90",
        "sc/source/core/tool/interpr7.cxx",
    ),
    Producer(
        "Terraform urlencode",
        _UNRESERVED,
        "Terraform b3f99cecb2a9",
        "internal/lang/funcs/encoding.go",
        space="+",
    ),
    Producer(
        "Spark url_encode",
        "*-._",
        "Spark bdf8e217a99e",
        "sql/catalyst/src/main/scala/org/apache/spark/sql/catalyst/expressions/urlExpressions.scala",
        space="+",
    ),
    Producer(
        "Trino url_encode",
        "*-._",
        "Trino bd4613f81895",
        "core/trino-main/src/main/java/io/trino/operator/scalar/UrlFunctions.java",
        space="+",
    ),
    Producer("Swift urlUserAllowed", "!$&'()*+,-.;=_~", "Swift 9288bedc50f0", _SWIFT),
    Producer("Swift urlHostAllowed", "!$&'()*+,-.:;=[]_~", "Swift 9288bedc50f0", _SWIFT),
    Producer("Swift urlPathAllowed", "!$&'()*+,-./:=@_~", "Swift 9288bedc50f0", _SWIFT),
    Producer("Swift urlQueryAllowed", "!$&'()*+,-./:;=?@_~", "Swift 9288bedc50f0", _SWIFT),
)
