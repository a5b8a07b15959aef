"""DATA: producers of Python's web frameworks, templates and Markdown, each run."""

from superuri.who.producers import rows

ROWS = rows(
    r"""
werkzeug iri_to_uri path | !#$%&'()*+,-./:;=?@_~ | werkzeug.urls | lost=\t\n\r
  werkzeug.urls.iri_to_uri('http://e/' + t)[9:]
werkzeug url_for segment | !$&'()*+,-./:;=@_~ | werkzeug.routing
  werkzeug.routing.Map([werkzeug.routing.Rule('/<t>', endpoint='e')]).bind('e').build('e', {'t':
  t})[1:]
starlette RedirectResponse | !#$%&'()*+,-./:;=?@[]_~ | starlette.responses
  starlette.responses.RedirectResponse(t).headers['location']
starlette include_query_params | -._~ | starlette.datastructures | space=+
  str(starlette.datastructures.URL('http://e/').include_query_params(t=t))[12:]
markdown-it link | !#$&'()*+,-./:;=?@_~ | markdown_it.common.normalize_url
  | escapes=kept surrogate=%EF%BF%BD
  markdown_it.common.normalize_url.normalizeLink('/' + t)[1:]
mdurl encode | !#$&'()*+,-./:;=?@_~ | mdurl | escapes=kept surrogate=%EF%BF%BD
  mdurl.encode(t)
Django iri_to_uri | !#$%&'()*+,-./:;=?@[]_~ | django.utils.encoding
  django.utils.encoding.iri_to_uri(t)
Django escape_uri_path | !$&'()*+,-./:@_~ | django.utils.encoding
  django.utils.encoding.escape_uri_path(t)
Django filepath_to_uri | !'()*-./_~ | django.utils.encoding | swaps=\\/
  django.utils.encoding.filepath_to_uri(t)
Django urlencode filter | -./_~ | django.template.defaultfilters
  django.template.defaultfilters.urlencode(t)
Django urlencode value | -._~ | django.utils.http | space=+
  django.utils.http.urlencode({'': t})[1:]
Jinja urlencode | -./_~ | jinja2.filters
  jinja2.filters.do_urlencode(t)
Jinja urlencode of a pair | -._~ | jinja2.filters | space=+
  jinja2.filters.do_urlencode({'': t})[1:]
Falcon uri.encode | !#$&'()*+,-./:;=?@[]_~ | falcon.uri
  falcon.uri.encode(t)
Falcon uri.encode_value | -._~ | falcon.uri
  falcon.uri.encode_value(t)
Falcon uri.encode_check_escaped | !#$&'()*+,-./:;=?@[]_~ | falcon.uri | escapes=kept
  falcon.uri.encode_check_escaped(t)
SQLAlchemy password | \x20+-._~ | sqlalchemy.engine
  sqlalchemy.engine.URL.create('x', username='', password=t,
  host='h').render_as_string(hide_password=False)[5:-2]
SQLAlchemy query value | -._~ | sqlalchemy.engine | space=+
  sqlalchemy.engine.URL.create('x', query={'k': t}).render_as_string()[7:]
aiohttp FormData | -._~ | aiohttp | space=+
  aiohttp.FormData({'': t})().decode()[1:]
werkzeug url_for query value | !$'()*,-./:;?@_~ | werkzeug.routing | space=+
  werkzeug.routing.Map([werkzeug.routing.Rule('/', endpoint='e')]).bind('e').build('e', {'t':
  t})[4:]
Scrapy FormRequest value | -._~ | scrapy | space=+
  scrapy.FormRequest('http://e/', formdata={'k': t}, method='POST').body.decode()[2:]
Falcon to_query_string | -._~ | falcon
  falcon.to_query_str({'k': t})[3:]
minijinja urlencode | -./_ | minijinja | surrogate=%EF%BF%BD%EF%BF%BD%EF%BF%BD
  minijinja.Environment().render_str('{{ t|urlencode }}', t=t)
commonmark.py link | #%&()*+,-./:;=?@_~ | commonmark.common
  commonmark.common.normalize_uri(t)
mistune link | !#$%&()*+,-./:;=?@_~ | mistune.util
  mistune.util.escape_url(t)
mistletoe link | !#$%&'()*+,-./:;=?@[]_~ | mistletoe.html_renderer, html
  html.unescape(mistletoe.html_renderer.HtmlRenderer.escape_url(t))
pydap name | !"%'*-/_~ | pydap.lib
  pydap.lib._quote(t)
""",
    "python",
)
