"""Hints of the command: a text that names a file, an input that is the output, a summary."""

import pytest

from kit.command import run

TEXT = b"http://e.com/a b\n"

READ = [
    (["clean"], "superuri clean -i notes.txt reads the file"),
    (["clean", "--json"], "superuri clean -i notes.txt reads the file"),
    (["get", "{path}"], "superuri get '{path}' -i notes.txt reads the file"),
    (["form", "decode"], "superuri form decode -i notes.txt reads the file"),
    (["explain"], "superuri explain -i notes.txt reads the file"),
    (["layers"], "superuri layers -i notes.txt reads the file"),
]


@pytest.mark.parametrize(("words", "hint"), READ)
def test_a_text_that_names_a_file_is_done_as_any_other(tmp_path, words, hint):
    without = run([*words, "notes.txt"], cwd=tmp_path)
    assert b"hint" not in without.stderr
    (tmp_path / "notes.txt").write_bytes(TEXT)
    done = run([*words, "notes.txt", "notes.txt"], cwd=tmp_path)
    assert done.stderr.decode().count(hint) == 1
    alone = run([*words, "notes.txt"], cwd=tmp_path)
    assert (alone.returncode, alone.stdout) == (without.returncode, without.stdout)


def test_the_hint_reads_the_file(tmp_path):
    (tmp_path / "-a b.txt").write_bytes(TEXT)
    done = run(["clean", "--", "-a b.txt"], cwd=tmp_path)
    assert b"superuri clean -i './-a b.txt' reads the file" in done.stderr
    assert run(["clean", "-i", "./-a b.txt"], cwd=tmp_path).stdout == b"http://e.com/a%20b\n"
    assert run(["clean", "-q", "--", "-a b.txt"], cwd=tmp_path).stderr == b""
    assert run(["clean", "/", ".", "//e.com/a"], cwd=tmp_path).stderr == b""


@pytest.mark.parametrize("words", [["-i", "notes.txt"], []])
def test_a_file_is_not_appended_to_itself(tmp_path, words):
    path = tmp_path / "notes.txt"
    path.write_bytes(TEXT)
    with path.open("rb") as stdin, path.open("ab") as stdout:
        done = run(["clean", "-q", *words], None, cwd=tmp_path, stdin=stdin, stdout=stdout)
    assert (done.returncode, path.read_bytes()) == (3, TEXT)
    assert b"it is both input and output" in done.stderr
    assert run(["clean", "-q", "-i", path, "-o", path]).returncode == 0
    assert path.read_bytes() == b"http://e.com/a%20b\n"


def test_lint_reports_how_much_it_checked(tmp_path):
    (tmp_path / "a.md").write_bytes(b"<http://e.com/%zz> http://e.com/ http://e.com/b\n")
    (tmp_path / "b.txt").write_bytes(b"http://e.com/\nhttp://e.com/a b\n")
    for words, printed in (
        (["a.md"], "checked 3 URLs in 1 file: 1 error"),
        (["a.md", "a.md", "http://e.com/c"], "checked 7 URLs in 2 files: 2 errors"),
        (["http://e.com/"], "checked 1 URL: nothing found"),
        (["-i", "b.txt"], "checked 2 URLs in 1 file: 1 error"),
        (["a.md", "--diff"], "checked 3 URLs in 1 file: 1 error; would be fixed: a.md"),
    ):
        done = run(["lint", *words], cwd=tmp_path)
        assert done.stderr.decode() == f"superuri lint: {printed}\n", words
        assert run(["lint", "-q", *words], cwd=tmp_path).stderr == b""


KINDS = (
    b"hint: 3 lines are probably not a single URI (quotes or brackets around it: 1, a Windows "
    b"path: 1, a scheme with an _ or a digit first: 1) but escaped as written"
)
HOSTS = (
    b"hint: 2 lines seem to begin with a host, but without a scheme it is read as a path; "
    b"--default-scheme https adds the scheme"
)
WRAPPED = b"<http://e.com>\n"
#: Texts whose escaping was surely not intended, and others.
COUNTED = [
    (["clean", "(http://e.com)"], b"", b"hint: 1 text is probably not a single URI"),
    (["clean", "C:\\a", "http://e.com/", "git@e.com:a.git", "/a b"], b"", b"hint: 2 texts are"),
    (["clean"], b"'/a b'\n\"http://e.com\"\nhttp:// e.com/\n/a b\n", b"hint: 3 lines are"),
    (["clean", "--json"], b"see http://e.com/\n", b"hint: 1 line is"),
    (["clean", "-0"], b"http://e.com/a http://e.com/b\0", b"hint: 1 record is"),
    (["clean", "--profile", "SALVAGE"], WRAPPED, b""),
    (["clean", "-q"], WRAPPED, b""),
    (["clean"], b"/?q=http://e.com/ http://e.com/\n/a:b c\n(a b)\n", b""),
    (["clean"], b"(http://e.com)\nC:\\a\nmy_app://x\n", KINDS),
    (["get", "{path}"], b"e.com/a\nhttp://e.com/\nx.co.uk\nindex.html\n", HOSTS),
    (["parse", "e.com:8080/x"], b"", b"hint: 1 text seems to begin with a host"),
    (["get", "{path}"], b"a/b.html\n/c\n", b""),
]


@pytest.mark.parametrize(("words", "text", "hint"), COUNTED)
def test_kinds_of_texts_that_are_not_meant_are_counted(words, text, hint):
    done = run(words, text)
    assert done.returncode == 0
    assert hint in done.stderr if hint else done.stderr == b""


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("hxxps://e[.]com/a", b"note: This URL is defanged: written so that nobody opens it by "),
        ("mongodb://u:S3cret@a:1,b:2", b""),
        ("ssh://git@e.com:u/r.git", b""),
    ],
)
def test_an_error_has_a_note_on_what_the_text_seems_to_be(text, note):
    done = run(["clean", text])
    assert note in done.stderr if note else b"note:" not in done.stderr
    assert b"S3cret" not in done.stderr
