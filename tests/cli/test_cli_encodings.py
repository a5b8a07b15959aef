"""Command: tables of sets and encoders, encodings, forms and logs, by arguments and by lines."""

import pytest

from kit import command
from kit.amount import FULL
from superuri import _verbs, logs, who


def run(*arguments, stdin=b""):
    done = command.run(arguments, stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


COMMANDS = [
    (["list", "sets", "RFC3986.path"], 0, "RFC 3986 section 3.3"),
    (["list", "sets", "giuca", "--json"], 0, '"set": "giuca.CLEAN_3986"'),
    (["list", "sets"], 0, "rfc3987.PATH"),
    (["list", "sets", "saml.AD_FS"], 0, "hex           lower"),
    (["list", "sets", "rfc1738.UNSAFE"], 0, "year          1994"),
    (["list", "sets", "nope"], 2, ""),
    (["who", "a b/ü"], 0, "a%20b%2F%C3%BC"),
    (["who", "--json", "~"], 0, '"~": "%7E"'),
    (["who", "--markdown"], 0, "| sets.rfc3986.COMPONENT |"),
    (["who"], 0, who.MARKS),
    (["who", "--decode"], 2, ""),
    (["decode", "--from", "cloudfront", "q=caf%25C3%25A9"], 0, "q=café\n"),
    (["decode", "--from", "nginx", r"/\xC3\xA9\x0A"], 0, "/é%0A\n"),
    (["decode", "--from", "vcf", "50% a%253Ab%41%3a%E9"], 0, "50% a%3Ab%41%3a%E9\n"),
    (
        ["decode", "--from", "gff3", "ID=a;N=50%25%2C or,b;ID=c;t"],
        0,
        '{"ID": ["a", "c"], "N": ["50%, or", "b"], "t": []}\n',
    ),
    (["encode", "--set", "vcf.VALUE", "50%: é"], 0, "50%25%3A é\n"),
    (["decode", "--encoding", "shift_jis", "%83A"], 0, "ア\n"),
    (["encode", "--encoding", "latin-1", "--set", "rfc3986.path", "é/"], 0, "%E9/\n"),
    (
        ["clean", "--profile", "WHATWG", "--encoding", "big5", "/†?†"],
        0,
        "/%E2%80%A0?%26%238224%3B\n",
    ),
    (["clean", "--encoding", "koi8-r", "/п?п"], 0, "/%D0?%D0\n"),
    (["form", "encode", "1+1 %é"], 0, "1%2B1+%25%C3%A9\n"),
    (["form", "decode", "--encoding", "latin-1", "%E9+1%2B1"], 0, "é 1+1\n"),
    (["form", "nope"], 2, ""),
    (["encode", "--encoding", "nope", "é"], 2, ""),
    (["decode", "--from", "iis", "--encoding", "gbk", "a"], 2, ""),
]


@pytest.mark.parametrize(("arguments", "code", "message"), COMMANDS, ids=lambda row: str(row)[:40])
def test_the_command_prints_it(arguments, code, message):
    got, stdout, stderr = run(*arguments)
    assert got == code, stderr
    assert message in stdout
    assert bool(stderr) == bool(code)


@pytest.mark.parametrize(
    "arguments",
    [
        ["decode", "--from", "cloudfront"],
        ["decode", "--from", "vcf"],
        ["decode", "--from", "gff3"],
        ["decode", "--encoding", "shift_jis"],
        ["encode", "--encoding", "iso-2022-jp"],
        ["encode", "--encoding", "ascii"],
        ["form", "encode", "--encoding", "big5"],
        ["form", "decode"],
        ["form", "decode", "--encoding", "shift_jis", "--errors", "keep"],
        ["clean", "--encoding", "shift_jis", "--trim"],
        ["clean", "--encoding", "big5", "--profile", "WHATWG"],
    ],
    ids=" ".join,
)
def test_arguments_and_lines_agree(arguments):
    """Property: the same answer everywhere."""
    texts = ("a b", "ア", "%83A", "é%E9", "†", "%250A", "%zz", " /ア ", "?\u203e\\")
    for message in [texts, *([text] for text in (texts if FULL else ()))]:
        one = run(*arguments, "--on-error", "keep", "--", *message)
        many = run(*arguments, stdin="".join(f"{text}\n" for text in message).encode())
        assert one[:2] == many[:2], message


def test_the_command_knows_every_log():
    assert _verbs.options.FROM.choices == (*logs.formats, "vcf", "gff3")
