"""The command `find`: URLs of files and folders, one on each line."""

import json
import os
import subprocess
from types import SimpleNamespace

import pytest

import superuri
from kit import chance
from kit.command import COMMAND, PATIENCE, run
from superuri._documents.links import Links
from superuri.cli.input import folders
from superuri.cli.verbs import find

PAGE = b'<a href="/a?b&amp;c">\xc3\xa9 <a href="http://e.com/\xff">\n<a href=http://e.com/b>'


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder with documents, and files that are not read."""
    monkeypatch.chdir(tmp_path)
    for name, data in {
        "page.html": PAGE,
        "a/notes.txt": "é http://e.com/1\r\nhttp://e.com/2, http://e.com/1\n".encode(),
        "a/data.json": b'{"url": "http:\\/\\/e.com\\/x y\\nz"}',
        "a/ignored.txt": b"http://ignored.example/",
        "a/b.bin": b"http://binary.example/\0",
        ".gitignore": b"ignored.*\n",
        ".hidden": b"http://hidden.example/",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def lines(done):
    return done.stdout.decode().splitlines()


IN_A = ["http://e.com/x y%0Az", "http://e.com/1", "http://e.com/2", "http://e.com/1"]
IN_PAGE = ["http://e.com/%FF", "http://e.com/b"]


@pytest.mark.usefixtures("tree")
def test_every_url_of_a_folder_is_a_line():
    done = run(["find", "."])
    assert lines(done) == [*IN_A, *IN_PAGE]
    assert done.returncode == 0
    assert done.stderr == b"superuri find: found 6 URLs in 3 files; skipped: 1 binary file\n"
    assert run(["find", "-q", "."]).stderr == b""
    assert lines(run(["find", "page.html", "a/notes.txt"])) == [*IN_PAGE, *IN_A[1:]]
    assert run(["find", "page.html"]).stderr == b""


@pytest.mark.usefixtures("tree")
def test_ignored_and_excluded_files():
    assert "http://ignored.example/" in lines(run(["find", "--no-gitignore", "."]))
    done = run(["find", ".", "--exclude", "a/"])
    assert lines(done) == IN_PAGE
    done = run(["find", "page.html", "a/notes.txt", "--exclude", "*.html"])
    assert (lines(done), done.stderr.count(b"1 excluded file")) == (IN_A[1:], 1)
    done = run(["find", ".", "--exclude", "a["])
    assert (done.returncode, done.stdout) == (2, b"")


def test_json_has_the_place_in_the_file(tree):
    done = run(["find", ".", "--json"])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    keys = ["text", "file", "line", "column", "start", "end", "kind"]
    assert {tuple(row) for row in rows} == {tuple(keys)}
    for row in rows:
        raw = (tree / row["file"]).read_bytes()
        assert (row["text"], row["start"], row["end"]) in [
            tuple(it) for it in superuri.find(raw, row["kind"])
        ]
        before = raw[: row["start"]].decode("utf-8", "surrogateescape")
        at = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        assert (row["line"], row["column"]) == at
    assert [row["kind"] for row in rows] == ["json", *["text"] * 3, *["html"] * 2]
    assert rows[0]["text"] == "http://e.com/x y\nz"
    [row] = map(json.loads, run(["find", "--json"], b"http://e.com/").stdout.splitlines())
    assert (row["file"], row["kind"]) == ("<stdin>", "text")


@pytest.mark.usefixtures("tree")
def test_standard_input_is_the_default():
    for words in ([], ["-"]):
        assert run(["find", *words], b"a http://e.com/1 b").stdout == b"http://e.com/1\n"
    assert run(["find"], b"").returncode == run(["find"], b"no URL").returncode == 0
    done = run(["find", "--input-format", "css"], b"a { background: url(http://e.com/1) }")
    assert lines(done) == ["http://e.com/1"]
    done = run(["find", "-0", "--relative"], b"<!doctype html><a href='a&#10;b\x01c'><a href=d>")
    assert done.stdout == b"ab%01c\0d\0"


@pytest.mark.usefixtures("tree")
def test_relative_links():
    assert lines(run(["find", "page.html", "--relative"]))[0] == "/a?b&c"
    assert lines(run(["find", "page.html", "--base", "http://f.com/x"]))[0] == "http://f.com/a?b&c"


@pytest.mark.usefixtures("tree")
def test_it_composes_with_clean():
    urls = run(["find", "."]).stdout
    assert lines(run(["clean"], urls)) == [superuri.clean(it) for it in [*IN_A, *IN_PAGE]]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["missing"], 3, "superuri: missing: there is no such file or directory\n"),
        (["page.html", "missing"], 3, "superuri: missing: there is no such file or directory\n"),
        ([""], 3, "superuri: there is no such file or directory\n"),
        (["http://e.com/"], 3, "help: find reads files, and opens no URL\n"),
        (["--base", "/a", "page.html"], 2, "the base has no scheme"),
        (["--base", "http://e:8o/", "page.html"], 2, "port"),
        (["--base", "http://e/", "--relative"], 2, "give either --base or --relative"),
        (["--json", "-0"], 2, "give either --json or -0"),
        (["--input-format", "htm"], 2, "did you mean html?"),
        (["--nope"], 2, "there is no option --nope"),
        (["-o", "a", "page.html"], 3, "superuri: a: that is a directory\n"),
    ],
)
@pytest.mark.usefixtures("tree")
def test_what_is_wrong_is_reported(words, code, message):
    done = run(["find", *words])
    assert (done.returncode, done.stdout) == (code, b"")
    assert message in done.stderr.decode()


def test_a_file_that_cannot_be_read_is_reported_and_the_others_are_read(tree, monkeypatch, capfd):
    def opened(name, real=folders.open_within):
        if name.endswith(".json"):
            raise PermissionError(13, "no", name)
        return real(name)

    monkeypatch.setattr(folders, "open_within", opened)
    assert superuri_find(["."]) == 3
    out, err = capfd.readouterr()
    assert out.splitlines() == [*IN_A[1:], *IN_PAGE]
    assert err.endswith("found 5 URLs in 2 files; not read: 1 file; skipped: 1 binary file\n")
    (tree / "out").write_text("old")
    assert superuri_find([".", "-o", "out"]) == 3
    assert (tree / "out").read_text() == "old"


def superuri_find(words):
    from superuri.cli import main  # noqa: PLC0415  because it takes over this process

    return main(["find", *words])


def test_the_output_is_a_whole_file(tree):
    assert run(["find", ".", "-o", "out.txt"]).stdout == b""
    assert (tree / "out.txt").read_text().splitlines() == [*IN_A, *IN_PAGE]


def test_the_file_that_is_written_is_not_read(tree):
    with (tree / "z.txt").open("ab") as out:
        done = run(["find", "."], stdout=out)
        assert b"1 output file" in done.stderr
        assert run(["find", "z.txt"], stdout=out).returncode == 3
    assert (tree / "z.txt").read_text().splitlines() == [*IN_A, *IN_PAGE]


def test_a_closed_output_ends_it(tree):
    (tree / "long.txt").write_bytes(b"http://e.com/a\n" * 500_000)
    with subprocess.Popen(
        [*COMMAND, "find", "long.txt"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"http://e.com/a\n"
        process.stdout.close()
        assert process.wait(PATIENCE) == 141
        assert process.stderr.read() == b""


@pytest.mark.usefixtures("tree")
def test_a_line_that_is_too_long_ends_the_job():
    done = run(["find", "--max-line", "9K"], b"http://e.com/a\n" + b"x" * 20_000)
    assert (done.returncode, done.stdout) == (3, b"http://e.com/a\n")
    message = b"a line is longer than 9216 bytes; see --max-line"
    assert done.stderr == b"superuri: standard input: " + message + b"\n"


def test_a_document_that_is_read_whole_has_a_limit(tree, monkeypatch, capfd):
    monkeypatch.setattr(folders, "LONGEST", 8200)
    (tree / "page.html").write_bytes(PAGE + b" " * 9000)
    (tree / "a" / "notes.txt").write_bytes(b"http://e.com/1\n" * 1000)
    assert superuri_find(["-q", "."]) == 3
    out, err = capfd.readouterr()
    assert out.splitlines() == [IN_A[0], *["http://e.com/1"] * 1000]
    hint = "--input-format text reads it line by line"
    assert err == f"superuri: page.html: longer than 8,200 bytes; {hint}\n"
    assert superuri_find(["page.html"]) == 3
    capfd.readouterr()
    assert superuri_find(["page.html", "--input-format", "text"]) == 0
    assert capfd.readouterr().out == "http://e.com/%FF\nhttp://e.com/b\n"


@pytest.mark.parametrize("kind", ["text", "json"])
def test_blocks_of_lines_have_the_urls_of_the_document(kind, tree, monkeypatch, report):
    """With blocks of any size; the first lines of JSON show that it is JSON Lines."""
    rng = chance.seeded(f"blocks {kind}")
    pieces = [
        *("http://e.com/", "é", "\xff", " ", "\r", '"'),
        *("a", "😀", "\ufeff", "[x](", "https://f.com/é)"),
    ]
    if kind == "json":
        pieces += ['{"url": "', '"}', "\\n", "\\u00e9", "\\/", "\\"]
    number = 0
    for _ in range(60):
        text = "".join(rng.choice([*pieces, "\n"]) for _ in range(rng.randrange(200)))
        raw = text.encode().replace(b"\xc3\xbf", b"\xff")
        raw = b"{}\n" + raw if kind == "json" else raw
        (tree / "random").write_bytes(raw)
        monkeypatch.setattr(find, "BLOCK", rng.randrange(1, 40))
        monkeypatch.setattr(folders.encodings, "SNIFFED", rng.randrange(6, 20))
        blocks = records_of("random", kind)
        rows = [json.loads(row) for block in blocks for row in block.splitlines()]
        assert [(row["text"], row["start"], row["end"]) for row in rows] == [
            tuple(it) for it in superuri.find(raw, kind)
        ]
        for row in rows:
            before = raw[: row["start"]].decode("utf-8", "surrogateescape")
            assert row["line"] == before.count("\n") + 1
        number += len(rows)
    report(f"{number} URLs in 60 random documents")
    assert number > 60


def records_of(name, kind):
    options = SimpleNamespace(
        paths=[name], excluded=[], input_format=kind, links=Links.of(None, relative=False),
        output="-", json=True, null=False, max_line=1 << 20, command="find",
    )  # fmt: skip
    return list(find.found(options, find.Tally()))


def test_links_and_special_files_of_a_folder_are_not_opened(tree):
    (tree / "link.txt").symlink_to(tree / "a" / "notes.txt")
    os.mkfifo(tree / "pipe")
    done = run(["find", "."])
    assert lines(done) == [*IN_A, *IN_PAGE]
    assert b"skipped: 1 binary file, 1 link, 1 special file" in done.stderr
    assert lines(run(["find", "link.txt"])) == IN_A[1:]
