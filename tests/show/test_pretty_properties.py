"""Properties L15 to L17, also with browsers: the shown text means the same URI to every parser."""

import csv
import html
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

import superuri
from kit import displayed
from kit.amount import FULL, SCALARS, STEP, part

#: `python -m heavy pretty-law` runs the property on ten million.
URLS = part(200_000)

#: The text before and after a character: alone, among letters, after a delimiter, before hex
#: digits, among its like, and in a drive's place.
CONTEXTS = [
    ("http://h/", ""),
    ("http://h/a", "b"),
    ("http://h/?q=", "&r"),
    ("http://h/%25", "41#e"),
    ("http://h/%E3%81%8B%D7%A2%20", "%20%E3%81%8B%CC%81"),
    ("file:///", ":/x"),
]

Report = Callable[[str], None]
#: URIs that do not look like URIs.
URIS = [uri for uri in displayed.urls(3_000) if uri and superuri.is_uri(uri)]


def cleaned(texts: list[str]) -> list[str]:
    """The texts as URIs, without those that are not URIs."""
    out = []
    for text in texts:
        try:
            out.append(superuri.clean(text))
        except superuri.errors.URIError:
            with pytest.raises(superuri.errors.URIError):
                superuri.pretty(text)
    return out


@pytest.fixture(scope="module")
def uris() -> list[str]:
    return cleaned(displayed.urls(URLS))


@pytest.fixture(scope="module")
def shown(uris: list[str]) -> list[str]:
    return [superuri.pretty(uri) for uri in uris]


def test_what_is_read_is_what_would_be_sent(uris: list[str], report: Report) -> None:
    tally, texts = displayed.tally(superuri.pretty, uris)
    report(f"{len(uris):,} URIs shown by pretty, {tally.shown:,} of them otherwise: {tally}")
    assert tally.breaks == tally.raised == 0
    # L17, and a normalised URI comes back byte for byte.
    for uri, text in zip(uris, texts, strict=True):
        assert superuri.pretty(text) == superuri.pretty(superuri.clean(text)) == text
        normal = displayed.normal(uri)
        assert superuri.clean(superuri.pretty(normal)) == normal


def test_a_message_has_one_url(uris: list[str]) -> None:
    """The text for a message means the same, and a parser of messages finds it whole."""
    view = superuri.profiles.LOSSLESS.replace(sink="message")
    for uri in uris[:20_000]:
        text = superuri.pretty(uri, view)
        assert superuri.equivalent(text, uri)
        assert not re.search(r"\s", text)
        assert superuri.pretty(text, view) == text
    whole = "https://e.com/caf%C3%A9%20noir/%E8%B5%B7%E3%80%82?q=%E2%80%9Cx%E2%80%9D%20y"
    (found,) = superuri.find(f"See {superuri.pretty(whole, view)} now.")
    assert superuri.equivalent(found.text, whole)


def test_shown_text_has_no_effect_on_the_reader(shown: list[str]) -> None:
    for text in shown:
        assert not any(unicodedata.category(c) in {"Cc", "Cf", "Zl", "Zp"} for c in text)


@pytest.mark.parametrize("parser", displayed.PARSERS)
def test_browsers_read_the_same(parser, uris, shown, report):
    before = displayed.PARSERS[parser](uris)
    if before is None:
        report(f"SKIPPED: {parser} is not installed, so it has not read {len(uris):,} shown URIs")
        pytest.skip(f"{parser} is not installed")
    after = displayed.PARSERS[parser](shown) or []
    refused = before.count(None)
    breaks = [
        (uri, text, one, other)
        for uri, text, one, other in zip(uris, shown, before, after, strict=True)
        if not displayed.is_one_url(one, other)
    ]
    report(
        f"{parser} read {len(uris):,} shown URIs as it reads the cleaned ones, "
        f"{refused:,} of them as no URL: {len(breaks):,} breaks"
    )
    assert not breaks, breaks[:5]


def test_peers_read_back(uris: list[str], report: Report) -> None:
    uris = uris[:: 1 if FULL else 5]
    report(f"{len(uris):,} cleaned URIs, shown and cleaned again; how many became another one:")
    for name, show in [("superuri pretty", superuri.pretty), *displayed.peers()]:
        if show is None:
            report(f"  {name:24} SKIPPED: it is not installed")
            continue
        tally, _ = displayed.tally(show, uris)
        assert show is not superuri.pretty or tally.breaks == tally.raised == 0, tally
        report(
            f"  {name:24} {tally.breaks:>7,}: {tally.read_back:>7,} as shown, "
            f"{tally.after_nfc:>6,} only after NFC, {tally.after_trimming:>6,} only after "
            f"trimming; {tally.raised} raised"
        )


def escaped(character: str) -> str:
    return "".join(f"%{octet:02X}" for octet in character.encode())


def every_character() -> list[str]:
    return [chr(c) for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]


def contexts_of(c: str) -> list[tuple[str, str]]:
    """All six, or with `make test` two in turn; one of a character like many others, or none."""
    alike = unicodedata.category(c) in {"Cn", "Co", "Lo"}
    if FULL:
        return CONTEXTS
    first = ord(c) % len(CONTEXTS)
    if ord(c) < 0x3000 and not alike:
        return [CONTEXTS[first], CONTEXTS[first - 3]]
    return [] if ord(c) >= 0x3000 and ord(c) % (STEP if alike else 5) else [CONTEXTS[first]]


