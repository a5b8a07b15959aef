"""Verbs: the table of the functions that are also commands.

The sub-commands, their help, the docs and the smoke test come from this table. Most of the
functions themselves are native, in ``superuri._core``.
"""

from superuri._verbs import options
from superuri._verbs.rows import Option as Option
from superuri._verbs.rows import Verb as Verb
from superuri._verbs.typed import TYPED as TYPED

VERBS = (
    Verb(
        "encode",
        "percent-encode one component",
        participle="encoded",
        example=("a b/ü", "a%20b%2F%C3%BC"),
        options=(options.SET, options.ENCODING),
    ),
    Verb(
        "decode",
        "undo one level of percent-encoding",
        participle="decoded",
        example=("caf%C3%A9", "café"),
        options=(options.ERRORS, options.ENCODINGS, options.REPERTOIRE, options.FROM),
    ),
    Verb(
        "decode_bytes",
        "undo one level of percent-encoding, for binary data",
        example=("%FF%00", r"b'\xff\x00'"),
        options=(options.ERRORS,),
    ),
    Verb(
        "clean",
        "percent-encode what is not allowed in a URI, and nothing else",
        participle="cleaned",
        example=("http://example.com/a b?q=50%&r=%2F", "http://example.com/a%20b?q=50%25&r=%2F"),
        options=(options.PROFILE, options.OF_TEXT, options.DEFAULT_SCHEME, options.TRIM),
    ),
    Verb(
        "edits",
        "show what clean would replace, and why",
        example=("a b", "((1, 2, '%20', 'space'),)"),
        options=(options.PROFILE,),
    ),
    Verb(
        "is_uri",
        "check whether a text is a legal URI",
        example=("a b", "False"),
        options=(options.PROFILE,),
    ),
    Verb(
        "agreed_host",
        "show the host that all parsers agree on",
        example=("http://u@Example.com:80/", "example.com"),
    ),
    Verb(
        "domain",
        "show the registrable domain of the host",
        example=("http://www.example.co.uk/", "example.co.uk"),
    ),
    Verb(
        "pretty",
        "show a URI to a person, safely",
        participle="shown",
        example=("http://example.com/caf%C3%A9?q=a%26b", "http://example.com/café?q=a%26b"),
        options=(options.DISPLAY, *options.POLICIES, options.TRIM),
    ),
    Verb(
        "shown",
        "show what pretty shows, and why each escape stays",
        example=(
            "/%25",
            "('/%25', ((1, 4, 1, 4, 'percent', 'decoded, it would begin an escape'),))",
        ),
        options=(options.DISPLAY,),
    ),
    Verb(
        "explain",
        "explain every character of a URI",
        module="explanation",
        example=("a b", "<Explanation: 3 tokens, 1 edits>"),
    ),
    Verb(
        "layers",
        "decode repeatedly, to inspect nested encodings",
        example=("%2541", "(Layer(text='%41', revealed=()), Layer(text='A', revealed=()))"),
    ),
    Verb(
        "guess_encoding",
        "rank the encodings that the escaped bytes may be in",
        example=(
            "caf%E9",
            (
                "(Guess(encoding='windows-1252', score=0.8, text='café', "
                "evidence='1 of 1 beyond ASCII: letters and signs where Western text has them; "
                "the detector agrees'),)"
            ),
        ),
    ),
    Verb(
        "lint",
        "find what is wrong or risky in a URI",
        example=(
            "/100%",
            (
                "(Finding(code='U106', name='stray-percent', severity='error', start=4, end=5, "
                "message='the % does not begin a percent-escape', source='RFC 3986 section 2.1', "
                "fix=Fix(edits=((4, 5, '%25'),), safe=True)),)"
            ),
        ),
    ),
    Verb(
        "fix",
        "fix what the linter finds, where that is safe",
        example=("HTTP://e.com:80/%c3%a9 b", "http://e.com/%C3%A9%20b"),
    ),
    Verb(
        "repair_mojibake",
        "undo UTF-8 that was read as windows-1252 and encoded again",
        example=("caf%C3%83%C2%A9", "caf%C3%A9"),
    ),
    Verb(
        "refang",
        "restore a URL that was written so that nobody opens it",
        participle="restored",
        example=("hxxps://e[.]com/a[.]html", "https://e.com/a.html"),
        options=(options.TRIM,),
    ),
    Verb(
        "defang",
        "write a URL so that nobody opens it by accident",
        participle="defanged",
        example=("https://u@e.com/a.html", "hxxps://u[@]e[.]com/a.html"),
        options=(options.TRIM,),
    ),
    Verb(
        "unwrap",
        "print the target inside a link of a redirect or a mail gateway, without a request",
        participle="unwrapped",
        extracts=True,
        example=("https://www.google.com/url?q=https%3A%2F%2Fe.com%2Fa", "https://e.com/a"),
        options=(options.GENERIC, options.TRIM),
    ),
    Verb(
        "unwraps",
        "show the targets of a wrapped link, one inside the other",
        example=("https://href.li/?https://e.com/a", "('https://e.com/a',)"),
    ),
    Verb(
        "normalize",
        "rewrite a URI in its normal form, which all equivalent URIs share",
        participle="normalized",
        example=("HTTP://e.com:80/%7e/./a", "http://e.com/~/a"),
        options=(
            options.LEVEL,
            options.ALSO,
            options.TRACKING,
            options.DEDUPE,
            options.MEMORY,
            options.EXPLAIN,
            options.DEFAULT_SCHEME,
            options.TRIM,
        ),
    ),
    Verb(
        "key",
        "print the key of a URL, the same for all URLs of one page; then a tab and the URL",
        participle="keyed",
        extracts=True,
        family="keys",
        example=("http://e.com/?a&b", r"b'\xa9\x14\xc2\xd6q\xb8s\xa4{\x17\xff\x7f\x92\xa2L\x95'"),
        cli_output="a914c2d671b873a47b17ff7f92a24c95\thttp://e.com/?a&b",
        options=(
            options.KIND,
            options.TABLES,
            options.TRACKING,
            options.DEFAULT_SCHEME,
            options.FIRST,
            options.MEMORY,
            options.TRIM,
        ),
    ),
    Verb(
        "equivalent",
        "check whether two URIs are equivalent",
        example=("http://e.com http://e.com:80/", "True"),
        call=("http://e.com", "http://e.com:80/"),
        options=(options.LEVEL, options.ALSO),
    ),
    Verb(
        "compare",
        "show what makes two URIs equivalent, or where they differ",
        participle="compared",
        example=("/%7e /~", "Compared(equal=True, why='percent')"),
        call=("/%7e", "/~"),
        pairs=True,
        cli_example=("/%7e", "/~"),
        cli_output="equal percent",
        options=(options.LEVEL, options.ALSO, options.TRIM),
    ),
    Verb(
        "split",
        "split a URI into its five raw components",
        example=("//e?", "Parts(authority='e', path='', query='')"),
    ),
    Verb(
        "unsplit",
        "join five raw components to a URI",
        example=("//e.com/a?", "//e.com/a?"),
        call=((None, "e.com", "/a", "", None),),
    ),
    Verb(
        "build",
        "build a URI from parts, each encoded for its component",
        example=("", "URI('http://e.com/a%2Fb?q=%26')"),
        named={"scheme": "http", "host": "e.com", "segments": ["a/b"], "query": {"q": "&"}},
    ),
    Verb(
        "fill",
        "fill a URI template, each value encoded for its component",
        example=("", "URI('http://e.com/a%2Fb')"),
        call=("http://e.com/{name}",),
        named={"name": "a/b"},
    ),
    Verb(
        "form encode",
        "encode a name or value of a form; a space becomes +",
        participle="encoded",
        family="form",
        example=("1+1 %ü", "1%2B1+%25%C3%BC"),
        options=(options.ENCODING,),
    ),
    Verb(
        "form decode",
        "decode a name or value of a form; + becomes a space",
        participle="decoded",
        family="form",
        example=("1%2B1+%25%C3%BC", "1+1 %ü"),
        options=(options.ERRORS, options.ENCODINGS, options.REPERTOIRE),
    ),
)

#: The first words of commands of two words.
FAMILIES = {
    "form": "Names and values of a form (application/x-www-form-urlencoded). Only in forms is + a "
    "space."
}

COMMANDS = tuple(verb for verb in (*VERBS, *TYPED) if verb.participle)
