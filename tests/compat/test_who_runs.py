"""Runs of encoders and decoders: each kind of program, batches, and rows that cannot answer."""

import sys

import pytest

from kit.command import PATIENCE
from superuri import who
from superuri._foreign import reported
from superuri._foreign.lines import Lines
from superuri.who import decoders, producers, running, running_batch
from superuri.who.decoding import Decoder


def python(name, code, needs=""):
    return decoders.Decoder(name, "python", code, needs)


NOBODY = python("nobody", "nobody.decode(t)", "nobody_at_all")


def test_a_missing_module_is_reported():
    [line] = running.run(NOBODY, ["a"])
    assert line.why.startswith("not installed: ModuleNotFoundError")


def test_a_missing_library_of_c_is_reported():
    [line] = running.run(python("C", "library.decode(t)", producers.library("libnobody.so")), ["a"])
    assert line.why.startswith("not installed: ")
    assert "libnobody" in line.why


#: One row of each kind that a batch must survive, between rows that answer.
ROWS = [
    python("says", "t + '!'"),
    NOBODY,
    python("raises", "t.encode('ascii').decode()"),
    python("prints", "print('between', flush=True) or __import__('os').write(1, b'raw') and t"),
    python("is not text", "len(t)"),
    python("is not JSON", "t.encode()"),
    python("is not Python", "t +"),
    python("leaves a name", "globals().setdefault('left', t)"),
    python("finds no name", "left"),
    python("ends its process", "__import__('os')._exit(3)"),
    python("raises no Exception", "exit('enough')"),
    python("says again", "t * 2", "urllib.parse"),
]


def test_a_batch_answers_as_its_rows_alone():
    texts = ["a", "é\ud800", ""]
    alone = [running.run(row, texts, limit=None) for row in ROWS]
    together = running_batch.run(ROWS, texts, limit=None)
    for row, its, expected in zip(ROWS, together, alone, strict=True):
        assert its == expected, row
    answered = {lines[0].who for lines in together if lines[0].result is not None}
    assert answered == {"says", "raises", "prints", "is not text", "leaves a name", "says again"}


def test_a_batch_starts_one_process(monkeypatch):
    started = []
    monkeypatch.setattr(running_batch, "Lines", lambda *all: started.append(1) or Lines(*all))
    monkeypatch.setattr(running, "run", None)
    rows = [row for row in ROWS if row.name.startswith(("says", "raises", "is not"))]
    rows.remove(next(row for row in rows if row.name == "raises no Exception"))
    assert len(running_batch.run(rows, ["a"], limit=None)) == len(rows) == 6
    assert len(started) == 1


def test_a_row_that_hangs_costs_its_own_answer(monkeypatch):
    hangs = python("hangs", "__import__('time').sleep(600)")
    asks, alone = Lines.ask, running.run

    def hurried(self, line, limit):
        """Ask with this limit the row that hangs: the others may be late on a busy machine."""
        return asks(self, line, 0.1 if "sleep" in line else limit)

    monkeypatch.setattr(Lines, "ask", hurried)
    monkeypatch.setattr(running, "run", lambda row, texts, _: alone(row, texts, 0.1))
    lines = running_batch.run([ROWS[0], hangs, ROWS[-1]], ["a"], limit=None)
    assert [line.result for [line] in lines] == ["a!", None, "aa"]
    assert lines[1][0].why == "no answer: TimeoutExpired"


def test_no_row_where_python_does_not_run(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    [[line], _] = running_batch.run(ROWS[:2], ["a"])
    assert line.why == "not installed: /nowhere/python"


def test_a_row_without_an_answer_is_asked_again_with_the_same_limit(monkeypatch):
    asked: list[tuple[object, ...]] = []

    def run_alone(*arguments: object) -> list[who.Line]:
        asked.append(arguments)
        return [who.Line("ends", None, "asked alone")]

    monkeypatch.setattr(running, "run", run_alone)
    row = Decoder("ends", "python", "__import__('os')._exit(3)")
    lines = running_batch.run([row], ["a"], PATIENCE)
    assert lines == [[who.Line("ends", None, "asked alone")]]
    assert asked == [(row, ["a"], PATIENCE)]


def test_a_row_that_ends_its_process_has_no_answer() -> None:
    row = Decoder("ends", "python", "__import__('os')._exit(0)")
    line = who.Line("ends", None, "no answer: JSONDecodeError")
    assert running.run(row, ["a", "b"], limit=None) == [line, line]


@pytest.mark.skipif("jdk.compiler" not in reported(("java", "--list-modules")), reason="no Java")
def test_java_answers_with_every_utf_16_unit_and_with_the_name_of_an_error() -> None:
    row = Decoder("own", "java", "t.charAt(t.length() - 1) + t")
    texts = ["a\n", "é☃", "\ud83d", "", "z\ude00"]
    assert running.run(row, texts, limit=None) == [
        who.Line("own", "\na\n"),
        who.Line("own", "☃é☃"),
        who.Line("own", "\ud83d\ud83d"),
        who.Line("own", None, "StringIndexOutOfBoundsException"),
        who.Line("own", "\ude00z\ude00"),
    ]


@pytest.mark.skipif(not reported(("perl", "-MJSON::PP", "-e", "print 1")), reason="no Perl")
def test_perl_loads_the_module_that_a_row_needs() -> None:
    row = Decoder("own", "perl", "List::Util::first(sub { 1 }, uc $t)", "List::Util")
    assert running.run(row, ["a", "é"], limit=None) == [who.Line("own", "A"), who.Line("own", "É")]
