"""DATA: producers of Python's web frameworks, templates and Markdown, each run."""

from superuri.who.producers import Producer, run

_werkzeug_routing = run("python", "werkzeug.routing")
_django_utils_encoding = run("python", "django.utils.encoding")
_jinja2_filters = run("python", "jinja2.filters")
_falcon_uri = run("python", "falcon.uri")
_sqlalchemy_engine = run("python", "sqlalchemy.engine")

ROWS: tuple[Producer, ...] = (
    run("python", "werkzeug.urls")(
        "werkzeug iri_to_uri path",
        "!#$%&'()*+,-./:;=?@_~",
        "werkzeug.urls.iri_to_uri('http://e/' + t)[9:]",
        lost="\t\n\r",
    ),
    _werkzeug_routing(
        "werkzeug url_for segment",
        "!$&'()*+,-./:;=@_~",
        (
            "werkzeug.routing.Map([werkzeug.routing.Rule('/<t>', endpoint='e')])."
            "bind('e').build('e', {'t': t})[1:]"
        ),
    ),
    run("python", "starlette.responses")(
        "starlette RedirectResponse",
        "!#$%&'()*+,-./:;=?@[]_~",
        "starlette.responses.RedirectResponse(t).headers['location']",
    ),
    run("python", "starlette.datastructures")(
        "starlette include_query_params",
        "-._~",
        ("str(starlette.datastructures.URL('http://e/').include_query_params(t=t))[12:]"),
        space="+",
    ),
    run("python", "markdown_it.common.normalize_url")(
        "markdown-it link",
        "!#$&'()*+,-./:;=?@_~",
        "markdown_it.common.normalize_url.normalizeLink('/' + t)[1:]",
        escapes="kept",
        surrogate="%EF%BF%BD",
    ),
    run("python", "mdurl")(
        "mdurl encode",
        "!#$&'()*+,-./:;=?@_~",
        "mdurl.encode(t)",
        escapes="kept",
        surrogate="%EF%BF%BD",
    ),
    _django_utils_encoding(
        "Django iri_to_uri", "!#$%&'()*+,-./:;=?@[]_~", "django.utils.encoding.iri_to_uri(t)"
    ),
    _django_utils_encoding(
        "Django escape_uri_path", "!$&'()*+,-./:@_~", "django.utils.encoding.escape_uri_path(t)"
    ),
    _django_utils_encoding(
        "Django filepath_to_uri",
        "!'()*-./_~",
        "django.utils.encoding.filepath_to_uri(t)",
        swaps=("\\/",),
    ),
    run("python", "django.template.defaultfilters")(
        "Django urlencode filter", "-./_~", "django.template.defaultfilters.urlencode(t)"
    ),
    run("python", "django.utils.http")(
        "Django urlencode value", "-._~", "django.utils.http.urlencode({'': t})[1:]", space="+"
    ),
    _jinja2_filters("Jinja urlencode", "-./_~", "jinja2.filters.do_urlencode(t)"),
    _jinja2_filters(
        "Jinja urlencode of a pair", "-._~", "jinja2.filters.do_urlencode({'': t})[1:]", space="+"
    ),
    _falcon_uri("Falcon uri.encode", "!#$&'()*+,-./:;=?@[]_~", "falcon.uri.encode(t)"),
    _falcon_uri("Falcon uri.encode_value", "-._~", "falcon.uri.encode_value(t)"),
    _falcon_uri(
        "Falcon uri.encode_check_escaped",
        "!#$&'()*+,-./:;=?@[]_~",
        "falcon.uri.encode_check_escaped(t)",
        escapes="kept",
    ),
    _sqlalchemy_engine(
        "SQLAlchemy password",
        " +-._~",
        (
            "sqlalchemy.engine.URL.create('x', username='', password=t, host='h')."
            "render_as_string(hide_password=False)[5:-2]"
        ),
    ),
    _sqlalchemy_engine(
        "SQLAlchemy query value",
        "-._~",
        ("sqlalchemy.engine.URL.create('x', query={'k': t}).render_as_string()[7:]"),
        space="+",
    ),
    run("python", "aiohttp")(
        "aiohttp FormData", "-._~", "aiohttp.FormData({'': t})().decode()[1:]", space="+"
    ),
    _werkzeug_routing(
        "werkzeug url_for query value",
        "!$'()*,-./:;?@_~",
        (
            "werkzeug.routing.Map([werkzeug.routing.Rule('/', endpoint='e')]).bind("
            "'e').build('e', {'t': t})[4:]"
        ),
        space="+",
    ),
    run("python", "scrapy")(
        "Scrapy FormRequest value",
        "-._~",
        ("scrapy.FormRequest('http://e/', formdata={'k': t}, method='POST').body.decode()[2:]"),
        space="+",
    ),
    run("python", "falcon")("Falcon to_query_string", "-._~", "falcon.to_query_str({'k': t})[3:]"),
    run("python", "minijinja")(
        "minijinja urlencode",
        "-./_",
        "minijinja.Environment().render_str('{{ t|urlencode }}', t=t)",
        surrogate="%EF%BF%BD%EF%BF%BD%EF%BF%BD",
    ),
    run("python", "commonmark.common")(
        "commonmark.py link", "#%&()*+,-./:;=?@_~", "commonmark.common.normalize_uri(t)"
    ),
    run("python", "mistune.util")(
        "mistune link", "!#$%&()*+,-./:;=?@_~", "mistune.util.escape_url(t)"
    ),
    run("python", "mistletoe.html_renderer, html")(
        "mistletoe link",
        "!#$%&'()*+,-./:;=?@[]_~",
        "html.unescape(mistletoe.html_renderer.HtmlRenderer.escape_url(t))",
    ),
    run("python", "pydap.lib")("pydap name", "!\"%'*-/_~", "pydap.lib._quote(t)"),
)