def test_every_character_in_six_contexts(report: Report) -> None:
    requested = shown = 0
    for c in every_character():
        escape = escaped(c)
        for before, after in contexts_of(c):
            uri = before + escape + after
            text = superuri.pretty(uri)
            requested += 1
            if text is uri:
                continue
            shown += 1
            want = displayed.normal(uri)
            assert displayed.normal(superuri.clean(text)) == want, (uri, text)
            composed = unicodedata.normalize("NFC", text)
            assert composed == text or displayed.normal(superuri.clean(composed)) == want
    assert shown > part(100_000)
    report(
        f"every character of Unicode {superuri.profiles.LOSSLESS.unicode} in six contexts: "
        f"{requested:,} URIs, {shown:,} with something shown, 0 breaks"
    )


def test_what_browsers_refuse_is_not_shown(data: Callable[[str], Path], report: Report) -> None:
    lists = json.loads(data("display/refused.json").read_text())
    names = ("chromium", "firefox", "rule")
    edges = {chr(int(end, 16)) for name in names for span in lists[name] for end in span}
    everything = {c for c in {*SCALARS, *edges} if c >= "\x80"}
    readable = {c for c in everything if c in superuri.pretty(f"/a{escaped(c)}b")}
    for name in names:
        spans = [(int(first, 16), int(last, 16)) for first, last in lists[name]]
        refused = {chr(c) for first, last in spans for c in range(first, last + 1)}
        shown = [f"U+{ord(c):04X}" for c in sorted(refused & readable)]
        report(f"{name} refuses {len(refused):,} characters beyond ASCII: {len(shown)} are shown")
        assert not shown
    report(
        f"of {len(everything):,} characters beyond ASCII, {len(readable):,} are shown between "
        f"letters and {len(everything - readable):,} are refused "
        f"(Unicode {superuri.profiles.LOSSLESS.unicode}, those of 17.0)"
    )


@pytest.mark.parametrize("scheme", ["http:", "https:", "ftp:", "x:", ""])
def test_reserved_characters_are_shown_where_they_delimit_nothing(scheme: str) -> None:
    """The property of ADVANCED: what is read is equivalent, to a receiver that knows the scheme."""
    shown = set()
    for before in (f"{scheme}//h/a", f"{scheme}//h/?q=a", f"{scheme}//h/?#a"):
        for c in map(chr, range(0x100)):
            uri = f"{before}{escaped(c)}b%2Fc%3A%2F%40"
            text = superuri.pretty(uri, superuri.profiles.ADVANCED)
            sent = superuri.clean(text)
            assert superuri.equivalent(sent, uri, also="reserved"), (uri, text)
            assert superuri.clean(superuri.pretty(sent, "ADVANCED")) == sent
            plain = superuri.clean(superuri.pretty(uri))
            assert sent == plain or scheme in {"http:", "https:"}, (uri, text)
            if escaped(c) not in sent and escaped(c) in plain:
                shown.add((before[-1:], before.count("?"), before.count("#"), c))
    if scheme.startswith("http"):
        assert {c for *_, query, fragment, c in shown if not query} == set("!$'()*:@")
        assert {c for *_, query, fragment, c in shown if query and not fragment} == set(
            "!$'()*:@/?"
        )
        assert not {c for *_, fragment, c in shown if fragment}


def shown_in(sink: str) -> list[tuple[str, str]]:
    """Return what `sink=` this and `text` show for every URI, with the profile that shows most."""
    display = superuri.profiles.SUPER_URI
    into = display.replace(sink=sink)  # type: ignore[arg-type]
    return [(superuri.pretty(uri, into), superuri.pretty(uri, display)) for uri in URIS]


def without_controls(text: str) -> str:
    """The text as every output but `text` has it."""
    acts = "[\x80-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufe00-\ufe0f]"
    return re.sub(acts, lambda c: "".join(f"%{b:02X}" for b in c[0].encode()), text)


def test_html_is_text() -> None:
    for message, text in shown_in("html"):
        outside = re.sub("</?bdi>", "", message)
        assert not re.search("[<>\"']|&(?!amp;|lt;|gt;|quot;|#39;)", outside)
        assert html.unescape(outside) == without_controls(text)
        # Nothing but delimiters is between the components.
        assert not re.sub("<bdi>[^<]*</bdi>", "", message).strip(":/?#@")


def test_a_terminal_and_a_log_are_safe() -> None:
    for message, text in shown_in("terminal"):
        assert message == without_controls(text)
    for message, _ in shown_in("log"):
        assert re.fullmatch(r"[!#-\[\]-~]*", message)


def test_csv_is_one_field_and_not_a_formula() -> None:
    for message, text in shown_in("csv"):
        [field] = next(csv.reader([message]), [""])
        assert field.removeprefix("'") == without_controls(text)
        assert not field.lstrip().startswith(("=", "+", "-", "@"))


def test_markdown_shows_the_text() -> None:
    for message, text in shown_in("markdown"):
        assert not re.search("@(?!<!-- -->)", message)
        message = message.replace("@<!-- -->", "@")  # noqa: PLW2901  because it is a comment
        shown = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", message.replace("&#32;", " "))
        assert shown == without_controls(text)
        assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<\[]", message)
