"""Tiers: SUPERURI_TIER limits the kernels, and every tier gives the same answers."""

import os
import platform
import subprocess
import sys

import pytest

# Worst first.
TIERS = {
    "x86_64": ["plain", "SSSE3", "AVX2", "AVX-512"],
    "AMD64": ["plain", "SSSE3", "AVX2", "AVX-512"],
    "aarch64": ["plain", "NEON"],
    "arm64": ["plain", "NEON"],
}
HERE = TIERS.get(platform.machine(), ["plain"])

# Answers over what each kernel is for: sparse and dense, every kind of string, every length around
# the widths of vectors, whole URIs that one look decides and others.
PROGRAM = """
import hashlib
import superuri
from superuri._core import TIER
from superuri.columns import arrow

UNITS = "a", " ", "nine char ", "é", "日本語", "😀a", "%41", "%20b", "%", "%4"
UNITS += "%C3%A9", "%E6%97%A5", "%F0%9F%98%80"
FRAMES = "{}", "http://example.com/{}", "http://{}.example/a?b={}#c", "HTTP://e.com:80/{}/../x"
digest = hashlib.sha256()

def say(call, *arguments, **named):
    try:
        answer = call(*arguments, **named)
    except superuri.errors.URIError as error:
        answer = error.code, error.start, error.end
    digest.update(f"{answer!a}\\n".encode())

texts = [unit * count for unit in UNITS for count in [*range(1, 40), 63, 64, 65, 129, 1000]]
for text in texts:
    say(superuri.encode, text)
    say(superuri.decode, text, errors="replace")
    say(superuri.decode_bytes, text, errors="keep")
    for frame in FRAMES:
        for verb in superuri.clean, superuri.is_uri, superuri.normalize, superuri.split:
            say(verb, frame.format(text, text))
for verb in "encode", "clean", "normalize", "is_uri":
    say(lambda: arrow.apply(texts, verb, on_error="null").to_list())
say(lambda: arrow.apply(texts, "decode", on_error="null").to_list())
print(TIER, digest.hexdigest())
"""
#: The tier alone.
CHOSEN = "from superuri._core import TIER; print(TIER)"


def requested(name: str | None, program: str = PROGRAM) -> list[str]:
    """Return the tier, and a hash of all answers."""
    environment = {key: value for key, value in os.environ.items() if key != "SUPERURI_TIER"}
    if name is not None:
        environment["SUPERURI_TIER"] = name
    command = [sys.executable, "-X", "utf8", "-c", program]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.split()


@pytest.fixture(scope="module")
def free() -> list[str]:
    """The default tier."""
    return requested(None)


@pytest.mark.parametrize("name", ["plain", "SSSE3", "AVX2", "AVX-512", "NEON"])
def test_a_tier_is_bounded_by_its_name_and_answers_as_every_other(name, free, report):
    best, answers = free
    [tier] = requested(name, CHOSEN)
    known = HERE.index(name) if name in HERE else len(HERE)
    assert tier == HERE[min(known, HERE.index(best))]
    assert tier == best or requested(name) == [tier, answers]
    report(f"SUPERURI_TIER={name}: {tier}, with the answers of {best}")


@pytest.mark.parametrize("name", ["Plain", "PLAIN"])
def test_the_name_may_be_in_either_case(name):
    assert requested(name, CHOSEN) == ["plain"]


@pytest.mark.parametrize("name", ["", "fastest", "plain "])
def test_no_name_of_a_tier_holds_nothing_back(name, free):
    assert requested(name, CHOSEN) == free[:1]
