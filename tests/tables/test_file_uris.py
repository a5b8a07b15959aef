"""Paths given as ``file:`` URIs, which are decoded as everywhere in superuri."""

from pathlib import Path

import pytest

from kit.arrow import JOBS, pa, pq, tables
from kit.command import run
from superuri import file_uri

pytestmark = pytest.mark.usefixtures("empty")
#: Each file's name, and one that an undecoded URI would name.
NAMES = ["a b", "a%20b", "100% é+#"]


def uri(name):
    """Return the URI of a file in the working directory."""
    return str(file_uri.from_path(Path(name).resolve()))


def made(name):
    """Return the number of the rows that a table has."""
    return pq.read_table(Path(name)).column("id").to_pylist()


def test_an_input_and_an_output_are_the_files_of_the_uris():
    for n, name in enumerate(NAMES):
        pq.write_table(pa.table({"id": [n], "url": ["/a b"]}), f"{name}.parquet")
    for n, name in enumerate(NAMES):
        out = f"out {name}.parquet"
        tables.apply(uri(f"{name}.parquet"), "clean", "url", uri(out))
        assert made(out) == [n]
        tables.tidy([uri(f"{name}.parquet")], "url", uri(f"tidy {name}/"), report=uri("r 1.html"))
        assert made(f"tidy {name}/{name}.parquet") == [n]
    assert Path("r 1.html").is_file()
    assert not [path.name for path in Path().iterdir() if "out%20" in path.name]


def test_the_command_reads_and_writes_the_files_of_the_uris():
    for n, name in enumerate(NAMES):
        Path(f"{name}.csv").write_text(f"id,url\n{n},/a b\n")
        Path(f"{name}.txt").write_text(f"/{n} b\n")
    for n, name in enumerate(NAMES[:2]):
        words = ["-i", uri(f"{name}.csv"), "-c", "url", "-o", uri(f"out {name}.csv")]
        assert run(["clean", *words]).returncode == 0
        assert Path(f"out {name}.csv").read_text() == f"id,url\n{n},/a%20b\n"
        words = [uri(f"{name}.csv"), "-c", "url", "-o", uri(f"tidy {name}.csv")]
        assert run(["tidy", *words, f"--findings={uri(f'f {name}.csv')}"]).returncode == 0
        assert Path(f"tidy {name}.csv").is_file()
        assert Path(f"f {name}.csv").is_file()
        words = ["-i", uri(f"{name}.txt"), "-o", uri(f"out {name}.txt")]
        assert run(["clean", *words]).returncode == 0
        assert Path(f"out {name}.txt").read_text() == f"/{n}%20b\n"


BAD = [
    ("file://host/a.csv", "is another machine"),
    ("file:///a.csv?x", "is not a part of any path"),
    ("file:///a%zz.csv", "cannot be decoded"),
    ("FILE:/a%2Fb.csv", "is not allowed in a name"),
]


@pytest.mark.parametrize(("name", "why"), BAD)
def test_a_uri_that_names_no_path_is_an_error(name, why):
    Path("a.csv").write_text("url\n/\n")
    for given, out in [(name, "b.csv"), ("a.csv", name)]:
        for job in JOBS:
            with pytest.raises(tables.TableError, match=why):
                job(given, "url", out)
    done = run(["clean", "-i", name])
    assert (done.returncode, why.encode() in done.stderr) == (2, True)
