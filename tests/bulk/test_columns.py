"""Columns: each is its texts one by one (properties L31, L33, L34), whatever layout Arrow uses."""

import json

import pytest

import superuri
from kit import chance
from kit.command import run
from superuri import form, keys
from superuri._values import generate
from superuri.columns import arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")


def findings(found):
    """The linter's findings in Arrow's types."""
    rows = []
    for finding in found:
        row = finding._asdict()
        if finding.fix is not None:
            edits = [
                {"start": start, "end": end, "replacement": replacement}
                for start, end, replacement in finding.fix.edits
            ]
            row["fix"] = {"edits": edits, "safe": finding.fix.safe}
        rows.append(row)
    return rows


def pairs(found):
    return [{"name": name, "value": value} for name, value in found]


#: Each verb's function for one value, with options that change its answer.
VERBS = [
    ("encode", superuri.encode, {}),
    ("encode", superuri.encode, {"set": superuri.sets.rfc3986.PATH}),
    ("encode", superuri.encode, {"set": superuri.sets.whatwg.FRAGMENT}),
    ("encode", superuri.encode, {"set": superuri.Set(" %", non_ascii="ucschar")}),
    ("decode", superuri.decode, {}),
    *(("decode", superuri.decode, {"errors": e}) for e in ("replace", "ignore", "keep")),
    ("decode", superuri.decode, {"encoding": "windows-1252"}),
    ("decode_bytes", superuri.decode_bytes, {}),
    ("decode_bytes", superuri.decode_bytes, {"errors": "keep"}),
    ("clean", superuri.clean, {}),
    ("clean", superuri.clean, {"profile": superuri.profiles.WHATWG}),
    ("clean", superuri.clean, {"profile": superuri.profiles.SALVAGE}),
    ("normalize", superuri.normalize, {"level": "case", "also": ("drop-fragment",)}),
    ("pretty", superuri.pretty, {}),
    ("pretty", superuri.pretty, {"profile": superuri.profiles.SUPER_URI}),
    ("form_encode", form.encode, {}),
    ("form_decode", form.decode, {}),
    ("form_decode", form.decode, {"errors": "replace"}),
    ("is_uri", superuri.is_uri, {}),
    ("is_uri", superuri.is_uri, {"profile": superuri.profiles.WHATWG}),
    ("agreed_host", superuri.agreed_host, {}),
    ("domain", superuri.domain, {}),
    ("domain", superuri.domain, {"rules": "icann"}),
    ("host", lambda text: superuri.URI.clean(text).host, {}),
    ("error", lambda text: (scalar(superuri.clean, text, {})[1] or {}).get("code"), {}),
    ("key", keys.key, {}),
    ("key", keys.key, {"tables": "2026.2"}),
    ("key", keys.key, {"tracking": ("a", "[a-z]*b e.com")}),
    ("surt", keys.surt, {"variant": "ia-scheme", "www": True}),
    ("safe_browsing", keys.safe_browsing, {}),
    ("scrapy", keys.scrapy, {"keep_fragments": True}),
    ("lint", lambda text: findings(superuri.lint(text)), {}),
    ("lint", lambda text, **o: findings(superuri.lint(text, **o)), {"policy": "spring-strict"}),
    ("depth", lambda text: len(superuri.layers(text)), {}),
    ("refang", superuri.refang, {}),
    ("defang", superuri.defang, {}),
    ("unwrap", superuri.unwrap, {"generic": True}),
    ("query", lambda text: pairs(superuri.URI.clean(text).query), {}),
    ("form", lambda text: pairs(superuri.URI.clean(text).form), {}),
]
#: Options for texts only.
OF_TEXT = [
    ("encode", superuri.encode, {"encoding": "shift_jis"}),
    ("form_encode", form.encode, {"encoding": "windows-1252"}),
    ("form_decode", form.decode, {"encoding": "windows-1252"}),
    ("form_decode", form.decode, {"encoding": ("utf-8", "shift_jis")}),
    ("decode", superuri.decode, {"encoding": ("utf-8", "windows-1252")}),
    (
        "split",
        lambda text: dict(
            zip(
                ("scheme", "authority", "path", "query", "fragment"),
                superuri.split(text),
                strict=True,
            )
        ),
        {},
    ),
]
#: Verbs that clean first: their errors have no position in the row.
CLEANED_FIRST = {"host", "query", "form"}
TEXT = [pa.string(), pa.large_string(), pa.string_view()]
OCTETS = [pa.binary(), pa.large_binary(), pa.binary_view()]


