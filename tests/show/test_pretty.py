"""Pretty URIs: display profiles, the map, the sinks and the command."""

import copy
import csv
import html
import json
import pickle
import re
import timeit
from collections.abc import Callable

import pytest

import superuri
from cli.test_cli import run
from kit import displayed
from superuri import profiles

LOSSLESS = profiles.LOSSLESS
POLICIES = LOSSLESS.replace(
    userinfo="redacted", host="safe", sink="html", length=60, protected=["paypal.com"]
)
#: URIs that do not look like URIs.
URIS = [uri for uri in displayed.urls(3_000) if uri and superuri.is_uri(uri)]


def test_a_display_is_a_value() -> None:
    assert [row.name for row in profiles.displays] == [
        *("LOSSLESS", "SUPER_URI", "ADVANCED"),
    ]
    for display in [*profiles.displays, POLICIES]:
        assert pickle.loads(pickle.dumps(display)) == display  # noqa: S301  because it is ours
        assert hash(copy.deepcopy(display)) == hash(display)
        assert eval(repr(display), {"profiles": profiles}) == display  # noqa: S307  because it is ours
        assert display.source
        assert display.checked
    assert LOSSLESS != profiles.SUPER_URI
    assert POLICIES.replace(sink="text").length == 60
    assert POLICIES.replace(length=None).length is None
    assert POLICIES.replace(length=None).protected == ("paypal.com",)
    with pytest.raises(AttributeError):
        LOSSLESS.sink = "html"  # type: ignore[misc]


def test_a_mistake_is_reported_with_the_known_names() -> None:
    with pytest.raises(ValueError, match="text, terminal, html, log, csv, markdown"):
        LOSSLESS.replace(sink="pdf")  # type: ignore[arg-type]
    for length in (-1, 1 << 70):
        with pytest.raises(ValueError, match=f"^length={length}: it is how many characters"):
            LOSSLESS.replace(length=length)
    with pytest.raises(TypeError):
        LOSSLESS.replace(length="1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        LOSSLESS.replace(protected=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="ascii, safe, unicode"):
        LOSSLESS.replace(host="any")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"superuri\.Display"):
        superuri.pretty("/", profiles.RFC3986)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"superuri\.Profile"):
        superuri.clean("/", LOSSLESS)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="SUPER_URI"):
        _ = profiles.PRETTY


def test_nothing_to_show_is_the_same_object() -> None:
    for uri in ["http://h/a?b#c", "/a%2Fb", "é", "http://h/%E2%80%AE", "foo:%C3%A9", ""]:
        assert superuri.pretty(uri) is uri
    shown = superuri.pretty("http://h/%C3%A9")
    assert superuri.pretty(shown) is shown


@pytest.mark.parametrize("display", [LOSSLESS, profiles.SUPER_URI, POLICIES])
def test_the_map_shows_what_became_of_every_escape(display: superuri.Display) -> None:
    for uri in URIS:
        text, spans = superuri.shown(uri, display)
        assert text == superuri.pretty(uri, display)
        covered = [False] * len(text)
        for start, end, at, to, code, sentence in spans:
            assert 0 <= start < end <= len(uri)
            assert sentence
            covered[at:to] = [True] * (to - at)
            if code == "decoded":
                character = bytes.fromhex(uri[start:end].replace("%", "")).decode()
                assert html.unescape(text[at:to]) == character
            elif code not in {"redacted", "unicode", "cut"}:
                assert text[at:to] == uri[start:end]
        assert all(covered[i] for i, c in enumerate(text) if c == "%")


def test_offsets_are_those_of_what_was_passed() -> None:
    for uri, want in {
        "http://ü%@h/é b%": ["ü", "ü", "%", "é", " ", "%"],
        "http://[fe80::1%a%41]/é": ["%", "%41", "é"],
        "/\u202e%41": ["\u202e", "%41"],
    }.items():
        for door in (uri, uri.encode()):
            _, spans = superuri.shown(door)
            message = [door[start:end] for start, end, *_ in spans]
            assert message == (want if door is uri else [word.encode() for word in want])


def sunk(sink: str) -> list[tuple[str, str]]:
    """The results of the sink and of `text` for every URI, under the profile that shows most."""
    display = profiles.SUPER_URI
    into = display.replace(sink=sink)  # type: ignore[arg-type]
    return [(superuri.pretty(uri, into), superuri.pretty(uri, display)) for uri in URIS]


def without_controls(text: str) -> str:
    """The text as every sink but `text` holds it."""
    acts = "[\x80-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufe00-\ufe0f]"
    return re.sub(acts, lambda c: "".join(f"%{b:02X}" for b in c[0].encode()), text)


