"""Repertoire: decoding a column, only to characters of an encoding."""

import pytest

import superuri
from kit.command import run
from superuri import form

pa = pytest.importorskip("pyarrow", reason="make test installs it")

from superuri.columns import arrow  # noqa: E402  because it needs pyarrow


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
@pytest.mark.parametrize(
    ("verb", "one"), [("decode", superuri.decode), ("form_decode", form.decode)]
)
def test_a_column_has_a_repertoire_as_a_text_has(kind, verb, one):
    rows = ["é%C4%87", "%C3%A9+", "plain", "a", None, "+%u%C3%A9", "ć"]
    for options in ({}, {"errors": "keep"}, {"errors": "keep", "encoding": "iso-8859-2"}):
        for repertoire in ("latin-1", "ascii", "utf-8", None):
            options["repertoire"] = repertoire
            found = arrow.apply(
                pa.array(rows, kind), verb, on_error="null", with_errors=True, **options
            ).to_list()
            for row, got in zip(rows, found, strict=True):
                want, error = None, None
                try:
                    want = one(row, **options) if row is not None else None
                except superuri.errors.URIError as caught:
                    error = {"code": caught.code, "start": caught.start, "end": caught.end}
                assert got == {"value": want, "error": error}, (row, options)
    with pytest.raises(TypeError, match="repertoire of a column is the name of an encoding"):
        arrow.apply(["a"], verb, repertoire={"a"})
    with pytest.raises(ValueError, match='repertoire="cp037"'):
        arrow.apply(["a"], verb, repertoire="cp037")
    with pytest.raises(LookupError):
        arrow.apply(["a"], verb, repertoire="no-encoding")


def test_the_command_has_it_for_tables(tmp_path):
    table = tmp_path / "a.csv"
    table.write_text("u\na%C4%87\n%C3%A9\n", encoding="utf-8")
    job = ["decode", "-i", str(table), "-c", "u", "--repertoire", "latin-1", "-o", "-"]
    done = run(job)
    assert done.stdout.decode() == "u\na%C4%87\n\u00e9\n"
    assert b"1 failed (kept as it was)" in done.stderr
    assert done.returncode == 4
    assert run([*job, "--repertoire", "klingon"]).returncode == 2
