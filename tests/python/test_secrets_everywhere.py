"""Secrets in every function: a password is put into every text, and no message shows it.

The functions are found in the package (kit/long_calls.py), so that a new one is looked at, too.
"""

from urllib.parse import quote

import pytest

import superuri
from kit import chance
from kit.amount import FULL
from kit.long_calls import calls
from superuri import baggage, form, links, mailto, purl, rfc6570, whatwg
from superuri.errors import URIError

SECRET = "S3cr3tW0rd"  # noqa: S105  because it is not a secret
WHOLE = f"http://bob:{SECRET}@e.com/a?b=c#d"
NESTED = "http://e.com/?next={}&x=1"


def once(text):
    return quote(text, safe="")


#: A URI with a password in every place, from whole to encoded twice inside another.
PLACES = {
    "whole": WHOLE,
    "without a scheme": WHOLE.removeprefix("http:"),
    "with backslashes": WHOLE.replace("/", "\\"),
    "in a word": f"jdbc:mysql://bob:{SECRET}@e.com/db",
    "nested": NESTED.format(WHOLE),
    "nested, encoded": NESTED.format(once(WHOLE)),
    "nested, encoded twice": NESTED.format(once(once(WHOLE))),
    "encoded": once(WHOLE),
    "encoded twice": once(once(WHOLE)),
    "in a path": f"http://e.com/{once(WHOLE)}/",
    "in a fragment": f"http://e.com/#{WHOLE}",
    "behind another": f"see http://e.com/ and {WHOLE}",
}
#: Malformed text around it, so that functions fail.
FRAMES = (
    *("{}", "{}%zz", "%zz{}", "{} ", "\ud800{}", "{}\ud800", "{}\x00", "{}%E9", "%u00zz{}"),
    *("{}[", "http://[{}", "{}:x/", "{}\n{}", "{{{}", "{}{{x"),
)
#: Parts with a secret are passed alone, so that they fail.
PARTS = (f"{SECRET}\ud800", f"\ud800{SECRET}", f"{SECRET}\udcff\ud800")


def texts():
    for place, uri in PLACES.items():
        for frame in FRAMES:
            yield place, frame.replace("{}", uri).replace("{{", "{")


#: Errors of the interpreter for a word that it cannot encode, or an unknown encoding.
INTERPRETERS = (UnicodeError, LookupError)


def wording(error):
    """Everything that an exception shows in a log: its message, its repr, and the drawn text."""
    if isinstance(error, INTERPRETERS) and not isinstance(error, URIError):
        return ""
    shown = [str(error), repr(error), *map(repr, error.args)]
    if isinstance(error, URIError):
        shown += [error.pretty(), error.pretty(width=4000), error.help, error.code]
    return "\n".join(shown)


def test_no_error_of_any_function_shows_a_password(report):
    rng = chance.seeded("secrets")
    every, failed, leaks = list(texts()), 0, []
    for call in calls():
        for place, text in every if FULL else rng.sample(every, 8):
            try:
                call.call(call.prepare(text))
            except Exception as error:  # noqa: BLE001  because it is looked at, whatever it is
                failed += 1
                if SECRET in wording(error):
                    leaks.append((call.name, place, text))
    assert not leaks, (len(leaks), leaks[:5])
    assert failed > 1000
    report(f"{failed} errors of every function that was given a password: none shows it")


def parts(secret):
    """Every way to give a password as a part."""
    uri = superuri.URI("http://bob@e.com/")
    yield lambda: superuri.build(scheme="http", user="bob", password=secret, host="e.com")
    yield lambda: uri.with_password(secret)
    yield lambda: uri.with_user("bob", secret)
    yield lambda: uri.with_userinfo(f"bob:{secret}")
    yield lambda: uri.with_userinfo(f"bob:{secret}@")
    yield lambda: superuri.fill("http://bob:{word}@e.com/", word=secret)
    yield lambda: superuri.Template("http://bob:{word}@e.com/").fill(word=secret)
    yield lambda: superuri.fill("http://bob:x{word}@{word}/", word=f"{secret}/")


@pytest.mark.parametrize("secret", PARTS)
def test_no_error_shows_a_password_that_is_a_part(secret):
    for make in parts(secret):
        with pytest.raises((URIError, TypeError)) as caught:
            make()
        assert SECRET not in wording(caught.value)
        assert SECRET not in str(getattr(caught.value, "text", ""))


def test_a_requested_password_is_shown():
    """Functions whose result is the text itself: a caller wants the password in it."""
    uri = superuri.URI(WHOLE)
    assert SECRET in str(uri)
    assert uri.password == SECRET
    assert uri.userinfo == f"bob:{SECRET}"
    assert SECRET in superuri.clean(WHOLE)
    assert SECRET in superuri.build(scheme="a", user="b", password=SECRET, host="c").raw.authority


#: Results with a repr of their own; a str or bytes is the requested text.
MAKE = (
    *(superuri.URI.clean, superuri.split, whatwg.URL, superuri.explain),
    *(superuri.Template, rfc6570.URITemplate),
)


@pytest.mark.parametrize("make", MAKE, ids=lambda make: make.__qualname__)
@pytest.mark.parametrize("place", PLACES)
def test_no_repr_shows_a_password(make, place):
    try:
        made = make(PLACES[place])
    except URIError as error:
        assert SECRET not in wording(error)
    else:
        assert SECRET not in repr(made)


@pytest.mark.parametrize(
    "made",
    [
        purl.parse(f"pkg:npm/a@1?download_url={WHOLE}"),
        baggage.parse(f"a={superuri.encode(WHOLE)};b={superuri.encode(WHOLE)}"),
        links.parse(f"<{WHOLE}>; rel=next; title={WHOLE!r}"),
        mailto.parse(f"mailto:a@e.com?body={superuri.encode(WHOLE)}"),
        form.submit(WHOLE, [("a", "b")]),
        form.submit("https://e.com/", [("password", SECRET)], method="post"),
        superuri.find(f"see {WHOLE} there"),
        superuri.layers(superuri.encode(superuri.encode(WHOLE))),
    ],
    ids=lambda made: type(made).__name__,
)
def test_no_repr_of_parts_shows_a_password(made):
    assert SECRET not in repr(made)


@pytest.mark.parametrize("place", PLACES)
def test_no_finding_shows_a_password(place):
    for frame in FRAMES:
        for finding in superuri.lint(frame.replace("{}", PLACES[place])):
            assert SECRET not in finding.message
