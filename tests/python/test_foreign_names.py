"""Foreign names: of other libraries' functions, attributes and arguments, each with its hint."""

import copy
import inspect
import pickle
import pkgutil
import pydoc
import re

import pytest

import superuri
from superuri import URI, _core, _verbs, hosts, whatwg
from superuri._values import foreign_names
from superuri.cli.arguments.jobs import JOBS


@pytest.mark.parametrize("row", foreign_names.FUNCTIONS, ids=lambda row: row[0][0])
def test_a_foreign_name_gets_a_hint(row: tuple[tuple[str, ...], str, str]) -> None:
    names, here, verb = row
    if here.startswith("tables"):
        pytest.importorskip("pyarrow")
    pkgutil.resolve_name(f"superuri.{here.partition(' ')[0]}".rstrip("."))
    known = {*JOBS, *(each.name for each in _verbs.COMMANDS)}
    assert not verb or verb in known or verb.split()[0] in known
    for name in {*names} - {*dir(superuri)} if here else ():
        with pytest.raises(AttributeError, match=f"; use superuri.{here}$") as caught:
            getattr(superuri, name)
        assert caught.value.name == name


@pytest.fixture(autouse=True)
def _looked_up() -> None:
    """Look a module up: those that another test has imported by themselves get hints, too."""
    vars(superuri)["__getattr__"]("form")


@pytest.mark.parametrize("row", foreign_names.NAMES.strip().splitlines())
def test_a_foreign_name_in_a_module_gets_a_hint(row: str) -> None:
    names, here = map(str.strip, row.split(" ="))
    name, *asked = names.split()
    module = getattr(superuri, name)
    if here.startswith("columns"):
        pytest.importorskip("pyarrow")
    assert not here or pkgutil.resolve_name(f"superuri.{here}") is not module
    assert not {*asked} & {*dir(module)}
    for each in asked:
        with pytest.raises(AttributeError) as caught:
            getattr(module, each)
        hint = f"; use superuri.{here}" if here else ""
        assert str(caught.value) == f"module 'superuri.{name}' has no attribute {each!r}{hint}"


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("hosts.quote", "; use superuri.encode"),
        ("percent_u.escape", "; use superuri.percent_u.encode"),
        ("purl.from_string", "; use superuri.purl.parse"),
        ("mailto.compose", "; use superuri.mailto.build"),
        ("urn.canonicalize", "; use superuri.urn.normalize"),
        ("keys.agreed_host", "; use superuri.agreed_host"),
        ("hosts.nobody", ""),
        ("columns.quote", "; use superuri.encode"),
        ("rules.U102", "; use superuri.rules['U102']"),
        ("rules.u102", "; use superuri.rules['U102']"),
        ("policies.ssrf", "; use superuri.policies['ssrf']"),
        ("rules.nobody", ""),
    ],
)
def test_a_name_in_the_wrong_place_gets_the_hint_of_the_right_one(path: str, hint: str) -> None:
    place, _, name = path.partition(".")
    with pytest.raises(AttributeError, match=rf"has no attribute '{name}'{re.escape(hint)}$"):
        getattr(getattr(superuri, place), name)


@pytest.mark.parametrize("row", foreign_names.ARGUMENTS, ids=lambda row: f"{row[0]} {row[1][0]}")
def test_a_foreign_argument_gets_a_hint(row: tuple[str, tuple[str, ...], str]) -> None:
    name, arguments, hint = row
    function = hosts.safe_redirect if name == "safe_redirect" else getattr(superuri, name)
    given = () if name == "build" else ("/a",)
    for argument in arguments:
        with pytest.raises(TypeError, match=f"{argument}.*; {re.escape(hint)}$"):
            function(*given, **{argument: "x"})
    with pytest.raises(TypeError, match="nobody") as caught:
        function(*given, nobody="x")
    assert hint not in str(caught.value)


#: A value of each class whose attributes have foreign names.
VALUES: dict[str, object] = {
    "URI": URI("https://e.com/a?b=c"),
    "URL": whatwg.URL("https://e.com/a"),
    "Parts": superuri.split("/a"),
    "Template": superuri.Template("/{a}"),
}
ATTRIBUTES = [
    (kind, name, hint) for kind, names, hint in _core.FOREIGN_NAMES for name in names.split()
]


@pytest.mark.parametrize(("kind", "name", "hint"), ATTRIBUTES)
def test_a_foreign_attribute_gets_a_hint(kind: str, name: str, hint: str) -> None:
    value = VALUES[kind]
    for owner, words in ((value, f"{kind!r} object"), (type(value), f"type object {kind!r}")):
        with pytest.raises(AttributeError) as caught:
            getattr(owner, name)
        assert str(caught.value) == f"{words} has no attribute {name!r}; use {hint}"
        assert caught.value.name == name
        assert not hasattr(owner, name)
        assert getattr(owner, name, None) is None
        assert name not in dir(owner)
        assert name not in dict(inspect.getmembers(owner))
    for path in re.findall(r"\w+(?:\.\w+)+", hint):
        pkgutil.resolve_name(path) if path.startswith("superuri") else eval(path, VALUES.copy())  # noqa: S307


def test_classes_with_foreign_attributes_are_as_before() -> None:
    assert len(ATTRIBUTES) == len({row[:2] for row in ATTRIBUTES})
    for value in VALUES.values():
        kind = type(value)
        assert kind.__bases__ == (object,)
        assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value  # noqa: S301
        shown = pydoc.render_doc(kind, renderer=pydoc.plaintext)
        names = {name for of, name, _ in ATTRIBUTES if of == kind.__name__}
        assert not names & set(re.findall(r"^ \|  (\w+)", shown, re.MULTILINE))
        with pytest.raises(AttributeError, match=r"has no attribute 'nobody'$"):
            _ = value.nobody  # type: ignore[attr-defined]


def test_the_error_about_a_list_as_a_path_names_segments() -> None:
    for path in (["a", "b"], ("a",)):
        with pytest.raises(TypeError, match=r"give its segments as segments=\[…\]"):
            superuri.build(path=path)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("url_encode", "encode"),
        ("urldecode", "decode"),
        ("clean_url", "clean"),
        ("find_urls", "find"),
        ("get_domain", "domain"),
        ("Uri", "URI"),
        ("PARSE_URL", "URI"),
    ],
)
def test_a_name_that_says_url_gets_the_hint_of_the_name_without(name: str, here: str) -> None:
    with pytest.raises(AttributeError, match=f"; use superuri.{here}$"):
        getattr(superuri, name)


def test_a_name_that_nobody_has_gets_none() -> None:
    with pytest.raises(AttributeError) as caught:
        _ = superuri.nothing_of_the_kind  # type: ignore[attr-defined]
    assert str(caught.value) == "module 'superuri' has no attribute 'nothing_of_the_kind'"
