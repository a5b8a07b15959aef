"""Values that several modules share, each exactly: hosts, templates, logs, tables, other names."""

import json
import subprocess
import sys
from itertools import pairwise

import pytest

import superuri
from codec.test_logs import APACHE, CLOUDFRONT, IIS, NGINX, S3
from kit.command import run
from superuri import hosts, rfc6570
from superuri._values import log_lines
from superuri._values.host_explained import HostExplanation
from superuri._values.host_kind import HostKind
from superuri._values.nearest import LONGEST, nearest
from superuri._values.table_names import delimiter, is_table, quote

V4 = "IANA IPv4 Special-Purpose Address Registry: "
V6 = "IANA IPv6 Special-Purpose Address Registry: "
LOOPBACK = HostKind(
    "127.0.0.1", "loopback", "127.0.0.0/8", f"{V4}RFC 1122 section 3.2.1.3", None, is_public=False
)
KINDS = [
    ("127.1", LOOPBACK),
    (
        "[::ffff:127.0.0.1]",
        HostKind(
            *("::ffff:7f00:1", "ipv4-mapped", "::ffff:0:0/96", f"{V6}RFC 4291", LOOPBACK),
            is_public=False,
        ),
    ),
    (
        "fe80::1%25eth0",
        HostKind("fe80::1%eth0", "link-local", "fe80::/10", f"{V6}RFC 4291", None, is_public=False),
    ),
    (
        "8.8.8.8",
        HostKind(
            *("8.8.8.8", "public", "0.0.0.0/0", "IANA IPv4 Address Space Registry: RFC 7249", None),
            is_public=True,
        ),
    ),
    (
        "A.localhost.",
        HostKind(
            *("a.localhost", "special-use-name", "localhost"),
            *("IANA Special-Use Domain Names registry: RFC 6761", None),
            is_public=False,
        ),
    ),
    (
        "wiki",
        HostKind(
            *("wiki", "special-use-name", ""),
            "RFC 1123 section 6.1.4.3: a resolver may complete a name without a dot",
            *(None, False),
        ),
    ),
    (
        "Bücher.de",
        HostKind("xn--bcher-kva.de", "domain-name", "", "RFC 1034 section 3.1", None, False),
    ),
]


@pytest.mark.parametrize(("host", "kind"), KINDS)
def test_a_host_has_a_kind_with_its_source(host: str, kind: HostKind) -> None:
    assert hosts.kind(host) == kind


ITSELF = 'the host is the public suffix "{}" itself: domains are registered below it'
EXPLAINED = [
    ("/", {}, (None, None, None, "no parser sees a host in this URI")),
    (
        *("https://1.2.3.4/", {}),
        ("1.2.3.4", None, None, "the host is an address: only names have a domain"),
    ),
    ("https://co.uk/", {}, ("co.uk", "co.uk", None, ITSELF.format("co.uk"))),
    ("https://a.b.co.uk/", {}, ("a.b.co.uk", "co.uk", "b.co.uk", "")),
    (
        "github.io",
        {"default_scheme": "https"},
        ("github.io", "github.io", None, ITSELF.format("github.io")),
    ),
    (
        "github.io",
        {"default_scheme": "https", "rules": "icann"},
        ("github.io", "io", "github.io", ""),
    ),
]


@pytest.mark.parametrize(("uri", "options", "row"), EXPLAINED)
def test_a_host_without_a_domain_has_a_reason(uri, options, row):
    assert hosts.explain_host(uri, **options) == HostExplanation(*row)


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("http://bob:secret@{host}/{?q}", "http://bob:…@{host}/{?q}"),
        ("http://bob:x{p}y@{host}/", "http://bob:…@{host}/"),
        ("http://{user}:{password}@{host}/", "http://{user}:{password}@{host}/"),
        ("/{a}", "/{a}"),
    ],
)
def test_a_template_hides_a_password_and_no_variable(template: str, shown: str) -> None:
    assert repr(rfc6570.URITemplate(template)) == f"URITemplate({shown!r})"


def request_of(line: str, log: str) -> log_lines.Sent | None:
    row = superuri.logs.formats[log]
    return log_lines.request_of(line, log, row.divided, tuple(row.fields))


def octets(line: str, log: str) -> list[tuple[str, bytes]]:
    """Return what the line has for each octet of the target, and the octet."""
    sent = request_of(line, log)
    assert sent is not None
    places = sent.places(line, log)
    return [
        (line[start:end], sent.target[n : n + 1]) for n, (start, end) in enumerate(pairwise(places))
    ]


def test_each_octet_of_a_target_has_its_place_in_the_line() -> None:
    line = S3.format(operation="REST.GET.OBJECT", key="k").replace("a%20b", "a%2520+b")
    made = octets(line, "s3")
    assert made == [(c, c.encode()) for c in "/amzn-s3-demo-bucket/a%2520+b"]
    assert octets(IIS, "iis") == [
        *(("+" if c == " " else c, c.encode()) for c in "/My Page/caf"),
        *[("", b"\xc3"), ("é", b"\xa9")],
        *((c, c.encode()) for c in ".aspx"),
        *[(" ", b"?")],
        *((c, c.encode()) for c in "q=a+b%20c"),
    ]
    # A line that is not UTF-8 keeps its octets.
    assert octets(IIS.replace("é", "\udce9"), "iis")[12:14] == [("\udce9", b"\xe9"), (".", b".")]
    assert octets(NGINX, "nginx")[:8] == [
        *((c, c.encode()) for c in "/caf"),
        *[("\\xC3", b"\xc3"), ("\\xA9", b"\xa9"), ("/", b"/"), ("%", b"%")],
    ]
    assert octets(APACHE, "apache")[1:3] == [('\\"', b'"'), ("a", b"a")]
    assert octets(CLOUDFRONT, "cloudfront")[4:6] == [("%25", b"%"), ("C", b"C")]


