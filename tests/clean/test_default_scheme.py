"""A default scheme: the rows of default_scheme.toml, through every way to call a verb."""

import contextlib
import json

import pytest

import superuri
from kit import chance, toml
from kit.amount import length
from kit.clock import linearly
from kit.command import run
from kit.raising import raised
from superuri import hosts, keys
from superuri.errors import ParseError

CASES = toml.read("clean/default_scheme.toml")["case"]
HTTPS = {"default_scheme": "https"}


def clean(case):
    return superuri.clean(case["text"]) if case.get("same") else case["want"]


def checked(case, call):
    """Whether the call fails as the row says; else the row has no error."""
    if "error" not in case:
        return False
    error = raised(ParseError, call)
    assert (error.code, [error.start, error.end]) == (case["error"], case["at"])
    assert error.text == case["text"]
    assert case.get("says", "") in str(error)
    assert error.help
    return True


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_the_functions(case):
    text = case["text"]
    if checked(case, lambda: superuri.clean(text, **HTTPS)):
        for call in (superuri.URI.clean, superuri.normalize, keys.key):
            assert checked(case, lambda call=call: call(text, **HTTPS))
        if case["error"] in {"scheme-or-host", "other-notation", "not-a-host"}:
            for call in (superuri.URI, superuri.domain, hosts.public_suffix, hosts.explain_host):
                assert checked(case, lambda call=call: call(text, **HTTPS))
        return
    want = clean(case)
    assert superuri.clean(text, **HTTPS) == want
    assert superuri.clean(text.encode(), **HTTPS) == want
    assert str(superuri.URI.clean(text, **HTTPS)) == want
    assert superuri.normalize(text, **HTTPS) == superuri.normalize(want)
    assert keys.key(text, **HTTPS) == keys.key(want)
    assert superuri.URI(want, **HTTPS) == superuri.URI(want)
    assert superuri.clean(want, **HTTPS) == want, "it is idempotent"
    if text == want:
        assert superuri.clean(text, **HTTPS) is text
    assert superuri.URI(want).host == case.get("host")


@pytest.mark.parametrize("case", [c for c in CASES if "want" in c], ids=lambda case: case["text"])
def test_the_host_and_its_domain(case):
    text, want = case["text"], case["want"]
    # Of the text with its scheme, before it is cleaned.
    whole = f"https:{text}" if text.startswith("//") else f"https://{text}"
    for call in (superuri.domain, hosts.public_suffix):
        try:
            expected = call(whole)
        except ParseError as error:
            assert error.code == "ambiguous-authority", want
            continue
        assert call(text, **HTTPS) == expected
        found = hosts.explain_host(text, **HTTPS)
        assert found == hosts.explain_host(whole)
        assert found.host == superuri.agreed_host(whole)


def test_columns():
    arrow = pytest.importorskip("superuri.columns.arrow", reason="make test installs pyarrow")
    texts = [case["text"] for case in CASES]

    def column(verb, **options):
        return arrow.apply(texts, verb, on_error="null", **HTTPS, **options).to_list()

    cleaned = [None if "error" in case else clean(case) for case in CASES]
    assert column("clean") == cleaned
    assert column("error") == [case.get("error") for case in CASES]
    assert column("host") == [case.get("host") for case in CASES]
    normal = [None if text is None else superuri.normalize(text) for text in cleaned]
    assert column("normalize") == normal
    assert column("key") == [None if text is None else keys.key(text) for text in cleaned]
    parsed = arrow.apply(cleaned, "parse").to_list()
    assert column("parse") == parsed
    structs = arrow.apply(texts, "clean", on_error="null", with_errors=True, **HTTPS).to_list()
    for case, struct in zip(CASES, structs, strict=True):
        error = struct["error"]
        if "error" in case:
            assert [error["start"], error["end"]] == case["at"], case
        else:
            assert error is None


def test_sql():
    duckdb = pytest.importorskip("duckdb", reason="make test installs it")
    uris = pytest.importorskip("superuri.columns.duckdb", reason="make test installs pyarrow")
    con = uris.register(duckdb.connect())
    for case in CASES:
        query = "SELECT uri_clean(?, 'RFC3986', 'https'), uri_host(?, 'https'), "
        query += "uri_error(?, 'RFC3986', 'https'), uri_domain(?, 'all', 'https')"
        found = con.execute(query, [case["text"]] * 4).fetchone()
        want = None if "error" in case else clean(case)
        assert found[:3] == (want, case.get("host"), case.get("error")), case["text"]
        if "error" not in case and "want" in case:
            assert found[3] == con.execute("SELECT uri_domain(?)", [want]).fetchone()[0]


