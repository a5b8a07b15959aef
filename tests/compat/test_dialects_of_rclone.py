"""The dialect of rclone: names as the program lists and finds them, where it is installed."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.amount import FULL, SCALARS
from kit.chance import seeded
from kit.malformed import OCTETS
from kit.oracle import Report
from superuri.compat.dialects import rclone

ESCAPE = ("utf-8", "surrogateescape")
#: All that is replaced or replaces, and a little more.
SIGNS = [chr(at) for at in (*range(0x80), *range(0x2400, 0x2423)) if not chr(at).isalnum()]
SIGNS += [chr(at) for at in range(0xFF01, 0xFF5F) if not chr(at).isalnum()] + [*"‛a\udcff\ufffd"]
#: Within, first, last, quoted, alone and twice; then all octets, and digits after a quote.
FORMS = ["x{}z", "{}z", "x{}", "‛{}", "x‛{}", "x‛‛{}", "{}", "{0}{0}"]
EDGES = {form.format(sign) for form, sign in product(FORMS, SIGNS)}
EDGES |= {octet.decode(*ESCAPE) + "é" for octet in OCTETS}
EDGES |= {f"‛{octet:02x}‛{octet:02X}" for octet in range(256)}
EDGES |= {"‛．‛．", "．.", "‛4g", "‛+4", "␠‛␠", "‛C3‛a9", "x‛‛‛．"}
#: Every character, 40 in a name, because a name has at most 255 octets.
POINTS = {"".join(SCALARS[at : at + 40]) for at in range(0, len(SCALARS), 40)}
POINTS = {name.translate({0: "", ord("/"): ""}) for name in POINTS}

#: It does not convert names of the encoding that it lists.
ENCODINGS = [name for name in (*rclone.FLAGS, *rclone.encodings) if name != "listed"]
#: Encodings, each with names: those of all flags at once, and some of the others.
CASES = [(",".join(rclone.FLAGS), names) for names in (EDGES, POINTS)]
CASES += [(name, EDGES) for name in (ENCODINGS if FULL else seeded("rclone").sample(ENCODINGS, 4))]


def run(report: Report, *arguments: str) -> str:
    program = shutil.which("rclone")
    if program is None:
        report("not run without rclone: its names")
        pytest.skip("no rclone")
    environment = {**os.environ, "RCLONE_CONFIG": "", "TZ": "UTC"}
    ran = subprocess.run([program, "-q", *arguments], stdout=-1, check=True, env=environment)
    return ran.stdout.decode(*ESCAPE)


def lists(
    report: Report, encoding: str, folder: Path, wanted: Mapping[str, str], *more: str
) -> None:
    """Check that rclone lists files of these names as wanted."""
    folder.mkdir()
    for at, name in enumerate(wanted):
        path = bytes(folder) + b"/" + name.encode(*ESCAPE)
        os.close(os.open(path, os.O_CREAT))
        os.utime(path, (at, at))
    remote = f':local,encoding="{rclone.encodings.get(encoding, encoding)}":{folder}'
    lines = run(report, "lsf", "--format", "tp", *more, remote).split("\n")[:-1]
    times = (f"{datetime.fromtimestamp(at, timezone.utc):%F %T}" for at in range(len(wanted)))
    assert dict(line.split(";", 1) for line in lines) == dict(
        zip(times, wanted.values(), strict=True)
    )
    shutil.rmtree(folder)


def on_disk(names: Iterable[str]) -> Iterable[str]:
    return (name for name in {*names} - {"", ".", ".."} if not {*"\0/"} & {*name})


def test_rclone_lists_what_we_decode(report: Report, tmp_path: Path) -> None:
    for encoding, names in CASES:
        read = {name: rclone.decode(name, encoding) for name in on_disk(names)}
        wanted = {name: rclone.encode(raw, "listed") for name, raw in read.items()}
        lists(report, encoding, tmp_path / "files", wanted)
    report(f"seen: {len(CASES)} encodings, {len(SCALARS):,} scalar values: rclone lists them")


def test_rclone_finds_what_we_encode(report: Report, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    for encoding, names in CASES:
        written = {rclone.encode(name, encoding): name for name in names}
        wanted = {name: rclone.encode(written[name], "listed") for name in on_disk(written)}
        asked.write_bytes("\n".join(wanted.values()).encode(*ESCAPE))
        options = ("-R", "--no-traverse", "--files-from-raw", str(asked))
        lists(report, encoding, tmp_path / "files", wanted, *options)
    report(f"seen: {len(CASES)} encodings, {len(SCALARS):,} scalar values: rclone finds them")


def test_the_encodings_are_those_of_rclone(report: Report) -> None:
    providers = json.loads(run(report, "config", "providers"))
    theirs = {
        provider["Name"]: option["DefaultStr"]
        for provider in providers
        for option in provider["Options"]
        if option["Name"] == "encoding"
    }
    theirs["windows"] = theirs["smb"]  # by the manual, those of local files on Windows
    for name in rclone.encodings.keys() - {"listed"}:
        assert {*rclone.encodings[name].split(",")} == {*theirs[name].split(",")}


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(name=st.text(st.characters(codec="utf-8") | st.sampled_from("a./␀：．‛")))
def test_what_is_written_is_read_back(encoding: str, name: str) -> None:
    # Its one fault: a quote before a last character that is encoded is taken for an escape.
    if "Right" not in rclone.encodings.get(encoding, encoding) or "‛" not in name:
        assert rclone.decode(rclone.encode(name, encoding), encoding) == name


def test_refused() -> None:
    for call in (rclone.encode, rclone.decode):
        with pytest.raises(LookupError, match=r"no encoding 'Colons'; did you mean 'Colon'\?"):
            call("a", "Slash,Colons")
        with pytest.raises(UnicodeEncodeError):
            call("\ud800", "local")