def texts(rng, count):
    """Texts of every kind, short and long, clean and hostile; every ninth is null."""
    makers = [
        *(generate.dirty_url, generate.legal_uri, generate.legal_url, generate.escapes),
        generate.wild,
        lambda _: "",
        lambda _: "http://e.com/plain",
        lambda rng: superuri.defang(generate.legal_url(rng)),
        lambda rng: "//e.com?url=" + superuri.encode(generate.dirty_url(rng)),
        lambda _: rng.choice(["%", "%4", "1", "1b", "%C3", "%A9", "\xe9"]),
    ]
    made = [rng.choice(makers)(rng) for _ in range(count)]
    clean = ["" if not is_text(text) else text for text in made]
    return [None if rng.randrange(9) == 0 else text for text in clean]


def is_text(text):
    return text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text)


def scalar(function, text, options):
    """Return the scalar's result, or its error's code, start and end."""
    try:
        return function(text, **options), None
    except superuri.errors.URIError as error:
        return None, {"code": error.code, "start": error.start, "end": error.end}


def expected(verb, function, rows, options):
    values, errors = [], []
    for row in rows:
        value, error = (None, None) if row is None else scalar(function, row, options)
        values.append(value)
        errors.append(error)
    if verb in CLEANED_FIRST:
        errors = [error and error["code"] for error in errors]
    return values, errors


def printed(verb, errors):
    return [error and error["code"] for error in errors] if verb in CLEANED_FIRST else errors


def array(rows, kind):
    if kind in OCTETS:
        rows = [None if row is None else row.encode() for row in rows]
    return pa.array(rows, kind)


@pytest.mark.parametrize("kind", [*TEXT, *OCTETS], ids=str)
def test_a_column_is_its_texts_one_by_one(kind):
    rng = chance.seeded("columns")
    rows = texts(rng, 700)
    column = array(rows, kind)
    scalars = column.to_pylist()
    for verb, function, options in [*VERBS, *(OF_TEXT if kind in TEXT else [])]:
        context = f"{verb} {options}"
        values, errors = expected(verb, function, scalars, options)
        got = arrow.apply(column, verb, on_error="null", **options)
        out = got.to_pyarrow()
        out.validate(full=True)
        assert out.to_pylist() == values, context
        assert got.to_list() == values, context
        both = arrow.apply(column, verb, on_error="null", with_errors=True, **options)
        out = both.to_pyarrow()
        out.validate(full=True)
        assert out.field("value").to_pylist() == values, context
        assert printed(verb, out.field("error").to_pylist()) == errors, context
        assert both.to_list() == out.to_pylist(), context


@pytest.mark.parametrize("kind", [*TEXT, *OCTETS], ids=str)
def test_a_well_formed_column_is_decoded_whole(kind):
    rng = chance.seeded("columns")
    rows = [row and superuri.encode(row) for row in texts(rng, 3000)]
    rows[1000:1500] = [row and superuri.decode(row) for row in rows[1000:1500]]
    column = array(rows, kind)
    rows = [None if row is None else scalar(superuri.decode, row, {})[0] for row in rows]
    got = arrow.apply(column, "decode", on_error="null").to_pyarrow()
    got.validate(full=True)
    assert got.to_pylist() == rows


def cut(rng, column):
    """The same rows in many chunks, each a slice of something longer, some of them empty."""
    chunks, at = [], 0
    while at < len(column):
        size = rng.choice([0, 1, 2, 7, 64, 65])
        around = pa.concat_arrays([column[:3], column[at : at + size], column[:2]])
        start = min(3, len(column))
        chunks.append(around[start : start + len(column[at : at + size])])
        at += size
    return pa.chunked_array(chunks, column.type)


