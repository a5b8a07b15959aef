"""Signed URLs in other languages: what their own URL libraries make of them, each run."""

from superuri import _foreign
from superuri.who import running
from superuri.who.producers import Producer


def _go(change: str) -> str:
    steps = f"u, err := url.Parse(t); if err != nil {{ return {_NOTHING}, err }}; {change}"
    return f"func() (string, error) {{ {steps}; return u.String(), nil }}()"


_NOTHING = '""'
_PHP = (
    "(function () use ($t) { $u = parse_url($t); parse_str($u['query'], $q); %s"
    "return $u['scheme'] . '://' . $u['host'] . $u['path'] . '?' . http_build_query($q); })()"
)
_JAVA = "new java.net.URI(u.getScheme(), u.getAuthority(), u.getPath(), u.getQuery(), null)"
_OF_PARTS = (
    f"((java.util.function.Function<java.net.URI, String>) u -> {{ try {{ return {_JAVA}"
    ".toString(); } catch (Exception e) { throw new RuntimeException(e); } })"
    ".apply(new java.net.URI(t))"
)
_RUBY = "URI(t).then { |u| u.query = URI.encode_www_form(URI.decode_www_form(u.query)%s); u.to_s }"
#: Name, program, runner, module, an expression that passes `t` through, and one that sets page=2.
LANGUAGES = (
    (
        *("Node URL", "node", "node", ""),
        "new URL(t).href",
        "(u => (u.searchParams.set('page', '2'), u.href))(new URL(t))",
    ),
    ("Java URI", "java", "java", "", "new java.net.URI(t).toString()", ""),
    ("Java URI of its parts", "java", "java", "", _OF_PARTS, ""),
    (
        *("Go url.Parse, Query, Encode", "go", "go", '"net/url"'),
        _go("_ = 0"),
        _go('q := u.Query(); q.Set("page", "2"); u.RawQuery = q.Encode()'),
    ),
    ("PHP parse_url, http_build_query", "php", "php", "", _PHP % "", _PHP % "$q['page'] = '2'; "),
    ("Ruby URI", "ruby", "ruby", "uri", "URI(t).to_s", ""),
    (
        *("Ruby URI.decode_www_form, encode_www_form", "ruby", "ruby", "uri"),
        _RUBY % "",
        _RUBY % '.to_h.merge("page" => "2")',
    ),
)


def passed(texts: list[str], last: str) -> dict[str, tuple[list[str | None], str | None]]:
    """Return what each installed library makes of the texts, and of the last with page=2."""
    found = {}
    for name, program, runner, needs, whole, edit in LANGUAGES:
        there = _foreign.version(program)
        if there:
            results = _run(name, runner, needs, whole, texts)
            edited = _run(name, runner, needs, edit, [last])[0] if edit else ""
            found[f"{name} {there}"] = (results, edited)
    return found


def _run(name: str, runner: str, needs: str, code: str, texts: list[str]) -> list[str | None]:
    row = Producer(name, "", "", runner=runner, code=code, needs=needs)
    return [line.result for line in running.run(row, texts, limit=None)]
