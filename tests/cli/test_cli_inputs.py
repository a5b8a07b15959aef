"""Inputs of the command: packed or in another encoding, and of every command that shows texts."""

import gzip

import pytest

from kit.command import run


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_packed_bytes_are_unpacked_whatever_the_name(suffix, tmp_path):
    path, named = tmp_path / "urls.txt", tmp_path / f"urls.{suffix}"
    assert run(["decode", "-o", named], b"/a b\n" * 9).returncode == 0
    packed = named.rename(path).read_bytes()
    want = b"/a%20b\n" * 9
    assert run(["clean", "-i", path]).stdout == want
    assert run(["clean"], packed).stdout == want
    assert run(["explain", "-i", path]).stdout == run(["explain"], b"/a b\n" * 9).stdout
    # Written in its place, it would be another file: its name does not say how it is packed.
    done = run(["lint", "--fix", "-i", path])
    assert (done.returncode, path.read_bytes()) == (3, packed)
    assert b"its name does not end in .gz or .zst" in done.stderr


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/a\n".encode("utf-16"), b"UTF-16"),
        (b"\xfe\xff" + "/a\n".encode("utf-16-be"), b"UTF-16"),
        ("/a\n".encode("utf-32"), b"UTF-32"),
    ],
)
def test_another_encoding_with_a_mark_is_refused(text, name, tmp_path):
    path = tmp_path / "urls.txt"
    path.write_bytes(text)
    packed = tmp_path / "urls.gz"
    packed.write_bytes(gzip.compress(text))
    for words in (["clean", "-i", path], ["lint", "-i", path], ["layers", "-i", packed]):
        done = run(words)
        assert (done.returncode, done.stdout) == (3, b"")
        assert b": this is " + name + b"; superuri reads UTF-8: convert it" in done.stderr


@pytest.mark.parametrize("verb", ["explain", "layers", "disagree", "wire"])
def test_what_shows_texts_reads_and_writes_files(verb, tmp_path):
    path, out = tmp_path / "urls.txt", tmp_path / "told.txt"
    path.write_bytes(b"http://e.com/a%2520b\r\nhttp://e.com/b\n")
    some = {"disagree": ["--parser", "urllib"], "wire": ["--client", "urllib"]}.get(verb, [])
    printed = run([verb, *some, "--json", "-i", path])
    assert len(printed.stdout.splitlines()) == 2
    assert run([verb, *some, "--json", "-i", path, "-o", out]).stdout == b""
    assert out.read_bytes() == printed.stdout
    assert run([verb, *some, "--json"], path.read_bytes()).stdout == printed.stdout
    wrong = run([verb, "-i", path, "http://e.com/"])
    assert (wrong.returncode, b"either texts or -i" in wrong.stderr) == (2, True)
    assert run([verb, *some, "-i", tmp_path / "none", "-o", out]).returncode == 3
    assert out.read_bytes() == printed.stdout
