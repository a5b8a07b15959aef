"""Logs: their lines are read as their servers wrote them."""

import pytest

import superuri
from kit import exactly
from superuri import logs

#: Lines in each format's documented shapes, with difficult fields.
CLOUDFRONT = (
    "2026-11-21 21:02:31 LAX1 392 192.0.2.100 GET d111111abcdef8.cloudfront.net "
    "/caf%25C3%25A9/a%20b 200 https://e.com/?x=%257E "
    "Mozilla/5.0%20(X11;%20Linux%20x86_64)%20100%25 "
    "q=caf%25C3%25A9%250Aq%252541 - Hit SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ== "
    "d111111abcdef8.cloudfront.net https 23 0.001 - TLSv1.3 TLS_AES_128_GCM_SHA256 Hit HTTP/2.0 "
    "- - 11040 0.001 Hit text/html 78 - -"
).replace(" ", "\t")
NGINX = (
    r"192.0.2.1 - j\xC3\xBCrgen [21/Nov/2026:13:55:36 +0000] "
    r'"GET /caf\xC3\xA9/%C3%A9?a=\x22%20\x5C HTTP/1.1" 200 2326 "http://e.com/%E9" '
    r'"Mozilla \x0A\x22x\x22"'
)
APACHE = (
    r"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "
    r'"GET /\"a%20b\"\\\t\xc3\xa9 HTTP/1.0" 200 2326 "http://e.com/start.html" '
    r'"Mozilla/4.08 [en] (\"x\"; I;)\n"'
)
S3 = (
    "79a59df900b949e55d96a1e698fbaced amzn-s3-demo-bucket [06/Feb/2019:00:00:38 +0000] 192.0.2.3 "
    "79a59df900b949e55d96a1e698fbaced 3E57427F3EXAMPLE {operation} {key} "
    '"GET /amzn-s3-demo-bucket/a%20b HTTP/1.1" 200 - 113 - 7 - "-" "S3Console/0.4" - s9lzHYrFp76= '
    "SigV4 ECDHE-RSA-AES128-GCM-SHA256 AuthHeader e.s3.amazonaws.com TLSV1.2 - Yes"
)
IIS = (
    "2026-11-21 01:02:03 ::1 GET /My+Page/café.aspx q=a+b%20c 80 - 192.0.2.7 "
    "Mozilla/5.0+(Windows+NT+10.0) http://e.com/a+b 200 0 0 15"
)

READ = [
    (
        *("cloudfront", CLOUDFRONT),
        {
            "cs-uri-stem": "/café/a b",
            "cs(Referer)": "https://e.com/?x=~",
            "cs(User-Agent)": "Mozilla/5.0 (X11; Linux x86_64) 100%",
            "cs-uri-query": "q=café%0Aq%2541",
            "cs(Cookie)": None,
            "sc-range-end": None,
        },
    ),
    (
        *("nginx", NGINX),
        {
            "remote_user": "jürgen",
            "time_local": "21/Nov/2026:13:55:36 +0000",
            "request": 'GET /café/é?a=" \\ HTTP/1.1',
            "http_referer": "http://e.com/%E9",
            "http_user_agent": 'Mozilla %0A"x"',
        },
    ),
    (
        *("apache", APACHE),
        {
            "logname": None,
            "request": 'GET /"a b"\\%09é HTTP/1.0',
            "User-Agent": 'Mozilla/4.08 [en] ("x"; I;)%0A',
        },
    ),
    (
        *("s3", S3.format(operation="REST.GET.OBJECT", key="a%2520b/100%252525")),
        {"key": "a b/100%2525", "user_agent": "S3Console/0.4", "acl_required": "Yes"},
    ),
    (
        *("s3", S3.format(operation="BATCH.DELETE.OBJECT", key="a%20b/caf%C3%A9")),
        {"key": "a b/café", "request_uri": "GET /amzn-s3-demo-bucket/a b HTTP/1.1"},
    ),
    (
        *("iis", IIS),
        {
            "cs-uri-stem": "/My Page/café.aspx",
            "cs-uri-query": "q=a+b c",
            "cs(User-Agent)": "Mozilla/5.0 (Windows NT 10.0)",
            "cs(Referer)": "http://e.com/a+b",
            "time-taken": "15",
        },
    ),
]


@pytest.mark.parametrize(("format", "line", "want"), READ, ids=lambda row: str(row)[:12])
def test_a_line_is_read(format, line, want):  # noqa: A002  because it is the parameter's name
    got = logs.read(line + "\n", format)
    assert {name: got[name] for name in want} == want
    assert len(got) == len(logs.formats[format].fields)


@pytest.mark.parametrize("format", logs.formats)
@pytest.mark.parametrize("errors", ["replace", "ignore", "keep"])
def test_a_record_is_never_split(format, errors):  # noqa: A002  because it is the parameter's name
    for field in logs.formats[format].fields:
        for octet in [*range(0x20), 0x7F]:
            for text in (f"a%{octet:02X}b", f"a%25{octet:02X}b", f"a\\x{octet:02X}b", r"a\n\r\tb"):
                got = logs.decode(text, format, field=field, errors=errors)
                assert got.isprintable(), (field, text)
        for text in ("%C2%85", "%E2%80%A8", r"\xE2\x80\xA9", "%25E2%2580%25A8"):
            got = logs.decode(text, format, field=field, errors=errors)
            assert got.splitlines() == [got]


