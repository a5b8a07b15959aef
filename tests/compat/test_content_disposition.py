"""Content-Disposition as the web sends it, and the local name of what was received.

The names beside each header are those that superuri reads with errors="ignore". curl -OJ and wget
save the responses of a server here; the standard library, Werkzeug and aiohttp read the headers.
"""

import contextlib
import shutil
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from email.message import Message
from email.utils import collapse_rfc2231_value
from pathlib import Path
from typing import Any
from wsgiref.util import request_uri, setup_testing_defaults

import pytest

import superuri
from kit.clock import linearly
from superuri import URI, headers
from superuri.errors import ParseError

#: The value behind "attachment", its name, and which programs read another: c is curl, w wget, e
#: email, z Werkzeug, a aiohttp.
HEADERS: list[tuple[str, str | None, str]] = [
    ("; filename=report(1).pdf; filename*=UTF-8''report(1).pdf", "report(1).pdf", "za"),
    ("; filename=my file.pdf", "my file.pdf", "za"),
    ("; filename=a,b.pdf", "a,b.pdf", "za"),
    ("; filename=a@b.pdf", "a@b.pdf", "za"),
    ("; filename=[x].pdf", "[x].pdf", "za"),
    ("; filename=a=b.pdf", "a=b.pdf", "za"),
    ("; filename=x:y.txt", "x:y.txt", "za"),
    ("; filename=déjà.pdf", "déjà.pdf", "za"),
    ("; filename=a.txt; size=", "a.txt", "a"),
    ("; filename=a.txt; filename=b.txt", "a.txt", "wza"),
    ("; filename*=UTF-8''a b.txt", "a b.txt", "cza"),
    ("; filename*=UTF-8''a(1).txt", "a(1).txt", "cza"),
    ("; filename*=UTF-8''John's%20Resume.pdf", "John's Resume.pdf", "cwa"),
    ("; filename*=utf8''%C3%A9.txt", "é.txt", "cz"),
    ("; filename*=gbk''%D6%D0.txt", "中.txt", "cwz"),
    ("; filename*=UTF-8''100%.txt", "100%.txt", "c"),
    ('; filename="é.pdf"', "é.pdf", ""),
    ("; filename=", None, "ce"),
    ("; filename=report(1).pdf; filename*=UTF-8''r%C3%A9.pdf", "ré.pdf", "cea"),
    ("; filename*=UTF-8''r%C3%A9.pdf; filename=report(1).pdf", "ré.pdf", "ceza"),
    ("; filename*=UTF-8''%E9.txt; filename=plan.txt", "plan.txt", "w"),
    ("; filename*=nonsense''a.txt; filename=plan.txt", "plan.txt", "wa"),
    ('; filename="a;b.txt"; x', "a;b.txt", "a"),
    (r'; filename="a\"b.txt"', 'a"b.txt', "cw"),
    ('; filename="a.txt', "a.txt", "weza"),
    (' filename="a.txt"', None, ""),
    (";;filename = a.txt ;", "a.txt", "cwza"),
]
#: A whole value, and its type and name.
WHOLE = [
    ("filename=foo.txt", "", "foo.txt"),
    ('filename="foo.txt"', "", "foo.txt"),
    ("INLINE", "inline", None),
    ("", "", None),
    (";;;=", "", None),
    ("attachment; =a; filename=b", "attachment", "b"),
    (b'attachment; filename="\xc3\xa9.pdf"', "attachment", "é.pdf"),
    (b'attachment; filename="\xe9.pdf"', "attachment", "é.pdf"),
    ('attachment; filename="\xc3\xa9.pdf"', "attachment", "é.pdf"),
    ('attachment; filename="\xe9.pdf"', "attachment", "é.pdf"),
    ('attachment; filename="ż\xc3\xa9.pdf"', "attachment", "ż\xc3\xa9.pdf"),
    (r'attachment; filename="C:\tmp\a.txt"', "attachment", r"C:\tmp\a.txt"),
]


@pytest.mark.parametrize(("value", "name"), [row[:2] for row in HEADERS])
def test_what_servers_send_is_read(value: str, name: str | None) -> None:
    header = f"attachment{value}"
    found = headers.parse_content_disposition(header, errors="ignore")
    assert found.filename == name
    assert headers.parse_content_disposition(header.encode(), errors="ignore") == found


@pytest.mark.parametrize(("header", "kind", "name"), WHOLE)
def test_whole_values_are_read(header: str | bytes, kind: str, name: str | None) -> None:
    found = headers.parse_content_disposition(header, errors="ignore")
    assert (found.type, found.filename) == (kind, name)


