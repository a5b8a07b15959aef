"""Tools of the page: each shows what the package answers."""

import superuri
from kit import web
from kit.web import outputs, show
from superuri import sets, who


def test_encode_and_decode(fresh):
    page = fresh
    web.put(page, "a b/ü%41")
    show(page, "encode")
    message = outputs(page)
    assert "superuri.encode(" in message.pop("Python")
    assert message.pop("Shell").startswith("superuri encode ")
    assert message == {
        "encode": superuri.encode("a b/ü%41"),
        "decode": superuri.decode("a b/ü%41"),
        "form encode": "a+b%2F%C3%BC%2541",
        "form decode": "a b/üA",
    }
    printed = page.evaluate(
        """async () => {
          const { settled } = await import('./api.js');
          const box = document.querySelector('#panel-encode select');
          const told = {};
          for (const { value } of [...box.options]) {
            box.value = value;
            box.dispatchEvent(new Event('change'));
            await settled();
            told[value] = document.querySelector('#panel-encode output').textContent;
          }
          return told;
        }"""
    )
    assert printed == {
        f"{row.family}.{row.name}": superuri.encode("a b/ü%41", row) for row in sets.rows
    }
    page.locator("#panel-encode select").nth(1).select_option("windows-1252")
    web.settled(page)
    assert outputs(page)["form encode"] == "a+b%2F%FC%2541"


def test_code_that_is_opened_while_an_answer_comes_stays_open(page):
    web.put(page, "a")
    show(page, "encode")
    web.hold(page)
    page.fill("#text", "a b")
    page.click("#panel-encode summary")
    web.release(page)
    assert "a b" in page.text_content("#panel-encode details")
    assert page.get_attribute("#panel-encode details", "open") is not None


def test_clean_pretty_normalise(page):
    web.put(page, "HTTP://e.com:80/a b/%7e/%2F")
    show(page, "clean")
    message = outputs(page)
    assert message["clean"] == superuri.clean("HTTP://e.com:80/a b/%7e/%2F")
    assert message["pretty"] == superuri.pretty("HTTP://e.com:80/a b/%7e/%2F")
    assert message["normalize"] == superuri.normalize("HTTP://e.com:80/a b/%7e/%2F")
    cells = page.locator("#panel-clean table td").all_text_contents()
    assert cells[:4] == ["17", "␣", "%20", "space"]
    assert "decoded, it would delimit (RFC 3986 section 2.2)" in cells
    marks = page.locator("#panel-clean .result mark").all_text_contents()
    assert "%20" in marks


def test_compare(page):
    web.put(page, "http://e.com/%7ea")
    show(page, "compare")
    page.fill("#other", "http://e.com/~a")
    web.settled(page)
    assert "✓ Equivalent: undoing needless escapes" in page.text_content("#panel-compare")
    page.fill("#other", "http://e.com/~b")
    web.settled(page)
    assert "≠ They differ; the first difference is in the path" in page.text_content(
        "#panel-compare"
    )


def test_who_encodes_what(page):
    text = "a b/ü~*+%41"
    web.put(page, text)
    show(page, "who")
    lines = who.encodes(text)
    ways = {line.result for line in lines}
    title = page.text_content("#panel-who h2")
    assert title == f"Who encodes it: {len(lines)} write it in {len(ways)} ways"
    assert page.locator("#panel-who .stamp").count() >= len(lines)


def test_lint_fixes_on_click(page):
    web.put(page, "HTTP://e.com:80/a b%zz")
    show(page, "lint")
    codes = page.locator("#panel-lint .code").all_text_contents()
    assert codes == [finding.code for finding in superuri.lint("HTTP://e.com:80/a b%zz")]
    page.click("#panel-lint .finding:has-text('space') button")
    web.settled(page)
    assert page.input_value("#text") == "HTTP://e.com:80/a%20b%zz"
    page.click("text=Fix all that is safe")
    web.settled(page)
    assert page.input_value("#text") == superuri.fix("HTTP://e.com:80/a b%zz")


def test_layers(page):
    web.put(page, "/%25252e%25252e")
    show(page, "layers")
    assert list(outputs(page).values())[:4] == ["/%25252e%25252e", "/%252e%252e", "/%2e%2e", "/.."]
    assert "dot segment" in page.text_content("#panel-layers")
    page.locator("#panel-layers button:has-text('Use')").last.click()
    web.settled(page)
    assert page.input_value("#text") == "/.."


def test_build_begins_with_the_url_in_the_box(fresh):
    page = fresh
    web.put(page, "http://u:p%40@e.com:8/a%2Fb/c d?q=50%25&n=é#f")
    show(page, "build")
    assert outputs(page)["build"] == "http://u:p%40@e.com:8/a%2Fb/c%20d?q=50%25&n=%C3%A9#f"
    page.locator("#panel-build input").nth(3).fill("e.org")
    web.settled(page)
    assert "@e.org:8/" in outputs(page)["build"]
    web.put(page, "/x")
    assert outputs(page)["build"] == "//e.org/x"
    page.click("text=Begin again with the URL above")
    web.settled(page)
    assert outputs(page)["build"] == "/x"


def test_build(fresh):
    page = fresh
    web.put(page, "")
    show(page, "build")
    message = outputs(page)
    assert message["build"] == "https://example.com/users/a%2Fb?q=50%25%20%26%20more&lang=%C3%BC"
    assert message["fill"] == "https://example.com/users/a%2Fb?q=50%25%20%26%20more"
    page.locator("#panel-build input").nth(3).fill("ü.example/x")
    web.settled(page)
    assert "is not allowed in a host" in page.text_content("#panel-build")
