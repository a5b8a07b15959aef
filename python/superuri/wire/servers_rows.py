"""DATA: servers, and what the application behind each is given.

A row is a line `name | version | what the application reads | rule`, and below it the targets for
which something else is handed on than by the rule, each with what is handed on or the status of a
refusal. `make oracles` installs the servers; ``python -m kit.applications --write`` asks them and
writes these rows. Checked on 2026-11-25.
"""

ROWS = r"""
nginx | 1.22.1 | $uri | decoded
  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb /b  //a//b /a/b  /a%00b 400  /a%zzb 400  /a\x20b 400
  /a#b /a
nginx | 1.22.1 | proxy_pass http://b | sent
  /a%00b 400  /a%zzb 400  /a\x20b 400
nginx | 1.22.1 | proxy_pass http://b/ | sent
  /a%2Fb /a/b  /a%2fb /a/b  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb /b  //a//b /a/b  /a%00b 400
  /a%zzb 400  /a%7Eb /a~b  /a\x20b 400  /a%2Bb /a+b  /a#b /a
Apache | 2.4.71 | ProxyPass | sent
  /a%2Fb 404  /a%2fb 404  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb 404  //a//b /a/b  /a%00b 404
  /a\b /a%5Cb  /a%zzb 400  /a%7Eb /a~b  /a\xc3\xa9b /a%C3%A9b  /a\xe9b /a%E9b  /a\x20b 400
  /a%2Bb /a+b  /a|b /a%7Cb  /a#b 400
Apache | 2.4.71 | ProxyPass nocanon | sent
  //a//b /a/b  /a%00b 404  /a%zzb 400  /a\x20b 400  /a#b 400
Apache | 2.4.71 | RewriteRule [P] | sent
  /a%2Fb 404  /a%2fb 404  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb 404  //a//b /a/b  /a%00b 404
  /a\b /a%5Cb  /a%zzb 400  /a%7Eb /a~b  /a\xc3\xa9b /a%C3%A9b  /a\xe9b /a%E9b  /a\x20b 400
  /a%2Bb /a+b  /a%3Fb 403  /a|b /a%7Cb  /a#b 400
Apache | 2.4.71 | RewriteRule [B,P] | sent
  /a%2Fb 404  /a%2fb 404  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb 404
  /a/..;/b /a%252f%252e%252e%253b%252fb  /a;x=1/b /a%253bx%253d1%252fb  //a//b /a%252fb
  /a%00b 404  /a%0Ab /a%250ab  /a%5Cb /a%255cb  /a\b /a%255cb  /a%252Fb /a%25252Fb  /a%zzb 400
  /a%7Eb /a%257eb  /a%C3%A9b /a%25c3%25a9b  /a%E9b /a%25e9b  /a\xc3\xa9b /a%25c3%25a9b
  /a\xe9b /a%25e9b  /a%20b /a+b  /a\x20b 400  /a+b /a%252bb  /a%2Bb /a%252bb  /a%3Fb /a%253fb
  /a|b /a%257cb  /a#b 400
Apache | 2.4.71 | RewriteRule [B,NE,P] | sent
  /a%2Fb 404  /a%2fb 404  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb 404  /a/..;/b /a%2f%2e%2e%3b%2fb
  /a;x=1/b /a%3bx%3d1%2fb  //a//b /a%2fb  /a%00b 404  /a%0Ab /a%0ab  /a%5Cb /a%5cb  /a\b /a%5cb
  /a%zzb 400  /a%7Eb /a%7eb  /a%C3%A9b /a%c3%a9b  /a%E9b /a%e9b  /a\xc3\xa9b /a%c3%a9b
  /a\xe9b /a%e9b  /a%20b /a+b  /a\x20b 400  /a+b /a%2bb  /a%2Bb /a%2bb  /a%3Fb /a%3fb  /a|b /a%7cb
  /a#b 400
HAProxy | 2.6.12 | server | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a#b 400  /?q=\xe9 400
lighttpd | 1.4.69 | proxy.server | sent
  /a%2Fb /a/b  /a%2fb /a/b  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb /b  //a//b /a/b  /a%00b 400
  /a%0Ab 400  /a\b /a%5Cb  /a%zzb /a%25zzb  /a%7Eb /a~b  /a\xc3\xa9b /a%C3%A9b  /a\xe9b /a%E9b
  /a\x20b /a%20b  /a|b /a%7Cb  /a#b /a  /?q=a+b%2B%2f%zz /?q=a+b%2B%2F%25zz  /?q=\xe9 /?q=%E9
Caddy | 2.6.2 | reverse_proxy | sent
  /a\b /a%5Cb  /a%zzb 400  /a\xc3\xa9b /a%C3%A9b  /a\xe9b /a%E9b  /a\x20b 400  /a|b /a%7Cb
  /a#b /a%23b
Caddy | 2.6.2 | {path} | decoded
  /a%zzb 400  /a\x20b 400
Envoy | 1.40.0 | route | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a#b 400  /?q=\xe9 400
Envoy | 1.40.0 | normalize_path | sent
  /a/%2e%2e/b /b  /a/../b /b  /a/..;/b /b  //a//b /a/b  /a%00b 400  /a\b /a/b  /a%7Eb /a~b
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a|b /a%7Cb  /a#b 400  /?q=\xe9 400
Varnish | 7.1.1 | backend | sent
  /a\x20b 400
H2O | 2.2.5 | proxy.reverse.url | sent
  /a\x20b 400
Tomcat | 10.1.60 | getPathInfo | decoded
  /a%2Fb 400  /a%2fb 400  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb 400  /a/..;/b /b  /a;x=1/b /a/b
  //a//b /a/b  /a%00b 400  /a%5Cb 400  /a\b 400  /a%zzb 400  /a%E9b 400  /a\xc3\xa9b 400
  /a\xe9b 400  /a\x20b 400  /a|b 400  /a#b 400  /?q=\xe9 400
Tomcat | 10.1.60 | getRequestURI | sent
  /a%2Fb 400  /a%2fb 400  /a/..%2Fb 400  /a%00b 400  /a%5Cb 400  /a\b 400  /a%zzb 400  /a%E9b 400
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a|b 400  /a#b 400  /?q=\xe9 400
Jetty | 9.4.57 | getPathInfo | decoded
  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb /b  /a/..;/b 400  /a;x=1/b /a/b  /a%00b 400  /a%zzb 400
  /a%E9b /a\xc3\xa9b  /a\xe9b 400  /a\x20b 400  /a#b /a  /?q=\xe9 400
Jetty | 9.4.57 | getRequestURI | sent
  /a/..;/b 400  /a%00b 400  /a%zzb 400  /a\xe9b 400  /a\x20b 400  /a#b /a  /?q=\xe9 400
JDK HttpServer | 17.0.15 | URI getPath | decoded
  //a//b //b  /a\b 400  /a%zzb 400  /a%E9b /a\xef\xbf\xbdb  /a\xc3\xa9b /a\xc3\x83\xc2\xa9b
  /a\xe9b /a\xc3\xa9b  /a\x20b /a  /a|b 400  /a#b /a  /?q=a+b%2B%2f%zz 400  /?q=\xe9 /?q=\xc3\xa9
Node http | 20.20.2 | url | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
Go net/http | 1.19.8 | URL.Path | decoded
  /a%zzb 400  /a\x20b 400
Go net/http | 1.19.8 | URL.EscapedPath | sent
  /a\b /a%5Cb  /a%zzb 400  /a\xc3\xa9b /a%C3%A9b  /a\xe9b /a%E9b  /a\x20b 400  /a|b /a%7Cb
  /a#b /a%23b
Go net/http | 1.19.8 | URL.Path behind ServeMux | decoded
  /a/%2e%2e/b 301  /a/../b 301  /a/..%2Fb 301  //a//b 301  /a%zzb 400  /a\x20b 400
PHP -S | 8.2.36 | REQUEST_URI | sent
  /a\xc3\xa9b closed  /a\xe9b closed  /a\x20b closed  /?q=\xe9 closed
PHP -S | 8.2.36 | SCRIPT_NAME | decoded
  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb /b  //a//b /a/b  /a\xc3\xa9b closed  /a\xe9b closed
  /a\x20b closed  /a#b /a  /?q=\xe9 closed
Puma | 5.6.5 | PATH_INFO | sent
  /a\x20b 400  /a#b /a
Puma | 5.6.5 | REQUEST_URI | sent
  /a\x20b 400  /a#b /a
WEBrick | 1.8.1 | path | decoded
  /a/%2e%2e/b /b  /a/../b /b  /a/..%2Fb /b  //a//b /a/b  /a\b 400  /a%zzb 400  /a\xc3\xa9b 400
  /a\xe9b 400  /a\x20b 400  /a|b 400  /a#b /a  /?q=a+b%2B%2f%zz 400  /?q=\xe9 400
Starman | 0.4016 | PATH_INFO | decoded
  /a%00b /a  /a%zzb 400  /a\x20b 400  /a#b /a
wsgiref | 3.11.7 | PATH_INFO | decoded
  //a//b /a//b  /a\x20b 400
gunicorn | 27.0.1 | PATH_INFO | decoded
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a#b /a  /?q=\xe9 400
gunicorn | 27.0.1 | RAW_URI | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
waitress | 3.0.2 | PATH_INFO | decoded
  //a//b /a//b  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a#b /a  /?q=\xe9 400
Cheroot | 11.1.2 | PATH_INFO | decoded
  /a%2Fb /a%2Fb  /a%2fb /a%2Fb  /a/..%2Fb /a/..%2Fb  //a//b 400  /a\xc3\xa9b 400  /a\xe9b 400
  /a\x20b 400  /a#b 400  /?q=\xe9 400
Werkzeug | 3.1.9 | PATH_INFO | decoded
  //a//b /a//b  /a%E9b /a\xef\xbf\xbdb  /a\xc3\xa9b /a\xc3\x83\xc2\xa9b  /a\xe9b /a\xc3\xa9b
  /a\x20b 400  /a#b /a  /?q=\xe9 /?q=\xc3\xa9
Werkzeug | 3.1.9 | REQUEST_URI | sent
  //a//b /a//b  /a\xc3\xa9b /a\xc3\x83\xc2\xa9b  /a\xe9b /a\xc3\xa9b  /a\x20b 400
  /?q=\xe9 /?q=\xc3\xa9
uvicorn | 0.54.0 | path, by h11 | decoded
  /a%E9b /a\xef\xbf\xbdb  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
uvicorn | 0.54.0 | raw_path, by h11 | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
uvicorn | 0.54.0 | path, by httptools | decoded
  /a%E9b /a\xef\xbf\xbdb  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a#b /a  /?q=\xe9 400
hypercorn | 0.18.0 | path | decoded
  /a%E9b /a\xef\xbf\xbdb  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
hypercorn | 0.18.0 | raw_path | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
daphne | 4.2.3 | path | decoded
  /a%E9b /a\xef\xbf\xbdb  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
granian | 2.8.7 | path | decoded
  /a%E9b /a\xef\xbf\xbdb  /a\xe9b 400  /a\x20b 400  /a#b /a  /?q=\xe9 400
Tornado | 6.6.1 | request.path | sent
  /a\x20b 400
aiohttp | 3.14.5 | request.path | decoded
  /a%E9b /a%E9b  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /a#b /a
  /?q=a+b%2B%2f%zz /?q=a\x20b%2B/%zz  /?q=\xe9 400
aiohttp | 3.14.5 | request.raw_path | sent
  /a\xc3\xa9b 400  /a\xe9b 400  /a\x20b 400  /?q=\xe9 400
"""
