"""Which commands are no function of Python's, but methods of ``superuri.URI``?"""

from superuri._verbs import options
from superuri._verbs.rows import Verb

TYPED = (
    Verb(
        "parse",
        "take a URI apart, and show its parts",
        done="parsed",
        example=(
            "http://e.com/a%2Fb?q=1",
            (
                "scheme       http\nhost         e.com\npath         /a%2Fb\nsegments[0]  a/b\n"
                "query        q=1\nquery.q      1\n"
            ),
        ),
        hides=True,
        options=(options.WHATWG, *options.TAKEN),
    ),
    Verb(
        "get",
        "write fields of a URI",
        done="read",
        example=("http://e.com:80/?q=%C3%BC", "e.com ü"),
        operand=options.FORMAT,
        typed=("{host} {query.q}", "http://e.com:80/?q=%C3%BC"),
        options=(options.ABSENT, options.REQUIRE, options.ERRORS, *options.TAKEN),
    ),
    Verb(
        "set",
        "make parts of a URI others, and leave all else byte for byte",
        done="edited",
        example=("http://e.com:80/%7e?q=1&r=2", "https://e.com:80/%7e?q=a%26b&r=2"),
        typed=("--scheme", "https", "--query", "q=a&b", "http://e.com:80/%7e?q=1&r=2"),
        options=(
            options.SCHEME,
            options.USER,
            options.PASSWORD,
            options.HOST,
            options.PORT,
            options.SEGMENT,
            options.CHILD,
            options.QUERY,
            options.WITHOUT_QUERY,
            options.FRAGMENT,
            options.WITHOUT,
            *options.TAKEN,
        ),
    ),
    Verb(
        "join",
        "tell what a reference means where a base stands",
        done="resolved",
        example=("../g?y#s", "http://a/b/g?y#s"),
        operand=options.BASE,
        typed=("http://a/b/c/d;p?q", "../g?y#s"),
        options=(options.LOOSE, options.PAIRS, *options.TAKEN),
    ),
)
