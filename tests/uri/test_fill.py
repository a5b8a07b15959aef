"""Filling a template: values by name, and that the fast way and the plain one agree."""

import gc
import inspect
import pickle
import threading
from typing import Any

import pytest

import superuri
from kit import chance
from kit.slotted import making
from superuri import URI, Template, fill
from superuri.errors import ParseError

TEMPLATE = Template("/{a}/{b}?q={q}")


class Plain(str):
    """A str that only the plain way takes."""

    __slots__ = ()


class Number(int):
    """An int that only the plain way takes."""


# As messages name them.
Plain.__name__ = "str"
Number.__name__ = "int"


class Equal(str):
    """A str that is equal to all others."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str)

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("fill()", "fill() missing 1 required positional argument: 'template'"),
        ("fill(a=1)", "fill() missing 1 required positional argument: 'template'"),
        ("fill(template='/')", "fill() missing 1 required positional argument: 'template'"),
        ("fill('/', '/')", "fill() takes 1 positional arguments but 2 were given"),
        ("fill('/', '/', '/', a=1)", "fill() takes 1 positional arguments but 3 were given"),
        ("fill('/', {'a': 1})", "fill() takes 1 positional arguments but 2 were given"),
        ("fill(5, a=1)", "a template is a str, not int"),
        ("fill(b'/')", "a template is a str, not bytes"),
        ("fill('/x', a=1)", "fill() with a, which no slot has; the slots are "),
        ("fill('/x', **{1: 2})", "keywords must be strings"),
        ("full(1)", "Template.fill() takes 0 positional arguments but 1 was given"),
        ("full({'a': 1}, b=2)", "Template.fill() takes 0 positional arguments but 1 was given"),
        ("full(1, 2)", "Template.fill() takes 0 positional arguments but 2 were given"),
        ("full()", "fill() without a, b, q; the slots are a, b, q"),
        ("full(q=1, b=1)", "fill() without a; the slots are a, b, q"),
        ("full(**abq, z=4)", "fill() with z, which no slot has; the slots are a, b, q"),
        (
            "full(a=1, b=2, z=3)",
            "fill() without q and with z, which no slot has; the slots are a, b, q",
        ),
        (
            "full(**abq, **{'not a name': 4, '': 5, 'é': 6})",
            "fill() with not a name, , é, which no slot has; the slots are a, b, q",
        ),
        (
            "full(**{Equal('z'): 1, 'b': 2, 'q': 3})",
            "fill() without a and with z, which no slot has; the slots are a, b, q",
        ),
        # The first slot whose value is wrong or missing is the error.
        ("full(a=[1], z=2)", "{a} takes one value; {*a} takes a list"),
        (
            "full(b=[1], z=2)",
            "fill() without a, q and with z, which no slot has; the slots are a, b, q",
        ),
    ],
)
def test_what_a_call_is_refused_for(call: str, message: str) -> None:
    known = {"fill": fill, "full": TEMPLATE.fill, "Equal": Equal, "abq": {"a": 1, "b": 2, "q": 3}}
    with pytest.raises(TypeError) as refused:
        eval(call, known)  # noqa: S307  because the calls are above
    rest = "; write the others as name=value" if " given" in message else ""
    assert str(refused.value) == message + rest


@pytest.mark.parametrize("start", ["http:", "HTTPS:", "wss:", "{scheme}:", ""])
def test_a_host_is_empty_where_no_parser_looks_for_one(start: str) -> None:
    """The URL standard takes it from the path, unless the scheme is `file` (RFC 8089)."""
    with pytest.raises(ParseError, match="is empty, and parsers would look for one in the path"):
        Template(f"{start}///{{path}}")
    assert str(Template("file:///{path}").fill(path="x")) == "file:///x"


def test_a_name_is_given_once() -> None:
    given = {"a": 1, "b": 2, "q": 3}
    with pytest.raises(TypeError, match="multiple values for keyword argument 'a'"):
        TEMPLATE.fill(a=1, **given)
    with pytest.raises(TypeError, match="multiple values for keyword argument 'a'"):
        fill(TEMPLATE, a=1, **given)


def made(texts: dict[str, Any], kind: type[str] = str) -> dict[str, Any]:
    """Return the values under names that are not interned."""
    return {kind("".join(list(name))): value for name, value in texts.items()}


@pytest.mark.parametrize("value", ["x", "é", Plain("x"), b"x", 5])
def test_names_are_found_in_any_order_and_however_they_are_made(value: Any) -> None:
    want = str(fill("/{a}/{größe}?q={q}", a=value, größe="2", q="3"))
    for given in (
        {"q": "3", "größe": "2", "a": value},
        made({"q": "3", "größe": "2", "a": value}),
        made({"a": value, "größe": "2", "q": "3"}, Plain),
    ):
        assert str(fill("/{a}/{größe}?q={q}", **given)) == want
        assert str(Template("/{a}/{größe}?q={q}").fill(**given)) == want


@pytest.mark.parametrize("count", [1, 7, 8, 9, 16, 17, 300])
def test_any_number_of_names(count: int) -> None:
    names = [f"n{n}" for n in range(count)]
    template = Template("".join(f"/{{{name}}}" for name in names))
    want = "".join(f"/{name}" for name in names)
    for order in (names, names[::-1], names[1:] + names[:1]):
        assert str(template.fill(**{name: name for name in order})) == want
        with pytest.raises(TypeError, match="without n0; "):
            template.fill(**{name: name for name in order if name != "n0"})
        with pytest.raises(TypeError, match="with other, which no slot has"):
            template.fill(other=1, **{name: name for name in order})


def answer(template: Template, values: dict[str, Any]) -> object:
    """Return the text of the URI, or its error."""
    try:
        return str(template.fill(**values))
    except (superuri.errors.URIError, TypeError, ValueError) as error:
        return type(error), str(error), vars(error) or error.args


ODD = [
    *(None, "", ".", "..", "é", "\xad", "日本", "\U0001f600", "\ud800", "a" * 1024),
    *("é" * 1025, True, 0, -7, 2**63 - 1, -(2**63), 2**63, 10**30, 1.5, float("nan")),
]


def plainly(value: Any) -> Any:
    """Return an equal value that only the plain way takes."""
    if type(value) is str:
        return Plain(value)
    return Number(value) if type(value) is int else value


def test_the_fast_way_and_the_plain_one_agree() -> None:
    rng = chance.seeded("fill")
    refused = 0
    for _ in range(2_000):
        case = making(rng)
        template = Template(case.text)
        values = case.values
        if rng.random() < 0.5 and values:
            values[rng.choice(list(values))] = rng.choice(ODD)
        got = answer(template, values)
        plain = {name: plainly(value) for name, value in values.items()}
        assert got == answer(template, plain), case.text
        refused += not isinstance(got, str)
    assert refused > 20


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize("text", ["/{v}", "/x?v={v}", "/#{v}", "//{v}/", "//u:{v}@h/", "{v}:x"])
def test_each_value_is_the_same_both_ways(text: str, value: object) -> None:
    template = Template(text)
    assert answer(template, {"v": value}) == answer(template, {"v": plainly(value)})


def test_a_uri_of_a_template_is_like_any_other() -> None:
    uri = fill("/{a}", a="x y")
    again = superuri.URI("/x%20y")
    assert uri == again == pickle.loads(pickle.dumps(uri))  # noqa: S301  because it was dumped here
    assert hash(uri) == hash(again)
    assert type(uri) is superuri.URI
    assert gc.is_tracked(uri) == gc.is_tracked(again)
    assert uri.__sizeof__() == again.__sizeof__()


def test_both_functions_have_a_signature() -> None:
    assert str(inspect.signature(fill)) == "(template, /, **values)"
    assert str(inspect.signature(Template.fill)) == "(self, /, **values)"
    assert str(inspect.signature(TEMPLATE.fill)) == "(**values)"
    assert (fill.__module__, fill.__qualname__) == ("superuri._core", "fill")
    assert Template.fill.__qualname__ == "Template.fill"
    assert pickle.loads(pickle.dumps(fill)) is fill  # noqa: S301  because it was dumped here
    full = pickle.loads(pickle.dumps(TEMPLATE.fill))  # noqa: S301  because it was dumped here
    assert str(full(a=1, b=2, q=3)) == "/1/2?q=3"


def test_the_method_is_that_of_templates() -> None:
    assert str(Template.fill(TEMPLATE, a=1, b=2, q=3)) == "/1/2?q=3"
    for arguments in ((), ("/{a}",), (1,)):
        with pytest.raises(TypeError):
            Template.fill(*arguments, a=1)  # type: ignore[arg-type]


def test_threads_fill_more_templates_than_are_kept() -> None:
    wrong = []

    def work(first: int) -> None:
        for n in range(first, first + 400):
            got = str(fill(f"/{n}/{{a}}", a=str(n)))
            if got != f"/{n}/{n}":
                wrong.append(got)

    threads = [threading.Thread(target=work, args=(100 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("scheme", ["https:", "HTTPS:", "ws:", "file:", "foo:", ""])
@pytest.mark.parametrize("host", ["e.com", "E.COM:80", "é.com", "[::1]:", "127.0.0.1:8080"])
def test_a_start_without_slots_is_that_of_a_template_with_one(scheme: str, host: str) -> None:
    fixed = Template(f"{scheme}//user:p@{host}/{{a}}").fill(a="x")
    assert fixed == Template(f"{scheme}//{{u}}:p@{host}/{{a}}").fill(u="user", a="x")


def test_a_scheme_keeps_its_plus() -> None:
    assert str(fill("{s}://e.com/", s="svn+ssh")) == "svn+ssh://e.com/"
    assert str(fill("{s}:x", s="b+")) == "b+:x"
    with pytest.raises(superuri.errors.ParseError):
        fill("{s}:x", s="b c")


def test_a_host_beyond_ascii_is_mapped_as_a_whole() -> None:
    template = Template("http://EXAMPLE.{a}/")
    assert template.fill(a="x") == URI("http://EXAMPLE.x/")
    assert template.fill(a="é") == URI("http://example.xn--9ca/")
    assert template.match("http://example.xn--9ca/") == {"a": "xn--9ca"}


@pytest.mark.parametrize("text", ["?{a}&{b}&&", "?&{a}&{b}", "?{a}&&{b}", "?&&{a}&{b}&&c=1&"])
@pytest.mark.parametrize("a", ["", "x"])
@pytest.mark.parametrize("b", ["", "y"])
def test_an_empty_value_is_not_an_empty_pair_of_the_template(text: str, a: str, b: str) -> None:
    template = Template(text)
    assert template.match(template.fill(a=a, b=b)) == {"a": a, "b": b}
