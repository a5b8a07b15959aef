"""Dialects of formats and desktops: the same as the programs that write them, where installed.

A library of Python is one of requirements-oracles.txt; the others are Debian's.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import superuri
from kit import chance
from kit.amount import SCALARS, part
from kit.command import run
from kit.malformed import OCTETS, PIECES, TEXTS
from kit.oracle import Report
from superuri import sets
from superuri.compat import dialects
from superuri.compat.dialects import gff3, mercurial
from superuri.errors import DecodeError

#: Sets without a program that writes them all: their escapes come back.
READ_IN_ONE_PASS = [sets.vcf.VALUE, sets.bagit.PATH]


def peer(name: str, report: Report) -> Any:
    try:
        return __import__(name, fromlist=["*"])
    except ImportError as error:
        report(f"not run without {name}: its escapes")
        pytest.skip(str(error))


READ = [
    # row, text, what it is read as; None if it is refused
    (sets.vcf.VALUE, "a%253Ab", "a%3Ab"),
    (sets.vcf.VALUE, "%25%3A%3B%3D%2C%0D%0A%09", "%:;=,\r\n\t"),
    (sets.vcf.VALUE, "50% %41%3a%C3%A9%zz%", "50% %41%3a%C3%A9%zz%"),
    (sets.bagit.PATH, "a%250Ab", "a%0Ab"),
    (sets.bagit.PATH, "%0a%0A%0d%0D%25", "\n\n\r\r%"),
    (sets.bagit.PATH, "50% %41%zz%", "50% %41%zz%"),
    (sets.gff3.ATTRIBUTE, "a b%3B%c3%a9é", "a b;éé"),
    (sets.gff3.ATTRIBUTE, "50%", None),
    (sets.gff3.ATTRIBUTE, "%E9", None),
    (sets.dbus.ADDRESS_VALUE, "/run/a%20b%C3%A9*\\", "/run/a bé*\\"),
    *((sets.dbus.ADDRESS_VALUE, text, None) for text in ("a b", "+", "~", "é", "%zz", "%4", "%")),
    (sets.pkcs11.ATTRIBUTE, " my%20 to\nken%4 1 ", "my tokenA"),
    (sets.pkcs11.ATTRIBUTE, "a\tb+c", "a\tb+c"),
    (sets.pkcs11.ATTRIBUTE, "%zz", None),
    (sets.pkcs11.ID, "%61%5A", "aZ"),
    (sets.apt.FILE_NAME, "g++_4%3a12.2.0-3", "g++_4:12.2.0-3"),
    (sets.apt.URI_PATH, "g%2b%2B", "g++"),
    (sets.gnupg.LISTING, "/a%3ab%2c%25%0a", "/a:b,%\n"),
    (sets.xlsxwriter.LINK, "a%20b%5bc%5D", "a b[c]"),
    # Equal sets of other families are read as those are.
    (sets.rfc3986.EVERYTHING, " a ", " a "),
    (superuri.Set("%\r\n", non_ascii="bare"), "%41", "A"),
]


@pytest.mark.parametrize(("row", "text", "want"), READ)
def test_read(row: superuri.Set, text: str, want: str | None) -> None:
    for given_text in (text, text.encode()):
        if want is None:
            with pytest.raises(DecodeError):
                dialects.decode(given_text, row)
        else:
            assert dialects.decode(given_text, row) == want


WRITTEN = [
    (sets.vcf.VALUE, "50%: a;b=c,d é", "50%25%3A a%3Bb%3Dc%2Cd é"),
    (sets.gff3.ATTRIBUTE, "50%: a;b=c,d&é\x7f", "50%25: a%3Bb%3Dc%2Cd%26é%7F"),
    (sets.bagit.PATH, "50% é\n", "50%25 é%0A"),
    (sets.dbus.ADDRESS_VALUE, "/run/a b~é", "/run/a%20b%7e%c3%a9"),
    (sets.pkcs11.ATTRIBUTE, "My token~é", "My%20token%7E%C3%A9"),
    (sets.pkcs11.ID, b"aZ\xe9", "%61%5A%E9"),
    (sets.apt.FILE_NAME, "4:12_1+b ~", "4%3a12%5f1+b%20~"),
    (sets.apt.URI_PATH, "pool/g++_1:2~rc_", "pool/g%2b%2b_1:2%7erc_"),
    (sets.gnupg.LISTING, "/h/a:b,c%3A é", "/h/a%3ab%2cc%253A é"),
    (sets.xlsxwriter.LINK, "a b[1]#é?", "a%20b%5b1%5d#é?"),
]


@pytest.mark.parametrize(("row", "text", "want"), WRITTEN)
def test_written(row: superuri.Set, text: str | bytes, want: str) -> None:
    assert dialects.encode(text, row) == want


@pytest.mark.parametrize("row", READ_IN_ONE_PASS, ids=repr)
@given(text=st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_what_is_written_is_read_back(row: superuri.Set, text: str) -> None:
    assert dialects.decode(dialects.encode(text, row), row) == text


def test_the_command_reads_vcf_alike() -> None:
    given_lines = "".join(f"{text}\n" for text in TEXTS).encode()
    read = run(["decode", "--from", "vcf"], given_lines).stdout.decode()
    # Its lines have no line breaks.
    want = [dialects.decode(text, sets.vcf.VALUE) for text in TEXTS]
    assert read.splitlines() == [
        text if re.search("[\r\n]", decoded) else decoded
        for text, decoded in zip(TEXTS, want, strict=True)
    ]


@settings(max_examples=20)  # each is a process
@given(st.lists(st.sampled_from([*PIECES, ";", "=", ",", " ", ".", "ID=", "%2C", "%3B"])))
def test_the_command_reads_gff3_alike(pieces: list[str]) -> None:
    column = re.sub("[\r\n]", "", "".join(pieces))
    read = run(["decode", "--from", "gff3"], f"{column}\n".encode())
    try:
        attributes = gff3.parse_attributes(column)
    except DecodeError as error:
        assert read.returncode == 4
        assert f"at {error.start}" in read.stderr.decode()
    else:
        # An empty line stays empty.
        found = json.loads(read.stdout) if column else {}
        assert (read.returncode, found) == (0, attributes)


def test_the_error_of_a_raw_character_says_where() -> None:
    with pytest.raises(DecodeError, match='"~" at 4 must be escaped') as caught:
        dialects.decode("/%41~", sets.dbus.ADDRESS_VALUE)
    assert (caught.value.start, caught.value.end, caught.value.code) == (4, 5, "not-escaped")


def test_vcfpy(report: Report) -> None:
    writer, parser = peer("vcfpy.writer", report), peer("vcfpy.parser", report)
    row = sets.vcf.VALUE
    for char in SCALARS:
        # It escapes a ; in INFO only, and a : in FORMAT only.
        theirs = {writer.format_atomic(char, where) for where in ("INFO", "FORMAT")}
        assert dialects.encode(char, row) in theirs
        assert len(theirs) == 1 or char in ";:"
    for first in (*OCTETS, "3a", "2c", "zz", "4", ""):
        escape = f"%{first[0]:02X}" if isinstance(first, bytes) else f"%{first}"
        assert dialects.decode(escape, row) == parser.convert_field_value("String", escape)
    # It decodes %25 before the others.
    assert parser.convert_field_value("String", "a%253Ab") == "a:b"
    report(f"seen: {len(SCALARS):,} scalar values and 261 escapes: vcfpy")


def test_gffutils(report: Report) -> None:
    parser = peer("gffutils.parser", report)
    for char in SCALARS:
        assert dialects.encode(char, sets.gff3.ATTRIBUTE) == parser.quoter[char]
    made = chance.seeded("gff3")
    values = ["a", "a,b", "50%", "x;y", "é&=", "a b", "%2C", "\t"]
    for _ in range(part(20_000)):
        given_values = {
            tag: made.choices(values, k=made.randrange(1, 4)) for tag in ("ID", "Note", "Dbxref")
        }
        column = gff3.build_attributes(given_values)
        assert gff3.parse_attributes(column) == given_values
        theirs, dialect = parser._split_keyvals(column)  # noqa: SLF001  because nothing else reads it
        assert {tag: theirs[tag] for tag in theirs} == given_values
        assert parser._reconstruct(theirs, dialect) == column  # noqa: SLF001
    report(f"seen: {len(SCALARS):,} scalar values, {part(20_000):,} columns: gffutils")


GFF3 = [
    (".", {}),
    ("", {}),
    ("ID=a;", {"ID": ["a"]}),
    ("ID=a; Note=b,c%2Cd", {"ID": ["a"], "Note": ["b", "c,d"]}),
    ("tag;a%3Db=c=d,", {"tag": [], "a=b": ["c=d", ""]}),
]


@pytest.mark.parametrize(("column", "attributes"), GFF3)
def test_the_columns_of_gff3(column: str, attributes: dict[str, list[str]]) -> None:
    assert gff3.parse_attributes(column) == attributes


def test_a_malformed_column_of_gff3_says_where() -> None:
    with pytest.raises(DecodeError) as caught:
        gff3.parse_attributes("ID=a;Note=b,50%")
    assert (caught.value.start, caught.value.end) == (14, 15)


def test_bagit(report: Report) -> None:
    bagit = peer("bagit", report)
    row = sets.bagit.PATH
    for char in SCALARS:
        # It leaves a % bare, unlike RFC 8493.
        theirs = bagit._encode_filename(char)  # noqa: SLF001  because nothing else shows it
        assert dialects.encode(char, row) == ("%25" if theirs == "%" else theirs)
    for octet in range(256):
        read = dialects.decode(f"%{octet:02X}", row)
        theirs = bagit._decode_filename(f"%{octet:02X}")  # noqa: SLF001
        assert read == ("%" if theirs == "%25" else theirs)
    report(f"seen: {len(SCALARS):,} scalar values and 256 escapes: bagit")


def test_mediawiki(report: Report) -> None:
    source = Path("/usr/share/mediawiki/includes/GlobalFunctions.php")
    if not source.exists() or not shutil.which("php"):
        report("not run without php and Debian's mediawiki: its titles")
        pytest.skip("it reads the function of Debian's mediawiki, with php")
    function = re.search(
        r"^function wfUrlencode.*?^}", source.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert function
    reads = "foreach (json_decode(stream_get_contents(STDIN)) as $c) echo wfUrlencode($c), PHP_EOL;"
    chars = [char for char in SCALARS if ord(char) < 0x3000]
    php = subprocess.run(
        ["php", "-r", f"{function[0]} {reads}"],
        input=json.dumps(chars), capture_output=True, text=True, check=True,
    )  # fmt: skip
    for char, theirs in zip(chars, php.stdout.splitlines(), strict=True):
        assert dialects.encode(char, sets.mediawiki.URL_ENCODE) == theirs
    report(f"seen: {len(chars):,} scalar values: MediaWiki")


def test_mercurial(report: Report) -> None:
    store = peer("mercurial.store", report)
    octets = bytes(range(256))
    assert mercurial.encode_filename(octets).encode() == store.encodefilename(octets)
    ascii_ = [chr(octet) for octet in range(128)]
    for name in (
        f"{one}{two}{three}" for one in ("", "~", "_") for two in ascii_ for three in ascii_
    ):
        try:
            theirs = store.decodefilename(name.encode())
        except KeyError:
            theirs = None
        try:
            ours = mercurial.decode_filename(name)
        except DecodeError as error:
            assert error.code == "bad-hex"
            ours = None
        assert ours == theirs, name
    report("seen: 256 octets and 49,152 names: Mercurial")


def test_a_name_of_mercurial_is_refused_where_it_is_wrong() -> None:
    for name, at in (
        ("a~", (1, 2)),
        ("ab_", (2, 3)),
        ("_a~20", (2, 5)),
        ("aB", (1, 2)),
        ("é", (0, 1)),
    ):
        with pytest.raises(DecodeError) as caught:
            mercurial.decode_filename(name)
        assert (caught.value.start, caught.value.end) == at


def test_xlsxwriter(report: Report) -> None:
    url = peer("xlsxwriter.url", report).Url._escape_url  # noqa: SLF001
    for char in SCALARS:
        assert dialects.encode(char, sets.xlsxwriter.LINK) == url(char)
    # One escape turns all escaping off.
    assert url("a b%20c") == "a b%20c"
    report(f"seen: {len(SCALARS):,} scalar values: XlsxWriter")
