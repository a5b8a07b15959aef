"""Templates compared with uritemplate: the differences, and which one is right."""

import pytest

from kit import chance
from kit.amount import part
from superuri import rfc6570
from superuri.errors import ParseError

# Differences of uritemplate 4.2, and the clause of the RFC.
PEER_DIFFERS = {
    "a prefix of a list": "2.4.1: not applicable to composite values, an error",
    "a prefix of a number": "it raises TypeError: a number has no slice",
    "a literal beyond ASCII": "3.1: percent-encoded as UTF-8; it stays raw, which is not a URI",
    "an empty list or mapping": "2.3: undefined; it writes the operator, or the name",
    "a triplet, or %, under + or #": "3.2.3: triplets stay, another % is %25",
    "the order of a mapping": "3.2.1: its own; it sorts",
    "an empty member under ;": "3.2.7: no = behind it",
    "zero under ?, & or ;": "1.2: a value is a text, and 0 is not the empty one",
    "true": "it writes True; the RFC knows texts only",
}


def kinds_of(text, variables):
    """The rows of PEER_DIFFERS that apply to the template and its variables."""
    specs = [
        (expression[0] in "+#", spec, variables.get(spec.rstrip("*").split(":")[0]))
        for expression in (part.split("}")[0] for part in text.split("{")[1:])
        for spec in expression.lstrip("+#./;?&").split(",")
    ]
    values = [value for _, _, value in specs]
    if any(":" in spec and isinstance(value, (list, dict)) for _, spec, value in specs):
        yield "a prefix of a list"
    if any(":" in spec and isinstance(value, (int, float)) for _, spec, value in specs):
        yield "a prefix of a number"
    if not text.isascii():
        yield "a literal beyond ASCII"
    if any(value in ([], {}) for value in values):
        yield "an empty list or mapping"
    if any(reserved and "%" in str(value) for reserved, _, value in specs):
        yield "a triplet, or %, under + or #"
    if any(isinstance(value, dict) and len(value) > 1 for value in values):
        yield "the order of a mapping"
    if "{;" in text and any(
        "" in (value.values() if isinstance(value, dict) else value)
        for value in values
        if isinstance(value, (list, dict))
    ):
        yield "an empty member under ;"
    if any(value == 0 for value in values):
        yield "zero under ?, & or ;"
    if any(value is True for value in values):
        yield "true"


def test_uritemplate_agrees_except_for_the_listed_rows(report):
    peer = pytest.importorskip("uritemplate")
    rng = chance.seeded("templates")
    counts = dict.fromkeys(PEER_DIFFERS, 0)
    for _ in range(part(30_000)):
        text, variables = any_template(rng), {name: any_value(rng) for name in "abc"}
        answers = []
        for expand in (rfc6570.expand, peer.expand):
            try:
                answers.append(expand(text, variables))
            except (ParseError, TypeError) as error:
                answers.append(type(error))
        if answers[0] != answers[1]:
            kinds = list(kinds_of(text, variables))
            assert kinds, (text, variables, answers)
            for kind in kinds:
                counts[kind] += 1
    for kind, count in counts.items():
        report(f"  {kind}: {count} of those that differ have it; {PEER_DIFFERS[kind]}")
    assert all(counts.values()), "a row that is never seen is out of date"


def any_text(rng):
    pieces = ["a", "b", "%", "%41", "%C3%A9", "é", "/", " ", "~", "'", "😀", "&", "=", "%4", ":"]
    return "".join(rng.choices(pieces, k=rng.randrange(5)))


def any_value(rng):
    return rng.choice(
        [
            *[any_text(rng)] * 5,
            None,
            [any_text(rng) for _ in range(rng.randrange(4))],
            {any_text(rng): any_text(rng) for _ in range(rng.randrange(3))},
            *(0, 1.5, True),
        ]
    )


def any_template(rng):
    return "".join(
        rng.choice(["/x", "é", "~", "'", "%41", "a:b", "?"])
        if rng.random() < 0.3
        else "{"
        + rng.choice(["", *"+#./;?&"])
        + ",".join(
            rng.choice("abc") + rng.choice(["", "", "*", ":1", ":3"])
            for _ in range(rng.randrange(1, 3))
        )
        + "}"
        for _ in range(rng.randrange(1, 4))
    )
