"""SCSU (UTS #6): the codec of the package scsu, compared with that of ICU's uconv."""

import importlib.util
import subprocess
import sys

import pytest

import superuri
from kit import oracle
from kit.amount import SCALARS
from kit.oracle import Report
from superuri.errors import DecodeError

INSTALLED = importlib.util.find_spec("scsu") is not None
needs_scsu = pytest.mark.skipif(not INSTALLED, reason="no package scsu")

EXAMPLES = [
    # text, bytes: sections 9.1 to 9.3 of UTS #6
    ("Öl fließt", "D6 6C 20 66 6C 69 65 DF 74"),
    ("Москва", "12 9C BE C1 BA B2 B0"),
]


@needs_scsu
@pytest.mark.parametrize(("text", "octets"), EXAMPLES)
def test_the_examples_of_the_standard(text: str, octets: str) -> None:
    encoded = superuri.encode(text, encoding="scsu")
    assert superuri.decode_bytes(encoded) == bytes.fromhex(octets)
    assert superuri.decode(encoded, encoding="scsu") == text


@needs_scsu
@pytest.mark.parametrize("text", ["%0C", "%0E", "%0E%8D"])
def test_what_is_not_scsu_is_refused(text: str) -> None:
    with pytest.raises(DecodeError, match="is not valid scsu"):
        superuri.decode(text, encoding="scsu")


@needs_scsu
def test_uconv_reads_it_and_is_read(report: Report) -> None:
    # Lines of some length, because a text may be compressed in more than one way.
    drawn = [char for char in SCALARS if char not in "\r\n\ufeff"]
    lines = ["".join(drawn[at : at + 37]) for at in range(0, len(drawn), 37)]
    text = "\n".join(lines)
    ours = superuri.decode_bytes(superuri.encode(text, encoding="scsu"))
    what = f"{len(drawn):,} scalar values in SCSU"
    with oracle.asked("uconv", ["-f", "SCSU", "-t", "UTF-8"], ours, report, what) as read:
        assert read.decode() == text
    with oracle.asked("uconv", ["-f", "UTF-8", "-t", "SCSU"], text.encode(), report, what) as made:
        assert (
            superuri.decode(superuri.encode(made), encoding="scsu").removeprefix("\ufeff") == text
        )


def test_without_the_package_the_error_names_it() -> None:
    code = "import sys, superuri; sys.modules['scsu'] = None; superuri.encode('é', encoding='scsu')"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, text=True
    )
    assert ended.stderr.splitlines()[-1] == (
        "LookupError: the encoding scsu works with the package scsu: pip install scsu"
    )
