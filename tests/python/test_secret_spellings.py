"""Secrets in every spelling: a table of delimiters, places and containers, and every output."""

import html
import json
from itertools import product
from urllib.parse import quote, quote_plus

import pytest

import superuri
from kit import DATA, chance
from kit.amount import part
from superuri import URI, profiles, whatwg
from superuri._core import DEFANGED, secrets
from superuri._values.passwords import redacted
from superuri.errors import URIError

SECRET = "S3cr3tPW"  # noqa: S105  because it is not a secret
REDACTED = profiles.LOSSLESS.replace(userinfo="redacted")
#: Delimiters that may be in a password.
DELIMITERS = "/?#\\@:[]%&=;+ é"
LETTERS = f"{DELIMITERS}abcXYZ019-._~!$'()*,"


def escaped(text, times):
    for _ in range(times):
        text = quote(text, safe="")
    return text


#: A text with the URL in it, by its place.
PLACES = {
    "whole": "{}",
    "query value": "http://g/?a=1&next={}&b=2",
    "query name": "http://g/?{}=1",
    "fragment": "http://g/#{}",
    "path": "http://g/x/{}/y",
    "matrix parameter": "http://g/x;u={}/y",
    "user": "http://{}@g/",
    "mail": "mailto:ann@e.com?body={}",
    "data": "data:text/plain,{}",
}
#: A text that quotes the URL, as a format does.
CONTAINERS = {
    "JSON": lambda text: json.dumps({"u": text, "a": 1}),
    "JSON of PHP": lambda text: json.dumps({"u": text}).replace("/", "\\/"),
    "HTML": lambda text: f'<a href="{html.escape(text)}">x</a>',
    "HTML, all as numbers": lambda text: "".join(f"&#{ord(c)};" for c in text),
    "form": lambda text: f"a=1&u={quote_plus(text)}",
    "quote(safe=':/')": lambda text: quote(text, safe=":/"),
    "only the @": lambda text: text.replace("@", "%40"),
    "without a scheme": lambda text: text.removeprefix("http:"),
    "wide": lambda text: text.replace("@", "＠"),
}
#: Spellings of an `@`, also those that `refang` restores.
AT_SIGNS = (
    *(row[0] for row in DEFANGED if row[2] == "at"),
    *("{at}", " at ", " [at] ", "&#64;", "&#x40;", "&commat;", "%40", "\\u0040", "＠"),
)
#: URLs whose password may have an `@` and then a delimiter.
CUT = (
    *("redis://:{}@h:6379/0", "mysql://root:{}@h/db"),
    *("amqp://g:{}@h/v?heartbeat=1", "postgresql+psycopg://u:{}@h1:1,h2/db"),
    *("jdbc:mysql://u:{}@h:1/db", "https://u:{}@h.com:80/a"),
)
#: Whole texts with a secret, which have forms of their own.
FORMS = (
    "sip:alice:{}@atlanta.com",
    "sips:alice:{}@atlanta.com;transport=tcp",
    *("ftp:u:{}@h", "smb:u:{}@h", "u:{}@h/", "u:{}@tcp(h:3306)/db", "u:x@y/{}@tcp(h:3306)/db"),
    *("redis://:x@y/{}@h:6379/0", "redis://:x@{}/y@h:6379/0", "mysql://root:x@y#{}@h/db"),
    *("amqp://g:x@y?{}@h/v", "postgresql://app:12/{}@db/x"),
    "postgresql://ann@corp:x/{}@db/x",
    "https://u:x@{}/y@h.com/a",
    *(f"https://u:{{}}{at.replace('{', '{{').replace('}', '}}')}e.com/" for at in AT_SIGNS),
    "jdbc:postgresql://h/db?user=u&password={}",
    "jdbc:oracle:thin:u/{}@//h:1521/x",
    "jdbc:sqlserver://h:1433;user=sa;password={};encrypt=true",
    "jdbc:mysql://(host=h,user=u,password={})/db",
    "sqlserver://h:1433;user=sa;password={}",
    "Server=h;User Id=sa;Pwd={};",
    "https://e.com/#password={}",
    "https://e.com/?user[password]={}&a=1",
    "https://e.com/?%70asswd={}",
    # A part that is explained alone has only a piece of the password.
    "jdbc:mysql://u:x/$%40:{}#/:!%40h:1/db",
    "https://e.com/?password={}%252541",
)
#: Texts that only look like a password.
VISIBLE = (
    *("https://e.com/@ann/12:30@home", "https://e.com/?t=a:b@c", "x/y@v1.0:sub"),
    *("https://e.com/?m=mailto:a@e.com", "sip:ann@e.com", "https://e.com/?q=//cdn.x/a:b@2"),
    *("npm:@s/p@1", "npm:p@1.0.0", "git@github.com:npm/cli.git", "tag:ann@e.com,2026:x"),
    *("http://g/?u=http://h:80&m=a@c", "mongodb://h1:27017,h2:27017/db?m=a@b"),
    *("https://e.com/reset-password?next=1", "https://e.com/password=x", "acct:ann@e.com"),
)


