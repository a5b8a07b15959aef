"""DATA: producers of Python's standard library and URL libraries, each run."""

from superuri.who.producers import CONTROLS, Producer, run

_yarl = run("python", "yarl")
_httpx = run("python", "httpx")
_furl = run("python", "furl")
_requests = run("python", "requests")
_urllib3 = run("python", "urllib3")
_w3lib_url = run("python", "w3lib.url")
_hyperlink = run("python", "hyperlink")
_uritools = run("python", "uritools")

ROWS: tuple[Producer, ...] = (
    run("python", "urllib.parse")(
        "urllib.parse.urlencode value", "-._~", "urllib.parse.urlencode({'': t})[1:]", space="+"
    ),
    run("python", "urllib.request")(
        "urllib.request.pathname2url", "-./_~", "urllib.request.pathname2url(t)"
    ),
    run("python", "pathlib")(
        "pathlib as_uri", "-./_~", "pathlib.PurePosixPath('/' + t).as_uri()[8:]"
    ),
    run("python", "email.utils")(
        "email RFC 2231 parameter", "-._~", "email.utils.encode_rfc2231(t, 'utf-8')[7:]"
    ),
    _yarl(
        "yarl / segment",
        "!$&'()*+,-./:;=@_~",
        "(yarl.URL('http://e/') / t).raw_path[1:]",
        surrogate="",
    ),
    _yarl(
        "yarl path",
        "!$&'()*+,-./:;=@_~",
        "yarl.URL.build(scheme='http', host='e', path='/' + t).raw_path[1:]",
        surrogate="",
    ),
    _yarl(
        "yarl with_query value",
        "!$'()*,-./:?@_~",
        "yarl.URL('http://e/').with_query([('', t)]).raw_query_string[1:]",
        space="+",
        surrogate="",
    ),
    _yarl(
        "yarl fragment",
        "!$&'()*+,-./:;=?@_~",
        "yarl.URL('http://e/').with_fragment(t).raw_fragment",
        surrogate="",
    ),
    _yarl(
        "yarl user", "!$&'()*+,-.;=_~", "yarl.URL('http://e/').with_user(t).raw_user", surrogate=""
    ),
    _httpx("httpx params value", "-._~", "str(httpx.QueryParams({'': t}))[1:]", space="+"),
    _httpx(
        "httpx path",
        "!$%&'()*+,-./:;=@[\\]^_|~",
        "httpx.URL('http://e', path='/' + t).raw_path.decode('ascii')[1:]",
        refused=CONTROLS + "#?",
    ),
    _httpx(
        "httpx fragment",
        "!#$%&'()*+,-./:;=?@[\\]^_{|}~",
        "str(httpx.URL('http://e', fragment=t))[9:]",
        refused=CONTROLS,
    ),
    _httpx(
        "httpx username",
        "!$%&'()*+,-._~",
        "httpx.URL('http://e', username=t).userinfo.decode('ascii')",
    ),
    _furl(
        "furl path segment",
        "!$&'()*+,-.:;=@_~",
        "str(furl.furl('http://e/').add(path=[t]).path)[1:]",
    ),
    _furl(
        "furl query value",
        "-.=_~",
        "str(furl.furl('http://e/').add(args={'': t}).query)[1:]",
        space="+",
    ),
    _furl("furl username", "-._~", "furl.furl('http://e/').set(username=t).netloc[:-2]"),
    _requests(
        "requests params value",
        "-._~",
        ("requests.Request('GET', 'http://e/', params={'': t}).prepare().url[11:]"),
        space="+",
    ),
    _requests(
        "requests path",
        "!#$&'()*+,-./:;=?@_~",
        "requests.Request('GET', 'http://e/' + t).prepare().url[9:]",
        escapes="requoted",
        surrogate="%ED%A0%80",
    ),
    _requests(
        "requests data value",
        "-._~",
        "requests.Request('POST', 'http://e/', data={'': t}).prepare().body[1:]",
        space="+",
    ),
    _urllib3(
        "urllib3 path",
        "!#$&'()*+,-./:;=?@_~",
        "urllib3.util.parse_url('http://e/' + t).url[9:]",
        escapes="uppercased",
        surrogate="%ED%A0%80",
    ),
    _urllib3(
        "urllib3 fragment",
        "!$&'()*+,-./:;=?@_~",
        "urllib3.util.parse_url('http://e/#' + t).fragment",
        escapes="uppercased",
        surrogate="%ED%A0%80",
    ),
    _w3lib_url(
        "w3lib safe_url_string path",
        "!#$%&'()*+,-./:;=?@_~",
        "w3lib.url.safe_url_string('http://e/' + t)[9:]",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _w3lib_url("w3lib path_to_file_uri", "-./_~", "w3lib.url.path_to_file_uri('/' + t)[8:]"),
    _hyperlink(
        "hyperlink child",
        "!$%&'()*+,-.:;=@_~",
        "hyperlink.URL.from_text('http://e/').child(t).to_uri().to_text()[9:]",
        non_ascii="nfc",
    ),
    _hyperlink(
        "hyperlink DecodedURL child",
        "-._~",
        ("hyperlink.DecodedURL.from_text('http://e/').child(t).to_uri().to_text()[9:]"),
        non_ascii="nfc",
    ),
    _hyperlink(
        "hyperlink DecodedURL query value",
        "-._~",
        ("hyperlink.DecodedURL.from_text('http://e/').set('k', t).to_uri().to_text()[12:]"),
        non_ascii="nfc",
    ),
    _hyperlink(
        "hyperlink DecodedURL user",
        "-._~",
        (
            "hyperlink.DecodedURL.from_text('http://e/').replace(userinfo=(t,))."
            "to_uri().to_text()[7:-3]"
        ),
        non_ascii="nfc",
    ),
    _uritools("uritools uriencode", "-._~", "uritools.uriencode(t).decode()"),
    _uritools(
        "uritools userinfo",
        "!$&'()*+,-.:;=_~",
        "uritools.uricompose('x', 'e', '/', userinfo=t, host='e')[4:-3]",
    ),
    run("python", "rfc3986.normalizers")(
        "rfc3986 encode_component",
        "!#$&'()*+,-./:;=?@[]_~",
        "rfc3986.normalizers.encode_component(t, 'utf-8')",
        escapes="kept",
    ),
    run("python", "uritemplate")("uritemplate", "-._~", "uritemplate.expand('{t}', t=t)"),
    run("python", "url_normalize")(
        "url-normalize path",
        "!#$&'()*+,-./:;=?@[]_~",
        "url_normalize.url_normalize('http://e/' + t)[9:]",
        non_ascii="nfc",
        escapes="requoted",
        lost="\t\n\r",
    ),
    _uritools("uritools path", "!$&'()*+,-./:;=@_~", "uritools.uricompose('x', 'e', '/' + t)[6:]"),
    _uritools(
        "uritools query value",
        "!$'()*+,-./:;=?@_~",
        "uritools.uricompose('x', 'e', '/', query=[('k', t)])[9:]",
    ),
    _uritools(
        "uritools fragment",
        "!$&'()*+,-./:;=?@_~",
        "uritools.uricompose('x', 'e', '/', fragment=t)[7:]",
    ),
    _httpx(
        "httpx query",
        "!#$%&'()*+,-./:;=?@[\\]^_`{|}~",
        "str(httpx.URL('http://e/?' + t))[10:]",
        refused=CONTROLS,
    ),
    _urllib3(
        "urllib3 query",
        "!#$&'()*+,-./:;=?@_~",
        "urllib3.util.parse_url('http://e/?' + t).url[10:]",
        escapes="uppercased",
        surrogate="%ED%A0%80",
    ),
    _w3lib_url(
        "w3lib add_or_replace_parameter",
        "-._~",
        "w3lib.url.add_or_replace_parameter('http://e/', 'k', t)[12:]",
        space="+",
    ),
)
