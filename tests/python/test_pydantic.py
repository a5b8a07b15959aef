"""Pydantic: it validates, serialises and describes URIs by the types."""

import enum
import json
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Annotated, Any

import pytest

import superuri
from kit import toml
from kit.strategies import for_all
from superuri import URI, _caret
from superuri._values import generate
from superuri.whatwg import URL

pydantic = pytest.importorskip("pydantic", minversion="2", reason="pydantic is not installed")
from pydantic import BaseModel, TypeAdapter, ValidationError  # noqa: E402  because it may be absent

from superuri import pydantic as uris  # noqa: E402  because it imports pydantic

Report = Callable[[str], None]
CASES = toml.read("python/pydantic.toml")["case"]

MISSING = """
import sys
sys.modules["pydantic"] = None
import superuri
assert "superuri.pydantic" not in sys.modules
try:
    import superuri.pydantic
except ImportError as error:
    print(error)
"""


class Model(BaseModel):
    """A field of each kind."""

    strict: URI
    clean: uris.CleanURI | None = None
    normal: uris.NormalURI | None = None
    http: uris.HttpURI | None = None
    url: URL | None = None
    counts: dict[URI, int] = {}


def read(kind: object, value: object) -> Any:
    """The result, the same from Python and from JSON, or the error."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    found = []
    for validate, given in (
        (adapter.validate_python, value),
        (adapter.validate_json, json.dumps(value)),
    ):
        try:
            found.append(validate(given))
        except ValidationError as error:
            found.append(error)
    one, two = found
    if isinstance(one, ValidationError):
        assert one.errors(include_url=False) == two.errors(include_url=False)
    else:
        assert one == two
    return one


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_a_text_that_pydantic_reads_otherwise(case: dict[str, str]) -> None:
    found = read(uris.HttpURI, case["text"])
    if isinstance(found, ValidationError):
        assert found.errors()[0]["type"] == case["ours"]
    else:
        assert str(found) == case["ours"] == case["text"]


def test_pydantic_returns_what_the_rows_list(report: Report) -> None:
    if pydantic.VERSION != "2.14.3":
        report(f"not run: the rows of special/pydantic.toml are 2.14.3's, not {pydantic.VERSION}'s")
        pytest.skip("another pydantic")
    for case in CASES:
        found = TypeAdapter(pydantic.HttpUrl).validate_python(case["text"])
        assert str(found) == case["theirs"], case
    report(f"special/pydantic.toml: {len(CASES)} texts, as pydantic 2.14.3 reads them")


def test_a_host_in_another_script_is_its_a_labels() -> None:
    ours = TypeAdapter(Annotated[str, uris.Hosts("Bücher.example", ".bücher.example", "E.com")])
    labels = "xn--bcher-kva.example"
    for text in (f"https://{labels}/", f"https://a.{labels}/", "http://e.COM/"):
        assert ours.validate_python(text) == text


def test_a_user_takes_no_host_over() -> None:
    parts = ("evil.com/", None), ("u", "p@evil.com#")
    for user, password in parts:
        theirs = pydantic.AnyUrl.build(
            scheme="http", username=user, password=password, host="good.com"
        )
        assert theirs.host == "evil.com", "no longer a difference: take it out of docs/pydantic.md"
        ours = URI("http://good.com").with_user(user, password)
        assert ours.host == URL(str(ours)).hostname == "good.com"
        assert (ours.user, ours.password) == (user, password)


def test_a_model_is_written_and_read_back() -> None:
    model = Model(
        strict="http://bob:secret@e.com/%7e?",
        clean="http://e.com/a b",
        normal="HTTP://e.com:80",
        http="https://e.com",
        url="http:\\\\e.com\\x y",
        counts={"http://e.com/%2F": 1},
    )
    assert str(model.strict) == "http://bob:secret@e.com/%7e?"
    assert model.clean == URI("http://e.com/a%20b")
    assert model.normal == URI("http://e.com/")
    assert model.http == URI("https://e.com")
    assert model.url == URL("http://e.com/x%20y")
    assert "secret" not in repr(model)
    assert model.model_dump()["strict"] is model.strict
    assert json.loads(model.model_dump_json())["strict"] == str(model.strict)
    assert Model.model_validate_json(model.model_dump_json()) == model
    assert Model.model_validate(model.model_dump()) == model
    assert Model(strict=model.strict).strict is model.strict


def formats(mode: str) -> dict[str, str | None]:
    fields = Model.model_json_schema(mode=mode)["properties"]
    shown = {name: field.get("anyOf", [field])[0] for name, field in fields.items()}
    assert all(field["type"] == "string" for name, field in shown.items() if name != "counts")
    return {name: field.get("format") for name, field in shown.items()}


def test_json_schema_describes_input_and_output() -> None:
    given = {"strict": "uri-reference", "clean": "uri-reference", "normal": "uri-reference"}
    given |= {"http": "uri", "url": "uri", "counts": None}
    assert formats("serialization") == given
    # Any text that can be cleaned is taken.
    assert formats("validation") == given | {"clean": None, "normal": None}


PAIR = Annotated[URI, uris.Cleaned(), uris.Schemes("HTTPS"), uris.Hosts("Example.com", ".e.org")]
REFUSED = [
    (URI, "http://e.com/a b", "uri_not_a_uri", (14, 15)),
    (URI, "http://e.com:x", "uri_bad_port", (13, 14)),
    (URI, " http://e.com", "uri_surrounding_space", (0, 1)),
    (URI, 5, "uri_type", None),
    (URL, "http://a b", "uri_no_url", (7, 10)),
    (uris.CleanURI, "http://[::1", "uri_ambiguous_authority", (7, 11)),
    (uris.HttpURI, "/a", "uri_foreign_scheme", (0, 0)),
    (uris.HttpURI, "mailto:a@b.c", "uri_foreign_scheme", (0, 6)),
    (uris.HttpURI, "http://127.1/", "uri_ambiguous_authority", (7, 12)),
    (PAIR, "http://example.com", "uri_foreign_scheme", (0, 4)),
    (PAIR, "https://example.com.evil.org", "uri_foreign_host", (0, 28)),
    (PAIR, "https://e.org/", "uri_foreign_host", (0, 14)),
    (Annotated[URI, uris.Hosts()], "urn:a:b", "uri_foreign_host", (0, 7)),
    (Annotated[URI, uris.Hosts()], "http://e.com:99999", "uri_ambiguous_authority", (7, 18)),
    (Annotated[URI, uris.Unchanged()], "/a b ü", "uri_would_change", (2, 3)),
    (Annotated[URI, uris.Unchanged("case")], "HTTP://e.com", "uri_not_normal", (0, 12)),
]


@pytest.mark.parametrize(("kind", "value", "code", "span"), REFUSED)
def test_a_failure_is_pydantics(kind: object, value: object, code: str, span: object) -> None:
    error = TypeAdapter(kind)
    with pytest.raises(ValidationError) as caught:
        error.validate_python(value)
    (line,) = caught.value.errors()
    assert line["type"] == code
    assert line["input"] == value
    if span is None:
        return
    assert (line["ctx"]["start"], line["ctx"]["end"]) == span
    assert "uri_" + line["ctx"]["code"].replace("-", "_") == code
    assert json.loads(caught.value.json())[0]["ctx"]["start"] == span[0]


TAKEN = [
    (PAIR, "https://x.e.org/ü", URI("https://x.e.org/%C3%BC")),
    (Annotated[str, uris.Cleaned()], "http://bob:secret@e.com/ü", "http://bob:secret@e.com/%C3%BC"),
    (Annotated[str, uris.Hosts()], "http://bob:secret@e.com/", "http://bob:secret@e.com/"),
    (Annotated[URI | None, uris.Cleaned()], None, None),
    (list[uris.CleanURI], ["ü"], [URI("%C3%BC")]),
    (Annotated[URI, uris.Unchanged()], "HTTP://e.com", URI("HTTP://e.com")),
    (Annotated[URI, uris.Unchanged("scheme")], "http://e.com/", URI("http://e.com/")),
    (Annotated[URI, uris.Normalized("path", also=("sort-query",))], "/./?b&a", URI("/?a&b")),
]


@pytest.mark.parametrize(("kind", "value", "want"), TAKEN)
def test_what_is_taken(kind: object, value: object, want: object) -> None:
    found = read(kind, value)
    assert found == want
    assert type(found) is type(want)


def test_every_edit_is_reported_and_none_is_made() -> None:
    text = "http://e.com/a b?100%#ü"
    found = read(Annotated[URI, uris.Unchanged()], text)
    (line,) = found.errors()
    assert tuple(line["ctx"]["edits"]) == superuri.edits(text)
    assert line["msg"] == 'clean writes "%20" at 14..15 (space), and 2 more'
    assert line["input"] == text


class Colour(str, enum.Enum):
    """A str with another `__str__`."""

    RED = "http://e.com/red"


def test_a_str_of_any_kind_is_its_text() -> None:
    assert TypeAdapter(URI).validate_python(Colour.RED) == URI("http://e.com/red")
    assert TypeAdapter(uris.CleanURI).validate_python(Colour.RED) == URI("http://e.com/red")


def test_what_is_huge_is_read_in_its_time() -> None:
    text = "http://u:p@e.com/" + " @:" * 100_000
    found = read(Annotated[URI, uris.Unchanged()], text)
    (line,) = found.errors()
    assert len(line["ctx"]["edits"]) == 100
    assert line["msg"].endswith("(space), and 99999 more")
    assert len(str(read(uris.CleanURI, text))) == len(text) + 2 * 100_000


SECRETS = [
    *("http://bob:sEcReT@e.com/a b", "http://bob:sEcReT a@e.com", "http://bob:sEcReT@e.com:x"),
    *("http://bob:x/sEcReT@e.com ", "ftp://bob:sEcReT@e.com/", "http://bob:sEcReT@e.com\\@x"),
    *("//bob:sEcReT%@e.com/?u=http://a:sEcReT@b", "http://bob:sEcReT@" + "e" * 3000 + " "),
    *(
        "http://bob:sEcReT@e.com",
        "http://bob:{code}sEcReT@[::1",
        "http://bob:sEcReT/x@e.com",
        "bob:sEcReT@e.com/ü",
    ),
]
KINDS = [URI, URL, uris.CleanURI, uris.HttpURI, Annotated[URI, uris.Unchanged("scheme")]]
KINDS += [Annotated[URI, uris.Hosts("x.com")], Annotated[str, uris.Schemes("x")]]


@pytest.mark.parametrize("text", SECRETS, ids=ascii)
def test_no_error_shows_a_password(text: str) -> None:
    for kind in KINDS:
        error = read(kind, text)
        if isinstance(error, ValidationError) and text != SECRETS[-1]:
            for shown in (str(error), repr(error), error.json(), repr(error.errors())):
                assert "sEcReT" not in shown, kind


@for_all(generate.wild)
def the_types_do_what_the_verbs_do(text: str) -> None:
    for kind, verb in [(URI, URI), (uris.CleanURI, URI.clean), (URL, URL)]:
        try:
            want = verb(text)
        except superuri.errors.URIError as error:
            with pytest.raises(ValidationError) as caught:
                ADAPTERS[kind].validate_python(text)
            (line,) = caught.value.errors()
            assert line["ctx"]["code"] == error.code
            assert (line["ctx"]["start"], line["ctx"]["end"]) == (error.start, error.end)
        else:
            assert ADAPTERS[kind].validate_python(text) == want


ADAPTERS: dict[Any, TypeAdapter[Any]] = {
    kind: TypeAdapter(kind) for kind in (URI, uris.CleanURI, URL)
}


def masked(rng: Random) -> str:
    """Return a text that may have a password, short or long."""
    atoms = ["http://", "//", ":", "@", "a", "/", " ", "?", "sEcReT", "x" * 1500]
    return generate.several(rng, atoms, 9)


@for_all(masked)
def what_is_hidden_is_as_long(text: str) -> None:
    hidden = _caret.masked(text)
    assert len(hidden) == len(text)
    assert all(seen in {"•", was} for seen, was in zip(hidden, text, strict=True))
    if text.startswith(("//a:sEcReT@", "http://a:sEcReT@", "http://http:sEcReT@")):
        assert "sEcReT" not in hidden[:20]


def test_only_the_module_needs_pydantic() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MISSING], check=True, capture_output=True, text=True
    )
    assert "pip install 'superuri[pydantic]'" in done.stdout
