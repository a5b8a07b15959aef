"""Templates of RFC 6570: expanded as it requires, and everything else refused."""

import json
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit.raising import raised
from kit.strategies import SETTINGS
from superuri import rfc6570
from superuri._values.rfc6570 import CHARACTER
from superuri.errors import EncodeError, ParseError

VARIABLES = {
    "v": "a/b é%",
    "t": "%C3%A9%2f%zz",
    "l": ["x", "", None, "y z"],
    "m": {"k&": "1", "n": None, "e": ""},
    "p": [("k", "1"), ("k", "2")],
    "n": 7,
    "one": [""],
    "f": 1.5,
    "b": True,
    "e": "",
    "nothing": [],
    "none": None,
    "empty": {},
    "undefined": [None],
    "all_undefined": {"a": None},
    "d.e": "dot",
    "%20g": "triplet",
    "u": superuri.URI("http://e.com/?a"),
}
# Those of characters of one to four octets, and invalid ones: a tail, an octet that
# is never one, a surrogate, one beyond U+10FFFF, and overlong ones.
TRIPLETS = "%41%C3%A9%e2%82%ac%F0%9F%98%80%ED%A0%80%F4%90%80%80%FF%C0%E0%F0%c2"
# A template, its expansion, the reason.
ROWS = [
    ("", "", "no template is one"),
    ("café/'%7e~!{v}", "caf%C3%A9/'%7e~!a%2Fb%20%C3%A9%25", "2.1, 3.1, erratum 6937"),
    ("\U0001f600\ue000\U00100000", "%F0%9F%98%80%EE%80%80%F4%80%80%80", "ucschar, iprivate"),
    ("{+v}", "a/b%20%C3%A9%25", "3.2.3: a stray percent sign is not a triplet"),
    ("{+t}{t}", "%C3%A9%2f%25zz%25C3%25A9%252f%25zz", "3.2.3: triplets stay, 3.2.2: they do not"),
    ("{+t:1}{+t:2}{t:1}", "%C3%A9%C3%A9%2f%25", "2.4.1: the triplets of a character are not split"),
    ("{v:5}{v:9999}", "a%2Fb%20%C3%A9a%2Fb%20%C3%A9%25", "2.4.1: characters, not octets"),
    ("{l}{l*}", "x,,y%20zx,,y%20z", "3.2.1: undefined members are left out"),
    ("{?l*}{;l*}", "?l=x&l=&l=y%20z;l=x;l;l=y%20z", "3.2.7: no = behind an empty value"),
    ("{m}{m*}", "k%26,1,e,k%26=1,e=", "2.3: undefined members; a name is encoded as a value is"),
    ("{?m*}{;m*}", "?k%26=1&e=;k%26=1;e", "3.2.8 and 3.2.7"),
    ("{+m*}", "k&=1,e=", "a value could hold & here, too"),
    ("{?p*}{&p}", "?k=1&k=2&p=k,1,k,2", "a name twice: pairs"),
    ("{;one}{?one}{;one*}{one}", ";one=?one=;one", "3.2.1: a list of an empty text is not empty"),
    ("{n}{f:1}{b}{n:1}", "71true7", "as Python writes them; true as forms write it"),
    ("{?e,none}{;e}{e}{/e}{.e}{#e}", "?e=;e/.#", "empty is not undefined"),
    ("{?nothing,empty,none,undefined,all_undefined,missing}", "", "2.3: undefined"),
    ("{#none}{?empty*}{;nothing*}", "", "3.2.1: then the operator writes nothing"),
    ("{none:3}{x*}{/none,n,missing,e}", "/7/", "undefined ones leave no separator"),
    ("{d.e}{?%20g,d.e}", "dot?%20g=triplet&d.e=dot", "2.3: a name's triplets are part of it"),
    ("{+u}{u}", "http://e.com/?ahttp%3A%2F%2Fe.com%2F%3Fa", "a URI is its text"),
]
# An invalid template, the position of the error, and its code.
NO_TEMPLATES = [
    ("a{", 1, 2, "stray-brace"),
    ("a}b", 1, 2, "stray-brace"),
    ("{a{b}}", 0, 1, "stray-brace"),
    ("{a}}", 3, 4, "stray-brace"),
    ("{}", 0, 2, "bad-variable"),
    ("x{?}", 2, 4, "bad-variable"),
    ("{a,,b}", 2, 4, "bad-variable"),
    ("{a,}", 2, 4, "bad-variable"),
    ("{a b}", 2, 3, "bad-variable"),
    ("{é}", 1, 2, "bad-variable"),
    ("{a.}", 2, 3, "bad-variable"),
    ("{.a..b}", 3, 4, "bad-variable"),
    ("{%4}", 1, 2, "bad-variable"),
    ("{++a}", 2, 3, "bad-variable"),
    ("{=a}", 1, 2, "bad-operator"),
    ("{|a}", 1, 2, "bad-operator"),
    ("{a:0}", 2, 4, "bad-modifier"),
    ("{a:12345}", 2, 8, "bad-modifier"),
    ("{a:\u0664}", 2, 4, "bad-modifier"),
    ("{a**}", 3, 4, "bad-modifier"),
    ("{a*:3}", 3, 5, "bad-modifier"),
    ("a b", 1, 2, "bad-literal"),
    ("50%", 2, 3, "bad-literal"),
    ("%4{x}", 0, 1, "bad-literal"),
    ("a|b", 1, 2, "bad-literal"),
    ("\ufdd0", 0, 1, "bad-literal"),
    ("\U0001fffe", 0, 1, "bad-literal"),
    ("\x85", 0, 1, "bad-literal"),
    ("\udc80", 0, 1, "bad-literal"),
    ('a"', 1, 2, "bad-literal"),
    ("{l:1}", 1, 4, "prefix-on-list"),
    ("{+m:1}", 2, 5, "prefix-on-list"),
]


