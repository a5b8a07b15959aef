"""Verbs of typed URIs: the commands that are methods of ``superuri.URI`` in Python."""

from superuri._verbs import options
from superuri._verbs.rows import Verb

TYPED = (
    Verb(
        "parse",
        "split a URI into its parts",
        participle="parsed",
        example=(
            "http://e.com/a%2Fb?q=1",
            (
                "scheme       http\nhost         e.com\npath         /a%2Fb\nsegments[0]  a/b\n"
                "query        q=1\nquery.q      1\n"
            ),
        ),
        extracts=True,
        options=(options.WHATWG, options.DEFAULT_SCHEME, *options.TAKEN),
    ),
    Verb(
        "get",
        "print parts of a URI",
        participle="read",
        example=("http://e.com:80/?q=%C3%BC", "e.com ü"),
        operand=options.FORMAT,
        cli_example=("{host} {query.q}", "http://e.com:80/?q=%C3%BC"),
        extracts=True,
        options=(
            options.ABSENT,
            options.REQUIRE,
            options.ERRORS,
            options.REPERTOIRE,
            options.DEFAULT_SCHEME,
            *options.TAKEN,
        ),
    ),
    Verb(
        "set",
        "replace parts of a URI, and keep every other byte",
        participle="edited",
        example=("http://e.com:80/%7e?q=1&r=2", "https://e.com:80/%7e?q=a%26b&r=2"),
        cli_example=("--scheme", "https", "--query", "q=a&b", "http://e.com:80/%7e?q=1&r=2"),
        options=(
            options.SCHEME,
            options.USER,
            options.PASSWORD,
            options.HOST,
            options.PORT,
            options.PATH,
            options.SEGMENT,
            options.CHILD,
            options.QUERY,
            options.ADD_QUERY,
            options.WITHOUT_QUERY,
            options.FRAGMENT,
            options.WITHOUT,
            *options.TAKEN,
        ),
    ),
    Verb(
        "resolve",
        "resolve a reference relative to a base",
        participle="resolved",
        example=("../g?y#s", "http://a/b/g?y#s"),
        operand=options.BASE,
        cli_example=("http://a/b/c/d;p?q", "../g?y#s"),
        options=(options.LOOSE, options.PAIRS, *options.TAKEN),
    ),
)
