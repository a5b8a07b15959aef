"""Formats of findings: no character acts on a terminal or a log, and programs can read them."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

import superuri
from kit import chance, command
from kit.amount import length
from kit.clock import linearly
from kit.linting import MARKDOWN, Values, lint
from superuri._documents import documents
from superuri.cli.lint import sarif
from superuri.cli.lint.findings import FORMATS, escaped

if TYPE_CHECKING:
    from pathlib import Path

ANNOTATION = re.compile(r"::(error|warning|notice) (?:[A-Za-z]+=[^,:\r\n]*,?)+::[^\r\n]*\n")
NASTY = "http://u:pa55word@e.com/a b%zz\u202e\x1b[2J%0d%0a::error::x"


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_quotes_a_password_or_acts_on_a_terminal(form: str, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b%,:.txt"
    file.write_text(NASTY + "\n")
    for words in ([NASTY], ["-i", file], [file]):
        printed = lint(
            *words, "--output-format", form, "--show", "info", "--color", "never", code=1
        )
        assert "pa55word" not in printed
        assert all(c.isprintable() or c == "\n" for c in printed)
        if form == "github":
            assert all(ANNOTATION.fullmatch(line) for line in printed.splitlines(keepends=True))
            assert "%25" in printed
        if form in {"json", "gitlab", "sarif"}:
            json.loads(printed)


def test_what_github_reads_is_escaped() -> None:
    assert escaped("a%\r\n::b,", ":,") == "a%25%0D%0A%3A%3Ab%2C"


#: The properties of SARIF 2.1.0 that GitHub reads, with the types and bounds of its schema.
COUNT = {"type": "integer", "minimum": 1}
MESSAGE = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
ARTIFACT = {
    "type": "object",
    "properties": {"uri": {"type": "string", "pattern": r"^[!-~]*$"}},
    "required": ["uri"],
}


def array(items: object) -> dict[str, object]:
    """Return the schema of an array."""
    return {"type": "array", "items": items}


def record(required: str, **properties: object) -> dict[str, object]:
    """Return the schema of an object that has these properties alone."""
    its = {"properties": properties, "required": required.split()}
    return {"type": "object", "additionalProperties": False, **its}


REGION = record(
    "startLine",
    **dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), COUNT),
)
REPLACEMENT = record("deletedRegion", deletedRegion=REGION, insertedContent=MESSAGE)
CHANGE = record(
    "artifactLocation replacements", artifactLocation=ARTIFACT, replacements=array(REPLACEMENT)
)
RULE = record(
    "id",
    id={"type": "string"},
    name={"type": "string"},
    shortDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=record("", level=LEVEL),
)
RESULT = record(
    "message",
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    # SARIF 2.1.0 section 3.27.17.
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
    level=LEVEL,
    message=MESSAGE,
    locations=array(
        record(
            "",
            physicalLocation=record("artifactLocation", artifactLocation=ARTIFACT, region=REGION),
            logicalLocations=array(record("", name={"type": "string"})),
        )
    ),
    fixes=array(record("artifactChanges", description=MESSAGE, artifactChanges=array(CHANGE))),
)
DRIVER = record("name", name={"type": "string"}, version={"type": "string"}, rules=array(RULE))
RUN = record(
    "tool",
    tool=record("driver", driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=array(RESULT),
)
SCHEMA = record(
    "version runs",
    **{"$schema": {"type": "string"}, "version": {"enum": ["2.1.0"]}},
    runs=array(RUN),
)


def test_sarif_has_the_page_of_each_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = tmp_path / "superuri-0.0.dist-info" / "METADATA"
    metadata.parent.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    known = "Metadata-Version: 2.4\nName: superuri\nProject-URL: Source, https://e.com/source\n"
    metadata.write_text(known)
    assert "helpUri" not in json.dumps(sarif.log())
    metadata.write_text(f"{known}Project-URL: Documentation, https://e.com/superuri/\n")
    driver = sarif.log()["runs"][0]["tool"]["driver"]  # type: ignore[index]
    pages = {rule["id"]: rule["helpUri"] for rule in driver["rules"]}
    assert pages["U102"] == "https://e.com/superuri/rules#u102"
    assert list(pages) == list(superuri.rules)


def test_sarif_is_of_its_schema(tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    file = tmp_path / "a ü.md"
    file.write_text(MARKDOWN + NASTY)
    for words in ([file], [NASTY], ["-i", file], ["--text", "/"]):
        printed = json.loads(lint(*words, "--output-format", "sarif", "--show", "info"))
        jsonschema.validate(printed, SCHEMA)
        rules = printed["runs"][0]["tool"]["driver"]["rules"]
        for result in printed["runs"][0]["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": "2.1.0", "runs": [{"results": []}]}, SCHEMA)


def test_a_finding_keeps_its_fingerprint_where_lines_shift(tmp_path: Path) -> None:
    file = tmp_path / "a.md"

    def prints(document: str) -> list[str]:
        file.write_text(document)
        printed = json.loads(lint(file, "--output-format", "sarif"))
        found = printed["runs"][0]["results"]
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in found]

    before = prints("<http://e.com/a b> <http://e.com/%zz>\n<http://e.com/a b>\n")
    assert len({*before}) == 3
    assert [*map(len, before)] == [23, 23, 23]
    assert prints("A line.\n\n<http://e.com/%zz>\n<http://e.com/a b>\n") == before[1::-1]


def test_gitlab_gets_the_file_the_line_and_another_fingerprint_for_each(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("<http://e.com/%zz>\n\n<http://e.com/%zz>\n")
    (tmp_path / "b.md").write_text("http://e.com/\u00fc\n")
    printed = json.loads(lint(tmp_path, "--output-format", "gitlab", code=1))
    places = [each["location"] for each in printed]
    assert [place["path"][-4:] for place in places] == ["a.md", "a.md", "b.md"]
    assert [place["lines"]["begin"] for place in places] == [1, 3, 1]
    assert [each["severity"] for each in printed] == ["major", "major", "minor"]
    assert len({each["fingerprint"] for each in printed}) == 3


def test_junit_is_xml_that_holds_each_finding(tmp_path: Path) -> None:
    file = tmp_path / "a <ü>.md"
    file.write_text(MARKDOWN + NASTY)
    for words in ([file], [NASTY], ["-i", file], ["--text", "/"]):
        printed = lint(*words, "--output-format", "junit", "--show", "info")
        lines = lint(*words, "--show", "info", "--output-format", "jsonl").splitlines()
        rows = list(map(json.loads, lines))
        tests = fromstring(printed).findall("testsuite/testcase")  # noqa: S314  it is ours
        assert [test.find("failure") is not None for test in tests] == [True] * len(rows) or [False]
        names = [f"{row['code']} {row['name']}" for row in rows] or ["nothing found"]
        assert [test.get("name") for test in tests] == names


def test_statistics_and_quiet() -> None:
    text = b"/a b\n/c d e\n/%zz\n"
    assert "3      U102" in lint("--statistics", "-i", "-", text=text, code=1)
    rows = json.loads(lint("--statistics", "--output-format", "json", "-i", "-", text=text, code=1))
    assert rows[0] == {"count": "3", "code": "U102", "name": "space", "severity": "error"}
    assert lint("-q", "-i", "-", text=text, code=1) == ""


def test_the_view_fits_and_is_painted() -> None:
    url = "http://e.com/" + "\u4f60\u597d" * 90 + " \u05d0\u202e" + "x" * 200
    for width in (60, 200):
        printed = lint(url, "--width", width, "--color", "never", code=1)
        drawn = [line for line in printed.splitlines() if line.startswith("  ")]
        assert drawn
        assert all(len(line) <= width for line in drawn)
    assert "\x1b[31;1merror\x1b[0m" in lint("--text", "/a b", "--color", "always", code=1)


def test_rules_are_printed() -> None:
    def rules(*words: str) -> str:
        done = command.run(["list", "rules", *words])
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    assert len(json.loads(rules("--json"))) == len(superuri.rules)
    assert [row["code"] for row in json.loads(rules("space", "--json"))] == ["U102"]
    assert "| U102 | space |" in rules("u1", "--markdown")
    shown = html.unescape(rules("U102"))
    assert re.match(r"what +value\ncode +U102\n", shown)
    # All about one rule: its page, with the fix.
    row = superuri.rules["U102"]
    for part in (row.why, row.bad, f"fixed           {row.good}\n", row.ignore):
        assert part in shown
    assert "a guess, with --unsafe-fixes" in rules("U101")
    assert "none is automatic" in rules("U402")


def test_documents_take_linear_time() -> None:
    many = length(100_000)
    for text in (
        *("<a ", "<a href=", "<!--", "<", "<a a='"),
        *("<script>", "&", "<!", "<a href=x ", "<a href=x>"),
    ):
        inside = text.replace("'", "") * many
        with linearly():
            assert not list(documents.spots(text * many, "html")) or "href" in text
        with linearly():
            [spot] = documents.spots(f'<a href="{inside}">', "html")
            assert spot.text == html.unescape(inside).strip()
    for text in ("http://", "(", "@", ":", "a://", ".", "[(", "a:", "/"):
        with linearly():
            assert next(documents.spots("http://e.com/" + text * many, "text")).start == 0


def test_tags_are_read_as_the_standard_library_reads_them() -> None:
    rng = chance.seeded("tags")
    values = ['"a b>c"', "'x\"<y'", "bare/", '""', "'/a?b=1'"]
    for _ in range(2000):
        parts = []
        for _ in range(rng.randrange(4)):
            pairs = [f" {rng.choice(['href', 'SRC', 'id'])}={rng.choice(values)}"]
            parts.append(f"<{rng.choice(['a', 'IMG', 'x-y'])}{''.join(pairs)} checked>")
            parts.append(rng.choice(["text", "<!-- <a href=no> -->", "</a>", "<br/>", "1 < 2 "]))
            parts.append(rng.choice(["", "<script>'<a href=no>'</script>"]))
        text = "".join(parts)
        found = [spot.text for spot in documents.spots(text, "html")]
        assert found == [value for value in Values(text).values if value], text


@pytest.mark.parametrize("comment", ["<!-->", "<!--->", "<!-- <a href=no> -->", "<!--<!-->"])
def test_a_comment_ends_where_html_ends_it(comment: str) -> None:
    """HTML section 13.2.5.43: `<!-->` and `<!--->` are comments, whole as they are"""
    found = documents.spots(f"{comment}<a href=yes>", "html")
    assert [spot.text for spot in found] == ["yes"]
