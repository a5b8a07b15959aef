"""Names: of sets and profiles as text, of one element, and in signatures."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import superuri
from superuri import URI, data_uri, file_uri, form, hosts, logs, mailto, percent_u, profiles, sets

TEXT = "http://Example.com:80/a b/%7e?q=\u00fc#<"
#: The functions whose signatures show defaults, and the arguments that have none.
FUNCTIONS = {
    **{name: (getattr(superuri, name), [TEXT]) for name in (
        "encode", "decode", "decode_bytes", "clean", "is_uri", "edits", "pretty", "shown",
        "layers", "lint", "fix", "normalize",
    )},
    **{name: (getattr(superuri, name), [TEXT, "/"]) for name in ("equivalent", "compare")},
    "form.encode": (form.encode, ["a b"]),
    "form.decode": (form.decode, ["a+b"]),
    "form.parse": (form.parse, ["a=b&c"]),
    "form.parse_bytes": (form.parse_bytes, ["a=b&c"]),
    "form.serialize": (form.serialize, [{"a": "b\n"}]),
    "percent_u.encode": (percent_u.encode, ["a b"]),
    "percent_u.decode": (percent_u.decode, ["%u0041"]),
    "logs.decode": (logs.decode, ["a", "nginx"]),
    "URI.get": (URI("?a=b").get, ["c"]),
    "URI.resolve": (URI("http://a/b").resolve, ["c"]),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_default_that_a_signature_shows_is_the_default(name: str) -> None:
    function, given = FUNCTIONS[name]
    shown = inspect.signature(function).parameters.values()
    defaults = {p.name: p.default for p in shown if p.default is not inspect.Parameter.empty}
    assert defaults
    assert Ellipsis not in defaults.values()
    assert function(*given, **defaults) == function(*given)


@pytest.mark.parametrize("name", sets.names)
def test_a_set_may_be_given_by_its_name(name: str) -> None:
    for message in (name, name.lower(), name.upper()):
        assert superuri.encode(TEXT, message) == superuri.encode(TEXT, sets.names[name])


@pytest.mark.parametrize("name", profiles.names)
def test_a_profile_may_be_given_by_its_name(name: str) -> None:
    profile = profiles.names[name]
    assert superuri.clean(TEXT, name) == superuri.clean(TEXT, profile)
    assert superuri.edits(TEXT, name.lower()) == superuri.edits(TEXT, profile)
    assert superuri.is_uri(TEXT, name) == superuri.is_uri(TEXT, profile)


@pytest.mark.parametrize("display", profiles.displays, ids=repr)
def test_a_display_may_be_given_by_its_name(display: superuri.Display) -> None:
    assert superuri.pretty("/%C3%BC", display.name) == superuri.pretty("/%C3%BC", display)
    assert superuri.shown("/%C3%BC", display.name) == superuri.shown("/%C3%BC", display)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: superuri.encode("", "rfc3986.PAHT"), "did you mean 'rfc3986.PATH'"),
        (lambda: superuri.encode("", "query"), "did you mean 'rfc3986.QUERY'"),
        (lambda: superuri.clean("", "WHATVG"), "did you mean 'WHATWG'"),
        (lambda: superuri.clean("", "browser"), "did you mean 'WHATWG'"),
        (lambda: superuri.encode("", "form"), "did you mean 'whatwg.FORM'"),
        (lambda: superuri.normalize("", "full"), "did you mean 'scheme'"),
        (lambda: superuri.normalize("", also="sort"), "did you mean 'sort-query'"),
        (lambda: superuri.find("", format="md"), "did you mean 'markdown'"),
        (lambda: superuri.pretty("", "lossles"), "did you mean 'LOSSLESS'"),
        (lambda: superuri.normalize("", "shceme"), "did you mean 'scheme'"),
        (lambda: superuri.clean("", "nothing like it"), "it is one of RFC3986, "),
        (lambda: superuri.clean("", "x" * 10_000), "it is one of RFC3986, "),
    ],
)
def test_a_wrong_name_raises_with_the_nearest(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_one_str_is_one_element() -> None:
    assert superuri.lint("/a b%zz", select="U102") == superuri.lint("/a b%zz", select=["U102"])
    assert superuri.lint("/a b", ignore="U102") == superuri.lint("/a b", ignore=["U102"])
    sorted_query = superuri.normalize("?b&a", also="sort-query")
    assert sorted_query == superuri.normalize("?b&a", also=("sort-query",)) == "?a&b"
    assert hosts.safe_redirect("https://e.com/", hosts="e.com") == "https://e.com/"
    lossless = profiles.LOSSLESS
    assert lossless.replace(protected="e.com") == lossless.replace(protected=["e.com"])


def test_what_makes_a_uri_returns_one() -> None:
    made = [
        superuri.build(scheme="a", segments=["b"]),
        superuri.fill("/{a}", a="b"),
        mailto.build("a@b"),
        data_uri.build("a"),
        data_uri.build(bytes(99)),
        file_uri.from_path("/a", "posix"),
        file_uri.from_path(r"C:\a", "windows"),
        file_uri.from_path(r"\\server\a", "windows"),
    ]
    assert {type(each) for each in made} == {URI}


def test_one_address_is_not_a_list() -> None:
    with pytest.raises(TypeError, match=r"pass several as build\(\*addresses\)"):
        mailto.build(["a@b", "c@d"])  # type: ignore[arg-type]


def test_type_checkers_see_the_modules_that_are_imported_when_they_are_used() -> None:
    tree = ast.parse(Path(superuri.__file__).read_text())
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "superuri"
        for name in node.names
    }
    assert imported == superuri._MODULES  # noqa: SLF001  because it is what the package imports


def test_no_module_has_the_name_of_a_function() -> None:
    names = {name for name in superuri.__all__ if callable(getattr(superuri, name))}
    modules = {name for name in dir(superuri) if inspect.ismodule(getattr(superuri, name, None))}
    assert not names & modules


def test_the_repr_of_a_table_is_short() -> None:
    for table in (superuri.rules, superuri.policies):
        assert len(repr(table)) < 50
        assert list(table) == [*table.keys()]
        assert len(table) == len(list(table.values()))
        with pytest.raises(KeyError):
            _ = table["nothing"]
        with pytest.raises(TypeError):
            table["U102"] = None  # type: ignore[index]


#: Modules that a user imports. The stubs of sets and profiles list their rows; columns and web have
#: no names of their own.
PUBLIC = sorted(
    found.name
    for package in (superuri, superuri.compat)
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    if not found.name.rpartition(".")[2].startswith("_")
    and found.name
    not in {f"superuri.{name}" for name in ("cli", "columns", "profiles", "sets", "web")}
)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_module_lists_its_public_names(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        assert "superuri[" in str(error)
        return
    assert [each for each in module.__all__ if not hasattr(module, each)] == []
