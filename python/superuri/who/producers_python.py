"""DATA: producers of Python's standard library and URL libraries, each run."""

from superuri.who.producers import CONTROLS, Producer, run

_python = run("python")

ROWS: tuple[Producer, ...] = (
    _python(
        "urllib.parse.urlencode value",
        "urllib.parse",
        "-._~",
        "urllib.parse.urlencode({'': t})[1:]",
        space="+",
    ),
    _python(
        "urllib.request.pathname2url", "urllib.request", "-./_~", "urllib.request.pathname2url(t)"
    ),
    _python("pathlib as_uri", "pathlib", "-./_~", "pathlib.PurePosixPath('/' + t).as_uri()[8:]"),
    _python(
        "email RFC 2231 parameter",
        "email.utils",
        "-._~",
        "email.utils.encode_rfc2231(t, 'utf-8')[7:]",
    ),
    _python(
        "yarl / segment",
        "yarl",
        "!$&'()*+,-./:;=@_~",
        "(yarl.URL('http://e/') / t).raw_path[1:]",
        surrogate="",
    ),
    _python(
        "yarl path",
        "yarl",
        "!$&'()*+,-./:;=@_~",
        "yarl.URL.build(scheme='http', host='e', path='/' + t).raw_path[1:]",
        surrogate="",
    ),
    _python(
        "yarl with_query value",
        "yarl",
        "!$'()*,-./:?@_~",
        "yarl.URL('http://e/').with_query([('', t)]).raw_query_string[1:]",
        space="+",
        surrogate="",
    ),
    _python(
        "yarl fragment",
        "yarl",
        "!$&'()*+,-./:;=?@_~",
        "yarl.URL('http://e/').with_fragment(t).raw_fragment",
        surrogate="",
    ),
    _python(
        "yarl user",
        "yarl",
        "!$&'()*+,-.;=_~",
        "yarl.URL('http://e/').with_user(t).raw_user",
        surrogate="",
    ),
    _python(
        "httpx params value", "httpx", "-._~", "str(httpx.QueryParams({'': t}))[1:]", space="+"
    ),
    _python(
        "httpx path",
        "httpx",
        "!$%&'()*+,-./:;=@[\\]^_|~",
        "httpx.URL('http://e', path='/' + t).raw_path.decode('ascii')[1:]",
        refused=CONTROLS + "#?",
    ),
    _python(
        "httpx fragment",
        "httpx",
        "!#$%&'()*+,-./:;=?@[\\]^_{|}~",
        "str(httpx.URL('http://e', fragment=t))[9:]",
        refused=CONTROLS,
    ),
    _python(
        "httpx username",
        "httpx",
        "!$%&'()*+,-._~",
        "httpx.URL('http://e', username=t).userinfo.decode('ascii')",
    ),
    _python(
        "furl path segment",
        "furl",
        "!$&'()*+,-.:;=@_~",
        "str(furl.furl('http://e/').add(path=[t]).path)[1:]",
    ),
    _python(
        "furl query value",
        "furl",
        "-.=_~",
        "str(furl.furl('http://e/').add(args={'': t}).query)[1:]",
        space="+",
    ),
    _python("furl username", "furl", "-._~", "furl.furl('http://e/').set(username=t).netloc[:-2]"),
    _python(
        "requests params value",
        "requests",
        "-._~",
        ("requests.Request('GET', 'http://e/', params={'': t}).prepare().url[11:]"),
        space="+",
    ),
    _python(
        "requests path",
        "requests",
        "!#$&'()*+,-./:;=?@_~",
        "requests.Request('GET', 'http://e/' + t).prepare().url[9:]",
        escapes="requoted",
        surrogate="%ED%A0%80",
    ),
    _python(
        "requests data value",
        "requests",
        "-._~",
        "requests.Request('POST', 'http://e/', data={'': t}).prepare().body[1:]",
        space="+",
    ),
    _python(
        "urllib3 path",
        "urllib3",
        "!#$&'()*+,-./:;=?@_~",
        "urllib3.util.parse_url('http://e/' + t).url[9:]",
        escapes="uppercased",
        surrogate="%ED%A0%80",
    ),
    _python(
        "urllib3 fragment",
        "urllib3",
        "!$&'()*+,-./:;=?@_~",
        "urllib3.util.parse_url('http://e/#' + t).fragment",
        escapes="uppercased",
        surrogate="%ED%A0%80",
    ),
    _python(
        "w3lib safe_url_string path",
        "w3lib.url",
        "!#$%&'()*+,-./:;=?@_~",
        "w3lib.url.safe_url_string('http://e/' + t)[9:]",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _python(
        "w3lib path_to_file_uri", "w3lib.url", "-./_~", "w3lib.url.path_to_file_uri('/' + t)[8:]"
    ),
    _python(
        "hyperlink child",
        "hyperlink",
        "!$%&'()*+,-.:;=@_~",
        "hyperlink.URL.from_text('http://e/').child(t).to_uri().to_text()[9:]",
        non_ascii="nfc",
    ),
    _python(
        "hyperlink DecodedURL child",
        "hyperlink",
        "-._~",
        ("hyperlink.DecodedURL.from_text('http://e/').child(t).to_uri().to_text()[9:]"),
        non_ascii="nfc",
    ),
    _python(
        "hyperlink DecodedURL query value",
        "hyperlink",
        "-._~",
        ("hyperlink.DecodedURL.from_text('http://e/').set('k', t).to_uri().to_text()[12:]"),
        non_ascii="nfc",
    ),
    _python(
        "hyperlink DecodedURL user",
        "hyperlink",
        "-._~",
        (
            "hyperlink.DecodedURL.from_text('http://e/').replace(userinfo=(t,))."
            "to_uri().to_text()[7:-3]"
        ),
        non_ascii="nfc",
    ),
    _python("uritools uriencode", "uritools", "-._~", "uritools.uriencode(t).decode()"),
    _python(
        "uritools userinfo",
        "uritools",
        "!$&'()*+,-.:;=_~",
        "uritools.uricompose('x', 'e', '/', userinfo=t, host='e')[4:-3]",
    ),
    _python(
        "rfc3986 encode_component",
        "rfc3986.normalizers",
        "!#$&'()*+,-./:;=?@[]_~",
        "rfc3986.normalizers.encode_component(t, 'utf-8')",
        escapes="kept",
    ),
    _python("uritemplate", "uritemplate", "-._~", "uritemplate.expand('{t}', t=t)"),
    _python(
        "url-normalize path",
        "url_normalize",
        "!#$&'()*+,-./:;=?@[]_~",
        "url_normalize.url_normalize('http://e/' + t)[9:]",
        non_ascii="nfc",
        escapes="requoted",
        lost="\t\n\r",
    ),
    _python(
        "uritools path",
        "uritools",
        "!$&'()*+,-./:;=@_~",
        "uritools.uricompose('x', 'e', '/' + t)[6:]",
    ),
    _python(
        "uritools query value",
        "uritools",
        "!$'()*+,-./:;=?@_~",
        "uritools.uricompose('x', 'e', '/', query=[('k', t)])[9:]",
    ),
    _python(
        "uritools fragment",
        "uritools",
        "!$&'()*+,-./:;=?@_~",
        "uritools.uricompose('x', 'e', '/', fragment=t)[7:]",
    ),
    _python(
        "httpx query",
        "httpx",
        "!#$%&'()*+,-./:;=?@[\\]^_`{|}~",
        "str(httpx.URL('http://e/?' + t))[10:]",
        refused=CONTROLS,
    ),
    _python(
        "urllib3 query",
        "urllib3",
        "!#$&'()*+,-./:;=?@_~",
        "urllib3.util.parse_url('http://e/?' + t).url[10:]",
        escapes="uppercased",
        surrogate="%ED%A0%80",
    ),
    _python(
        "w3lib add_or_replace_parameter",
        "w3lib.url",
        "-._~",
        "w3lib.url.add_or_replace_parameter('http://e/', 'k', t)[12:]",
        space="+",
    ),
)
