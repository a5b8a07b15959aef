"""Commands of whole URIs give the same results as Python's functions."""

import json

import pytest

import superuri
from kit import chance
from kit.amount import FULL, length
from kit.command import run
from superuri import keys
from superuri.errors import URIError

PIECES = [
    *("a", "%7e", "%2F", "/", "..", ".", "?", "&", "=", "+", "#", "é", "%C3%BC", "%FF", ":", "@")
]
HEADS = ["http://", "HTTP://b%6Fb:x@E.com:080", "//[::1]:8", "mailto:", "", "/", "urn:x:"]


def lines(data, number=3000):
    """Real lines, and random ones of delimiters and escapes; none is empty."""
    rng = chance.seeded("whole")
    real = data("urls/kasztp.txt").read_text(encoding="utf-8").splitlines()
    made = [
        rng.choice(HEADS) + "".join(rng.choices(PIECES, k=rng.randrange(9))) for _ in range(number)
    ]
    return [line for line in [*rng.sample(real, number), *made] if line]


def printed(arguments, texts):
    """The JSON objects that the command writes for these lines."""
    done = run([*arguments, "--json", "-q"], "\n".join(texts).encode())
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["input"] for row in rows] == texts
    return rows


def outcome(call):
    """The result of a call, or the code, start and end of its error."""
    try:
        return call()
    except URIError as error:
        return error.code, error.start, error.end


def answer(row):
    """The result in a row, or the code, start and end of its error."""
    error = row["error"]
    return (error["code"], error["start"], error["end"]) if error else row["output"]


def test_parse_prints_the_views(data):
    texts = lines(data)
    parsed = 0
    for text, row in zip(texts, printed(["parse"], texts), strict=True):
        try:
            uri = superuri.URI(text)
        except URIError as error:
            assert answer(row) == (error.code, error.start, error.end)
            continue
        parsed += 1
        message, raw = row["output"], row["output"]["raw"]
        parts = superuri.split(text)
        for name in ("authority", "path", "query", "fragment"):
            assert raw[name] == getattr(parts, name), f"{name} of {text}"
        for name in ("scheme", "user", "password", "host", "zone", "port", "path", "fragment"):
            want = outcome(lambda uri=uri, name=name: getattr(uri, name))
            if not isinstance(want, tuple):
                assert message[name] == want, f"{name} of {text}"
        for name, views in (("segments", list), ("query", lambda pairs: [*map(list, pairs)])):
            want = outcome(lambda uri=uri, name=name: getattr(uri, name))
            if isinstance(want, tuple) and not (want and want[0] == "invalid-utf8"):
                assert message[name] == views(want), f"{name} of {text}"
    assert parsed > len(texts) / 3


def test_get_reads_the_views(data):
    texts = lines(data)
    names = ["scheme", "user", "password", "host", "host_kind", "zone", "path", "fragment"]
    for name in names:
        rows = printed(["get", f"{{{name}}}", "--absent", "(absent)"], texts)
        for text, row in zip(texts, rows, strict=True):
            want = outcome(lambda text=text, name=name: getattr(superuri.URI(text), name))
            assert answer(row) == ("(absent)" if want is None else want), f"{name} of {text}"


def test_get_reads_the_domain(data):
    texts = lines(data, 300)
    for text, row in zip(texts, printed(["get", "{domain}", "--clean"], texts), strict=True):
        want = outcome(lambda text=text: superuri.domain(superuri.clean(text)))
        host = outcome(lambda text=text: superuri.split(superuri.clean(text)).authority)
        if host is None:
            assert row["error"]["code"] == "no-host", text
        elif not isinstance(want, tuple):
            assert row["output"] == (want or ""), text
        else:
            assert row["error"]["code"] == want[0], text


