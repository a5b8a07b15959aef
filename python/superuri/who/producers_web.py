"""DATA: producers of Python's web frameworks, templates and Markdown, each run."""

from superuri.who.producers import Producer, run

_python = run("python")

ROWS: tuple[Producer, ...] = (
    _python(
        "werkzeug iri_to_uri path",
        "werkzeug.urls",
        "!#$%&'()*+,-./:;=?@_~",
        "werkzeug.urls.iri_to_uri('http://e/' + t)[9:]",
        lost="\t\n\r",
    ),
    _python(
        "werkzeug url_for segment",
        "werkzeug.routing",
        "!$&'()*+,-./:;=@_~",
        (
            "werkzeug.routing.Map([werkzeug.routing.Rule('/<t>', endpoint='e')])."
            "bind('e').build('e', {'t': t})[1:]"
        ),
    ),
    _python(
        "starlette RedirectResponse",
        "starlette.responses",
        "!#$%&'()*+,-./:;=?@[]_~",
        "starlette.responses.RedirectResponse(t).headers['location']",
    ),
    _python(
        "starlette include_query_params",
        "starlette.datastructures",
        "-._~",
        ("str(starlette.datastructures.URL('http://e/').include_query_params(t=t))[12:]"),
        space="+",
    ),
    _python(
        "markdown-it link",
        "markdown_it.common.normalize_url",
        "!#$&'()*+,-./:;=?@_~",
        "markdown_it.common.normalize_url.normalizeLink('/' + t)[1:]",
        escapes="kept",
        surrogate="%EF%BF%BD",
    ),
    _python(
        "mdurl encode",
        "mdurl",
        "!#$&'()*+,-./:;=?@_~",
        "mdurl.encode(t)",
        escapes="kept",
        surrogate="%EF%BF%BD",
    ),
    _python(
        "Django iri_to_uri",
        "django.utils.encoding",
        "!#$%&'()*+,-./:;=?@[]_~",
        "django.utils.encoding.iri_to_uri(t)",
    ),
    _python(
        "Django escape_uri_path",
        "django.utils.encoding",
        "!$&'()*+,-./:@_~",
        "django.utils.encoding.escape_uri_path(t)",
    ),
    _python(
        "Django filepath_to_uri",
        "django.utils.encoding",
        "!'()*-./_~",
        "django.utils.encoding.filepath_to_uri(t)",
        swaps=("\\/",),
    ),
    _python(
        "Django urlencode filter",
        "django.template.defaultfilters",
        "-./_~",
        "django.template.defaultfilters.urlencode(t)",
    ),
    _python(
        "Django urlencode value",
        "django.utils.http",
        "-._~",
        "django.utils.http.urlencode({'': t})[1:]",
        space="+",
    ),
    _python("Jinja urlencode", "jinja2.filters", "-./_~", "jinja2.filters.do_urlencode(t)"),
    _python(
        "Jinja urlencode of a pair",
        "jinja2.filters",
        "-._~",
        "jinja2.filters.do_urlencode({'': t})[1:]",
        space="+",
    ),
    _python("Falcon uri.encode", "falcon.uri", "!#$&'()*+,-./:;=?@[]_~", "falcon.uri.encode(t)"),
    _python("Falcon uri.encode_value", "falcon.uri", "-._~", "falcon.uri.encode_value(t)"),
    _python(
        "Falcon uri.encode_check_escaped",
        "falcon.uri",
        "!#$&'()*+,-./:;=?@[]_~",
        "falcon.uri.encode_check_escaped(t)",
        escapes="kept",
    ),
    _python(
        "SQLAlchemy password",
        "sqlalchemy.engine",
        " +-._~",
        (
            "sqlalchemy.engine.URL.create('x', username='', password=t, host='h')."
            "render_as_string(hide_password=False)[5:-2]"
        ),
    ),
    _python(
        "SQLAlchemy query value",
        "sqlalchemy.engine",
        "-._~",
        ("sqlalchemy.engine.URL.create('x', query={'k': t}).render_as_string()[7:]"),
        space="+",
    ),
    _python(
        "aiohttp FormData", "aiohttp", "-._~", "aiohttp.FormData({'': t})().decode()[1:]", space="+"
    ),
    _python(
        "werkzeug url_for query value",
        "werkzeug.routing",
        "!$'()*,-./:;?@_~",
        (
            "werkzeug.routing.Map([werkzeug.routing.Rule('/', endpoint='e')]).bind("
            "'e').build('e', {'t': t})[4:]"
        ),
        space="+",
    ),
    _python(
        "Scrapy FormRequest value",
        "scrapy",
        "-._~",
        ("scrapy.FormRequest('http://e/', formdata={'k': t}, method='POST').body.decode()[2:]"),
        space="+",
    ),
    _python("Falcon to_query_string", "falcon", "-._~", "falcon.to_query_str({'k': t})[3:]"),
    _python(
        "minijinja urlencode",
        "minijinja",
        "-./_",
        "minijinja.Environment().render_str('{{ t|urlencode }}', t=t)",
        surrogate="%EF%BF%BD%EF%BF%BD%EF%BF%BD",
    ),
    _python(
        "commonmark.py link",
        "commonmark.common",
        "#%&()*+,-./:;=?@_~",
        "commonmark.common.normalize_uri(t)",
    ),
    _python(
        "mistune link",
        "mistune.util",
        "!#$%&()*+,-./:;=?@_~",
        "mistune.util.escape_url(t)",
    ),
    _python(
        "mistletoe link",
        "mistletoe.html_renderer, html",
        "!#$%&'()*+,-./:;=?@[]_~",
        "html.unescape(mistletoe.html_renderer.HtmlRenderer.escape_url(t))",
    ),
    _python("pydap name", "pydap.lib", "!\"%'*-/_~", "pydap.lib._quote(t)"),
)