def outputs(text):
    """Everything that shows a text to a person."""
    yield redacted(text)
    for make in (URI, whatwg.URL, superuri.split, superuri.explain, URI.clean):
        try:
            made = make(text)
        except URIError as error:
            yield from (str(error), repr(error), error.pretty(), error.pretty(width=4000))
        else:
            yield repr(made)
            if hasattr(made, "redacted"):
                yield made.redacted
            if make is superuri.explain:
                yield str(made)
    try:
        yield superuri.pretty(text, REDACTED)
    except URIError as error:
        yield str(error)
    yield from (finding.message for finding in superuri.lint(text))


def hidden(text):
    """Whether no output has the password, nor a piece of it."""
    return all(SECRET not in shown for shown in outputs(text))


@pytest.mark.parametrize("place", PLACES)
def test_a_delimiter_in_a_password_may_be_escaped_any_number_of_times(place):
    leaks = []
    for delimiter, inside, around in product(DELIMITERS, range(4), range(4)):
        url = f"http://u:x{escaped(delimiter, inside)}{SECRET}@h/"
        text = PLACES[place].format(escaped(url, around))
        if not hidden(text):
            leaks.append(text)
    assert not leaks, leaks[:5]


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("place", PLACES)
def test_a_container_may_quote_the_url(place, container):
    url = CONTAINERS[container](f"http://u:{SECRET}@h/")
    assert all(hidden(PLACES[place].format(escaped(url, around))) for around in range(4))


@pytest.mark.parametrize("form", FORMS)
def test_a_form_of_its_own_is_hidden_alone_and_nested(form):
    text = form.format(SECRET)
    assert hidden(text)
    if not form.startswith(("u:", "smb:")):  # these are read at the start of a text only
        assert all(hidden(f"http://g/?u={escaped(text, times)}") for times in (1, 2, 3))


@pytest.mark.parametrize("text", VISIBLE)
def test_what_only_looks_like_a_password_is_visible(text):
    assert secrets(text) == []
    assert redacted(text) == text


def test_places_are_characters_of_a_str_and_bytes_of_bytes():
    assert secrets("é http://u:pw@h") == [(11, 13)]
    assert secrets("é http://u:pw@h".encode()) == [(12, 14)]
    assert secrets("\ud800 http://u:pw@h") == [(11, 13)]


def test_nothing_is_hidden_in_public_lists_of_urls():
    folder = DATA / "urls"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    lines = [
        line
        for path in sorted(folder.iterdir())
        if path.suffix == ".txt"
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines()
    ]
    shown = [line for line in lines if secrets(line)]
    assert shown == []


def nested(random, text, places):
    """Return the text, up to four times inside another."""
    for _ in range(random.randrange(5)):
        if random.randrange(3):
            text = random.choice(places).format(escaped(text, random.randrange(1, 3)))
        else:
            text = escaped(random.choice(list(CONTAINERS.values()))(text), 1)
    return text


def generated(random):
    """Return a text with a password somewhere in it."""
    letters = "".join(random.choices(LETTERS, k=random.randrange(9)))
    url = f"http://u:x{quote(letters, safe='')}{SECRET}@h.example:80/a"
    if not random.randrange(3):
        before, after = ("".join(random.choices("@/?#:ab!$", k=4)) for _ in range(2))
        url = random.choice(CUT).format(f"x{before}{SECRET}{after}")
    elif not random.randrange(3):
        url = url.replace("@", random.choice(AT_SIGNS))
    return nested(random, url, list(PLACES.values()))


def test_generated_secrets_are_hidden(report):
    random = chance.seeded("secret spellings")
    number = part(2_000)
    for _ in range(number):
        text = generated(random)
        assert hidden(text), text
    report(f"{number:,} generated passwords in up to four places: no output shows one")
