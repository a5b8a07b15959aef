"""DATA: producers that were read in their source: the version is the release or the commit.

A block begins with both: the version, and the file.
"""

import re
import textwrap
from collections.abc import Iterator

from superuri.who.producers import Producer, cells


def _read(text: str) -> Iterator[Producer]:
    for block in re.split(r"\n(?=\S)", text.strip()):
        version, file, lines = re.split(r":\s+|\n", block, maxsplit=2)
        for (name, bare), fields, _ in cells(textwrap.dedent(lines), 2):
            yield Producer(name, bare, version, file, **fields)


ROWS = tuple(
    _read(
        r"""
Guava 0beafad03203: guava/src/com/google/common/net/UrlEscapers.java
  Guava urlFormParameterEscaper | *-._ | space=+
  Guava urlPathSegmentEscaper | !$&'()*+,-.:;=@_~
OkHttp ca5fe4bd5cff: okhttp/src/commonMain/kotlin/okhttp3/internal/-HttpUrlCommon.kt
  OkHttp addPathSegment | !$&'()*+,-.:;=@[]_~
  OkHttp addQueryParameter | *-._
  OkHttp FormBody | *-._ | space=+
  OkHttp username | !$&()*+,-._~
Spring 4e050b07ebde:
  spring-web/src/main/java/org/springframework/web/util/HierarchicalUriComponents.java
  Spring UriUtils.encode | -._~
  Spring encodePathSegment | !$&'()*+,-.:;=@_~
  Spring encodeQueryParam | !$'()*+,-./:;?@_~
  Spring encodeFragment | !$&'()*+,-.:;=@_~/?
Android 1fd0421801c3: core/java/android/net/Uri.java
  Android Uri.encode | !'()*-._~
Dart 5acd01a03fd9: sdk/lib/core/uri.dart
  Dart Uri.encodeComponent | !'()*-._~
  Dart Uri.encodeQueryComponent | -._~ | space=+
  Dart Uri.encodeFull | !#$&'()*+,-./:;=?@_~
urlencoding 758ee80d8041: src/enc.rs
  Rust urlencoding | -._~
form_urlencoded 4779a4517ecf: form_urlencoded/src/lib.rs
  Rust form_urlencoded | *-._ | space=+
axios 052a564ff4af: lib/helpers/buildURL.js
  axios params | !$'()*,-.:_~ | space=+
qs 0762294947c6: lib/utils.js
  qs stringify value | -._~
.NET 16f70f42a7fc: src/libraries/System.Private.Uri/src/System/UriHelper.cs
  .NET Uri.EscapeUriString | !#$&'()*+,-./:;=?@[]_~ | surrogate=%EF%BF%BD
percent-encoding 4a04d9c099eb: percent_encoding/src/ascii_set.rs
  Rust percent-encoding NON_ALPHANUMERIC |
  Rust percent-encoding CONTROLS | \x20!"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~
.NET 47d106f43bf8: src/libraries/System.Private.CoreLib/src/System/Net/WebUtility.cs
  .NET WebUtility.UrlEncode | !()*-._ | space=+ surrogate=%EF%BF%BD
lua-nginx-module 4b332ec58a03: src/ngx_http_lua_util.c
  OpenResty ngx.escape_uri | -._~
Apache httpd 2.4.71: modules/mappers/mod_rewrite.c
  Apache RewriteRule [B] | _ | space=+ hex=lower ends=\x00
LibreOffice c5c3cc33de90: sc/source/core/tool/interpr7.cxx
  LibreOffice ENCODEURL | -_
Terraform b3f99cecb2a9: internal/lang/funcs/encoding.go
  Terraform urlencode | -._~ | space=+
Spark bdf8e217a99e:
  sql/catalyst/src/main/scala/org/apache/spark/sql/catalyst/expressions/urlExpressions.scala
  Spark url_encode | *-._ | space=+
Trino bd4613f81895: core/trino-main/src/main/java/io/trino/operator/scalar/UrlFunctions.java
  Trino url_encode | *-._ | space=+
Swift 9288bedc50f0: Sources/CoreFoundation/CFURLComponents_URIParser.c
  Swift urlUserAllowed | !$&'()*+,-.;=_~
  Swift urlHostAllowed | !$&'()*+,-.:;=[]_~
  Swift urlPathAllowed | !$&'()*+,-./:=@_~
  Swift urlQueryAllowed | !$&'()*+,-./:;=?@_~
"""
    )
)
