"""Messages of errors: they hide passwords, quote the argument, and keep their classes."""

import copy
import pickle

import pytest

import superuri
import superuri.columns.arrow
from superuri import (
    URI,
    build,
    data_uri,
    file_uri,
    fill,
    form,
    hosts,
    iri,
    keys,
    layers,
    logs,
    mailto,
    normalize,
    repair_mojibake,
    rfc6570,
    urn,
    whatwg,
)
from superuri.errors import DecodeError, ParseError, URIError

SECRETS = [
    "http://bob:s3cret@example.com:80/p?q#f",
    "http:\\\\bob:s3cret@example.com",
    "//bob:s3c/ret@[::1/",
    "http:///bob:s3cret@example.com/",
    "see http://example.com/ http://bob:s3cret@example.com/",
]
# A whole URI, passed as the wrong argument.
TAKERS = {
    "urn": urn.parse,
    "mailto": mailto.parse,
    "data": data_uri.parse,
    "media type": lambda text: data_uri.build("x", text),
    "file": lambda text: file_uri.to_path(text, "posix"),
    "path": lambda text: file_uri.from_path("x" + text, "posix"),
    "host": lambda text: build(host=text),
    "scheme": lambda text: build(scheme=text),
    "port": lambda text: build(host="e", port=text),
    "with_host": lambda text: URI("//e").with_host("[:" + text),
    "with_scheme": lambda text: URI("//e").with_scheme(text),
    "slot": lambda text: fill("//{host}/", host=text),
    "level": lambda text: normalize("/", text),
    "also": lambda text: normalize("/", also=(text,)),
    "variant": lambda text: keys.surt("/", text),
    "tables": lambda text: keys.key("/", tables=text),
    "rules": lambda text: hosts.public_suffix("/", rules=text),
    "rule": lambda text: superuri.lint("/", select=[text]),
    "sink": lambda text: superuri.profiles.LOSSLESS.replace(sink=text),
    "errors of decode": lambda text: superuri.decode("/", errors=text),
    "errors of encode": lambda text: superuri.encode("/", errors=text),
    "errors of a form": lambda text: form.encode("/", errors=text),
    "non_ascii": lambda text: superuri.Set("/", non_ascii=text),
    "log": lambda text: logs.decode("/", text),
    "field of a log": lambda text: logs.decode("/", "nginx", field=text),
    "verb of a column": lambda text: superuri.columns.arrow.apply(["/"], text),
}


@pytest.mark.parametrize("text", SECRETS)
@pytest.mark.parametrize("taker", TAKERS)
def test_no_message_has_a_password(taker: str, text: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        TAKERS[taker](text)
    shown = f"{caught.value}{caught.value!r}"
    assert "s3c" not in shown
    if isinstance(caught.value, URIError):
        assert "s3c" not in caught.value.pretty()


WRITTEN = "http://bob:s3cret@example.com:80/%252F?q#f"


@pytest.mark.parametrize(
    "value",
    [
        URI(WRITTEN),
        whatwg.URL(WRITTEN),
        superuri.split(WRITTEN),
        superuri.Template(WRITTEN),
        rfc6570.URITemplate(WRITTEN),
        layers(WRITTEN),
        layers("http%253A//bob:s3cret@h/"),
        superuri.explain(WRITTEN),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_hides_its_password_where_it_is_looked_at(value: object) -> None:
    assert "s3c" not in repr(value)


def test_a_word_that_is_not_text_is_an_unknown_word() -> None:
    for call in (
        lambda: normalize("/", "\ud800"),
        lambda: normalize("/", also=("\ud800",)),
        lambda: superuri.encode("/", errors="\ud800"),
    ):
        with pytest.raises(ValueError, match=r"it is (?:one )?of") as caught:
            call()
        assert type(caught.value) is ValueError


FUNCTIONS = {
    urn.parse: "urn:isbn:1",
    urn.normalize: "urn:isbn:1",
    mailto.parse: "mailto:a@b",
    data_uri.parse: "data:,x",
    file_uri.to_str: "file:///C:/a",
    file_uri.to_bytes: "file:///C:/a",
    file_uri.to_path: "file:///C:/a",
    iri.bidi_faults: "http://e/",
    iri.to_uri: "http://e/",
    keys.scrapy: "http://e/",
    keys.key: "http://e/",
    superuri.explain: "http://e/",
    superuri.lint: "http://e/",
}


@pytest.mark.parametrize("call", FUNCTIONS, ids=lambda call: f"{call.__module__}.{call.__name__}")
def test_every_function_takes_a_uri_for_its_text(call: object) -> None:
    text = FUNCTIONS[call]
    assert call(URI(text)) == call(whatwg.URL(text)) == call(text)


@pytest.mark.parametrize("call", FUNCTIONS, ids=lambda call: f"{call.__module__}.{call.__name__}")
@pytest.mark.parametrize("value", [None, 1, [], object()], ids=lambda value: type(value).__name__)
def test_what_is_not_text_is_a_type_error(call: object, value: object) -> None:
    with pytest.raises(TypeError):
        call(value)


def test_wrong_arguments_of_modules_are_reported() -> None:
    with pytest.raises(ValueError, match="flavour='mac': it is posix or windows"):
        file_uri.to_str("file:///a", "mac")
    with pytest.raises(TypeError):
        data_uri.build(5)  # which is not five NULs
    with pytest.raises(TypeError):
        file_uri.from_path(URI("file:///a"))


def test_layers_takes_any_number() -> None:
    assert len(layers("%2525", 1 << 80)) == len(layers("%2525"))
    with pytest.raises(ValueError, match="depth must be 1 or more"):
        layers("%2525", -1 << 80)


def test_bytes_that_are_not_text_cannot_be_repaired() -> None:
    with pytest.raises(DecodeError, match="the byte FF at 1 is not valid UTF-8") as caught:
        repair_mojibake(b"a\xff")
    assert (caught.value.start, caught.value.end) == (1, 2)


def test_explanations_are_values() -> None:
    printed = superuri.explain("http://e.com/%41")
    again = pickle.loads(pickle.dumps(printed))  # noqa: S301  because it was dumped here
    for same in (superuri.explain("http://e.com/%41"), copy.deepcopy(printed), again):
        assert same == printed
        assert hash(same) == hash(printed)
    assert printed != superuri.explain("http://e.com/%42")
    assert printed != superuri.explain("http://e.com/%41", depth=1)
    assert printed != "http://e.com/%41"


def test_an_unknown_option_is_reported_with_the_known_ones() -> None:
    with pytest.raises(TypeError, match=r'no parameter "colour"; it has profile, default_scheme$'):
        superuri.clean("a", colour="red")
    with pytest.raises(TypeError, match='no parameter "colour"; it takes a text, and nothing else'):
        repair_mojibake("a", colour="red")


def test_the_help_of_a_scheme_does_not_say_to_encode_it() -> None:
    with pytest.raises(ParseError) as caught:
        URI("http://h/").with_scheme("http://")
    assert "a scheme cannot contain escapes" in caught.value.help
