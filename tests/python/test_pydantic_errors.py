"""Pydantic's errors and schemas, compared whole."""

from typing import Annotated, Any

import pytest

from superuri import URI
from superuri.whatwg import URL

pytest.importorskip("pydantic", minversion="2", reason="pydantic is not installed")
from pydantic import TypeAdapter, ValidationError

from superuri import pydantic as uris

SCHEMES = Annotated[str, uris.Schemes("HTTP", "urn")]
HOSTS = Annotated[URI, uris.Hosts("E.com")]
UNCHANGED = Annotated[URI, uris.Unchanged()]
NORMAL = Annotated[URI, uris.Unchanged("scheme")]
WRITE_ANOTHER = "write another URI"

# The type, the text, and the error: its message, code, start, end and help.
REFUSED: list[tuple[Any, str, tuple[str, str, int, int, str]]] = [
    (
        *(URI, "http://e.com/a b"),
        (
            *('" " at 14 is not allowed in a URI', "not-a-uri", 14, 15),
            "URI.clean makes the text a URI, or raises with the reason",
        ),
    ),
    (
        *(URL, "/a"),
        (
            '"/a" at 0..2 has no scheme, and there is no base to read it against',
            *("relative-url", 0, 2, "give the URL that it is relative to as the base"),
        ),
    ),
    (
        *(uris.HttpURI, "/a"),
        (
            "there is no scheme; it must be one of: http, https",
            *("foreign-scheme", 0, 0, WRITE_ANOTHER),
        ),
    ),
    (
        *(uris.HttpURI, "ftp://e.com/"),
        (
            'the scheme is "ftp"; it must be one of: http, https',
            *("foreign-scheme", 0, 3, WRITE_ANOTHER),
        ),
    ),
    (
        *(SCHEMES, "mailto:a"),
        (
            'the scheme is "mailto"; it must be one of: http, urn',
            *("foreign-scheme", 0, 6, WRITE_ANOTHER),
        ),
    ),
    (
        *(HOSTS, "http://x.org/"),
        ('the host "x.org" is not one of those allowed', "foreign-host", 0, 13, WRITE_ANOTHER),
    ),
    (HOSTS, "urn:a:b", ("it has no host", "foreign-host", 0, 7, WRITE_ANOTHER)),
    (Annotated[str, uris.Hosts()], "/a", ("it has no host", "foreign-host", 0, 2, WRITE_ANOTHER)),
]


def refused(kind: Any, value: object) -> Any:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    (error,) = caught.value.errors(include_url=False)
    return error


@pytest.mark.parametrize(("kind", "text", "want"), REFUSED)
def test_an_error_has_all_that_superuri_reports(kind: Any, text: str, want: Any) -> None:
    message, code, start, end, help_ = want
    assert refused(kind, text) == {
        "type": f"uri_{code.replace('-', '_')}",
        "loc": (),
        "msg": message,
        "input": text,
        "ctx": {"code": code, "start": start, "end": end, "help": help_, "reason": message},
    }


@pytest.mark.parametrize("kind", [URI, URL])
@pytest.mark.parametrize("value", [5, b"http://e.com/", None, ["a"]])
def test_a_value_that_is_no_text_is_refused(kind: Any, value: object) -> None:
    assert refused(kind, value) == {
        "type": "uri_type",
        "loc": (),
        "msg": f"Input should be a string or {kind.__name__}",
        "input": value,
    }


def test_a_validator_leaves_other_values_to_the_type() -> None:
    assert refused(uris.CleanURI, 5)["type"] == "uri_type"
    assert refused(SCHEMES, 5)["type"] == "string_type"
    assert TypeAdapter(Annotated[int, uris.Schemes("x")]).validate_python(5) == 5


def without_help(error: Any) -> dict[str, Any]:
    return {name: value for name, value in error["ctx"].items() if name != "help"}


def test_changes_are_reported_as_edits() -> None:
    for kind in (UNCHANGED, NORMAL):
        error = refused(kind, "/a b ü")
        reason = 'clean writes "%20" at 2..3 (space), and 2 more'
        assert (error["type"], error["msg"], error["input"]) == (
            *("uri_would_change", reason, "/a b ü"),
        )
        edits = [(2, 3, "%20", "space"), (4, 5, "%20", "space"), (5, 6, "%C3%BC", "non-ascii")]
        assert error["ctx"]["help"] == "write what clean writes, or take CleanURI"
        assert without_help(error) == {
            "code": "would-change",
            "start": 2,
            "end": 3,
            "edits": edits,
            "reason": reason,
        }
    assert refused(UNCHANGED, "/a b")["msg"] == 'clean writes "%20" at 2..3 (space)'
    assert refused(UNCHANGED, "/a b ")["msg"].endswith(", and 1 more")