def test_set_edits_as_uri_does(data):
    texts = lines(data)
    edits = [
        (["--scheme", "x"], lambda uri: uri.with_scheme("x")),
        (["--port", "1"], lambda uri: uri.with_port(1)),
        (["--host", "h.é"], lambda uri: uri.with_host("h.é")),
        (["--user", "u:", "--password", "p@"], lambda uri: uri.with_user("u:", "p@")),
        (["--segment", "a/b", "--segment", ""], lambda uri: uri.with_segments(["a/b", ""])),
        (["--child", "a/b"], lambda uri: uri / "a/b"),
        (["--query", "a=b=c&", "--query", "é"], with_two_pairs),
        (["--path", "/a;b/%2F"], lambda uri: uri.with_path("/a;b/%2F")),
        (["--add-query", "a=b=c"], lambda uri: uri.add_pair("a", "b=c")),
        (["--without-query", "a"], lambda uri: uri.without_pair("a")),
        (["--without", "query"], lambda uri: uri.with_query(None)),
        (["--fragment", "#"], lambda uri: uri.with_fragment("#")),
    ]
    for options, edit in edits:
        for text, row in zip(texts, printed(["set", *options], texts), strict=True):
            want = outcome(lambda text=text, edit=edit: str(edit(superuri.URI(text))))
            if isinstance(want, tuple):
                assert row["error"]["code"] == want[0], f"{options} of {text}"
            else:
                assert row["output"] == want, f"{options} of {text}"


def with_two_pairs(uri):
    return uri.with_pair("a", "b=c&").with_pair("é", None)


def test_set_leaves_a_signature_as_it_is():
    signed = "https://b.s3.amazonaws.com/k%20k?X-Amz-Date=2%2F3&X-Amz-Signature=a%2bB~&%7e=+"
    arguments = ["set", "--query", "X-Amz-Date=9", "--fragment", "f"]
    edited = run(arguments, signed.encode()).stdout.decode()
    assert edited == signed.replace("2%2F3", "9") + "#f"


def test_a_key_is_the_function(data):
    texts = lines(data)
    for text, row in zip(texts, printed(["key"], texts), strict=True):
        assert answer(row) == outcome(lambda text=text: keys.key(text).hex()), text


@pytest.mark.parametrize("level", ["case", "percent", "path", "scheme"])
def test_normalize_is_the_function(data, level):
    texts = lines(data)
    also = ("sort-query", "drop-tracking")
    arguments = ["normalize", "--level", level, "--also", ",".join(also), "--explain"]
    for text, row in zip(texts, printed(arguments, texts), strict=True):
        want = outcome(lambda text=text: superuri.normalize(text, level, also=also))
        assert answer(row) == want, text
        if not row["error"]:
            steps = row["steps"]
            assert (steps[-1]["output"] if steps else text) == want, text


def test_compare_and_join_are_the_functions(data):
    texts = [text for text in lines(data) if "\t" not in text]
    pairs = list(zip(texts, texts[1:] + texts[:1], strict=True))
    pairs += [(text, superuri.normalize(text)) for text in texts[:500]]
    typed = ["\t".join(two) for two in pairs]
    for (a, b), row in zip(pairs, printed(["compare"], typed), strict=True):
        want = outcome(lambda a=a, b=b: superuri.compare(a, b))
        if row["error"]:
            assert row["error"]["code"] == want[0], f"{a} {b}"
        else:
            message = row["output"]
            got = (message["equal"], message["step"] if message["equal"] else message["component"])
            assert got == want, f"{a} {b}"
    base = "http://a/b/c/d;p?q"
    for options, strict in (([], True), (["--loose"], False)):
        for text, row in zip(texts, printed(["resolve", base, *options], texts), strict=True):
            uri = superuri.URI(base)
            want = outcome(lambda text=text, uri=uri, s=strict: str(uri.resolve(text, strict=s)))
            assert answer(row) == want, text


VERBS = {
    "parse": ["parse", "--clean"],
    "get": ["get", "{host}\\t{path}", "--clean", "--errors", "keep"],
    "set": ["set", "--port", "1", "--query", "a=b"],
    "normalize": ["normalize"],
    "explain": ["normalize", "--explain"],
    "dedupe": ["normalize", "--dedupe"],
    "key": ["key"],
    "compare": ["compare"],
    "resolve": ["resolve", "http://e/", "--clean"],
}