def reports(verb, *options):
    """The reports of the command, one for each row."""
    data = "".join(case["text"] + "\0" for case in CASES).encode()
    words = [verb, "--json", "-0", "--default-scheme", "https", *options]
    lines = run(words, data).stdout.splitlines()
    return [json.loads(line) for line in lines]


def test_the_command():
    for case, report in zip(CASES, reports("clean"), strict=True):
        if "error" in case:
            error = report["error"]
            assert (error["code"], [error["start"], error["end"]]) == (case["error"], case["at"])
            assert error["help"]
            continue
        assert report["output"] == clean(case)
        # The edits make the result.
        text = case["text"]
        for edit in reversed(report["edits"]):
            text = text[: edit["start"]] + edit["replacement"] + text[edit["end"] :]
        assert text == clean(case)
        added = [edit for edit in report["edits"] if edit["why"] == "no-scheme"]
        assert len(added) == ("want" in case)


def test_the_command_gets_the_host():
    got = reports("get", "{host}", "--clean")
    for case, report in zip(CASES, got, strict=True):
        if "error" in case:
            assert report["error"]["code"] == case["error"]
        elif "host" in case:
            assert report["output"] == case["host"]
        elif not case["text"]:
            assert report["output"] == "", "an empty line stays empty"
        else:
            assert report["error"]["code"] == "no-host"


def test_white_space_is_trimmed_first():
    by_text = dict(zip([case["text"] for case in CASES], reports("clean", "--trim"), strict=True))
    rows = [case for case in CASES if "trimmed" in case]
    assert rows
    for case in rows:
        report = by_text[case["text"]]
        assert report["output"] == case["trimmed"]
        text = case["text"]
        for edit in reversed(report["edits"]):
            text = text[: edit["start"]] + edit["replacement"] + text[edit["end"] :]
        assert text == case["trimmed"]
        salvaged = superuri.clean(case["text"], superuri.profiles.SALVAGE, **HTTPS)
        assert salvaged == case["trimmed"]


def test_cleaning_is_idempotent():
    rng = chance.seeded("texts with a default scheme")
    parts = [*'ae.:@/?#%*|[]\\ ^-_12ü。,"', "com", "localhost", "%20", "%C3", "%2E", "\u3000", "//"]
    made = 0
    for _ in range(20_000):
        text = "".join(rng.choices(parts, k=rng.randint(1, 7)))
        try:
            once = superuri.clean(text, **HTTPS)
        except ParseError as error:
            assert 0 <= error.start <= error.end <= len(text), text
            continue
        made += once.startswith("https://")
        assert superuri.clean(once, **HTTPS) == once, text
        assert superuri.is_uri(once), text
    assert made > 200


@pytest.mark.parametrize("scheme", ["", "https:", "https://", "1", "ü", "mailto", "TEL"])
def test_a_scheme_without_hosts_is_refused(scheme):
    for call in (superuri.clean, superuri.normalize, superuri.URI, superuri.domain, keys.key):
        assert raised(ParseError, call, "e.com", default_scheme=scheme).code == "not-a-scheme"
    done = run(["clean", "--default-scheme", scheme, "e.com"])
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_scheme_is_a_str():
    for call in (superuri.clean, superuri.normalize, superuri.URI, superuri.domain, keys.key):
        assert call("//e.com/", default_scheme=None) == call("//e.com/")
        with pytest.raises(TypeError, match="default_scheme is a str, not bytes"):
            call("e.com", default_scheme=b"https")


def test_any_scheme_with_hosts_can_be_the_default():
    assert superuri.clean("e.com", default_scheme="GIT+SSH") == "git+ssh://e.com"
    assert superuri.normalize("E.com", default_scheme="ftp") == "ftp://e.com/"


def test_the_option_that_it_replaces_is_named():
    with pytest.raises(TypeError, match="default_scheme"):
        superuri.domain("e.com", host=True)


PARTS = ["a.", "@", ":", "*.", "[", "%", "e.com/", " ", "ü.", "|", "1.", "a:1@", "\\", "0.0.0.0 "]


@pytest.mark.parametrize("part", PARTS)
def test_the_time_is_linear(part):
    text = part * (length(1_000_000) // len(part))
    with linearly(), contextlib.suppress(ParseError):
        superuri.clean(text, **HTTPS)
