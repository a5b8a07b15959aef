"""Frozen answers: a release that changes what an earlier one answered says so in its changelog."""

from kit import frozen


def test_a_changed_answer_is_in_the_changelog():
    release, rows = frozen.frozen()
    assert len(rows) > 200
    listed = frozen.listed() if frozen.is_released(release) else []
    assert frozen.changed(rows) == listed, "run `python -m heavy frozen`"


def test_each_row_has_the_answer_to_each_question():
    names = {"text", *frozen.QUESTIONS}
    release, rows = frozen.frozen()
    # Cases that are added after a release get their answers at the next one.
    allowed = [names, {"text"}] if frozen.is_released(release) else [names]
    assert [row["text"] for row in rows if row.keys() not in allowed] == []


def test_a_difference_is_noticed_and_shown():
    row = {**frozen.answers("a b"), "clean": "a+b", "fix": True}
    assert frozen.changed([row]) == [
        '* clean of `"a b"`: `"a%20b"`, before `"a+b"`',
        '* fix of `"a b"`: `"a%20b"`, before `"a b"`',
    ]