@pytest.mark.parametrize("verb", VERBS)
def test_any_number_of_threads_gives_the_same(tmp_path, big, verb):
    outputs = set()
    source = tmp_path / "lines"
    source.write_bytes(big.read_bytes()[: length(4 << 20)])
    for threads in ("1", "2", "7") if FULL else ("1", "7"):
        run([*VERBS[verb], "-q", "-i", source, "-o", tmp_path / "out", "--threads", threads])
        outputs.add((tmp_path / "out").read_bytes())
    assert len(outputs) == 1


def is_utf8(octets):
    return octets.decode(errors="ignore").encode() == octets


@pytest.mark.parametrize("verb", [*VERBS, "whatwg", "pairs"])
@pytest.mark.parametrize("json_too", [False, True])
def test_no_bytes_are_a_bug(verb, json_too):
    rng = chance.seeded("whole")
    pieces = [*(piece.encode() for piece in [*HEADS, *PIECES]), b"\xff", b"\t", b"[", b"%", b" "]
    pieces += [b"\xe2\x80\xae", b"\x1b", b"\\", b"xn--", b"%00", b"%0A"]
    texts = [b"".join(rng.choices(pieces, k=rng.randrange(1, 12))) for _ in range(10_000)]
    arguments = {"whatwg": ["parse", "--whatwg"], "pairs": ["resolve", "--pairs"], **VERBS}[verb]
    more = ["--json"] if json_too else []
    done = run([*arguments, "-q", "--trim", *more], b"\n".join(texts))
    assert done.returncode in {0, 1, 4}, done.stderr.decode()
    if json_too and verb != "dedupe":
        rows = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
        assert len(rows) == len(texts)
        for text, row in zip(texts, rows, strict=True):
            assert {"output", "output_encoded"} & row.keys(), row
            printed = row.get("input_encoded")
            octets = row["input"].encode() if printed is None else superuri.decode_bytes(printed)
            assert octets == text, row
            assert (printed is None) == is_utf8(text), row
    elif verb not in {"parse", "explain", "dedupe", "whatwg"}:
        assert done.stdout.count(b"\n") == len(texts) - 1


def test_dedupe_keeps_the_first_of_each(tmp_path):
    rng = chance.seeded("whole")
    texts = [f"http://e.com/%{rng.randrange(0x61, 0x6B):x}{n % 70_001}" for n in range(300_000)]
    (tmp_path / "in").write_text("\n".join(texts[:100_000]) + "\n", encoding="utf-8")
    (tmp_path / "more").write_text("\n".join(texts[100_000:]), encoding="utf-8")
    want = list(dict.fromkeys(superuri.normalize(text) for text in texts))
    for threads in ("1", "3"):
        files = ["-i", tmp_path / "in", "-i", tmp_path / "more"]
        done = run(["normalize", "--dedupe", "--threads", threads, *files])
        assert done.returncode == 0
        assert done.stdout.decode().splitlines() == want


def test_a_job_that_runs_out_of_its_memory_leaves_the_old_file(tmp_path):
    (tmp_path / "out").write_bytes(b"old")
    data = "".join(f"/{n}\n" for n in range(100_000)).encode()
    arguments = ["normalize", "--dedupe", "-o", tmp_path / "out", "--memory"]
    done = run([*arguments, "1M"], data)
    assert (done.returncode, (tmp_path / "out").read_bytes()) == (3, b"old")
    assert b"there are more than 26214 different URIs" in done.stderr
    assert run([*arguments, "4M"], data).returncode == 0
    assert (tmp_path / "out").read_bytes() == data


def test_an_option_that_is_not_text_is_refused():
    done = run(["set", "--fragment", b"\xff", "http://e/"])
    assert done.returncode == 2
    assert b"\\udcff is not valid UTF-8" in done.stderr


def test_comparing_a_file_sets_the_exit_code(tmp_path):
    (tmp_path / "in").write_bytes(b"/a\t/a\n" * 200_000 + b"/a\t/b\n" + b"/a\t/a\n" * 200_000)
    assert run(["compare", "-i", tmp_path / "in", "-o", tmp_path / "out"]).returncode == 1
    assert (tmp_path / "out").read_bytes().count(b"differ path\n") == 1
    assert run(["compare", "-q"], b"/a\t/b\nx\n").returncode == 4
