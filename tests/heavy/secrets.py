"""Generated passwords in every spelling: none is shown, nothing visible is hidden; COUNT (10^6).

Each is put into a URL, nested up to four times in the places and containers of
tests/python/test_secret_spellings.py; each text that only looks like a password, into queries.
"""

import sys

from kit import chance
from python.test_secret_spellings import PLACES, SECRET, VISIBLE, escaped, generated
from superuri._values.passwords import redacted


def main(count: int = 1_000_000) -> int:
    random = chance.seeded("heavy secrets")
    queries = [PLACES["query value"], PLACES["fragment"]]
    shown = hidden = 0
    for number in range(count):
        text = generated(random)
        if SECRET in redacted(text):
            shown += 1
            print("shown:", ascii(text))
        if number % 10 == 0:
            text = random.choice(VISIBLE)
            for _ in range(random.randrange(3)):
                text = random.choice(queries).format(escaped(text, 1))
            if redacted(text) != text:
                hidden += 1
                print("hidden:", ascii(text), redacted(text))
    print(f"{count:,} passwords: {shown} shown; {count // 10:,} other texts: {hidden} hidden")
    return min(1, shown + hidden)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