def test_by_default_what_the_rfc_forbids_is_refused() -> None:
    for value, *_ in HEADERS[:4]:
        with pytest.raises(ParseError):
            headers.parse_content_disposition(f"attachment{value}")
    assert headers.parse_content_disposition(b"a; filename=b").filename == "b"
    assert headers.parse_content_disposition('a; filename="\xc3\xa9"').filename == "\xc3\xa9"
    wrong: Any = "keep"
    with pytest.raises(ValueError, match='errors is "strict" or "ignore"'):
        headers.parse_content_disposition("a", errors=wrong)


@pytest.mark.parametrize("piece", [';a="', ";a='", '"\\', ";=", ";a=b", "; ", 'a="\\"'])
def test_reading_takes_linear_time(piece: str) -> None:
    linearly(lambda n: headers.parse_content_disposition("a" + piece * n, errors="ignore"))


#: A URL, and the local name of what it gives.
NAMES = [
    ("https://e.com/a/r%C3%A9sum%C3%A9.pdf?x=/1#y/z", "résumé.pdf"),
    ("https://e.com/..%2F..%2F..%2Fetc%2Fpasswd", ".._.._.._etc_passwd"),
    ("https://e.com/..%5Cboot.ini", ".._boot.ini"),
    ("https://e.com/x%00.pdf", "x_.pdf"),
    ("https://e.com/%E9.txt", "%E9.txt"),
    ("https://e.com/a%2541", "a%2541"),
    ("https://e.com/100%", "100%"),
    ("https://e.com/a%20b.txt%20", "a b.txt"),
    ("https://e.com/a.", "a"),
    ("https://e.com/a%3Fb%2A%3C%3E%7C%22%3A.txt", "a_b______.txt"),
    ("https://e.com/NUL.txt", "_NUL.txt"),
    ("https://e.com/com1", "_com1"),
    ("https://e.com/COM%C2%B9.x.y", "_COM¹.x.y"),
    ("https://e.com/conin%24", "_conin$"),
    ("https://e.com/console", "console"),
    ("https://e.com/evil%E2%80%AEgpj.exe", "evil_gpj.exe"),
    ("https://e.com/%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9", "👨‍👩"),
    ("https://e.com/%0D%0A%1B%5B2J", "___[2J"),
    ("https://e.com/%C2%85%E2%80%A8", "__"),
    ("https://e.com/.bashrc", ".bashrc"),
    ("https://e.com/", "download"),
    ("https://e.com", "download"),
    ("https://e.com/a/", "download"),
    ("https://e.com/%2E%2E", "download"),
    ("https://e.com/%20.%20", "download"),
    ("data:,a/b.txt", "download"),
    ("mailto:a@e.com", "download"),
    ("a/b.txt", "b.txt"),
    ("file:///C:/a.txt", "a.txt"),
    ("https://e.com/déjà vu.pdf", "déjà vu.pdf"),
    ("https://e.com/" + "é" * 300 + ".pdf", "é" * 125 + ".pdf"),
    ("https://e.com/" + "x" * 300, "x" * 255),
    ("https://e.com/a." + "x" * 300, "a." + "x" * 253),
]


@pytest.mark.parametrize(("url", "name"), NAMES)
def test_a_local_name_is_safe(url: str, name: str) -> None:
    found = headers.file_name(url)
    assert found == name
    assert len(found.encode()) <= 255
    assert headers.file_name(url.encode()) == name


def test_a_header_goes_first() -> None:
    url = URI("https://e.com/a.txt")
    for header, name in [
        (None, "a.txt"),
        ("attachment", "a.txt"),
        ("attachment; filename=", "a.txt"),
        ('attachment; filename=".."', "a.txt"),
        ('attachment; filename="../../x.sh"', "x.sh"),
        (r'attachment; filename="C:\tmp\x.txt"', "x.txt"),
        ('attachment; filename="a/"', "a.txt"),
        (b"attachment; filename=report (1).pdf", "report (1).pdf"),
        ("attachment; filename*=UTF-8''..%2F%C3%A9", "é"),
    ]:
        assert headers.file_name(url, header) == name
    assert headers.file_name("https://e.com/", default="index.html") == "index.html"


