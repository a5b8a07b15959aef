"""Templates: values, invalid templates, and `match`."""

import contextlib
import copy
import pickle
import sys
import urllib.parse
from typing import Any

import pytest

import superuri
from kit import chance
from kit.amount import part
from kit.clock import linearly
from kit.hostile import ATOMS, hostile
from kit.legal import is_legal
from superuri import Template, fill
from superuri._values.generate import legal_uri

USERS = "https://{host}/users/{user}/{*path}?q={q}&{**more}#{top}"


def test_a_template_is_a_value() -> None:
    template = Template(USERS)
    again = pickle.loads(pickle.dumps(template))  # noqa: S301  because it was dumped here
    assert template == again == copy.deepcopy(template) == Template(USERS)
    assert hash(template) == hash(again)
    assert template not in {USERS: 1}
    assert template != USERS
    assert template != Template("/{a}")
    assert repr(template) == f"Template({USERS!r})"
    assert str(template) == template.text == USERS
    assert template.names == ("host", "user", "path", "q", "more", "top")
    with pytest.raises(AttributeError):
        template.text = "x"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Template(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://u:s3cret@{host}/", "http://u:…@{host}/"),
        ("http://u:s3cret-{more}@{host}/{a}", "http://u:…@{host}/{a}"),
        ("http://é{{:s3c{{ret@{host}/{a}", "http://é{{:…@{host}/{a}"),
        ("http://u:{password}@{host}/", "http://u:{password}@{host}/"),
        ("{scheme}://{u}:s3cret@h", "{scheme}://{u}:…@h"),
        ("//h:80/{a}:b@c", "//h:80/{a}:b@c"),
    ],
)
def test_a_password_in_a_template_is_not_shown(text: str, shown: str) -> None:
    template = superuri.Template(text)
    assert repr(template) == f"Template({shown!r})"
    assert str(template) == template.text == text


@pytest.mark.parametrize(
    ("text", "value", "uri"),
    [
        ("https://{b}é.com/", "x", "https://xn--x-bga.com/"),
        ("https://é{b}.com/", "ü", "https://xn--9ca2b.com/"),
        ("https://{b}x.com/", "é", "https://xn--x-9fa.com/"),
        ("https://{b}.É。COM/", "x", "https://x.xn--9ca.com/"),
        ("https://{b}.e.com/", "x", "HTTPS://x.E.COM/"),
        ("https://{b}X.com/", "aX", "https://aXx.com/"),
        ("https://xn--{b}.com/", "9ca", "https://xn--9ca.com/"),
        ("foo://{b}é.{c}/", "x", "foo://x%C3%A9.x/"),
    ],
)
def test_text_beside_a_slot_of_a_host_is_found(text: str, value: str, uri: str) -> None:
    template = Template(text)
    assert template.match(uri) == dict.fromkeys(template.names, value)
    filled = template.fill(**dict.fromkeys(template.names, value))
    assert superuri.equivalent(filled, uri, "case")
    assert template.match(filled) == dict.fromkeys(template.names, value)
    assert template.match(f"{uri}x") is None
    assert template.match("https://ex.é.org/".replace("é", "e")) is None


