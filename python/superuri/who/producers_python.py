"""DATA: producers of Python's standard library and URL libraries, each run."""

from superuri.who.producers import rows

ROWS = rows(
    r"""
urllib.parse.urlencode value | -._~ | urllib.parse | space=+
  urllib.parse.urlencode({'': t})[1:]
urllib.request.pathname2url | -./_~ | urllib.request
  urllib.request.pathname2url(t)
pathlib as_uri | -./_~ | pathlib
  pathlib.PurePosixPath('/' + t).as_uri()[8:]
email RFC 2231 parameter | -._~ | email.utils
  email.utils.encode_rfc2231(t, 'utf-8')[7:]
yarl / segment | !$&'()*+,-./:;=@_~ | yarl | surrogate=
  (yarl.URL('http://e/') / t).raw_path[1:]
yarl path | !$&'()*+,-./:;=@_~ | yarl | surrogate=
  yarl.URL.build(scheme='http', host='e', path='/' + t).raw_path[1:]
yarl with_query value | !$'()*,-./:?@_~ | yarl | space=+ surrogate=
  yarl.URL('http://e/').with_query([('', t)]).raw_query_string[1:]
yarl fragment | !$&'()*+,-./:;=?@_~ | yarl | surrogate=
  yarl.URL('http://e/').with_fragment(t).raw_fragment
yarl user | !$&'()*+,-.;=_~ | yarl | surrogate=
  yarl.URL('http://e/').with_user(t).raw_user
httpx params value | -._~ | httpx | space=+
  str(httpx.QueryParams({'': t}))[1:]
httpx path | !$%&'()*+,-./:;=@[\\]^_|~ | httpx | refused=\x00-\x1f\x7f#?
  httpx.URL('http://e', path='/' + t).raw_path.decode('ascii')[1:]
httpx fragment | !#$%&'()*+,-./:;=?@[\\]^_{|}~ | httpx | refused=\x00-\x1f\x7f
  str(httpx.URL('http://e', fragment=t))[9:]
httpx username | !$%&'()*+,-._~ | httpx
  httpx.URL('http://e', username=t).userinfo.decode('ascii')
furl path segment | !$&'()*+,-.:;=@_~ | furl
  str(furl.furl('http://e/').add(path=[t]).path)[1:]
furl query value | -.=_~ | furl | space=+
  str(furl.furl('http://e/').add(args={'': t}).query)[1:]
furl username | -._~ | furl
  furl.furl('http://e/').set(username=t).netloc[:-2]
requests params value | -._~ | requests | space=+
  requests.Request('GET', 'http://e/', params={'': t}).prepare().url[11:]
requests path | !#$&'()*+,-./:;=?@_~ | requests | escapes=requoted surrogate=%ED%A0%80
  requests.Request('GET', 'http://e/' + t).prepare().url[9:]
requests data value | -._~ | requests | space=+
  requests.Request('POST', 'http://e/', data={'': t}).prepare().body[1:]
urllib3 path | !#$&'()*+,-./:;=?@_~ | urllib3 | escapes=uppercased surrogate=%ED%A0%80
  urllib3.util.parse_url('http://e/' + t).url[9:]
urllib3 fragment | !$&'()*+,-./:;=?@_~ | urllib3 | escapes=uppercased surrogate=%ED%A0%80
  urllib3.util.parse_url('http://e/#' + t).fragment
w3lib safe_url_string path | !#$%&'()*+,-./:;=?@_~ | w3lib.url | lost=\t\n\r swaps=\\/
  w3lib.url.safe_url_string('http://e/' + t)[9:]
w3lib path_to_file_uri | -./_~ | w3lib.url
  w3lib.url.path_to_file_uri('/' + t)[8:]
hyperlink child | !$%&'()*+,-.:;=@_~ | hyperlink | non_ascii=nfc
  hyperlink.URL.from_text('http://e/').child(t).to_uri().to_text()[9:]
hyperlink DecodedURL child | -._~ | hyperlink | non_ascii=nfc
  hyperlink.DecodedURL.from_text('http://e/').child(t).to_uri().to_text()[9:]
hyperlink DecodedURL query value | -._~ | hyperlink | non_ascii=nfc
  hyperlink.DecodedURL.from_text('http://e/').set('k', t).to_uri().to_text()[12:]
hyperlink DecodedURL user | -._~ | hyperlink | non_ascii=nfc
  hyperlink.DecodedURL.from_text('http://e/').replace(userinfo=(t,)).to_uri().to_text()[7:-3]
uritools uriencode | -._~ | uritools
  uritools.uriencode(t).decode()
uritools userinfo | !$&'()*+,-.:;=_~ | uritools
  uritools.uricompose('x', 'e', '/', userinfo=t, host='e')[4:-3]
rfc3986 encode_component | !#$&'()*+,-./:;=?@[]_~ | rfc3986.normalizers | escapes=kept
  rfc3986.normalizers.encode_component(t, 'utf-8')
uritemplate | -._~ | uritemplate
  uritemplate.expand('{t}', t=t)
url-normalize path | !#$&'()*+,-./:;=?@[]_~ | url_normalize
  | non_ascii=nfc escapes=requoted lost=\t\n\r
  url_normalize.url_normalize('http://e/' + t)[9:]
uritools path | !$&'()*+,-./:;=@_~ | uritools
  uritools.uricompose('x', 'e', '/' + t)[6:]
uritools query value | !$'()*+,-./:;=?@_~ | uritools
  uritools.uricompose('x', 'e', '/', query=[('k', t)])[9:]
uritools fragment | !$&'()*+,-./:;=?@_~ | uritools
  uritools.uricompose('x', 'e', '/', fragment=t)[7:]
httpx query | !#$%&'()*+,-./:;=?@[\\]^_`{|}~ | httpx | refused=\x00-\x1f\x7f
  str(httpx.URL('http://e/?' + t))[10:]
urllib3 query | !#$&'()*+,-./:;=?@_~ | urllib3 | escapes=uppercased surrogate=%ED%A0%80
  urllib3.util.parse_url('http://e/?' + t).url[10:]
w3lib add_or_replace_parameter | -._~ | w3lib.url | space=+
  w3lib.url.add_or_replace_parameter('http://e/', 'k', t)[12:]
""",
    "python",
)