def test_changes_in_a_password_are_hidden() -> None:
    assert '"…" at 9..10' in refused(UNCHANGED, "http://u:•@e.com/")["msg"]
    error = refused(UNCHANGED, "http://u:p q@e.com/")
    reason = 'clean writes "…" at 10..11 (space)'
    assert (error["msg"], error["input"]) == (reason, "http://u:…@e.com/")
    assert without_help(error) == {
        "code": "would-change",
        "start": 10,
        "end": 11,
        "edits": [(10, 11, "…", "space")],
        "reason": reason,
    }


def test_the_normal_form_is_reported() -> None:
    error = refused(NORMAL, "HTTP://u:p@e.com:80/./a")
    normal = "http://u:…@e.com/a"
    reason = f"it is not in its normal form, which is {normal}"
    assert (error["type"], error["msg"]) == ("uri_not_normal", reason)
    assert error["input"] == "HTTP://u:…@e.com:80/./a"
    assert error["ctx"]["help"] == "write the normal form, or take NormalURI"
    assert without_help(error) == {
        "code": "not-normal",
        "start": 0,
        "end": 23,
        "level": "scheme",
        "normal": normal,
        "reason": reason,
    }
    text = "HTTP://e.com:80/./a"
    assert str(TypeAdapter(UNCHANGED).validate_python(text)) == text
    case = Annotated[URI, uris.Unchanged("case")]
    assert refused(case, text)["ctx"]["level"] == "case"
    assert str(TypeAdapter(case).validate_python("http://e.com:80/./a")) == "http://e.com:80/./a"


@pytest.mark.parametrize(
    ("kind", "given", "written"),
    [
        (URI, "uri-reference", "uri-reference"),
        (URL, "uri", "uri"),
        (uris.CleanURI, None, "uri-reference"),
        (uris.NormalURI, None, "uri-reference"),
        (uris.HttpURI, "uri", "uri"),
        (HOSTS, "uri-reference", "uri-reference"),
        (UNCHANGED, "uri-reference", "uri-reference"),
        (SCHEMES, None, None),
        (Annotated[str, uris.Cleaned()], None, None),
        (Annotated[URI, uris.Cleaned(), uris.Schemes("urn")], None, "uri"),
        (Annotated[URI, uris.Schemes("urn"), uris.Cleaned()], None, "uri"),
    ],
)
def test_the_schema_has_a_type_and_a_format(kind: Any, given: Any, written: Any) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    for mode, kept in (("validation", given), ("serialization", written)):
        found = adapter.json_schema(mode=mode)  # type: ignore[arg-type]
        assert found == {"type": "string"} | ({} if kept is None else {"format": kept})


@pytest.mark.parametrize(
    ("kind", "text", "want"),
    [
        (uris.CleanURI, "http://e.com/a b", URI("http://e.com/a%20b")),
        (uris.NormalURI, "HTTP://E.com:80/%7e", URI("http://e.com/~")),
        (
            Annotated[str, uris.Normalized("case", also=("sort-query",))],
            *("HTTP://E.com:80?b&a", "http://e.com:80?a&b"),
        ),
        (HOSTS, "http://E.com/", URI("http://E.com/")),
        (SCHEMES, "HTTP://e.com/", "HTTP://e.com/"),
    ],
)
def test_a_text_is_changed_as_its_validators_say(kind: Any, text: str, want: object) -> None:
    found = TypeAdapter(kind).validate_python(text)
    assert (type(found), found) == (type(want), want)


@pytest.mark.parametrize("kind", [URI, URL])
def test_a_uri_stays_itself_in_python_and_is_its_text_in_json(kind: Any) -> None:
    adapter = TypeAdapter(kind)
    uri = kind("http://u:p@e.com/")
    assert adapter.validate_python(uri) is uri
    assert adapter.dump_python(uri) is uri
    assert adapter.dump_python(uri, mode="json") == "http://u:p@e.com/"
    assert adapter.dump_json(uri) == b'"http://u:p@e.com/"'
    assert adapter.validate_json(b'"http://u:p@e.com/"') == uri


def test_a_validator_is_a_frozen_value() -> None:
    assert uris.Schemes("A", "b") == uris.Schemes("a", "B") != uris.Schemes("a")
    assert uris.Schemes("A").names == ("a",)
    assert uris.Hosts("Bücher.example", ".E.com").names == ("xn--bcher-kva.example", ".e.com")
    assert uris.Normalized("case", also=("sort-query",)) != uris.Normalized("case")
    assert (uris.Normalized().level, uris.Normalized().also) == ("scheme", ())
    with pytest.raises(ValueError, match="hosts: "):
        uris.Hosts("e.com:443")
