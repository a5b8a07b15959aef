"""Explanations as they are: the views of four texts, line by line.

The rows are what `str`, a notebook and `to_dict` gave, and were read.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import superuri

ROWS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("rows").joinpath("explanations.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("row", ROWS, ids=[row["text"].strip() for row in ROWS])
def test_an_explanation_is_the_same_in_each_view(row):
    text = row["text"].encode("latin-1") if row["octets"] else row["text"]
    explanation = superuri.explain(text)
    assert str(explanation).splitlines() == row["lines"]
    assert explanation._repr_html_().replace("><", ">\n<").splitlines() == row["html"]
    if "data" in row:
        assert json.loads(json.dumps(explanation.to_dict())) == row["data"]