def test_values_are_what_is_given_by_name() -> None:
    template = Template("/{a}/{b}?a={a}")
    assert str(template.fill(a="1 2", b=3)) == "/1%202/3?a=1%202"
    assert str(fill(template, a=1, b=3)) == str(fill(template.text, a=1, b=3)) == "/1/3?a=1"
    for values, message in (
        ({"a": 1}, "without b; the slots are a, b"),
        ({"a": 1, "b": 2, "c": 3}, "with c, which no slot has; the slots are a, b"),
        ({"b": 2, "d": 3}, "without a and with d, which no slot has; the slots are a, b"),
    ):
        with pytest.raises(TypeError, match=message):
            template.fill(**values)
    assert str(fill("/x")) == "/x"
    assert str(fill("/{self}/{template}", self=1, template=2)) == "/1/2"
    assert str(fill("/{größe}", größe=1)) == "/1"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("/{a}", {"a": None}),
        ("/{a}", {"a": ["b"]}),
        ("/{a}", {"a": {"b": 1}}),
        ("/{*a}", {"a": "bc"}),
        ("/{*a}", {"a": {"b": 1}}),
        ("/{*a}", {"a": None}),
        ("/{*a}", {"a": [None]}),
        ("/?{**a}", {"a": "b=c"}),
        ("/?{**a}", {"a": {"b": {"c": 1}}}),
        ("/?a=x{a}", {"a": None}),
        ("/?{a}={b}", {"a": None, "b": 1}),
        ("http://{a}/", {"a": None}),
        ("http://{a}@e/", {"a": None}),
    ],
)
def test_what_a_slot_takes(text: str, values: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        fill(text, **values)


@pytest.mark.parametrize(
    ("text", "values", "want"),
    [
        ("/x?a={a}&b=1#{c}", {"a": None, "c": None}, "/x?b=1"),
        ("/x?a={a}", {"a": None}, "/x"),
        ("/x?a={a}", {"a": ""}, "/x?a="),
        ("/x?{a}", {"a": None}, "/x"),
        ("/x?{**a}", {"a": {}}, "/x"),
        ("/x?{**a}", {"a": None}, "/x"),
        ("/x?a={*a}", {"a": []}, "/x"),
        ("/x?a={*a}", {"a": None}, "/x"),
        ("/x?a={*a}&b", {"a": (1, 2)}, "/x?a=1&a=2&b"),
        ("/x#{a}", {"a": ""}, "/x#"),
        ("?", {}, "?"),
        ("/{*a}", {"a": []}, "/"),
        ("/{*a}", {"a": ["x", ""]}, "/x/"),
    ],
)
def test_nothing_goes_and_the_empty_text_stays(text, values, want):
    assert str(fill(text, **values)) == want


@pytest.mark.parametrize("text", ["{base}/users", "{base}users/{a}", "{base}", "{base}?q={a}"])
def test_a_whole_uri_is_refused_as_the_first_value(text: str) -> None:
    values = {"base": "https://e.com/é", "a": "b"}
    with pytest.raises(superuri.errors.ParseError, match=r"`resolve` joins") as failure:
        fill(text, **{name: values[name] for name in Template(text).names})
    assert failure.value.text[failure.value.start : failure.value.end] == "://"


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("/{a}", "/x:%2F%2Fy"),
        ("z/{a}", "z/x:%2F%2Fy"),
        ("?{a}", "?x://y"),
        ("s:{a}", "s:x%3A%2F%2Fy"),
    ],
)
def test_elsewhere_it_is_a_value(text: str, want: str) -> None:
    assert str(fill(text, a="x://y")) == want


@pytest.mark.parametrize(
    ("text", "code", "culprit"),
    [
        ("/{", "bad-slot", "{"),
        ("/}", "bad-slot", "}"),
        ("/{a", "bad-slot", "{a"),
        ("/é{}", "bad-slot", "{}"),
        ("/é{0}", "bad-slot", "{0}"),
        ("/{a.b}", "bad-slot", "{a.b}"),
        ("/{a!r}", "bad-slot", "{a!r}"),
        ("/{a:>5}", "bad-slot", "{a:>5}"),
        ("/{***a}", "bad-slot", "{***a}"),
        ("/é{a}{b}", "bad-slot", "{b}"),
        ("/{*a}/{*b}", "bad-slot", "{*b}"),
        ("/x{*a}", "bad-slot", "{*a}"),
        ("/{**a}", "bad-slot", "{**a}"),
        ("/?a={**b}", "bad-slot", "{**b}"),
        ("/?{**a}&{**b}", "bad-slot", "{**b}"),
        ("/{a}?{*a}", "bad-slot", "{*a}"),
        ("h{a}://e/", "bad-slot", "h{a}"),
        ("http://e:8{a}/", "bad-slot", "8{a}"),
        ("http://[{a}]/", "bad-slot", "{a}"),
        ("http:///{a}", "bad-slot", ""),
        ("http:/{a}", "not-a-host", "http"),
        ("/{a}/../b", "dot-segment", ".."),
        ("/é/%2e/{b}", "dot-segment", "%2e"),
        ("http://e:x/{a}", "bad-port", "x"),
        ("http://é[/{a}", "ambiguous-authority", "é["),
    ],
)
def test_an_invalid_template_reports_where(text: str, code: str, culprit: str) -> None:
    with pytest.raises(superuri.errors.ParseError) as caught:
        Template(text)
    error = caught.value
    assert error.code == code
    assert error.text == text
    assert text[error.start : error.end] == culprit


