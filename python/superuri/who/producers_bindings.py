"""DATA: producers in C, C++ and Rust that Python can call, each run."""

from superuri.who.producers import Producer, library, program, run, text_of

_pydantic = run("python", "pydantic", lost="\t\n\r")
_ada_url = run("python", "ada_url")
_ada_href = run("python", "ada_url", lost="\t\n\r")
_glib = run("python", library("libglib-2.0.so.0"), of="GLib", ends="\x00")
_apr = run("python", library("libapr-1.so.0"), of="APR", hex="lower", ends="\x00")
_cups = run("python", library("libcups.so.2"), of="CUPS", ends="\x00")


def _buffer(call: str) -> str:
    """Return the code of a function of C that writes into the buffer `b` of `n` bytes."""
    made = (
        f"(lambda b, n: (library.{call}, b.value.decode())[1])(ctypes.create_string_buffer(n), n)"
    )
    # Of each character up to four octets, of each octet an escape, and what is around them.
    return f"(lambda n: {made})(12 * len(t) + 99)"


ROWS: tuple[Producer, ...] = (
    run("python", "duckdb")(
        "DuckDB url_encode", "-._~", "duckdb.execute('select url_encode(?)', [t]).fetchone()[0]"
    ),
    _pydantic(
        "pydantic path",
        "!#$%&'()*+,-./:;=?@[]^_|~",
        "str(pydantic.AnyUrl('http://e/' + t))[9:]",
        swaps=("\\/",),
    ),
    _pydantic(
        "pydantic fragment",
        "!#$%&'()*+,-./:;=?@[\\]^_{|}~",
        "pydantic.AnyUrl('http://e/#' + t).fragment",
    ),
    _ada_href(
        "ada path",
        "!#$%&'()*+,-./:;=?@[]_|~",
        "ada_url.URL('http://e/' + t).href[9:]",
        swaps=("\\/",),
    ),
    _ada_href(
        "ada fragment", "!#$%&'()*+,-./:;=?@[\\]^_{|}~", "ada_url.URL('http://e/#' + t).hash[1:]"
    ),
    _ada_url(
        "ada user",
        "!$%&'()*+,-._~",
        "(lambda u: (setattr(u, 'username', t), u.username)[1])(ada_url.URL('http://e/'))",
    ),
    _ada_url(
        "ada search params",
        "*-._",
        (
            "str(ada_url.URLSearchParams('')) or (lambda p: (p.append('', t), str("
            "p))[1])(ada_url.URLSearchParams(''))[1:]"
        ),
        space="+",
    ),
    run("python", "pyarrow.dataset")(
        "pyarrow segment",
        "-._~",
        (
            "pyarrow.dataset.partitioning(pyarrow.schema([('k', pyarrow.string("
            "))]), flavor='hive').format(pyarrow.dataset.field('k') == t)[0][2:]"
        ),
        ends="\x00",
    ),
    _glib("GLib uri_escape_string", "-._~", text_of("g_uri_escape_string(t.encode(), None, 0)")),
    _glib(
        "GLib uri_escape_string, UTF-8",
        "-._~",
        text_of("g_uri_escape_string(t.encode(), None, 1)"),
        non_ascii="bare",
    ),
    _glib(
        "GLib filename_to_uri",
        "!$&'()*+,-./:=@_~",
        text_of("g_filename_to_uri(b'/' + t.encode(), None, None)", "[8:]"),
    ),
    run("python", library("libxml2.so.2"), of="libxml2")(
        "libxml2 xmlURIEscapeStr",
        "!'()*-.@_~",
        text_of("xmlURIEscapeStr(t.encode(), b'')"),
        ends="\x00",
    ),
    run("python", program("curl"), of="curl")(
        "curl --data-urlencode",
        "-._~",
        (
            "subprocess.run(['curl', '-q', '-s', '-G', '--data-urlencode', '=' + t, '-w',"
            " '%{url_effective}', 'http://127.0.0.1:1/'], capture_output=True)."
            "stdout.decode().partition('?')[2]"
        ),
        space="+",
        hex="lower",
        refused="\x00",
    ),
    _pydantic(
        "pydantic query",
        "!#$%&()*+,-./:;=?@[\\]^_`{|}~",
        "str(pydantic.AnyUrl('http://e/?' + t))[10:]",
    ),
    _ada_href(
        "ada query", "!#$%&()*+,-./:;=?@[\\]^_`{|}~", "ada_url.URL('http://e/?' + t).href[10:]"
    ),
    run("python", "can_ada")(
        "can_ada path",
        "!#$%&'()*+,-./:;=?@[]^_|~",
        "str(can_ada.parse('http://e/' + t))[9:]",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    run("python", library("libsoup-2.4.so.1"), of="libsoup")(
        "libsoup soup_uri_encode",
        "!$&'()*+,-.;_~",
        text_of("soup_uri_encode(t.encode(), None)"),
        ends="\x00",
    ),
    run("python", library("libneon-gnutls.so.27"), of="neon")(
        "neon ne_path_escape",
        "-./_~",
        text_of("ne_path_escape(t.encode())"),
        hex="lower",
        ends="\x00",
    ),
    _apr(
        "APR apr_escape_urlencoded",
        "*-._",
        _buffer("apr_escape_urlencoded(b, t.encode(), ctypes.c_ssize_t(-1), None)"),
        space="+",
    ),
    _apr(
        "APR apr_escape_path",
        "!$&'()*+,-./:=@_~",
        _buffer("apr_escape_path(b, t.encode(), ctypes.c_ssize_t(-1), 1, None)"),
    ),
    _apr(
        "APR apr_escape_path_segment",
        "!$&'()*+,-.:=@_~",
        _buffer("apr_escape_path_segment(b, t.encode(), ctypes.c_ssize_t(-1), None)"),
    ),
    run("python", library("libcivetweb.so.1"), of="CivetWeb")(
        "CivetWeb mg_url_encode",
        "$(),-.;_~",
        _buffer("mg_url_encode(t.encode(), b, ctypes.c_size_t(n))"),
        hex="lower",
        ends="\x00",
    ),
    _cups(
        "CUPS httpAssembleURI user",
        "!\"$&'()*+,-.:;<=>\\^_`{|}~\x7f",
        _buffer("httpAssembleURI(15, b, n, b'http', t.encode(), b'e', 0, b'/')") + "[7:-3]",
    ),
    _cups(
        "CUPS httpAssembleURI resource",
        "!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~\x7f",
        _buffer("httpAssembleURI(15, b, n, b'http', None, b'e', 0, b'/' + t.encode())") + "[9:]",
    ),
)