@pytest.mark.parametrize("name", ["spec-examples.json", "spec-examples-by-section.json"])
def test_the_official_examples(data, report, name):
    sections = json.loads(data(f"uritemplate/{name}").read_text(encoding="utf-8"))
    count = 0
    for section in sections.values():
        for text, wanted in section["testcases"]:
            made = rfc6570.expand(text, section["variables"])
            assert made in (wanted if isinstance(wanted, list) else [wanted]), text
            count += 1
    report(f"RFC 6570, {name}: {count} of {count}")


def test_the_official_negative_examples(data, report):
    sections = json.loads(data("uritemplate/negative-tests.json").read_text(encoding="utf-8"))
    count = 0
    for section in sections.values():
        for text, _ in section["testcases"]:
            caught = raised(ParseError, rfc6570.expand, text, section["variables"])
            assert text[caught.start : caught.end], "it says where"
            count += 1
    report(f"RFC 6570, negative-tests.json: {count} refused of {count}")


@pytest.mark.parametrize(("text", "made", "why"), ROWS)
def test_row(text, made, why):
    assert rfc6570.expand(text, VARIABLES) == made, why


@pytest.mark.parametrize(("text", "start", "end", "code"), NO_TEMPLATES)
def test_an_invalid_template_is_refused_where_it_is_invalid(text, start, end, code):
    error = raised(ParseError, rfc6570.expand, text, VARIABLES)
    assert (error.start, error.end, error.code, error.text) == (start, end, code, text)
    assert error.help


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://u:s3cret@{host}/", "http://u:…@{host}/"),
        ("http://u:s3cret-{more}@{host}/{a}", "http://u:…@{host}/{a}"),
        ("http://u:s3c{/more:3}ret@h{?q}", "http://u:…@h{?q}"),
        ("http://u:{pass}{word:9}@{host}{/path*}", "http://u:{pass}{word:9}@{host}{/path*}"),
        ("{scheme}://{u}:s3cret@h", "{scheme}://{u}:…@h"),
        ("{+base}//u:s3cret@h{#f}", "{+base}//u:…@h{#f}"),
        ("/{a}?next=http://u:s3cret@h", "/{a}?next=http://u:…@h"),
        ("//h:80/{a}:b@c{x:3}", "//h:80/{a}:b@c{x:3}"),
        ("//u:s3•cret@h/•", "//u:…@h/•"),
        ("//u{x}@h/" + "a" * 3000, "//u{x}@h/" + "a" * 3000),
    ],
)
def test_a_password_in_a_template_is_not_shown(text, shown):
    one = rfc6570.URITemplate(text)
    assert repr(one) == f"URITemplate({shown!r})"
    assert one.text == text