@pytest.mark.parametrize(
    ("text", "uri", "want"),
    [
        ("/{a}", "/x", {"a": "x"}),
        ("/{a}", "/x/", None),
        *(("/{a}", uri, None) for uri in ("/", "x", "/x?", "/x#", "//e/x")),
        ("/{a}/{a}", "/x/%78", {"a": "x"}),
        ("/{a}/{a}", "/x/y", None),
        ("/{a}.{b}", "/x.tar.gz", {"a": "x", "b": "tar.gz"}),
        ("/{a}.json", "/x.json.json", {"a": "x.json"}),
        ("/{a}3A", "/x%3A", None),
        ("/{a}3A{b}", "/%3Ax3Ay", {"a": ":x", "b": "y"}),
        ("/{*a}/z", "/z", {"a": ()}),
        ("/{*a}/z", "/x//y/z", {"a": ("x", "", "y")}),
        ("{*a}/z", "x/y/z", {"a": ("x", "y")}),
        ("HTTP://E.com/{a}", "http://e.COM/x", {"a": "x"}),
        ("http://{h}:{p}/", "http://[::1]:80/", {"h": "::1", "p": "80"}),
        ("http://{h}:{p}/", "http://[::1]:/", None),
        ("http://{t}.e.com/", "http://a.e.com/", {"t": "a"}),
        ("http://{t}.e.com/", "http://a.b.e.com/", None),
        ("{s}://{u}:{p}@h", "x://a:b%40@h", {"s": "x", "u": "a", "p": "b@"}),
        ("/?a={a}&b={b}", "/?b=2&a=1", {"a": "1", "b": "2"}),
        ("/?a={a}&b={b}", "/?b=2", {"a": None, "b": "2"}),
        ("/?a={a}", "/", {"a": None}),
        ("/?a={a}", "/?a=1&c=2", None),
        ("/?a={a}", "/?a", None),
        ("/?a={*a}", "/?a=1&a=2", {"a": ("1", "2")}),
        ("/?a={*a}&a=", "/?a=1&a=", {"a": ("1",)}),
        ("/?{a}", "/?x", {"a": "x"}),
        ("/?{k}={v}", "/?x=1", {"k": "x", "v": "1"}),
        ("/?v=1&{**a}", "/?x&v=1&y=2", {"a": (("x", None), ("y", "2"))}),
        ("/?v=1&{**a}", "/?x", None),
        ("/#{f}", "/", {"f": None}),
        ("/#v{f}", "/#v1", {"f": "1"}),
        ("/#v{f}", "/#1", None),
        ("/x", "/x", {}),
    ],
)
def test_match(text: str, uri: str, want: dict[str, Any] | None) -> None:
    assert Template(text).match(uri) == want
    assert Template(text).match(superuri.URI(uri)) == want
    assert Template(text).match(uri.encode()) == want


@pytest.mark.parametrize("value", ["a", "\x7f", "é", "€", "😀", "a b", "a€", "%"])
def test_a_matched_value_is_decoded_at_any_length(value: str) -> None:
    for times in (1, 2, 21, 22, 85, 86, 128, 255, 256, 257, 5000):
        written = urllib.parse.quote(times * value, safe="")
        assert Template("/{a}").match("/" + written) == {"a": urllib.parse.unquote(written)}
        assert Template("/{a}-x").match(f"/{written}-x") == {"a": times * value}


def test_match_wants_a_uri_of_text() -> None:
    with pytest.raises(superuri.errors.ParseError):
        Template("/{a}").match("/a b")
    with pytest.raises(superuri.errors.DecodeError):
        Template("/{a}").match("/%FF")


def test_any_text_is_a_template_or_reports_why_not() -> None:
    rng = chance.seeded("templates")
    slots = ["{a}", "{b}", "{*c}", "{**d}", "{a}", "//", "http://", "{a}://", "?", "#", "&", "="]
    made = 0
    for _ in range(part(50_000)):
        text = "".join(rng.choice([*ATOMS, *slots * 4]) for _ in range(rng.randint(1, 8)))
        values = {"a": hostile(rng), "b": hostile(rng), "c": [hostile(rng)], "d": {hostile(rng): 1}}
        try:
            template = Template(text)
            uri = template.fill(**{name: values.get(name, "x") for name in template.names})
        except superuri.errors.URIError as error:
            assert 0 <= error.start <= error.end <= len(error.text), text
            assert error.pretty(), text
            continue
        made += 1
        assert is_legal(str(uri)), (text, values)
        template.match(uri)
        with contextlib.suppress(superuri.errors.DecodeError):
            template.match(legal_uri(rng))
    assert made > 2_000


def test_only_so_many_templates_are_kept() -> None:
    first = "/{}/{{a}}".format("first")
    unknown = sys.getrefcount(first)
    fill(first, a=1)
    assert sys.getrefcount(first) > unknown, "nothing is kept"
    for n in range(600):
        assert str(fill(f"/{n}/{{a}}", a=n)) == f"/{n}/{n}"
    assert sys.getrefcount(first) == unknown, "what is kept has no end"


def test_a_template_of_many_slots_takes_its_time_linearly() -> None:
    text = "".join(f"/{{a{n}}}" for n in range(20_000)) + "?" + "&".join(["x=1 "] * 20_000) + "y"
    with linearly():
        template = Template(text)
        uri = template.fill(**dict.fromkeys(template.names, "v"))
        assert len(template.match(uri) or {}) == 20_000
