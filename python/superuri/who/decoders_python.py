"""DATA: decoders that Python can call, each run."""

from superuri.who.decoding import CONTROLS, Decoder, Manner, run
from superuri.who.producers import library, text_of

_urllib_parse = run("python", "urllib.parse")
_yarl = run("python", "yarl")
_furl = run("python", "furl")
_hyperlink = run("python", "hyperlink")
_httpx = run("python", "httpx")
_falcon_uri = run("python", "falcon.uri")
_sqlalchemy_engine = run("python", "sqlalchemy.engine")

ROWS: tuple[Decoder, ...] = (
    _urllib_parse("urllib.parse.unquote", "urllib.parse.unquote(t)", Manner()),
    _urllib_parse("urllib.parse.unquote_plus", "urllib.parse.unquote_plus(t)", Manner(plus=" ")),
    _yarl("yarl path", "yarl.URL('/' + t, encoded=True).path[1:]", Manner(invalid="kept")),
    run("python", "werkzeug.urls")(
        "werkzeug uri_to_iri",
        "werkzeug.urls.uri_to_iri(t)",
        Manner(invalid="uppercased", keeps=CONTROLS + " #%/?"),
    ),
    run("python", "w3lib.url")(
        "w3lib url_query_parameter",
        "w3lib.url.url_query_parameter('http://e/?t=' + t, 't')",
        Manner(plus=" "),
    ),
    _furl("furl path", "''.join(furl.furl('/' + t).path.segments)", Manner()),
    _hyperlink(
        "hyperlink path",
        "'/'.join(hyperlink.DecodedURL.from_text('http://e/' + t).path)",
        Manner(invalid="error"),
    ),
    _httpx("httpx path", "httpx.URL('http://e/' + t).path[1:]", Manner()),
    _yarl("yarl query", "yarl.URL('http://e/?t=' + t, encoded=True).query['t']", Manner(plus=" ")),
    _yarl(
        "yarl fragment", "yarl.URL('http://e/#' + t, encoded=True).fragment", Manner(invalid="kept")
    ),
    _httpx("httpx params", "httpx.QueryParams('t=' + t)['t']", Manner(plus=" ")),
    _furl("furl query", "furl.furl('/?t=' + t).args['t']", Manner(plus=" ")),
    run("python", "urllib.request")(
        "urllib.request.url2pathname", "urllib.request.url2pathname(t)", Manner()
    ),
    _urllib_parse(
        "urllib.parse.parse_qs", "urllib.parse.parse_qs('t=' + t)['t'][0]", Manner(plus=" ")
    ),
    run("python", "email.message")(
        "email RFC 2231 parameter",
        (
            "__import__('email').message_from_string('Content-Disposition: "
            "attachment; filename*=utf-8\\'\\'' + t + '\\n\\n').get_filename()"
        ),
        Manner(),
    ),
    run("python", "uritools")(
        "uritools uridecode", "uritools.uridecode(t)", Manner(invalid="error")
    ),
    run("python", "mdurl")("mdurl decode", "mdurl.decode(t)", Manner(keeps="#$&+,/:;=?@")),
    run("python", "django.utils.encoding")(
        "Django uri_to_iri",
        "django.utils.encoding.uri_to_iri(t)",
        Manner(invalid="uppercased", keeps=CONTROLS + " !\"#$%&'()*+,/0123456789:;<=>?@[\\]^`{|}"),
    ),
    _falcon_uri("Falcon uri.decode", "falcon.uri.decode(t)", Manner(plus=" ")),
    _falcon_uri(
        "Falcon parse_query_string",
        "falcon.uri.parse_query_string('t=' + t)['t']",
        Manner(plus=" "),
    ),
    _sqlalchemy_engine(
        "SQLAlchemy password", "sqlalchemy.engine.make_url('x://u:' + t + '@h/').password", Manner()
    ),
    _sqlalchemy_engine(
        "SQLAlchemy database", "sqlalchemy.engine.make_url('x://u@h/' + t).database", Manner()
    ),
    run("python", "werkzeug.wrappers")(
        "werkzeug query",
        (
            "werkzeug.wrappers.Request({'QUERY_STRING': 't=' + t, 'wsgi."
            "url_scheme': 'http', 'HTTP_HOST': 'e', 'REQUEST_METHOD': 'GET'})."
            "args['t']"
        ),
        Manner(plus=" ", invalid="uppercased"),
    ),
    run("python", "starlette.datastructures")(
        "starlette query", "starlette.datastructures.QueryParams('t=' + t)['t']", Manner(plus=" ")
    ),
    run("python", "pydantic")(
        "pydantic query_params",
        "dict(pydantic.AnyUrl('http://e/?t=' + t).query_params())['t']",
        Manner(plus=" "),
    ),
    run("python", "ada_url")(
        "Ada search params",
        "ada_url.URLSearchParams('t=' + t).get('t')",
        Manner(plus=" ", invalid="error"),
    ),
    run("python", "duckdb")(
        "DuckDB url_decode",
        "duckdb.execute('select url_decode(?)', [t]).fetchone()[0]",
        Manner(invalid="error"),
    ),
    run("python", "twisted.web.http")(
        "Twisted parse_qs",
        "twisted.web.http.parse_qs(b't=' + t.encode())[b't'][0].decode()",
        Manner(plus=" ", invalid="error"),
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
    _hyperlink(
        "hyperlink query",
        "hyperlink.DecodedURL.from_text('http://e/?t=' + t).get('t')[0]",
        Manner(plus=" ", invalid="error"),
    ),
    run("python", "bottle")(
        "Bottle query", "bottle.FormsDict(bottle._parse_qsl('t=' + t)).t", None
    ),
    run("python", "jq")(
        "jq @urid",
        "jq.compile('@urid').input_value(t).first()",
        Manner(malformed="error", invalid="error"),
    ),
)
