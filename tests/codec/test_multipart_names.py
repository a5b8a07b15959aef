"""Names in multipart/form-data: those of the HTML standard, and what parsers and clients do."""

from email.message import Message
from io import BytesIO

import pytest

from superuri import form

#: A name, and how a browser writes it.
NAMES = [
    ("a", "a"),
    ("", ""),
    ('a"b', "a%22b"),
    ("a\r\nb", "a%0D%0Ab"),
    ("a\rb\nc", "a%0Db%0Ac"),
    ("50% é;\\'<\t\0", "50% é;\\'<\t\0"),
    ("a%2Fb", "a%2Fb"),
    ('"\r\n"', "%22%0D%0A%22"),
]


@pytest.mark.parametrize(("name", "written"), NAMES)
def test_names_are_written_and_read(name: str, written: str) -> None:
    assert form.multipart_name(name) == written
    assert form.parse_multipart_name(written) == name


def test_only_three_escapes_are_read() -> None:
    assert form.parse_multipart_name("%0d%0a%22%2522%00%0B%2") == '\r\n"%2522%00%0B%2'


@pytest.mark.parametrize(("name", "written"), NAMES)
def test_urllib3_writes_the_same(name: str, written: str) -> None:
    fields = pytest.importorskip("urllib3.fields")
    assert fields.format_multipart_header_param("name", name) == f'name="{written}"'


@pytest.mark.parametrize(("name", "written"), NAMES)
def test_requests_writes_the_same(name: str, written: str) -> None:
    requests = pytest.importorskip("requests")
    if not name:
        pytest.skip("requests writes an empty name as none")
    made = requests.Request("POST", "http://e.com/", files={"f": (name, b"x")}).prepare()
    assert f'filename="{written}"'.encode() in made.body


@pytest.mark.parametrize(("name", "written"), NAMES)
def test_parsers_find_it(name: str, written: str) -> None:
    """Parsers give what is between the quotes; Werkzeug reads ``%22`` itself."""
    if set(written) & set("\0\t\\"):
        pytest.skip("parsers do not agree about backslashes and controls")
    formparser = pytest.importorskip("werkzeug.formparser")
    body = f'--x\r\nContent-Disposition: form-data; name="{written}"\r\n\r\nv\r\n--x--\r\n'
    parser = formparser.MultiPartParser()
    fields, _ = parser.parse(BytesIO(body.encode()), b"x", len(body.encode()))
    (found,) = fields
    assert form.parse_multipart_name(found) == name
    multipart = pytest.importorskip("python_multipart.multipart")
    _, options = multipart.parse_options_header(f'form-data; name="{written}"'.encode())
    assert form.parse_multipart_name(options[b"name"].decode()) == name
    message = Message()
    message["Content-Disposition"] = f'form-data; name="{written}"'
    assert (
        form.parse_multipart_name(str(message.get_param("name", "", "Content-Disposition"))) == name
    )
