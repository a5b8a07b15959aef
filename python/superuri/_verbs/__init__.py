"""Which verbs are there, and what can be said to each?

One row each. The command's sub-commands, their help, the docs and the smoke test come from it.
The functions themselves are native and stand in ``superuri._core``.
"""

from superuri._verbs.of_uri import TYPED as TYPED
from superuri._verbs.options import ALSO, DEDUPE, EXPLAIN, KEY, LEVEL, MEMORY, TRIM
from superuri._verbs.options import ERRORS as ERRORS
from superuri._verbs.rows import Option as Option
from superuri._verbs.rows import Verb as Verb

SET = Option(
    "set",
    "what is encoded, as FAMILY.NAME in any case: rfc3986.PATH, whatwg.QUERY, …",
    default="rfc3986.COMPONENT",
    metavar="SET",
    table="sets",
)
ENCODING = Option(
    "encoding",
    "the encoding of the octets, one: a label of the Encoding Standard, ascii or latin-1",
    default="utf-8",
    metavar="LABEL",
    table="encodings",
)
OF_TEXT = Option(
    "encoding",
    "the encoding of the text but for the host, one label; of a page (profile WHATWG), of the "
    "query alone",
    default="utf-8",
    metavar="LABEL",
    table="encodings",
)
FROM = Option(
    "from",
    "undo first what this log encoded, and keep control characters escaped",
    default="",
    choices=("cloudfront", "nginx", "apache", "s3-access", "iis"),
)
PROFILE = Option(
    "profile",
    "the rules of cleaning, in any case",
    default="RFC3986",
    metavar="NAME",
    table="profiles",
)
DISPLAY = Option(
    "profile",
    "which escapes are undone, in any case",
    default="LOSSLESS",
    metavar="NAME",
    table="displays",
)
POLICIES = (
    Option(
        "userinfo",
        "what becomes of a user and a password",
        default="shown",
        choices=("shown", "redacted", "dropped"),
        policy=True,
    ),
    Option(
        "host",
        "how an internationalised host is shown; safe is in its own script where UTS 39 finds "
        "nothing to mistake it for",
        default="ascii",
        choices=("ascii", "safe", "unicode"),
        policy=True,
    ),
    Option(
        "sink",
        "the medium, which then does not act on what it is shown; a line that cannot be shown "
        "becomes empty, unless --on-error says otherwise; unsaid, on a terminal: terminal",
        default="text",
        choices=("text", "terminal", "html", "log", "csv", "markdown"),
        policy=True,
    ),
    Option(
        "length",
        "show N characters at most; the host is never cut",
        default=0,
        metavar="N",
        policy=True,
    ),
    Option(
        "protected",
        "host names, with commas between them, that no other may be mistaken for",
        default=(),
        metavar="NAMES",
        policy=True,
    ),
)

