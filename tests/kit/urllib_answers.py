"""Results of a quoting module for code points.

As a script, it prints the results of the urllib.parse of any CPython since 3.7. With a number n,
for all code points below U+3000, and every n-th from there on. Results are digests of blocks of
code points, so that a difference shows its place.
"""

import hashlib
import json
import sys
import urllib.parse

BLOCK = 0x1000
TRIPLETS = [f"%{byte:02x}" for byte in range(256)]
#: All characters that a set may leave unescaped, and some that no set does.
ASCII_AND_MORE = "".join(map(chr, range(0x80))) + "\xe9\u20ac"


def answer(function, *args):
    """Return the result, or the name and message of the exception."""
    try:
        # Which characters repr leaves unescaped depends on the version.
        return ascii(function(*args))
    except Exception as error:  # noqa: BLE001  because which one is the question
        return type(error).__name__ + ": " + str(error)


def questions(module):
    """Return each question, as a function of a character."""

    def triplets(char):
        return "".join(f"%{byte:02x}" for byte in char.encode("utf-8", "surrogatepass"))

    return {
        "quote": lambda char: answer(module.quote, char),
        "quote_plus": lambda char: answer(module.quote_plus, "a " + char),
        "unquote": lambda char: answer(module.unquote, char + triplets(char)),
        "unquote_plus": lambda char: answer(module.unquote_plus, "+" + triplets(char)),
        "safe": lambda char: answer(
            module.quote, ASCII_AND_MORE if ord(char) < 0x300 else "~/\xe9", char
        ),
    }


def digests(module, step):
    """Return the digest of the results for each block, by question."""
    found = {}
    for name, ask in questions(module).items():
        blocks = []
        for start in range(0, 0x110000, BLOCK):
            points = range(start, start + BLOCK, 1 if start < 0x3000 else step)
            answers = "\n".join([ask(chr(point)) for point in points])
            blocks.append(hashlib.sha256(answers.encode("utf-8", "surrogatepass")).hexdigest())
        found[name] = blocks
    return found


if __name__ == "__main__":
    json.dump(digests(urllib.parse, int(sys.argv[1])), sys.stdout)
