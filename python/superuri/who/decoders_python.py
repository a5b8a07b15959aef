"""DATA: decoders that Python can call, each run."""

from superuri.who.decoding import Manner, rows, run
from superuri.who.producers import library, text_of

ROWS = (
    *rows(
        r"""
urllib.parse.unquote | urllib.parse
  urllib.parse.unquote(t)
urllib.parse.unquote_plus | urllib.parse | plus=\x20
  urllib.parse.unquote_plus(t)
yarl path | yarl | invalid=kept
  yarl.URL('/' + t, encoded=True).path[1:]
werkzeug uri_to_iri | werkzeug.urls | invalid=uppercased keeps=\x00-\x1f\x7f\x20#%/?
  werkzeug.urls.uri_to_iri(t)
w3lib url_query_parameter | w3lib.url | plus=\x20
  w3lib.url.url_query_parameter('http://e/?t=' + t, 't')
furl path | furl
  ''.join(furl.furl('/' + t).path.segments)
hyperlink path | hyperlink | invalid=error
  '/'.join(hyperlink.DecodedURL.from_text('http://e/' + t).path)
httpx path | httpx
  httpx.URL('http://e/' + t).path[1:]
yarl query | yarl | plus=\x20
  yarl.URL('http://e/?t=' + t, encoded=True).query['t']
yarl fragment | yarl | invalid=kept
  yarl.URL('http://e/#' + t, encoded=True).fragment
httpx params | httpx | plus=\x20
  httpx.QueryParams('t=' + t)['t']
furl query | furl | plus=\x20
  furl.furl('/?t=' + t).args['t']
urllib.request.url2pathname | urllib.request
  urllib.request.url2pathname(t)
urllib.parse.parse_qs | urllib.parse | plus=\x20
  urllib.parse.parse_qs('t=' + t)['t'][0]
email RFC 2231 parameter | email.message
  __import__('email').message_from_string('Content-Disposition: attachment; filename*=utf-8\'\'' +
  t + '\n\n').get_filename()
uritools uridecode | uritools | invalid=error
  uritools.uridecode(t)
mdurl decode | mdurl | keeps=#$&+,/:;=?@
  mdurl.decode(t)
Django uri_to_iri | django.utils.encoding
  | invalid=uppercased keeps=\x00-\x1f\x7f\x20!"#$%&'()*+,/0123456789:;<=>?@[\\]^`{|}
  django.utils.encoding.uri_to_iri(t)
Falcon uri.decode | falcon.uri | plus=\x20
  falcon.uri.decode(t)
Falcon parse_query_string | falcon.uri | plus=\x20
  falcon.uri.parse_query_string('t=' + t)['t']
SQLAlchemy password | sqlalchemy.engine
  sqlalchemy.engine.make_url('x://u:' + t + '@h/').password
SQLAlchemy database | sqlalchemy.engine
  sqlalchemy.engine.make_url('x://u@h/' + t).database
werkzeug query | werkzeug.wrappers | plus=\x20 invalid=uppercased
  werkzeug.wrappers.Request({'QUERY_STRING': 't=' + t, 'wsgi.url_scheme': 'http', 'HTTP_HOST':
  'e', 'REQUEST_METHOD': 'GET'}).args['t']
starlette query | starlette.datastructures | plus=\x20
  starlette.datastructures.QueryParams('t=' + t)['t']
pydantic query_params | pydantic | plus=\x20
  dict(pydantic.AnyUrl('http://e/?t=' + t).query_params())['t']
Ada search params | ada_url | plus=\x20 invalid=error
  ada_url.URLSearchParams('t=' + t).get('t')
DuckDB url_decode | duckdb | invalid=error
  duckdb.execute('select url_decode(?)', [t]).fetchone()[0]
Twisted parse_qs | twisted.web.http | plus=\x20 invalid=error
  twisted.web.http.parse_qs(b't=' + t.encode())[b't'][0].decode()
""",
        "python",
    ),
    run("python", library("libglib-2.0.so.0"), of="GLib")(
        "GLib uri_unescape_string",
        text_of("g_uri_unescape_string(t.encode(), None)"),
        Manner(malformed="error", invalid="error", refuses="\x00"),
    ),
    run("python", library("libxml2.so.2"), of="libxml2")(
        "libxml2 xmlURIUnescapeString",
        text_of("xmlURIUnescapeString(t.encode(), 0, None)"),
        Manner(invalid="error", ends="\x00"),
    ),
    run("python", library("libcurl.so.4"), of="curl")(
        "libcurl curl_easy_unescape",
        text_of("curl_easy_unescape(None, t.encode(), 0, None)"),
        Manner(invalid="error", ends="\x00"),
    ),
    *rows(
        r"""
hyperlink query | hyperlink | plus=\x20 invalid=error
  hyperlink.DecodedURL.from_text('http://e/?t=' + t).get('t')[0]
Bottle query | bottle | manner=None
  bottle.FormsDict(bottle._parse_qsl('t=' + t)).t
jq @urid | jq | malformed=error invalid=error
  jq.compile('@urid').input_value(t).first()
""",
        "python",
    ),
)