def test_html_is_text() -> None:
    for message, text in sunk("html"):
        outside = re.sub("</?bdi>", "", message)
        assert not re.search("[<>\"']|&(?!amp;|lt;|gt;|quot;|#39;)", outside)
        assert html.unescape(outside) == without_controls(text)
        # Nothing but delimiters is between the components.
        assert not re.sub("<bdi>[^<]*</bdi>", "", message).strip(":/?#@")


def test_a_terminal_and_a_log_are_safe() -> None:
    for message, text in sunk("terminal"):
        assert message == without_controls(text)
    for message, _ in sunk("log"):
        assert re.fullmatch(r"[!#-\[\]-~]*", message)


def test_csv_is_one_field_and_not_a_formula() -> None:
    for message, text in sunk("csv"):
        [field] = next(csv.reader([message]), [""])
        assert field.removeprefix("'") == without_controls(text)
        assert not field.lstrip().startswith(("=", "+", "-", "@"))


def test_markdown_shows_the_text() -> None:
    for message, text in sunk("markdown"):
        assert not re.search("@(?!<!-- -->)", message)
        message = message.replace("@<!-- -->", "@")  # noqa: PLW2901  because it is a comment
        shown = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", message.replace("&#32;", " "))
        assert shown == without_controls(text)
        assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<\[]", message)


def test_a_length_never_hides_the_host() -> None:
    for uri in ["http://u:p@very.long.example/%C3%A9/a?b#c", "//h", "/a/b", "mailto:a@b.example"]:
        for length in range(1, 60):
            text = superuri.pretty(uri, LOSSLESS.replace(length=length))
            whole = superuri.pretty(uri)
            head = re.match("(?:[a-z]+:)?(?://[^/]*/?)?", whole)[0]  # type: ignore[index]
            assert text.startswith(head)
            assert text == whole or len(text) <= max(length, len(head) + 1)
            assert text == whole or "…" in text


def test_the_command_shows() -> None:
    lines = b"http://u@h/%C3%A9\nhttp://[/<b>\r\n\n/a%2F%20\n"
    for arguments, want in [
        ([], "http://u@h/é\nhttp://[/<b>\r\n\n/a%2F%20\n"),
        (["--userinfo=dropped", "--profile=super_uri"], "http://h/é\nhttp://[/<b>\r\n\n/a%2F%20\n"),
        (["--sink=log"], "http://u@h/%C3%A9\n\r\n\n/a%2F%20\n"),
        (["--length=12"], "http://u@h/é\nhttp://[/<b>\r\n\n/a%2F%20\n"),
    ]:
        done = run(["pretty", "-q", *arguments], lines)
        assert done.stdout.decode() == want, arguments
        assert done.returncode == 4
    done = run(["pretty", "--host=safe", "--protected=a.b,paypal.com", "http://xn--pypal-rqa.com/"])
    assert done.stdout == b"http://xn--pypal-rqa.com/\n"
    done = run(["pretty", "--trim", "--json"], b" /%C3%A9%2F \n")
    assert json.loads(done.stdout)["spans"] == [
        {"code": "decoded", "start": 2, "end": 8, "from": 1, "to": 2},
        {"code": "delimiter", "start": 8, "end": 11, "from": 2, "to": 5},
    ]
    assert run(["pretty", "--length=0", "/"]).returncode == 2


def nanoseconds(functions: list[Callable[[str], str]], uri: str) -> list[float]:
    """The shortest time of each; they alternate, so that noise affects all."""
    best = [float("inf")] * len(functions)
    for _ in range(25):
        for n, function in enumerate(functions):
            timer = timeit.Timer("f(u)", globals={"f": function, "u": uri})
            best[n] = min(best[n], timer.timeit(5_000) / 5_000 * 1e9)
    return best


@pytest.mark.parametrize(
    ("kind", "uri"),
    [
        ("nothing to decode, short", "http://example.com/"),
        (
            "nothing to decode, typical",
            "https://www.example.com/products/list.html?category=books&page=2&sort=price#top",
        ),
        ("escapes that stay", "https://e.com/a%2Fb?next=http%3A%2F%2Fe.com%2F%3Fq%3D1"),
        ("typical", "https://www.example.com/search%20me/caf%C3%A9?q=a%26b"),
        (
            "Japanese",
            "https://ja.wikipedia.org/wiki/%E3%83%A1%E3%82%A4%E3%83%B3%E3%83%9A%E3%83%BC%E3%82%B8",
        ),
    ],
)
def test_what_it_costs(kind: str, uri: str, report: Callable[[str], None]) -> None:
    clean, pretty = nanoseconds([superuri.clean, superuri.pretty], uri)
    same = superuri.pretty(uri) is uri
    assert same == (superuri.pretty(uri) == uri)
    report(
        f"{kind:27} {len(uri):3} characters: clean {clean:6.0f} ns, pretty {pretty:6.0f} ns "
        f"({pretty / clean:.2f}x), {'the same object' if same else 'a new one'}"
    )
