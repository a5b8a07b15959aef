"""Lists of the page: many lines are cleaned in a table, which is filtered and saved."""

import csv
import io
import json
from pathlib import Path

import superuri
from kit import web
from kit.web import show

LINES = [
    *("http://a.example/x y", "http://b.example/", "", "=http://c.example/%zz"),
    *('http://a.example/"q",é', "http://[bad/", "http://b.example/"),
]
GIVEN = [(n + 1, line) for n, line in enumerate(LINES) if line]


def cleaned(line):
    try:
        return superuri.clean(line)
    except superuri.errors.URIError:
        return None


def rows(page):
    return page.locator("#panel-list tbody tr")


def fill(page, lines):
    show(page, "list")
    page.fill("#list-text", "\n".join(lines))
    web.settled(page)


def saved(page, kind):
    with page.expect_download() as download:
        page.click(f"#panel-list button:has-text('Download {kind}')")
    return Path(download.value.path()).read_bytes().decode()


def drop(page, text, name="urls.txt", kind="file"):
    """Drop a file, or a text, on the page."""
    page.evaluate(
        """([text, name, kind]) => {
          const data = new DataTransfer();
          if (kind === 'file') data.items.add(new File([text], name, { type: 'text/plain' }));
          else data.setData('text/plain', text);
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        }""",
        [text, name, kind],
    )


def test_many_lines_are_a_table(page):
    fill(page, LINES)
    assert rows(page).count() == len(GIVEN)
    for n, (number, line) in enumerate(GIVEN):
        cells = rows(page).nth(n).locator("td").all_text_contents()
        assert cells[0] == f"{number} {line}"
        clean = cleaned(line)
        assert clean is None or cells[1] == ("same" if clean == line else clean)
        codes = dict.fromkeys(finding.code for finding in superuri.lint(line))
        assert cells[3].startswith("".join(list(codes)[:6]))
    edited = sum(cleaned(line) not in {None, line} for _, line in GIVEN)
    assert f"6 lines: {edited} edited" in page.text_content("#panel-list [role=status]")
    assert "1 not to be cleaned" in page.text_content("#panel-list [role=status]")
    rows(page).nth(3).locator("button").click()
    web.settled(page)
    assert page.input_value("#text") == LINES[4]


def test_a_list_is_filtered(fresh):
    page = fresh
    fill(page, LINES)
    page.fill("#panel-list input[type=search]", "B.EXAMPLE")
    assert rows(page).count() == 2
    page.fill("#panel-list input[type=search]", "")
    page.select_option("#panel-list select", "failed")
    assert rows(page).count() == 1
    page.select_option("#panel-list select", "edited")
    assert rows(page).count() == sum(cleaned(line) not in {None, line} for _, line in GIVEN)


def test_a_list_is_saved(fresh):
    page = fresh
    fill(page, LINES)
    assert saved(page, "TXT").splitlines() == [cleaned(line) or line for _, line in GIVEN]
    printed = [json.loads(line) for line in saved(page, "JSONL").splitlines()]
    assert [(row["number"], row["line"], row["clean"]) for row in printed] == [
        (number, line, cleaned(line)) for number, line in GIVEN
    ]
    table = list(csv.DictReader(io.StringIO(saved(page, "CSV"))))
    assert [row["line"].removeprefix("'") for row in table] == [line for _, line in GIVEN]
    assert table[2]["line"].startswith("'=")  # no spreadsheet runs it
    page.select_option("#panel-list select", "failed")
    assert len(saved(page, "JSONL").splitlines()) == 1


def test_a_file_is_dropped(page):
    drop(page, "\r\n".join(LINES))
    page.locator("#panel-list tbody tr").first.wait_for()
    web.settled(page)
    assert page.get_attribute("#tab-list", "aria-selected") == "true"
    assert page.text_content("#panel-list [role=status]").startswith("urls.txt: 6 lines")
    assert rows(page).count() == len(GIVEN)


def test_a_text_is_dropped(page):
    drop(page, "http://e.com/a b", kind="text")
    web.settled(page)
    assert page.input_value("#text") == "http://e.com/a b"


def test_lines_in_the_text_box_become_a_list(page):
    web.put(page, "http://a.example/\nhttp://b.example/x y")
    page.click("#notes button:has-text('list')")
    web.settled(page)
    assert rows(page).count() == 2
    assert page.input_value("#list-text").splitlines()[1] == "http://b.example/x y"


def test_a_file_that_is_not_text_is_refused(page):
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array([0xff, 0xfe, 0x00])], 'x.bin'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        }"""
    )
    page.locator("#toast:has-text('not UTF-8')").wait_for(state="attached")


def test_a_long_list_is_drawn_in_pieces(page):
    lines = [f"http://e.com/{n} x" for n in range(12_000)]
    drop(page, "\n".join(lines))
    page.locator("#panel-list tbody tr").first.wait_for()
    web.settled(page)
    assert rows(page).count() == 200
    message = page.text_content("#panel-list [role=status]")
    assert message.startswith("The first 10000 of 12000 lines of urls.txt")
    assert "10000 lines: 10000 edited" in message
    page.click("#panel-list button:has-text('more')")
    assert rows(page).count() == 400
