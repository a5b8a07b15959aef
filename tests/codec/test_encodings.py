"""Encodings: the tables of the Encoding Standard, and the names that callers give."""

import json
import pickle
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import superuri
from kit import chance
from kit.agreement import outcome
from kit.amount import FULL, length
from kit.clock import linearly
from superuri import _foreign, form, profiles, sets

#: One label of each encoding that the standard can encode.
LABELS = [
    *("ibm866", "iso-8859-8-i", "koi8-r", "koi8-u", "macintosh", "x-mac-cyrillic", "windows-874"),
    *(f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *(f"windows-125{part}" for part in range(9)),
    *("x-user-defined", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"),
    "utf-8",
]

#: Known differences of Node's decoder, which uses ICU, from the standard.
NODE_DIFFERS = {
    "ibm866": "swaps three controls, as IBM's table does",
    "iso-8859-16": "does not know the label",
    "koi8-u": "has Ukrainian letters only, not also Belarusian",
    "windows-874": "fills holes with private characters",
    "windows-1252": "decodes it as latin-1",
    "windows-1253": "fills a hole",
    "windows-1255": "leaves a hole",
    "gbk": "fills a hole, and does not decode as gb18030",
    "big5": "has its own table",
    "euc-jp": "has its own table",
    "shift_jis": "has its own table",
    "euc-kr": "has its own table",
    "x-user-defined": "does not know the label",
}


def wpt(data: Callable[[str], Path]) -> list[tuple[str, str, str]]:
    rows = json.loads(data("wpt/percent-encoding.json").read_text(encoding="utf-8"))
    return [
        (row["input"], label, want)
        for row in rows
        if not isinstance(row, str)
        for label, want in row["output"].items()
    ]


def test_web_platform_tests(data: Callable[[str], Path]) -> None:
    rows = wpt(data)
    assert len(rows) >= 16
    for text, label, want in rows:
        profile = profiles.WHATWG.encoded(query=label)
        assert superuri.clean(f"http://h/?{text}", profile) == f"http://h/?{want}", (text, label)
        by_set = superuri.encode(
            text, sets.whatwg.SPECIAL_QUERY, encoding=label, errors="xmlcharrefreplace"
        )
        assert by_set == want, (text, label)


@pytest.mark.parametrize("label", LABELS)
def test_decoding_undoes_encoding(label: str) -> None:
    """Property L2 for every encoding of the standard: or the error names the character."""
    rng = chance.seeded(label)
    points = [*range(0x500), *rng.sample(range(0x500, 0x30000), 4000 if FULL else 1000)]
    lacking = 0
    for point in points:
        if 0xD800 <= point < 0xE000:
            continue
        text = f"a{chr(point)}"
        got = outcome(superuri.encode, text, encoding=label)
        if isinstance(got, tuple):
            assert got == ("EncodeError", 1)
            lacking += 1
        else:
            back = superuri.decode(got, encoding=label)
            # The standard encodes ¥, ‾ and − as the bytes of other characters.
            assert superuri.encode(back, encoding=label) == got, text
    assert (lacking > 0) == (label not in {"utf-8", "gb18030"})


@pytest.mark.parametrize("label", LABELS)
def test_every_two_octets_have_a_text(label: str) -> None:
    for lead in range(0x80, 0x100, 3 if FULL else 5):
        for trail in range(0, 0x100, 7):
            text = f"%{lead:02X}%{trail:02X}"
            strict = outcome(superuri.decode, text, encoding=label)
            assert isinstance(strict, str) or strict in {("DecodeError", 0), ("DecodeError", 3)}
            for errors in ("replace", "ignore"):
                loose = superuri.decode(text, encoding=label, errors=errors)
                assert loose == strict or isinstance(strict, tuple)
            # Kept escapes can still be decoded.
            kept = superuri.decode(text, encoding=label, errors="keep")
            again = superuri.decode(kept, encoding=label, errors="keep")
            assert again == kept or "%" in kept


#: After every n-th first octet, a pair is compared as the end of a text, too.
LEADS = 1 if FULL else 31
NODE = """
const answer = {};
for (const label of %s) {
  try {
    const decoder = new TextDecoder(label, {ignoreBOM: true});
    const text = (...octets) => answer[label].push(decoder.decode(new Uint8Array(octets)));
    answer[label] = [];
    for (let a = 128; a < 256; a++) {
      text(...Array.from({length: 256}, (_, b) => [a, b, 47]).flat());
      if (a %% %d == 0) for (let b = 0; b < 256; b++) text(a, b);
    }
  } catch { answer[label] = null; }
}
console.log(JSON.stringify(answer));
"""


def test_node_decodes_the_same(report: Callable[[str], None]) -> None:
    if not shutil.which("node"):
        report("not run: Node's TextDecoder, which is not installed")
        pytest.skip("Node is not installed")
    answers = json.loads(_foreign.run(["node", "-e", NODE % (json.dumps(LABELS), LEADS)]).out)
    texts = list[str]()
    for lead in range(0x80, 0x100):
        pairs = [f"%{lead:02X}%{trail:02X}" for trail in range(0x100)]
        texts += ["/".join(pairs) + "/", *(pairs if lead % LEADS == 0 else [])]
    differ = {
        label
        for label in LABELS
        if [superuri.decode(text, encoding=label, errors="replace") for text in texts]
        != answers[label]
    }
    assert differ == set(NODE_DIFFERS)
    report(
        f"Node's TextDecoder: {len(LABELS) - len(differ)} encodings equal on 32,768 pairs "
        f"of octets each; {len(differ)} known to be ICU's own"
    )


@pytest.mark.parametrize("label", ["ISO-2022-JP", "csISO2022JP"])
def test_a_component_is_one_text_where_the_encoding_has_states(label: str) -> None:
    profile = profiles.WHATWG.encoded(label, query=label)
    for text, want in [
        ("/\u203ea\\#", "/%1B(J~a%1B(B/#"),
        ("?\u203ea\\", "?%1B(J~a%1B(B\\"),
        ("?あ%41%zz\x0eb", "?%1B$B$%22%1B(B%41%zz%26%2365533%3Bb"),
        ("?a%41b", "?a%41b"),
        ("/あ?あ", "/%1B$B$%22%1B(B?%1B$B$%22%1B(B"),
    ]:
        got = superuri.clean(text, profile)
        assert got == want.replace("(B/#", "(B\\#"), text
        assert superuri.clean(got, profile) == got


def test_a_stray_percent_of_an_encoding_is_data() -> None:
    profile = profiles.RFC3986.encoded("shift_jis", query="iso-2022-jp")
    assert superuri.clean("/ア?あ%zz", profile) == "/%83A?%1B%24B%24%22%1B%28B%25zz"
    assert superuri.decode("%83A", encoding="shift_jis") == "ア"
    with pytest.raises(superuri.errors.EncodeError) as caught:
        superuri.clean("/aé", profile)
    assert (caught.value.start, caught.value.end) == (2, 3)


def test_a_page_reads_labels_as_the_standard() -> None:
    """latin-1 is Python's in a call, and windows-1252 in a page."""
    query = "http://e/?\x81€"
    assert superuri.clean(query, profiles.WHATWG.encoded(query="latin1")).endswith("?%81%80")
    with pytest.raises(superuri.errors.EncodeError):
        superuri.clean(query, profiles.RFC3986.encoded(query="latin1"))
    # "Get an output encoding": what the standard cannot write is written as UTF-8.
    assert profiles.WHATWG.encoded("utf-16", query="replacement") == profiles.WHATWG


#: In these of Python's codecs ASCII is not itself, or something is before it.
NOT_ASCII = [
    *("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-7", "utf-8-sig"),
    *("cp037", "cp273", "cp424", "cp500", "cp875", "cp1026", "cp1140", "hz", "idna", "punycode"),
    *("unicode_escape", "undefined"),
]


def test_an_encoding_of_a_uri_keeps_ascii() -> None:
    for profile in (profiles.RFC3986, profiles.IRI):
        for name in NOT_ASCII:
            for arguments in ({"text": name}, {"query": name}):
                with pytest.raises(ValueError, match="ASCII characters as themselves"):
                    profile.encoded(**arguments)
    with pytest.raises(ValueError, match="cp037 does not encode"):
        profiles.WHATWG.encoded("cp037")


def test_no_octet_of_a_character_delimits() -> None:
    """Promise 5: data does not become a delimiter or a dot segment."""
    bare = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~%")
    every = [chr(point) for point in range(0x80, 0x10000) if not 0xD800 <= point < 0xE000]
    codecs = ["johab", "big5hkscs", "cp932", "cp949", "iso2022_jp_2", "euc_jis_2004"]
    for name in (*LABELS, *codecs):
        profile = profiles.RFC3986.encoded(name, query=name)
        if name == "utf-8":
            continue
        known = superuri.encode("".join(every), encoding=name, errors="ignore")
        text = "".join(
            c for c in superuri.decode(known, encoding=name, errors="ignore") if c > "\x7f"
        )
        for where in ("/", "?"):
            for begin in range(0, len(text), 1000):
                part = text[begin : begin + 1000]
                with suppress(superuri.errors.EncodeError):
                    got = superuri.clean(where + part, profile)
                    assert got[0] == where
                    assert set(got[1:]) <= bare, name


def test_profiles_in_encodings_are_values() -> None:
    one = profiles.WHATWG.encoded("big5", query="cp932")
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  because it is ours
    assert (one.encoding, one.query_encoding) == ("big5", "cp932")
    for name in ("no such", "hex"):
        with pytest.raises(LookupError):
            profiles.RFC3986.encoded(name)


@linearly(60 if FULL else 15)
def test_long_texts_take_no_square() -> None:
    lacking = "é" * length(100_000)
    assert superuri.encode(lacking, encoding="big5", errors="xmlcharrefreplace").count(
        "233"
    ) == len(lacking)
    replaced = superuri.encode(lacking, encoding="cp932", errors="xmlcharrefreplace")
    assert len(replaced) > 10 * len(lacking)
    text = "%83A" * len(lacking) + "%FF"
    decoded = superuri.decode(text, encoding=("utf-8", "shift_jis", "latin-1"))
    assert len(decoded) == len(lacking) + 1
    # Quadratic code takes minutes and gigabytes here, not seconds.
    long = length(10**6)
    for label in ("shift_jis", "cp932", "iso-2022-jp", "latin-1"):
        for errors in ("replace", "ignore", "xmlcharrefreplace"):
            written = superuri.encode("é" * long, encoding=label, errors=errors)
            assert len(written) % long == 0
    jis = profiles.WHATWG.encoded("iso-2022-jp", query="iso-2022-jp")
    assert superuri.clean("?" + "é" * long, jis) == "?" + "%26%23233%3B" * long
    assert len(superuri.clean("/" + "あ" * long, jis)) > 2 * long
    many = length(300_000)
    for label, text in [("shift_jis", "%D7%90/"), ("iso-2022-jp", "%83A"), ("ascii", "%83A")]:
        for errors in ("replace", "ignore", "keep"):
            assert len(superuri.decode(text * many, encoding=label, errors=errors)) >= many
        read = form.parse("q=" + text * many, encoding=label, errors="replace")
        assert len(read[0][1]) >= many


#: Pieces of texts that are difficult for encodings.
PIECES = [
    *("%", "25", "%E9", "%C3%A9", "%C3%83", "%C2%A9", "%zz", "%u0041", "%83", "A", "%1B", "(J"),
    *("Ã", "©", "”", "“", "É", "é", "あ", "‾", "†", "Ð", "¿", "\\", "a b", "/", "?", "#", "\x0e"),
]


def test_twice_is_once_in_every_encoding() -> None:
    rng = chance.seeded("twice")
    for _ in range(5000):
        text = "".join(rng.choices(PIECES, k=rng.randrange(9)))
        repaired = superuri.repair_mojibake(text)
        assert superuri.repair_mojibake(repaired) == repaired
        one, other = rng.choices(["latin-1", *LABELS], k=2)
        for profile in (profiles.RFC3986, profiles.WHATWG):
            cleaned = outcome(superuri.clean, text, profile.encoded(one, query=other))
            if isinstance(cleaned, str):
                assert superuri.clean(cleaned, profile.encoded(one, query=other)) == cleaned
                assert profile is profiles.WHATWG or superuri.is_uri(cleaned)


def test_no_text_is_a_bug() -> None:
    """Any input gives a text or a URIError."""
    rng = chance.seeded("texts")
    for _ in range(5000):
        text = "".join(rng.choices([*PIECES, "\ud800", "\udc80"], k=rng.randrange(9)))
        errors = rng.choice(["strict", "replace", "ignore", "keep"])
        one, other = rng.choices(["ascii", "cp932", "utf-7", "utf-16-le", *LABELS], k=2)
        for encoding in (one, (one, other)):
            for verb in (superuri.decode, superuri.percent_u.decode):
                with suppress(superuri.errors.URIError):
                    assert isinstance(verb(text, encoding=encoding, errors=errors), str)
        with suppress(superuri.errors.URIError):
            assert superuri.guess_encoding(text)
