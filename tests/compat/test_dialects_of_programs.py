"""Dialects of desktops: the same as the libraries and programs of Debian that write them."""

import ctypes
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import superuri
from kit.amount import FEW, SCALARS
from kit.malformed import OCTETS, TEXTS
from kit.oracle import PROGRAMS, Report
from superuri import sets
from superuri.compat import dialects
from superuri.errors import DecodeError


def library(name: str, report: Report) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        report(f"not run without {name}: its escapes")
        pytest.skip(str(error))


def read_by_us(text: bytes, row: superuri.Set) -> bytes:
    return dialects.decode(text, row, encoding="latin-1").encode("latin-1")


def refuses(text: bytes, row: superuri.Set) -> bool:
    try:
        read_by_us(text, row)
    except DecodeError:
        return True
    return False


def test_libdbus(report: Report) -> None:
    dbus = library("libdbus-1.so.3", report)
    dbus.dbus_address_escape_value.restype = ctypes.c_void_p
    dbus.dbus_address_unescape_value.restype = ctypes.c_void_p
    row = sets.dbus.ADDRESS_VALUE

    def unescaped(value: bytes) -> bytes | None:
        read = dbus.dbus_address_unescape_value(value, None)
        return None if read is None else taken(read)

    def taken(address: int) -> bytes:
        octets = ctypes.string_at(address)
        dbus.dbus_free(ctypes.c_void_p(address))
        return octets

    for octets in (*OCTETS[1:], *(char.encode() for char in SCALARS[1:])):
        escaped = taken(dbus.dbus_address_escape_value(octets))
        assert dialects.encode(octets, row).encode() == escaped
        assert unescaped(escaped) == superuri.decode_bytes(escaped) == octets
        assert refuses(octets, row) == (unescaped(octets) is None), octets
    for text in TEXTS:
        read = unescaped(text.encode())
        assert refuses(text.encode(), row) == (read is None), text
        if read is not None:
            # Its strings end at a NUL.
            assert read_by_us(text.encode(), row).partition(b"\0")[0] == read
    report(f"seen: 255 octets, {len(SCALARS):,} scalar values and {len(TEXTS):,} texts: libdbus")


class Attribute(ctypes.Structure):
    """CK_ATTRIBUTE of PKCS#11."""

    _fields_ = (
        ("type", ctypes.c_ulong),
        ("value", ctypes.c_void_p),
        ("length", ctypes.c_ulong),
    )


#: CKA_LABEL, CKA_ID, and p11-kit's flag for any URI.
LABEL, ID, ANY = 3, 0x102, 0xFFFF


def test_p11_kit(report: Report) -> None:
    p11 = library("libp11-kit.so.0", report)
    p11.p11_kit_uri_new.restype = ctypes.c_void_p
    p11.p11_kit_uri_get_attribute.restype = ctypes.POINTER(Attribute)
    libc = ctypes.CDLL(None)

    def written(kind: int, octets: bytes) -> str:
        uri, text = ctypes.c_void_p(p11.p11_kit_uri_new()), ctypes.c_char_p()
        held = ctypes.create_string_buffer(octets, len(octets))
        attribute = Attribute(kind, ctypes.cast(held, ctypes.c_void_p), len(octets))
        assert p11.p11_kit_uri_set_attribute(uri, ctypes.byref(attribute)) == 0
        assert p11.p11_kit_uri_format(uri, ANY, ctypes.byref(text)) == 0
        made = (text.value or b"").decode().partition("=")[2]
        p11.p11_kit_uri_free(uri)
        libc.free(text)
        return made

    def read(text: bytes) -> bytes | None:
        uri = ctypes.c_void_p(p11.p11_kit_uri_new())
        failed = p11.p11_kit_uri_parse(b"pkcs11:object=" + text, ANY, uri)
        found = p11.p11_kit_uri_get_attribute(uri, ctypes.c_ulong(LABEL))
        octets = None if failed else ctypes.string_at(found[0].value, found[0].length)
        p11.p11_kit_uri_free(uri)
        return octets

    row = sets.pkcs11.ATTRIBUTE
    for octets in (*OCTETS, *(char.encode() for char in SCALARS)):
        label = written(LABEL, octets)
        assert dialects.encode(octets, row) == label
        assert dialects.encode(octets, sets.pkcs11.ID) == written(ID, octets)
        assert read(label.encode()) == superuri.decode_bytes(label) == octets
    # A ? begins the query, a % an escape, a ; another attribute, and a NUL ends the text.
    for octets in OCTETS[1:]:
        if octets not in b"?;%":
            assert read_by_us(octets, row) == read(octets)
    for text in (*TEXTS, *(text.replace("A", " ") for text in TEXTS)):
        seen = read(text.encode())
        assert refuses(text.encode(), row) == (seen is None), text
        if seen is not None:
            assert read_by_us(text.encode(), row) == seen
    report(f"seen: 256 octets, {len(SCALARS):,} scalar values and {len(TEXTS):,} texts: p11-kit")


#: What apt 2.6 passes to QuoteString; the octets that it always encodes are not among them.
APT = {"URI_PATH": "+~ ", "FILE_NAME": "_:", "LIST_NAME": '\\|{}[]<>"^~_=!@#$%^&*'}


def test_apt(report: Report, tmp_path: Path) -> None:
    compiler, program = shutil.which("g++"), tmp_path / "apt"
    compiled = compiler and subprocess.run(
        [compiler, "-o", program, PROGRAMS / "apt.cpp", "-l:libapt-pkg.so.6.0"],
        capture_output=True,
        check=False,
    )
    if not compiled or compiled.returncode:
        report("not run without g++ and libapt-pkg: QuoteString of apt")
        pytest.skip("no g++, or no libapt-pkg")
    octets = [*OCTETS, *(char.encode() for char in SCALARS), *(text.encode() for text in TEXTS)]
    answers = subprocess.run(
        [program, *APT.values()],
        input="".join(one.hex() + "\n" for one in octets),
        capture_output=True,
        check=True,
        text=True,
    ).stdout.splitlines()
    for one, answer in zip(octets, answers, strict=True):
        *quoted, read = answer.split()
        for name, theirs in zip(APT, quoted, strict=True):
            ours = dialects.encode(one, getattr(sets.apt, name))
            assert ours == bytes.fromhex(theirs).decode(), (name, one)
        assert superuri.decode_bytes(one, errors="ignore").hex() == read, one
    report(f"seen: 256 octets, {len(SCALARS):,} scalar values and {len(TEXTS):,} texts: apt")


def test_gpgconf(report: Report, tmp_path: Path) -> None:
    gpgconf = shutil.which("gpgconf")
    if gpgconf is None:
        report("not run without gpgconf: --list-dirs")
        pytest.skip("no gpgconf")
    odd = "".join(char for char in FEW if char not in "\0/")
    name = str(tmp_path) + "".join(f"/{odd[at : at + 60]}" for at in range(0, len(odd), 60))
    listed = subprocess.run(
        [gpgconf, "--list-dirs"],
        env={**os.environ, "GNUPGHOME": name},
        capture_output=True,
        check=True,
    ).stdout.decode()
    (escaped,) = re.findall("^homedir:(.*)$", listed.replace("\r", "\0"), re.MULTILINE)
    escaped = escaped.replace("\0", "\r")
    assert dialects.encode(name, sets.gnupg.LISTING) == escaped
    assert dialects.decode(escaped, sets.gnupg.LISTING) == name
    report(f"seen: {len(odd)} scalar values in the name of a folder: gpgconf")