@pytest.mark.parametrize("kind", [*TEXT, *OCTETS], ids=str)
def test_chunks_slices_and_offsets_do_not_matter(kind):
    rng = chance.seeded("columns")
    rows = texts(rng, 1500)
    column = array(rows, kind)
    for verb, options in [
        ("encode", {}),
        ("decode", {"on_error": "null"}),
        ("clean", {"on_error": "null"}),
        ("query", {"on_error": "null"}),
        ("is_uri", {}),
        ("decode_bytes", {"errors": "replace"}),
    ]:
        want = arrow.apply(column, verb, **options).to_list()
        for other in (column[5:], cut(rng, column)):
            got = arrow.apply(other, verb, **options).to_pyarrow()
            got.validate(full=True)
            skipped = len(column) - len(other)
            assert got.to_pylist() == want[skipped:], verb


def test_null_is_not_empty():
    for verb, _, _ in VERBS:
        first, second = arrow.apply(pa.array(["", None]), verb, on_error="null").to_list()
        assert second is None
        assert first is not None or verb in {
            *("host", "agreed_host", "domain", "error", "safe_browsing", "scrapy"),
        }


@pytest.mark.parametrize("verb", ["encode", "decode", "clean", "pretty"])
@pytest.mark.parametrize("kind", TEXT, ids=str)
def test_what_does_not_change_is_not_copied(verb, kind):
    plain = ["plain", None, "text-of-more-than-twelve-bytes"] * 50_000
    column = pa.array(plain, kind)[1:]
    out = arrow.apply(column, verb).to_pyarrow()
    assert out.offset == column.offset
    addresses = [[b and b.address for b in one.buffers()] for one in (column, out)]
    assert addresses[0] == addresses[1]
    assert out.equals(column)


def test_rows_do_not_reach_into_each_other():
    # Joined, the rows would form an escape or a character.
    for rows in (["a%4", "1b"], ["%", "41"], ["%C3", "%A9"], ["%C3", "", "%A9"], ["%", "%41"]):
        want = [scalar(superuri.decode, row, {}) for row in rows]
        got = arrow.apply(pa.array(rows * 2000), "decode", on_error="null", with_errors=True)
        assert [(row["value"], row["error"]) for row in got.to_list()] == want * 2000
    octets = pa.array([b"\xc3", b"\xa9"] * 300)
    assert arrow.apply(octets, "decode", on_error="null").to_list() == [None] * 600


def test_any_number_of_threads_gives_the_same():
    # Property L33; the first failure is reported, with any number of threads.
    rng = chance.seeded("columns")
    rows = [row or "" for row in texts(rng, 3000)] * 40
    column = pa.array(rows)
    want = arrow.apply(column, "decode", on_error="keep", threads=1, with_errors=True)
    want = want.to_pyarrow()
    with pytest.raises(superuri.errors.DecodeError) as first:
        arrow.apply(column, "decode", threads=1)
    for threads in (2, 3, 8, 64):
        got = arrow.apply(column, "decode", on_error="keep", threads=threads, with_errors=True)
        assert got.to_pyarrow().equals(want)
        with pytest.raises(superuri.errors.DecodeError) as caught:
            arrow.apply(column, "decode", threads=threads)
        assert (caught.value.row, str(caught.value)) == (first.value.row, str(first.value))


def test_every_verb_is_compared_here():
    assert {verb for verb, _, _ in [*VERBS, *OF_TEXT]} == set(arrow.VERBS) - {"parse"}


def test_parse_finds_what_the_command_prints():
    rng = chance.seeded("columns")
    # An empty line is not a URL to the command.
    rows = [row for row in texts(rng, 1000) if row and "\0" not in row]
    records = b"".join(row.encode() + b"\0" for row in rows)
    message = run(["parse", "--json", "--clean", "-0"], records)
    lines = [json.loads(line) for line in message.stdout.replace(b"\0", b"\n").splitlines()]
    assert len(lines) == len(rows)
    found = arrow.apply(rows, "parse", on_error="null", with_errors=True).to_list()
    for row, line, got in zip(rows, lines, found, strict=True):
        want = line["output"] if line["error"] is None else None
        if want is not None:
            want["query"] = [{"name": name, "value": value} for name, value in want["query"]]
            del want["raw"]
        assert got["value"] == want, row
        assert (got["error"] is None) == (want is not None)
