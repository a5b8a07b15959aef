"""Letters: a host that Python's own sockets read as another one has no agreed host."""

import unicodedata

import pytest

from kit import oracle
from kit.amount import FULL, SCALARS
from superuri import agreed_host, hosts, lint
from superuri.errors import ParseError

#: A letter in each of these places: a lost one changes the name that is looked up.
SHAPES = ("a{}k.example", "{}k.example", "ak{}.example")
POINTS = [ord(c) for c in SCALARS if c > "\x7f"][:: 1 if FULL else 7]


def of_sockets(host):
    """The name that Python's sockets look up, None if they refuse it."""
    try:
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_agreed_on_is_what_sockets_look_up(shape):
    answered = 0
    for point in POINTS:
        host = shape.format(chr(point))
        try:
            agreed = agreed_host(f"http://{host}/")
        except ValueError:
            continue
        answered += 1
        assert of_sockets(host) in (agreed, None), ascii(host)
    assert answered > len(POINTS) / 100


def agreed_hosts():
    """Each host of one code point between two letters that is agreed on, and its agreed name."""
    for point in POINTS:
        host = f"a{chr(point)}k.example"
        try:
            yield host, agreed_host(f"http://{host}/")
        except ValueError:
            continue


@pytest.mark.parametrize(("name", "arguments"), [("java", ["Idn.java"]), ("node", ["idn.js"])])
def test_what_is_agreed_on_is_what_other_languages_look_up(name, arguments, report):
    agreed = list(agreed_hosts())
    given = "".join(f"{host}\n" for host, _ in agreed).encode()
    what = f"{len(agreed)} agreed hosts of one letter"
    with oracle.asked(name, oracle.program(arguments), given, report, what) as shown:
        read = shown.decode("ascii").split("\n")[:-1]
    assert len(read) == len(agreed)
    pairs = zip(agreed, read, strict=True)
    others = [(ascii(host), seen) for (host, own), seen in pairs if seen not in {own, ""}]
    assert not others, others[:5]


def test_what_is_agreed_on_is_what_the_package_idna_looks_up(report):
    idna = pytest.importorskip("idna", reason="make test installs it")
    others = []
    for host, own in agreed_hosts():
        try:
            seen = idna.encode(host, uts46=True).decode("ascii")
        except idna.IDNAError:
            continue
        if seen != own:
            others.append((ascii(host), seen))
    assert not others, others[:5]
    report(f"seen: hosts of one letter, equal to the package idna {idna.__version__}")


def test_a_letter_that_some_parser_leaves_alone_is_named_with_its_a_label():
    with pytest.raises(ValueError, match=r"if xn--ab-uyc\.example is meant, write that"):
        agreed_host("http://a\u04c0b.example/")


@pytest.mark.parametrize(
    "label", ["xn--example-", "XN--Example-", "xn--a", "xn--", "xn--example", "xn--bcher-kv"]
)
def test_a_label_that_is_not_a_valid_a_label_has_no_agreed_host(label):
    for host in (f"{label}.example", f"www.{label}", f"a.{label}.example"):
        for text in (f"http://{host}/", f"//{host}", f"https://u@{host}:80/a"):
            with pytest.raises(ValueError, match="the host"):
                agreed_host(text)
        with pytest.raises(ValueError, match="host"):
            hosts.safe_redirect(f"https://{host}/", hosts=[f"{host}"])
        assert any(finding.severity == "error" for finding in lint(f"http://{host}/"))
    assert agreed_host("http://xn--bcher-kva.example/") == "xn--bcher-kva.example"


@pytest.mark.parametrize("mark", ["?", "#", ":80?", ":80#"])
def test_a_name_does_not_go_on_behind_the_authority(mark):
    for behind in (".example", ".example/", "./", ".example/a?b"):
        text = f"http://name.test{mark}{behind}"
        with pytest.raises(ValueError, match="not the same to all"):
            agreed_host(text)
        assert any(finding.severity == "error" for finding in lint(text))
    assert agreed_host(f"http://name.test{mark}utm=1.5") == "name.test"


def test_letters_that_are_newer_than_unicode_3_2_have_no_agreed_host():
    old = unicodedata.ucd_3_2_0
    newer = [p for p in POINTS if old.category(chr(p)) == "Cn"]
    for point in newer:
        with pytest.raises(ValueError, match="the host"):
            agreed_host(f"http://{chr(point)}k.example/")


@pytest.mark.parametrize("port", ["", "0", "00", "80"])
@pytest.mark.parametrize("behind", ["\\", "\\[::1]", "\\a", "\\/a"])
def test_a_backslash_behind_the_host_is_never_agreed(port: str, behind: str) -> None:
    with pytest.raises(ParseError):
        agreed_host(f"http://a.example:{port}{behind}")
    assert agreed_host(f"http://a.example:{port}/{behind}") == "a.example"