@pytest.mark.parametrize(
    ("value", "want"),
    [
        ("/a b?c=d e", "https://e.com/a%20b?c=d%20e"),
        (b"/caf\xc3\xa9", "https://e.com/caf%C3%A9"),
        ("/caf\xc3\xa9", "https://e.com/caf%C3%A9"),
        ("/caf\xe9", "https://e.com/caf%E9"),
        (bytearray(b"x"), "https://e.com/a/x"),
        ("/☕é", "https://e.com/%E2%98%95%C3%A9"),
        (" //f.org/x\t", "https://f.org/x"),
        ("../y?z#w", "https://e.com/y?z#w"),
        ("?q", "https://e.com/a/b?q"),
        ("", "https://e.com/a/b?c"),
        ("https://b\xc3\xbccher.example/", "https://xn--bcher-kva.example/"),
    ],
)
def test_where_a_redirect_leads(value: str | bytes, want: str) -> None:
    assert headers.location(value, "https://e.com/a/b?c") == URI(want)
    assert headers.location(value, URI("https://e.com/a/b?c")) == URI(want)


def test_a_location_that_is_no_reference_is_refused() -> None:
    with pytest.raises(ParseError):
        headers.location("http://a@b@c:x/", "https://e.com/")
    wrong: Any = None
    with pytest.raises(TypeError, match="a header is a str or bytes, not NoneType"):
        headers.location(wrong, "https://e.com/")
    with pytest.raises(TypeError, match="a text is a str or a URI here, not bytes"):
        headers.location("/", b"https://e.com/")  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/", "/a b/é☕", "/50%/x?y#z", "/a;b=c,d/e:f@g", "/\udc80"])
def test_the_path_of_wsgi_is_written_again(path: str) -> None:
    """The recipe of docs/questions.md, and what the standard library and Werkzeug make of it."""
    octets = path.encode("utf-8", "surrogateescape")
    environ: dict[str, Any] = {"PATH_INFO": octets.decode("latin-1"), "QUERY_STRING": ""}
    setup_testing_defaults(environ)
    made = superuri.build(path=environ["PATH_INFO"].encode("latin-1"))
    base = "http://127.0.0.1"
    assert superuri.decode_bytes(made) == octets
    assert superuri.equivalent(f"{base}{made}", request_uri(environ), also="reserved")
    wrappers = pytest.importorskip("werkzeug.wrappers")
    if "\udc80" not in path:
        read = superuri.clean(wrappers.Request(environ).url)
        assert superuri.equivalent(f"{base}{made}", read, also="reserved")


# Results of other libraries.


class Answer(socketserver.StreamRequestHandler):
    """Answer with the header of the number in the path."""

    def handle(self) -> None:
        number = int(self.rfile.readline().split(b"/")[1].split()[0].split(b".")[0])
        value = f"attachment{HEADERS[number][0]}".encode()
        head = b"HTTP/1.0 200 OK\r\nContent-Length: 1\r\nContent-Disposition: " + value
        self.wfile.write(head + b"\r\n\r\nx")


@contextlib.contextmanager
def served() -> Iterator[str]:
    with socketserver.TCPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    "command", [["curl", "-sSOJ"], ["wget", "-q", "--content-disposition"]], ids=lambda c: c[0]
)
def test_programs_save_the_same(command: list[str], tmp_path: Path) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    saved = []
    with served() as server:
        for number in range(len(HEADERS)):
            folder = tmp_path / str(number)
            folder.mkdir()
            url = f"{server}/{number}.url"
            subprocess.run(
                [*command, url], cwd=folder, check=False, capture_output=True, timeout=60
            )
            (name,) = [path.name for path in folder.iterdir()] or [""]
            saved.append(name)
    for number, (value, name, others) in enumerate(HEADERS):
        want = f"{number}.url" if name is None else name
        assert command[0][0] in others or saved[number] == want, value


def by_email(value: str) -> str | None:
    message = Message()
    message["Content-Disposition"] = value
    found = message.get_filename()
    return None if found is None else collapse_rfc2231_value(found)


def by_werkzeug(value: str) -> str | None:
    http = pytest.importorskip("werkzeug.http")
    return http.parse_options_header(value)[1].get("filename")


def by_aiohttp(value: str) -> str | None:
    aiohttp = pytest.importorskip("aiohttp")
    _, parameters = aiohttp.multipart.parse_content_disposition(value)
    return aiohttp.content_disposition_filename(parameters)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("read", "letter"), [(by_email, "e"), (by_werkzeug, "z"), (by_aiohttp, "a")]
)
def test_libraries_read_the_same(read: Any, letter: str) -> None:
    for value, name, others in HEADERS:
        assert letter in others or read(f"attachment{value}") == name, value


def test_each_name_is_one_that_another_program_reads() -> None:
    assert len(HEADERS) == 27
    assert all(len(others) < 5 for _, _, others in HEADERS)
