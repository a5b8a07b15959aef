"""Tables of tracking parameters: ours, those of the caller, and the rules of ClearURLs."""

import json
import pickle
from pathlib import Path

import pytest

import superuri
from kit.command import run
from superuri import keys
from superuri.keys import _clearurls

ON = r"^https?:\/\/(?:[a-z0-9-]+\.)*?"

#: A rule of ClearURLs, and the names of its rows.
NAMES = [
    ("gclid", ["gclid"]),
    (r"(?:%3F)?utm(?:_[a-z_]*)?", [r"?utm_[a-z_]*", "?utm", "utm_[a-z_]*", "utm"]),
    (r"ga_[a-z_]+", ["ga_[a-z_][a-z_]*"]),
    (r"(?:%3F)?wt_?z?mc", ["?wtmc", "?wtzmc", "?wt_mc", "?wt_zmc", "wtmc", "wtzmc", "wt_mc"]),
    (r"dbkanal_[0-9]{3}", ["dbkanal_[0-9][0-9][0-9]"]),
    (r"a[x]{1,2}", ["a[x]", "a[x][x]"]),
    (r"p\[\]", [r"p\[\]"]),
    (r"__(?:xts|cft)__(?:\[|%5B)\d(?:\]|%5D)", [r"__xts__\[[0-9]\]", r"__cft__\[[0-9]\]"]),
    (r"me\.[_a-zA-Z]+", ["me.[_a-zA-Z][_a-zA-Z]*"]),
    (r"jb[a-z]*?", ["jb[a-z]*"]),
]

#: A rule that is refused, and why.
REFUSED = [
    (r"vn(?:_[a-z]*)+", "it repeats more than one character"),
    (r"[^a-z]adId", "a row cannot say: all characters but these"),
    (r"otracker.?", "a row has no ."),
    (r"(?=a)", "a row has no ?"),
    (r"(a", "its parentheses are not in pairs"),
    (r"a)", "its parentheses are not in pairs"),
    (r"a\b", r"a row has no \b"),
    (r"a b", "it has a space or a control character"),
    ("(" * 100, "its parentheses are too deep"),
    ("(?:a|b)" * 100, "it has more than 64 alternatives"),
    ("a{1000}", "it repeats too often"),
    ("a{1,99}", "it repeats too often"),
]

#: A pattern of URLs, and the hosts of its rows.
HOSTS = [
    (ON + r"msn\.com", " msn.com"),
    (ON + r"amazon(?:\.[a-z]{2,}){1,}", " amazon.*"),
    (ON + r"(?:yandex(?:\.[a-z]{2,}){1,}|ya\.ru)", " yandex.* ya.ru"),
    (ON + r"twitter.com", " twitter.com"),
    (ON + r"(youtube\.com|youtu\.be)", " youtube.com youtu.be"),
    (ON + r"mercadoli[bv]re\.com", " mercadolibre.com mercadolivre.com"),
    (r"^https?:\/\/vk\.com", " =vk.com"),
    (r"^https?://(?:accounts\.)?firefox\.com", " =accounts.firefox.com =firefox.com"),
    (ON + r"amazon(?:\.[a-z]{2,}){1,}\/s\?", " amazon.*/s?"),
]


def names(rule: str) -> list[str]:
    return list(dict.fromkeys(_clearurls.names(rule)))


@pytest.mark.parametrize(("rule", "rows"), NAMES)
def test_a_rule_is_rows(rule: str, rows: list[str]) -> None:
    assert set(rows) <= set(names(rule))
    keys.Tracking(names(rule))


@pytest.mark.parametrize(("rule", "why"), REFUSED, ids=range(len(REFUSED)))
def test_a_rule_that_is_no_row_is_refused_by_name(rule: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text(json.dumps({"providers": {"all": {"urlPattern": ".*", "rules": [rule, "b"]}}}))
    read = keys.read_tracking(file)
    assert read.refused == ((rule, why),)
    assert read.table == keys.Tracking(["(?i)b"])


@pytest.mark.parametrize(("pattern", "hosts"), HOSTS)
def test_a_pattern_of_urls_is_hosts(pattern: str, hosts: str) -> None:
    found = set(_clearurls.hosts(pattern, " ").split())
    assert found == set(hosts.split())


def test_the_rules_of_clearurls(tmp_path: Path) -> None:
    providers = {
        "shop": {
            "urlPattern": ON + r"shop(?:\.[a-z]{2,}){1,}",
            "rules": ["pf_[a-z]*"],
            "referralMarketing": ["tag"],
            "exceptions": [ON + r"shop(?:\.[a-z]{2,}){1,}\/login\?.*?", "nothing"],
            "rawRules": [r"\/ref=[^/?]*"],
        },
        "ads": {"urlPattern": ON + r"ads\.com", "completeProvider": True},
    }
    file = tmp_path / "data.min.json"
    file.write_text(json.dumps({"providers": providers}))
    table, refused = keys.read_tracking(file)
    assert refused == (
        (r"\/ref=[^/?]*", "it changes the raw URL"),
        ("nothing", "its pattern does not begin with a host"),
        ("ads", "it blocks whole URLs"),
    )
    for url, wanted in [
        ("http://www.shop.co.uk/?PF_a=1&tag&b", "http://www.shop.co.uk/?b"),
        ("http://shop.com/login?tag", "http://shop.com/login?tag"),
        ("http://shop.com/%6Cogin?tag", "http://shop.com/login?tag"),
        ("http://%73hop.com/?tag", "http://shop.com/"),
        ("http://bookshop.com/?tag", "http://bookshop.com/?tag"),
        ("/?tag", "/?tag"),
    ]:
        assert superuri.normalize(url, also="drop-tracking", tracking=table) == wanted


@pytest.mark.parametrize("text", ["{", '{"a": 1}', '{"providers": []}', '{"providers": {"a": 1}}'])
def test_other_json_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"is neither a list of names, nor the rules of ClearURLs"):
        keys.read_tracking(file)


def test_a_table_is_a_value() -> None:
    table = keys.Tracking(["a", "", "# no row", " b  e.com "])
    assert table.rows == ("a", "b e.com")
    assert repr(table) == "<Tracking: 2 rows>"
    again = pickle.loads(pickle.dumps(table))  # noqa: S301  ours
    assert (again, hash(again)) == (table, hash(table)) != keys.Tracking(["a"])
    with pytest.raises(ValueError, match=r'^"\[" is not a row of a table of tracking: a \[ has no'):
        keys.Tracking(["a", "["])


def test_a_table_is_for_the_step_that_drops() -> None:
    with pytest.raises(ValueError, match="which also does not name"):
        superuri.normalize("/?a", tracking=["a"])
    assert superuri.normalize("/?a", also="drop-tracking", tracking=[]) == "/?a"
    for wrong in ("a", 1):
        with pytest.raises(TypeError, match=r"^tracking is a superuri.keys.Tracking, or its rows$"):
            superuri.normalize("/?a", also="drop-tracking", tracking=wrong)  # type: ignore[arg-type]


def test_our_table_drops_its_rows() -> None:
    rows = keys.trackers()
    assert len({row.name for row in rows}) == len(rows)
    for row in rows:
        assert row.source
        assert row.checked >= "2026-11-21"
        url = f"http://e.com/?{row.name.replace('*', 'x')}=1&b"
        assert superuri.normalize(url, also="drop-tracking") == "http://e.com/?b"


def test_an_empty_file_drops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("# nothing\n")
    done = run(["normalize", "--also", "drop-tracking", "--tracking", file, "/?utm_id"])
    assert done.stdout == b"/?utm_id\n"