@pytest.mark.parametrize("format", logs.formats)
def test_reading_gives_what_was_sent(format):  # noqa: A002  because it is the parameter's name
    """The target read from a log decodes to the same text as the one on the wire."""
    read = 0
    for field in logs.formats[format].fields.values():
        for text in ("q=caf%25C3%25A9%2525%2541", r"\xC3\xA9 %C3%A9 %0A%2541 +", "100%"):
            wire = logs.wire(text, format, field=field.name)
            if field.uri:
                try:
                    want = superuri.decode(wire)
                except superuri.errors.DecodeError:
                    continue
                # A % that does not begin an escape was written unchanged.
                message = logs.decode(text, format, field=field.name)
                assert superuri.decode(message, errors="replace") == want
                read += 1
    assert read


def test_errors_stand_in_the_text_of_the_log():
    with pytest.raises(superuri.errors.DecodeError) as caught:
        logs.decode("é=caf%25E9x", "cloudfront")
    assert (caught.value.start, caught.value.end) == (5, 10)
    with pytest.raises(superuri.errors.DecodeError) as caught:
        logs.decode(r"/\xC3\x28", "nginx")
    assert (caught.value.start, caught.value.end) == (1, 5)


def test_apache_writes_escapes_of_c():
    """ap_escape_logitem of Apache; what it never writes stays."""
    assert logs.wire(r"\b\t\n\v\f\r\"\\", "apache") == b'\b\t\n\v\f\r"\\'
    assert logs.decode(r"a\v\f", "apache") == "a%0B%0C"
    assert logs.wire(r"\q\x0", "apache") == rb"\q\x0"


def test_what_is_not_a_row_is_refused():
    for options in ({"format": "no"}, {"format": "nginx", "field": "no"}):
        with pytest.raises(ValueError, match="it is one of"):
            logs.decode("a", **options)
        with pytest.raises(ValueError, match="it is one of"):
            logs.wire("a", **options)


def test_nothing_to_do_is_the_same_object():
    text = "q=a+b"
    assert logs.decode(text, "cloudfront") is text


STEM, QUERY = "cs-uri-stem", "cs-uri-query"
BATCH, EXPIRE, GET = "BATCH.DELETE.OBJECT", "S3.EXPIRE.OBJECT", "REST.GET.OBJECT"
SENT = r'::1 - - [21/Nov/2026:13:55:36 +0000] "{}" 200 5 "-" "-"'
# The result of each function for a line with these names.
NAMED = [
    (logs.split, "a\t \t\r\n", "cloudfront", ("x", "y", "z"), {"x": "a", "y": " ", "z": ""}),
    (logs.split, "/a+b -\r\n", "iis", (STEM, QUERY), {STEM: "/a+b", QUERY: "-"}),
    (
        *(logs.read, "/caf%C3%A9+b - x%20+", "iis", (STEM, QUERY, "other")),
        {STEM: "/café b", QUERY: None, "other": "x%20+"},
    ),
    (logs.read, "%FF", "iis", (STEM,), {STEM: "%FF"}),
    # S3 encodes a key twice, but not in these records.
    *(
        (
            *(logs.read, f"{operation} a%2520b", "s3", ("operation", "key")),
            {"operation": operation, "key": key},
        )
        for operation, key in ((BATCH, "a%2520b"), (EXPIRE, "a%2520b"), (GET, "a b"))
    ),
    (
        *(logs.read, f"{BATCH} a%2520b", "iis", ("operation", STEM)),
        {"operation": BATCH, STEM: "a%2520b"},
    ),
    (
        *(logs.read, f"{EXPIRE} a%2520b", "s3", ("operation", "referer")),
        {"operation": EXPIRE, "referer": "a%2520b"},
    ),
    (logs.target, SENT.format(r"GET /a\x22?b HTTP/1.1") + "\r\n", "nginx", None, b'/a"?b'),
    (logs.target, SENT.format("-"), "nginx", None, None),
    (logs.target, "/a b=c", "iis", (STEM, QUERY), b"/a?b=c"),
    (logs.target, "/a -", "iis", (STEM, QUERY), b"/a"),
    (logs.target, "/a ", "iis", (STEM, QUERY), b"/a"),
    (logs.target, " b=c", "iis", (STEM, QUERY), None),
]


@pytest.mark.parametrize(("call", "line", "format", "names", "want"), NAMED)
def test_names_of_a_line_may_be_others(call, line, format, names, want):  # noqa: A002  as above
    assert call(line, format, names) == want


def test_octets_that_are_not_text_are_replaced_on_request():
    assert logs.read("%FF", "iis", (STEM,), errors="replace") == {STEM: "\ufffd"}


@pytest.mark.parametrize(
    ("format", "line"),
    [
        ("nginx", NGINX.replace(r"j\xC3\xBCrgen", "bob smith")),
        ("s3", S3.format(operation="REST.GET.OBJECT", key="a").replace("a%20b", 'a"b" c')),
        ("iis", "#Version: 1.0"),
        ("cloudfront", CLOUDFRONT + "\t"),
        ("apache", ""),
    ],
)
def test_fields_are_never_shifted(format, line):  # noqa: A002  because it is the parameter's name
    with pytest.raises(ValueError, match=f"fields, and .* are those of {format}"):
        logs.read(line, format)


@pytest.mark.parametrize("read", [logs.split, logs.read, logs.target])
def test_a_line_with_other_fields_is_refused(read):
    for arguments, message in (
        (("a b c", "iis", ("x", "y")), "the line has 3 fields, and 2 are those of iis"),
        (("a\tb", "cloudfront"), "the line has 2 fields, and 33 are those of cloudfront"),
        (("a b", "nginx"), "the line has 2 fields, and 9 are those of nginx"),
    ):
        with pytest.raises(ValueError, match=exactly(f"{message}: name them with names=")):
            read(*arguments)
    message = 'format="nothing": it is one of cloudfront, nginx, apache, s3, iis'
    with pytest.raises(ValueError, match=exactly(message)):
        read("a", "nothing")
