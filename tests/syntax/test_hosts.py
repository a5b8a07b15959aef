"""Internationalised hosts are cleaned as in the URL standard's tests."""

import json
import unicodedata
from collections import Counter

import pytest

import superuri
from kit.agreement import outcome
from kit.legal import is_legal
from superuri import whatwg

#: Delimiters of an authority, so that the text is not a host alone; and invalid text.
NOT_A_HOST = {*"/?#@:[]\\%", *map(chr, range(0xD800, 0xE000))}


def is_deleted(c: str) -> bool:
    """Whether UTS 46 deletes the character."""
    return whatwg.URL.can_parse(f"http://a{c}b/") and whatwg.URL(f"http://a{c}b/").host == "ab"


@pytest.mark.parametrize("name", ["IdnaTestV2.json", "toascii.json"])
def test_hosts_of_web_platform_tests(name, data, report):
    outcomes = Counter[str]()
    for row in json.loads(data(f"wpt/{name}").read_text(encoding="utf-8")):
        if isinstance(row, str) or row["input"].isascii() or NOT_A_HOST & set(row["input"]):
            continue
        got = outcome(superuri.clean, f"http://{row['input']}/")
        if row["output"] is None:
            assert isinstance(got, tuple), (row, got)
            assert got[0] == "ParseError", (row, got)
            outcomes["refused, as they must be"] += 1
        elif isinstance(got, tuple):
            # The standard drops characters that UTS 46 deletes, and clean refuses them; it also
            # refuses those that may be composed of a sign that is in no host, as U+226E of "<".
            assert got[0] == "ParseError", row
            signs = set("<=>") & set(unicodedata.normalize("NFD", row["input"]))
            assert signs or any(map(is_deleted, row["input"])), row
            outcomes["refused, though they could be mapped"] += 1
        else:
            assert got == f"http://{row['output']}/", row
            assert is_legal(got), row
            outcomes["mapped"] += 1
    report(f"{name}: " + ", ".join(f"{count:,} {word}" for word, count in outcomes.most_common()))
