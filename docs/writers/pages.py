"""Encoders, decoders, hosts, encodings and logs: tables of the pages about them."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

import superuri
from superuri import _core, hosts, logs, who
from superuri.compat import browsers, dialects, ecmascript, python2
from superuri.compat.dialects import go, hive, java, perl, php
from writers.markdown import code, rows_of, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Coder = Callable[[str], object]

#: A space, a delimiter, a letter beyond ASCII, marks that standards treat differently, an escape.
SAMPLE = "a b/ü~*+%41"


def made(coder: Coder, text: str) -> str:
    """Return a function's result for the text as a cell: code, or the name of the error."""
    try:
        value = coder(text)
    except (ValueError, KeyError) as error:
        return type(error).__name__
    shown = repr(value) if isinstance(value, bytes) else value
    return code(shown) if isinstance(shown, str) and shown.isprintable() else code(repr(value))


def samples(coders: Mapping[str, Coder], texts: Iterable[str]) -> str:
    """Return a table with a row for each text and a column for each function."""
    rows = ([code(text), *(made(f, text) for f in coders.values())] for text in texts)
    return table(["text", *coders], rows)


def who_escapes(coders: Mapping[str, Coder]) -> str:
    """Return a table with a row for each group of punctuation that the functions treat alike."""
    groups: dict[tuple[bool, ...], list[str]] = {}
    for c in who.MARKS:
        groups.setdefault(tuple(f(c) == c for f in coders.values()), []).append(c)
    rows = []
    for bare, marks in sorted(groups.items(), reverse=True):
        named = " ".join("space" if c == " " else code(c) for c in marks)
        rows.append([named, *("bare" if is_bare else "escaped" for is_bare in bare)])
    return table(["characters", *coders], rows)


_ENCODERS = (
    "escape",
    "encodeURI",
    "fixedEncodeURI",
    "encodeURIComponent",
    "fixedEncodeURIComponent",
)
_DECODERS = ("unescape", "decodeURI", "fixedDecodeURI", "decodeURIComponent")
JS_ENCODERS: dict[str, Coder] = {code(name): getattr(ecmascript, name) for name in _ENCODERS}
JS_ENCODERS["`superuri.encode`"] = superuri.encode
JS_DECODERS: dict[str, Coder] = {code(name): getattr(ecmascript, name) for name in _DECODERS}
JS_DECODERS["`superuri.decode`"] = superuri.decode
DECODERS: dict[str, Coder] = {
    "Java": java.decode,
    "Go query": go.query_unescape,
    "Go path": go.path_unescape,
    "PHP `urldecode`": php.urldecode,
    "Perl": perl.uri_unescape,
    "Hive": hive.unescape_path_name,
    "`superuri.decode`": superuri.decode,
}
PYTHON2 = {
    "`quote(bytes)`": lambda text: python2.quote(text.encode()),
    "`quote(unicode)`": python2.quote,
    "`unquote(bytes)`": lambda text: python2.unquote(text.encode()),
    "`unquote(unicode)`": python2.unquote,
}
BEYOND = ["é", "☃", "😀", "\ud83d", "%41", "[", "%5B"]
OF_PYTHON2 = ["a b/~", "ab", "é", "%41", "%C3%A9", "%E9"]
TO_DECODE = ["%41", "a+b", "%2F", "%25", "%C3%A9", "%E9", "%ED%A0%80", "%C0%AF", "%zz", "100%"]


def rows_of_dialects() -> str:
    """Return a table of every dialect: its set, the unescaped characters, the space, and its
    source.
    """
    alnum = {chr(point) for point in range(0x80) if chr(point).isalnum()}
    rows = []
    for row in dialects.rows:
        bare = [c for c in row.bare if c not in alnum and c != " "]
        controls = sum(not c.isprintable() for c in bare)
        shown = code("".join(c for c in bare if c.isprintable()))
        shown += " and NUL" if controls else ""
        shown += ", non-ASCII" if row.non_ascii != "encoded" else ""
        space = "bare" if row.space == " " else code(row.space)
        facts = [row.hex, row.year or "", row.source or "", row.checked or ""]
        rows.append([code(repr(row)), shown, space, *map(str, facts)])
    head = ["set", "unescaped, besides letters and digits", "space", "hex", "year"]
    return table([*head, "source", "checked"], rows)