VERBS = (
    Verb(
        "encode",
        "percent-encode one component",
        done="encoded",
        example=("a b/ü", "a%20b%2F%C3%BC"),
        options=(SET, ENCODING),
    ),
    Verb(
        "decode",
        "undo one level of percent-encoding",
        done="decoded",
        example=("caf%C3%A9", "café"),
        options=(ERRORS, ENCODING, FROM),
    ),
    Verb(
        "decode_bytes",
        "undo one level of percent-encoding, for binary data",
        example=("%FF%00", r"b'\xff\x00'"),
        options=(ERRORS,),
    ),
    Verb(
        "clean",
        "percent-encode what may not stand in a URI, and nothing else",
        done="cleaned",
        example=("http://example.com/a b?q=50%&r=%2F", "http://example.com/a%20b?q=50%25&r=%2F"),
        options=(PROFILE, OF_TEXT, TRIM),
    ),
    Verb(
        "edits",
        "tell what clean would replace, and why",
        example=("a b", "((1, 2, '%20', 'space'),)"),
        options=(PROFILE,),
    ),
    Verb(
        "is_uri",
        "tell whether a text is legal as it stands",
        example=("a b", "False"),
        options=(PROFILE,),
    ),
    Verb(
        "agreed_host",
        "tell the host that all readers agree on",
        example=("http://u@Example.com:80/", "example.com"),
    ),
    Verb(
        "domain",
        "tell the registrable domain of the host",
        example=("http://www.example.co.uk/", "example.co.uk"),
    ),
    Verb(
        "pretty",
        "show a URI to a human, safely",
        done="shown",
        example=("http://example.com/caf%C3%A9?q=a%26b", "http://example.com/café?q=a%26b"),
        options=(DISPLAY, *POLICIES, TRIM),
    ),
    Verb(
        "shown",
        "tell what pretty shows, and why an escape stays",
        example=(
            "/%25",
            "('/%25', ((1, 4, 1, 4, 'percent', 'decoded, it would begin an escape'),))",
        ),
        options=(DISPLAY,),
    ),
    Verb(
        "explain",
        "tell of every character what it is, and why",
        room="explanation",
        example=("a b", "<Explanation: 3 tokens, 1 edits>"),
    ),
    Verb(
        "layers",
        "decode again and again, to look at what stands inside",
        example=("%2541", "(Layer(text='%41', revealed=()), Layer(text='A', revealed=()))"),
    ),
    Verb(
        "guess_encoding",
        "rank the encodings that the escaped octets may be in",
        example=(
            "caf%E9",
            (
                "(Guess(encoding='windows-1252', score=0.8, text='café', "
                "evidence='1 of 1 beyond ASCII: letters and signs where Western text has them; "
                "the detector says so too'),)"
            ),
        ),
    ),
    Verb(
        "lint",
        "tell everything that is wrong or odd about a URI",
        example=(
            "/100%",
            (
                "(Finding(code='U106', name='stray-percent', severity='error', start=4, end=5, "
                "message='the % begins no triplet', source='RFC 3986 section 2.1', "
                "fix=Fix(edits=((4, 5, '%25'),), safe=True)),)"
            ),
        ),
    ),
    Verb(
        "fix",
        "mend what the linter finds, where that is safe",
        example=("HTTP://e.com:80/%c3%a9 b", "http://e.com/%C3%A9%20b"),
    ),
    Verb(
        "repair_mojibake",
        "undo UTF-8 that was taken for windows-1252 and written as UTF-8 again",
        example=("caf%C3%83%C2%A9", "caf%C3%A9"),
    ),
    Verb(
        "normalize",
        "rewrite a URI as the one spelling of all that are equivalent to it",
        done="normalized",
        example=("HTTP://e.com:80/%7e/./a", "http://e.com/~/a"),
        options=(LEVEL, ALSO, KEY, DEDUPE, MEMORY, EXPLAIN, TRIM),
    ),
    Verb(
        "equivalent",
        "tell whether two URIs are equivalent",
        example=("http://e.com http://e.com:80/", "True"),
        call=("http://e.com", "http://e.com:80/"),
        options=(LEVEL,),
    ),
    Verb(
        "compare",
        "tell what makes two URIs equivalent, or where they differ",
        done="compared",
        example=("/%7e /~", "(True, 'percent')"),
        call=("/%7e", "/~"),
        pairs=True,
        typed=("/%7e", "/~"),
        printed="equal percent",
        options=(LEVEL, TRIM),
    ),
    Verb("split", "take a URI apart", example=("//e?", "Parts(authority='e', path='', query='')")),
    Verb(
        "join",
        "put a URI together",
        example=("//e.com/a?", "//e.com/a?"),
        call=((None, "e.com", "/a", "", None),),
    ),
    Verb(
        "build",
        "make a URI of its parts, each encoded for the place it stands in",
        example=("", "URI('http://e.com/a%2Fb?q=%26')"),
        named={"scheme": "http", "host": "e.com", "segments": ["a/b"], "query": {"q": "&"}},
    ),
    Verb(
        "fill",
        "make a URI of a template, each value encoded for the place of its slot",
        example=("", "URI('http://e.com/a%2Fb')"),
        call=("http://e.com/{name}",),
        named={"name": "a/b"},
    ),
    Verb(
        "form encode",
        "write a name or value of a form, + for a space",
        done="encoded",
        module="forms",
        example=("1+1 %ü", "1%2B1+%25%C3%BC"),
        options=(ENCODING,),
    ),
    Verb(
        "form decode",
        "read a name or value of a form, a space for +",
        done="decoded",
        module="forms",
        example=("1%2B1+%25%C3%BC", "1+1 %ü"),
        options=(ERRORS, ENCODING),
    ),
)

#: The first words of verbs that have two.
FAMILIES = {
    "form": "Names and values of a form (application/x-www-form-urlencoded). Here alone does + "
    "stand for a space.",
}

#: Commands that print a page of their own, and work on no lines.
PAGES = {
    "sets": "show the percent-encode sets, or one",
    "table": "show who encodes what, and who decodes what",
    "serve": "open the local page, which explains a URL as it is typed",
    "rules": "show the rules of the linter, or some",
}

COMMANDS = tuple(verb for verb in (*VERBS, *TYPED) if verb.command)
