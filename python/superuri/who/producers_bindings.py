"""DATA: producers in C, C++ and Rust that Python can call, each run."""

from superuri.who.producers import Producer, library, program, run

_python = run("python")


def _buffer(call: str) -> str:
    """Return the code of a function of C that writes into the buffer `b` of `n` bytes."""
    made = (
        f"(lambda b, n: (library.{call}, b.value.decode())[1])(ctypes.create_string_buffer(n), n)"
    )
    # Of each character up to four octets, of each octet an escape, and what is around them.
    return f"(lambda n: {made})(12 * len(t) + 99)"


ROWS: tuple[Producer, ...] = (
    _python(
        "DuckDB url_encode",
        "duckdb",
        "-._~",
        "duckdb.execute('select url_encode(?)', [t]).fetchone()[0]",
    ),
    _python(
        "pydantic path",
        "pydantic",
        "!#$%&'()*+,-./:;=?@[]^_|~",
        "str(pydantic.AnyUrl('http://e/' + t))[9:]",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _python(
        "pydantic fragment",
        "pydantic",
        "!#$%&'()*+,-./:;=?@[\\]^_{|}~",
        "pydantic.AnyUrl('http://e/#' + t).fragment",
        lost="\t\n\r",
    ),
    _python(
        "ada path",
        "ada_url",
        "!#$%&'()*+,-./:;=?@[]_|~",
        "ada_url.URL('http://e/' + t).href[9:]",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _python(
        "ada fragment",
        "ada_url",
        "!#$%&'()*+,-./:;=?@[\\]^_{|}~",
        "ada_url.URL('http://e/#' + t).hash[1:]",
        lost="\t\n\r",
    ),
    _python(
        "ada user",
        "ada_url",
        "!$%&'()*+,-._~",
        ("(lambda u: (setattr(u, 'username', t), u.username)[1])(ada_url.URL('http://e/'))"),
    ),
    _python(
        "ada search params",
        "ada_url",
        "*-._",
        (
            "str(ada_url.URLSearchParams('')) or (lambda p: (p.append('', t), str("
            "p))[1])(ada_url.URLSearchParams(''))[1:]"
        ),
        space="+",
    ),
    _python(
        "pyarrow segment",
        "pyarrow.dataset",
        "-._~",
        (
            "pyarrow.dataset.partitioning(pyarrow.schema([('k', pyarrow.string("
            "))]), flavor='hive').format(pyarrow.dataset.field('k') == t)[0][2:]"
        ),
        ends="\x00",
    ),
    _python(
        "GLib uri_escape_string",
        library("libglib-2.0.so.0"),
        "-._~",
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode(), "
            "None, 0).decode())[1])(library.g_uri_escape_string)"
        ),
        ends="\x00",
        of="GLib",
    ),
    _python(
        "GLib uri_escape_string, UTF-8",
        library("libglib-2.0.so.0"),
        "-._~",
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode(), "
            "None, 1).decode())[1])(library.g_uri_escape_string)"
        ),
        non_ascii="bare",
        ends="\x00",
        of="GLib",
    ),
    _python(
        "GLib filename_to_uri",
        library("libglib-2.0.so.0"),
        "!$&'()*+,-./:=@_~",
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(b'/' + t.encode("
            "), None, None).decode()[8:])[1])(library.g_filename_to_uri)"
        ),
        ends="\x00",
        of="GLib",
    ),
    _python(
        "libxml2 xmlURIEscapeStr",
        library("libxml2.so.2"),
        "!'()*-.@_~",
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode(), "
            "b'').decode())[1])(library.xmlURIEscapeStr)"
        ),
        ends="\x00",
        of="libxml2",
    ),
    _python(
        "curl --data-urlencode",
        program("curl"),
        "-._~",
        (
            "subprocess.run(['curl', '-q', '-s', '-G', '--data-urlencode', '=' + t, '-w',"
            " '%{url_effective}', 'http://127.0.0.1:1/'], capture_output=True)."
            "stdout.decode().partition('?')[2]"
        ),
        space="+",
        hex="lower",
        refused="\x00",
        of="curl",
    ),
    _python(
        "pydantic query",
        "pydantic",
        "!#$%&()*+,-./:;=?@[\\]^_`{|}~",
        "str(pydantic.AnyUrl('http://e/?' + t))[10:]",
        lost="\t\n\r",
    ),
    _python(
        "ada query",
        "ada_url",
        "!#$%&()*+,-./:;=?@[\\]^_`{|}~",
        "ada_url.URL('http://e/?' + t).href[10:]",
        lost="\t\n\r",
    ),
    _python(
        "can_ada path",
        "can_ada",
        "!#$%&'()*+,-./:;=?@[]^_|~",
        "str(can_ada.parse('http://e/' + t))[9:]",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _python(
        "libsoup soup_uri_encode",
        library("libsoup-2.4.so.1"),
        "!$&'()*+,-.;_~",
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode(), None)."
            "decode())[1])(library.soup_uri_encode)"
        ),
        ends="\x00",
        of="libsoup",
    ),
    _python(
        "neon ne_path_escape",
        library("libneon-gnutls.so.27"),
        "-./_~",
        (
            "(lambda f: (setattr(f, 'restype', ctypes.c_char_p), f(t.encode())."
            "decode())[1])(library.ne_path_escape)"
        ),
        hex="lower",
        ends="\x00",
        of="neon",
    ),
    _python(
        "APR apr_escape_urlencoded",
        library("libapr-1.so.0"),
        "*-._",
        _buffer("apr_escape_urlencoded(b, t.encode(), ctypes.c_ssize_t(-1), None)"),
        space="+",
        hex="lower",
        ends="\x00",
        of="APR",
    ),
    _python(
        "APR apr_escape_path",
        library("libapr-1.so.0"),
        "!$&'()*+,-./:=@_~",
        _buffer("apr_escape_path(b, t.encode(), ctypes.c_ssize_t(-1), 1, None)"),
        hex="lower",
        ends="\x00",
        of="APR",
    ),
    _python(
        "APR apr_escape_path_segment",
        library("libapr-1.so.0"),
        "!$&'()*+,-.:=@_~",
        _buffer("apr_escape_path_segment(b, t.encode(), ctypes.c_ssize_t(-1), None)"),
        hex="lower",
        ends="\x00",
        of="APR",
    ),
    _python(
        "CivetWeb mg_url_encode",
        library("libcivetweb.so.1"),
        "$(),-.;_~",
        _buffer("mg_url_encode(t.encode(), b, ctypes.c_size_t(n))"),
        hex="lower",
        ends="\x00",
        of="CivetWeb",
    ),
    _python(
        "CUPS httpAssembleURI user",
        library("libcups.so.2"),
        "!\"$&'()*+,-.:;<=>\\^_`{|}~\x7f",
        _buffer("httpAssembleURI(15, b, n, b'http', t.encode(), b'e', 0, b'/')") + "[7:-3]",
        ends="\x00",
        of="CUPS",
    ),
    _python(
        "CUPS httpAssembleURI resource",
        library("libcups.so.2"),
        "!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~\x7f",
        _buffer("httpAssembleURI(15, b, n, b'http', None, b'e', 0, b'/' + t.encode())") + "[9:]",
        ends="\x00",
        of="CUPS",
    ),
)