def one_string() -> str:
    """Return the different encodings of one string, with the dialects of each."""
    forms: dict[str, list[str]] = {}
    for row in dialects.rows:
        name = code(repr(row).removeprefix("sets."))
        forms.setdefault(dialects.encode(SAMPLE, row), []).append(name)
    rows = [[code(form), ", ".join(names)] for form, names in forms.items()]
    return f"{code(SAMPLE)} comes out in {len(forms)} forms:\n\n" + table(["form", "of"], rows)


def address_bars() -> str:
    """Return what each address bar sends and shows."""
    coders: dict[str, Coder] = {}
    bars = (browsers.FIREFOX10, browsers.CHROME16)
    coders |= {f"{b.name} sends": lambda text, b=b: browsers.send(text, b) for b in bars}
    coders |= {f"{b.name} shows": lambda text, b=b: browsers.show(text, b) for b in bars}
    coders["`superuri.clean`"] = superuri.clean
    texts = ["/it's `a` b", "/{x|y}", "/%C3%A9%20%22", "/%252F%20", "/%E9?%C3%A9", "/é"]
    return samples(coders, texts)


#: Common names of encodings, some of which mean another one.
NAMES = (
    *("utf8", "Shift_JIS", "sjis", "cp932", "gb2312", "euc-kr", "big5", "windows-1252", "cp1252"),
    *("iso-8859-1", "latin-1", "ascii", "iso-8859-9", "utf-16", "koi8-r", "utf-7"),
)


def labels() -> str:
    """Return the encoding that each of these names means."""
    rows = [
        [code(it), _core.encoding_name(it) or f"Python's codec {code(codecs.lookup(it).name)}"]
        for it in NAMES
    ]
    return table(["name", "means"], rows)


def guesses() -> str:
    """Return the guesses for some octets."""
    rows = []
    for text in ("caf%E9", "%EF%F0%E8%E2%E5%F2", "%D0%D2%C9%D7%C5%D4", "%83A%83j%83%81", "%C3%A9"):
        best, *others = superuri.guess_encoding(text)
        then = f"{others[0].encoding}: {code(others[0].text)}" if others else ""
        rows.append([code(text), f"{best.encoding}: {code(best.text)}", f"{best.score}", then])
    return table(["octets", "first", "score", "second"], rows)


def log_fields() -> str:
    """Return the fields of each log that are encoded or are URIs, the default first."""
    rows = []
    for row in logs.formats.values():
        fields = [field for field in row.fields.values() if field.steps or field.uri]
        for field in sorted(fields, key=lambda field: field.name != row.usual):
            steps = ", ".join(field.steps) or "not encoded"
            rows.append([row.name, code(field.name), steps, "yes" if field.uri else ""])
    return table(["log", "field", "encoded", "a URI"], rows)


def readings() -> str:
    """Return the readings of hosts, with their programs."""
    return table(["reading", "programs"], hosts.READINGS)


def disagreements() -> str:
    """Return the strings of the CVEs, with the host that each reading sees."""
    rows = []
    for case in rows_of("tests/syntax/cves.toml")["case"]:
        hosts_read = (case[key] for key in ("urllib", "yarl", "standard", "host"))
        shown = (word if word in WORDS else code(word) if word else "none" for word in hosts_read)
        why = case["why"] + (" (constructed)" if case.get("constructed") else "")
        rows.append([case["name"], code(ascii(case["text"])[1:-1]), *shown, why])
    return table(
        ["known as", "text", "urllib", "yarl", "URL standard", "`agreed_host`", "why"], rows
    )


def pydantics() -> str:
    """Return the results of pydantic's own type and of superuri's for some texts."""
    rows = []
    for case in rows_of("tests/python/pydantic.toml")["case"]:
        ours = "the same" if case["ours"] == case["text"] else code(case["ours"])
        rows.append([code(ascii(case["text"])[1:-1]), code(case["theirs"]), ours, case["why"]])
    return table(["text", "`pydantic.HttpUrl`", "`HttpURI`", "what changes"], rows)


#: Results of a reading that are not a host.
WORDS = {"refused", "ambiguous-authority", "no-scheme"}
