"""JSON Pointers and text directives, by the examples of their standards."""

import pytest

import superuri
from kit.raising import raised
from superuri import URI, fragments, links
from superuri.errors import EncodeError, ParseError

# RFC 6901 section 6: the fragment, and the tokens of section 5.
POINTERS = [
    ("", ()),
    ("/foo", ("foo",)),
    ("/foo/0", ("foo", "0")),
    ("/", ("",)),
    ("/a~1b", ("a/b",)),
    ("/c%25d", ("c%d",)),
    ("/e%5Ef", ("e^f",)),
    ("/g%7Ch", ("g|h",)),
    ("/i%5Cj", ("i\\j",)),
    ("/k%22l", ('k"l',)),
    ("/%20", (" ",)),
    ("/m~0n", ("m~n",)),
    ("/~01/~1~0/%C3%A9%23?/%252F/", ("~1", "/~", "é#?", "%2F", "")),
    ("/a~1b/0/m~0n//c%25d%20%C3%BC/~01", ("a/b", "0", "m~n", "", "c%d ü", "~1")),
]
# The directives of the specification's section on syntax, and what may not be bare.
DIRECTIVES = [
    ("text=an%20example,text%20fragment", ("an example", "text fragment", None, None)),
    ("text=this%20is-,an%20example,-text", ("an example", None, "this is", "text")),
    ("text=This%20domain,examples", ("This domain", "examples", None, None)),
    ("text=a%2Db%2Cc%26d", ("a-b,c&d", None, None, None)),
    ("text=%E2%98%83", ("☃", None, None, None)),
    ("text=p%2D-,a,b,-%2Cs", ("a", "b", "p-", ",s")),
    ("text=p-,a", ("a", None, "p", None)),
    ("text=a,-s", ("a", None, None, "s")),
]
# Directives that are read, among others.
READ: list[tuple[str, list[tuple[str | None, ...]]]] = [
    (
        "top:~:text=p%2D-,a%2Cb,c,-s&unknown=x&text=d&text=-,e&text=f,-g&text=h-,i&text=",
        [
            *(("a,b", "c", "p-", "s"), ("d", None, None, None)),
            *(("f", None, None, "g"), ("i", None, "h", None)),
        ],
    ),
    (
        ":~:text=a,b,c&text=a-b&text=-&text=p-,-s&text=,a&text&selector(x)&text=j=k,l",
        [("j=k", "l", None, None)],
    ),
    (":~:text=a:~:text=b", [("a:~:text=b", None, None, None)]),
    ("text=a", []),
    (":~:text=a-,-b", []),
    (":~:text=a-,b,c,-d-", []),
]


@pytest.mark.parametrize(("fragment", "tokens"), POINTERS)
def test_pointers(fragment: str, tokens: tuple[str, ...]) -> None:
    assert fragments.parse_json_pointer(fragment) == tokens
    assert fragments.json_pointer(tokens) == fragment
    assert superuri.is_uri(f"#{fragment}")


def test_a_pointer_is_refused() -> None:
    assert fragments.json_pointer(["a", 0]) == "/a/0"
    for wrong in ("a", "/a~", "/a~2", "/~%32"):
        assert raised(ParseError, fragments.parse_json_pointer, wrong).code == "bad-pointer"
    message = "the tokens of a pointer are a list of str and int, not one str"
    assert str(raised(TypeError, fragments.json_pointer, "/a")) == message


@pytest.mark.parametrize(("directive", "read"), DIRECTIVES)
def test_directives(directive: str, read: tuple[str | None, ...]) -> None:
    start, end, prefix, suffix = read
    assert start is not None
    assert fragments.text_directive(start, end, prefix=prefix, suffix=suffix) == f":~:{directive}"
    assert fragments.parse_text_directives(f"top:~:x&{directive}&{directive}") == [read, read]
    assert superuri.is_uri(f"#:~:{directive}")


@pytest.mark.parametrize(
    "wrong", ["text=", "text=a,b,c", "text=-,a", "text=a-b", "x=a", "text=a-,"]
)
def test_what_no_browser_scrolls_to(wrong: str) -> None:
    assert fragments.parse_text_directives(f":~:{wrong}") == []
    assert fragments.parse_text_directives(wrong) == []


@pytest.mark.parametrize(("fragment", "read"), READ)
def test_directives_among_others(fragment: str, read: list[tuple[str | None, ...]]) -> None:
    assert fragments.parse_text_directives(fragment) == read


@pytest.mark.parametrize("name", ["start", "end", "prefix", "suffix"])
def test_an_empty_text_is_refused(name: str) -> None:
    message = f"{name} is empty: a browser ignores a directive with an empty text"
    assert str(raised(ValueError, fragments.text_directive, **{"start": "a", name: ""})) == message


def test_a_lone_surrogate_is_refused() -> None:
    assert raised(EncodeError, fragments.json_pointer, ["\ud800"]).code == "lone-surrogate"
    caught = raised(EncodeError, fragments.text_directive, "a", suffix="\ud800")
    assert caught.code == "lone-surrogate"


def test_a_number_sign_begins_a_fragment() -> None:
    assert fragments.parse_json_pointer("#/paths/~1a") == ("paths", "/a")
    assert fragments.parse_json_pointer("#") == ()
    (found,) = fragments.parse_text_directives("#:~:text=a%23b")
    assert found.start == "a#b"
    with pytest.raises(ParseError, match="does not begin with a slash"):
        fragments.parse_json_pointer("##/a")


def test_the_target_of_a_link_is_resolved_or_refused_with_help() -> None:
    (link,) = links.parse('</a b>; rel="next"')
    assert "clean" in raised(ParseError, URI("http://e.com/").resolve, link.target).help
    assert URI("http://e.com/").resolve(superuri.clean(link.target)) == URI("http://e.com/a%20b")