def test_a_line_without_a_target_has_none_and_another_line_is_refused() -> None:
    assert request_of('- - - "x"', "nginx") is None
    assert request_of(IIS.replace("/My+Page/café.aspx", "-"), "iis") is None
    for line in ("not a log", '- - "GET / HTTP/1.1"'):
        with pytest.raises(ValueError, match=r"^the request is not where the format has it$"):
            request_of(line, "nginx")


MARK = "give one ASCII character, not a letter, a digit or %; or"


def test_a_delimiter_and_a_quotation_mark_are_one_character() -> None:
    for text in (",", ";", "|", " ", "\t", "'", "\x01"):
        assert delimiter(text) == quote(text) == text
    assert delimiter("tab") == delimiter("\\t") == "\t"
    assert quote("none") == quote("") == ""
    for text in (";;", "ab", "a", "1", "%", "\r", "\n", "\0", "é"):
        with pytest.raises(ValueError, match=r"does not work") as caught:
            delimiter(text)
        assert str(caught.value) == f"the delimiter {text!r} does not work: {MARK} tab"
        with pytest.raises(ValueError, match=r"does not work") as caught:
            quote(text)
        assert str(caught.value) == f"the quotation mark {text!r} does not work: {MARK} none"
    with pytest.raises(ValueError, match=r"^the delimiter '' does not work"):
        delimiter("")


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        *((name, True) for name in ("a.csv", "crawl.CSV.gz", "a.parquet", "a.jsonl.zst", "a.ipc")),
        *((name, False) for name in ("urls.txt", "urls.txt.gz", "a.gz", "csv", "a.csv.bz2", "")),
    ],
)
def test_the_ending_of_a_name_tells_a_table(name: str, is_one: bool) -> None:  # noqa: FBT001  because it is a column of the rows
    assert is_table(name) is is_one


def test_a_name_of_another_library_is_answered_with_the_one_here() -> None:
    for name, here in [
        *[("quote", "encode"), ("quote_plus", "form.encode"), ("urlsplit", "split")],
        *[("tldextract", "domain"), ("URL", "URI")],
    ]:
        with pytest.raises(AttributeError) as caught:
            getattr(superuri, name)
        assert (
            str(caught.value) == f"module 'superuri' has no attribute '{name}'; use superuri.{here}"
        )
    with pytest.raises(AttributeError) as caught:
        _ = superuri.gui
    assert str(caught.value) == "module 'superuri' has no attribute 'gui'"


@pytest.mark.parametrize(
    ("word", "meant"),
    [("unquote", "decode"), ("requote-uri", "clean"), ("parse_URL", "parse"), ("prety", "pretty")],
)
def test_a_verb_of_another_library_is_answered_with_the_one_here(word: str, meant: str) -> None:
    done = run([word, "x"])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines()[0] == (
        f'superuri: there is no verb "{word}"; did you mean {meant}?'
    )


def test_a_word_longer_than_any_name_is_compared_with_none() -> None:
    known = ["x" * LONGEST]
    assert nearest("X" * LONGEST, known) == known[0]
    assert nearest("X" * (LONGEST + 1), known) == ""


def printed(code: str) -> object:
    """Return the JSON that this code prints in a new process."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return json.loads(done.stdout)


def test_the_rows_of_rfc_1738_are_its_sections() -> None:
    rows = printed(
        "import json; from superuri import rfc1738;"
        "print(json.dumps([[name, row.name, row.port, row.same, row.source, [*row.parts], row.form]"
        " for name, row in rfc1738.schemes.items()]))"
    )
    host, login = ["host"], ["host", "user", "password"]
    slash, section = ["(//[^/]*)", r"\1/"], "RFC 1738 section 3."
    assert [[*row[:1], *row[2:6]] for row in rows] == [
        ["ftp", "21", None, f"{section}2", [*login, "path", "label", "type"]],
        ["http", "80", slash, f"{section}3", [*host, "path", "search"]],
        [
            *("gopher", "70", ["(//[^/]*)/?", r"\1/1"], f"{section}4"),
            [*host, "type", "selector", "plus", "tab", "tab2", "search"],
        ],
        ["mailto", None, None, f"{section}5", [*host, "local", "address"]],
        ["news", None, None, f"{section}6", [*host, "article"]],
        ["nntp", "119", None, f"{section}7", host],
        ["telnet", "23", slash, f"{section}8", login],
        ["wais", "210", None, f"{section}9", [*host, "database", "wtype", "wpath", "search"]],
        ["file", None, ["//localhost(/.*)", r"//\1"], f"{section}10", [*host, "path"]],
        ["prospero", "1525", None, f"{section}11", [*host, "path", "fields"]],
    ]
    assert all(name == row and form.startswith(f"{name}:") for name, row, *_, form in rows)


def test_a_table_has_a_short_repr_and_its_rows_by_name() -> None:
    shown, count, names, name = printed(
        "import json, superuri; rules = superuri.rules;"
        "print(json.dumps([repr(rules), len(rules), [*rules], rules['U102'].name]))"
    )
    assert (shown, count, name) == (f"<superuri.rules: {len(names)} rows>", len(names), "space")
    assert names == sorted(names)