def test_a_template_is_a_frozen_value():
    one = rfc6570.URITemplate("/{a,b}{?a,c.d}")
    assert one.names == ("a", "b", "c.d")
    assert one.text == "/{a,b}{?a,c.d}"
    assert one == rfc6570.URITemplate(one.text)
    assert one != rfc6570.URITemplate("/")
    assert one != one.text
    assert len({one, rfc6570.URITemplate(one.text)}) == 1
    assert repr(one) == "URITemplate('/{a,b}{?a,c.d}')"
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  because it was made here
    with pytest.raises(AttributeError, match="frozen"):
        one.text = "/"
    with pytest.raises(AttributeError, match="frozen"):
        del one.names


def test_a_variable_may_have_any_name():
    assert rfc6570.expand("{text}{self}{variables}", text="a", self="b", variables="c") == "abc"
    assert rfc6570.expand("{a}{b}", {"a": 1, "b": 2}, b=3) == "13"


@pytest.mark.parametrize("value", [b"x", {"a"}, object(), [["x"]], {"a": ["x"]}, [{"a": 1}], [b""]])
def test_other_values_are_refused(value):
    with pytest.raises(TypeError, match="the variable v is or holds"):
        rfc6570.expand("{v}", v=value)
    # Unused values are not checked.
    assert rfc6570.expand("{w}", v=value) == ""


@pytest.mark.parametrize("text", [b"/{a}", None, 1])
def test_a_template_is_a_text(text):
    with pytest.raises(TypeError, match="a template is a str, not "):
        rfc6570.expand(text, a=1)


def test_many_templates_are_not_all_remembered():
    for number in range(2 * rfc6570.REMEMBERED):
        assert rfc6570.expand(f"/{number}{{a}}", a=1) == f"/{number}1"
    assert len(rfc6570._remembered) <= rfc6570.REMEMBERED  # noqa: SLF001  because it must not grow


@pytest.mark.parametrize("text", ["{v}", "{+v}", "{v*}", "{?v:9}", "{#v:9}"])
def test_a_lone_surrogate_has_no_octets(text):
    error = raised(EncodeError, rfc6570.expand, text, v="50% \ud800")
    assert (error.text, error.start, error.end) == ("50% \ud800", 4, 5)
    assert rfc6570.expand("{v:4}{+v:4}", v="50% \ud800") == "50%25%2050%25%20"


@given(
    st.text(), st.lists(st.text(), min_size=1), st.dictionaries(st.text(), st.text(), min_size=1)
)
@SETTINGS
def test_no_value_changes_how_the_others_are_read(text, members, pairs):
    made = rfc6570.expand(
        "http://e.com{/text,members*}/end{?text,pairs*}{&members*}#{text}",
        *({"text": text, "members": members, "pairs": pairs},),
    )
    parts = superuri.split(made)
    assert superuri.is_uri(made)
    assert parts.authority == "e.com"
    segments = [superuri.decode(segment) for segment in parts.path.split("/")]
    assert segments == ["", text, *members, "end"]
    read = [tuple(map(superuri.decode, pair.split("=", 1))) for pair in parts.query.split("&")]
    assert read == [("text", text), *pairs.items(), *(("members", member) for member in members)]
    assert superuri.decode(parts.fragment) == text


@given(
    st.lists(st.sampled_from(["a", "é", "😀", "%", "%4", *re.findall("...", TRIPLETS)])),
    st.integers(1, 9),
)
def test_a_prefix_takes_the_characters_that_the_grammar_finds(pieces, length):
    value = "".join(pieces)
    beginning = "".join(CHARACTER.findall(value)[:length])
    assert rfc6570.expand(f"{{+v:{length}}}", v=value) == rfc6570.expand("{+v}", v=beginning)
    assert rfc6570.expand(f"{{v:{length}}}", v=value) == superuri.encode(value[:length])


@given(st.text(), st.dictionaries(st.sampled_from(["a", "b"]), st.text()))
@SETTINGS
def test_any_text_is_a_template_or_refused(text, variables):
    try:
        made = rfc6570.expand(text, variables)
    except ParseError as error:
        assert 0 <= error.start < error.end <= len(text)
        return
    assert superuri.is_uri(made) or ":" in made or "[" in made or "]" in made or "#" in made
