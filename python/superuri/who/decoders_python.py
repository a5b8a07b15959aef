"""DATA: decoders that Python can call, each run."""

from superuri.who.decoding import CONTROLS, Decoder, Manner, run
from superuri.who.producers import library

_python = run("python")

ROWS: tuple[Decoder, ...] = (
    _python("urllib.parse.unquote", "urllib.parse", "urllib.parse.unquote(t)", Manner()),
    _python(
        "urllib.parse.unquote_plus",
        "urllib.parse",
        "urllib.parse.unquote_plus(t)",
        Manner(plus=" "),
    ),
    _python(
        "yarl path", "yarl", "yarl.URL('/' + t, encoded=True).path[1:]", Manner(invalid="kept")
    ),
    _python(
        "werkzeug uri_to_iri",
        "werkzeug.urls",
        "werkzeug.urls.uri_to_iri(t)",
        Manner(invalid="uppercased", keeps=CONTROLS + " #%/?"),
    ),
    _python(
        "w3lib url_query_parameter",
        "w3lib.url",
        "w3lib.url.url_query_parameter('http://e/?t=' + t, 't')",
        Manner(plus=" "),
    ),
    _python("furl path", "furl", "''.join(furl.furl('/' + t).path.segments)", Manner()),
    _python(
        "hyperlink path",
        "hyperlink",
        "'/'.join(hyperlink.DecodedURL.from_text('http://e/' + t).path)",
        Manner(invalid="error"),
    ),
    _python("httpx path", "httpx", "httpx.URL('http://e/' + t).path[1:]", Manner()),
    _python(
        "yarl query",
        "yarl",
        "yarl.URL('http://e/?t=' + t, encoded=True).query['t']",
        Manner(plus=" "),
    ),
    _python(
        "yarl fragment",
        "yarl",
        "yarl.URL('http://e/#' + t, encoded=True).fragment",
        Manner(invalid="kept"),
    ),
    _python("httpx params", "httpx", "httpx.QueryParams('t=' + t)['t']", Manner(plus=" ")),
    _python("furl query", "furl", "furl.furl('/?t=' + t).args['t']", Manner(plus=" ")),
    _python(
        "urllib.request.url2pathname", "urllib.request", "urllib.request.url2pathname(t)", Manner()
    ),
    _python(
        "urllib.parse.parse_qs",
        "urllib.parse",
        "urllib.parse.parse_qs('t=' + t)['t'][0]",
        Manner(plus=" "),
    ),
    _python(
        "email RFC 2231 parameter",
        "email.message",
        (
            "__import__('email').message_from_string('Content-Disposition: "
            "attachment; filename*=utf-8\\'\\'' + t + '\\n\\n').get_filename()"
        ),
        Manner(),
    ),
    _python("uritools uridecode", "uritools", "uritools.uridecode(t)", Manner(invalid="error")),
    _python("mdurl decode", "mdurl", "mdurl.decode(t)", Manner(keeps="#$&+,/:;=?@")),
    _python(
        "Django uri_to_iri",
        "django.utils.encoding",
        "django.utils.encoding.uri_to_iri(t)",
        Manner(invalid="uppercased", keeps=CONTROLS + " !\"#$%&'()*+,/0123456789:;<=>?@[\\]^`{|}"),
    ),
    _python("Falcon uri.decode", "falcon.uri", "falcon.uri.decode(t)", Manner(plus=" ")),
    _python(
        "Falcon parse_query_string",
        "falcon.uri",
        "falcon.uri.parse_query_string('t=' + t)['t']",
        Manner(plus=" "),
    ),
    _python(
        "SQLAlchemy password",
        "sqlalchemy.engine",
        "sqlalchemy.engine.make_url('x://u:' + t + '@h/').password",
        Manner(),
    ),
    _python(
        "SQLAlchemy database",
        "sqlalchemy.engine",
        "sqlalchemy.engine.make_url('x://u@h/' + t).database",
        Manner(),
    ),
    _python(
        "werkzeug query",
        "werkzeug.wrappers",
        (
            "werkzeug.wrappers.Request({'QUERY_STRING': 't=' + t, 'wsgi."
            "url_scheme': 'http', 'HTTP_HOST': 'e', 'REQUEST_METHOD': 'GET'})."
            "args['t']"
        ),
        Manner(plus=" ", invalid="uppercased"),
    ),
    _python(
        "starlette query",
        "starlette.datastructures",
        "starlette.datastructures.QueryParams('t=' + t)['t']",
        Manner(plus=" "),
    ),
    _python(
        "pydantic query_params",
        "pydantic",
        "dict(pydantic.AnyUrl('http://e/?t=' + t).query_params())['t']",
        Manner(plus=" "),
    ),
    _python(
        "Ada search params",
        "ada_url",
        "ada_url.URLSearchParams('t=' + t).get('t')",
        Manner(plus=" ", invalid="error"),
    ),
    _python(
        "DuckDB url_decode",
        "duckdb",
        "duckdb.execute('select url_decode(?)', [t]).fetchone()[0]",
        Manner(invalid="error"),
    ),
    _python(
        "Twisted parse_qs",
        "twisted.web.http",
        "twisted.web.http.parse_qs(b't=' + t.encode())[b't'][0].decode()",
        Manner(plus=" ", invalid="error"),
    ),
    _python(
        "GLib uri_unescape_string",
        library("libglib-2.0.so.0"),
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode(), "
            "None).decode())[1])(library.g_uri_unescape_string)"
        ),
        Manner(malformed="error", invalid="error", refuses="\x00"),
        of="GLib",
    ),
    _python(
        "libxml2 xmlURIUnescapeString",
        library("libxml2.so.2"),
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode(), 0, "
            "None).decode())[1])(library.xmlURIUnescapeString)"
        ),
        Manner(invalid="error", ends="\x00"),
        of="libxml2",
    ),
    _python(
        "libcurl curl_easy_unescape",
        library("libcurl.so.4"),
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(None, t.encode("
            "), 0, None).decode())[1])(library.curl_easy_unescape)"
        ),
        Manner(invalid="error", ends="\x00"),
        of="curl",
    ),
    _python(
        "hyperlink query",
        "hyperlink",
        "hyperlink.DecodedURL.from_text('http://e/?t=' + t).get('t')[0]",
        Manner(plus=" ", invalid="error"),
    ),
    _python("Bottle query", "bottle", "bottle.FormsDict(bottle._parse_qsl('t=' + t)).t", None),
    _python(
        "jq @urid",
        "jq",
        "jq.compile('@urid').input_value(t).first()",
        Manner(malformed="error", invalid="error"),
    ),
)
