"""URNs, packages, mails and keys of passwords as URIs: what is built and read, with edge values."""

from typing import Any

import pytest

from superuri import URI, mailto, otpauth, purl, urn
from superuri.errors import EncodeError
from superuri.mailto import Mailto


def test_a_urn_has_parts_and_a_normal_form():
    assert [
        getattr(urn.parse("URN:a-1:b/%aF?+r?x?=q?=?+#f?/"), name)
        for name in ("text", "nid", "nss", "r_component", "q_component", "f_component", "name")
    ] == ["URN:a-1:b/%aF?+r?x?=q?=?+#f?/", "a-1", "b/%aF", "r?x", "q?=?+", "f?/", "urn:a-1:b/%AF"]
    assert urn.normalize("URN:Ex-1:a%2cB%aa/C?+r?=q#f") == "urn:ex-1:a%2CB%AA/C"
    assert urn.normalize(URI("urn:ex:b")) == "urn:ex:b"
    assert (
        urn.equivalent("urn:ex:a%2c", "URN:EX:a%2C#x"),
        urn.equivalent("urn:ex:a", "urn:ex:A"),
    ) == (True, False)
    assert urn.parse("urn:" + "a" * 32 + ":b").nid == "a" * 32
    assert (repr(urn.parse("urn:ex:b?=http://a:b@c/")), str(urn.parse("urn:Ex:b"))) == (
        "URN('urn:ex:b?=http://a:…@c/')",
        "urn:Ex:b",
    )
    assert [
        getattr(urn.parse("urn:Ex:b"), name)
        for name in ("text", "nid", "nss", "r_component", "q_component", "f_component", "name")
    ] == ["urn:Ex:b", "Ex", "b", None, None, None, "urn:ex:b"]


def test_a_package_is_written_and_read():
    assert purl.build("npm", "animation", namespace="@angular", version="12.3.1") == URI(
        "pkg:npm/%40angular/animation@12.3.1"
    )
    assert purl.build(
        "PyPI",
        "/Zope.Interface_X/",
        version="1 0+a",
        qualifiers={"B": "x y", "a_": "1/2", "c": ""},
        subpath="/a//./b c/../d_E/",
    ) == URI("pkg:pypi/zope.interface-x@1%200%2Ba?a_=1%2F2&b=x%20y#a/b%20c/d_E")
    assert purl.build("github", "Na_Me", namespace="/Own//Er/") == URI("pkg:github/own/er/na_me")
    assert purl.build("maven", "Na_Me/x", namespace="A/B", version="V", subpath="..") == URI(
        "pkg:maven/A/B/Na_Me%2Fx@V"
    )
    assert purl.build("a.b+c-1", "n", qualifiers={"-_a": "b", "x.y": "z"}) == URI(
        "pkg:a.b+c-1/n?-_a=b&x.y=z"
    )
    assert purl.parse(
        "PKG://NPM/%40angular//a%20b/an%20im@1%2B0?B=x%20y&a=&c&d=e=f#/a/./%2e%2e/b%20c//"
    ) == ("npm", "@angular/a b", "an im", "1+0", {"b": "x y", "d": "e=f"}, "a/b c")
    assert purl.parse("pkg:npm/n") == ("npm", None, "n", None, {}, None)
    assert purl.parse("pkg:npm/@scope/n") == ("npm", "@scope", "n", None, {}, None)
    assert purl.parse("pkg:npm/@scope/n@1@2") == ("npm", "@scope", "n@1", "2", {}, None)
    assert purl.build("maven", "X", namespace="/X/") == URI("pkg:maven/X/X")
    assert purl.parse("pkg:maven/X/X") == ("maven", "X", "X", None, {}, None)
    assert purl.parse("pkg:npm/n@") == ("npm", None, "n", None, {}, None)
    assert purl.parse("pkg:npm/n#..") == ("npm", None, "n", None, {}, None)
    assert purl.parse(URI("pkg:npm/n@1?A=b?c")) == ("npm", None, "n", "1", {"a": "b?c"}, None)


def test_a_mail_is_written_and_read():
    assert mailto.parse("MAILTO:a%2Cb@c,,d@e?Subject=x=y%20+&BODY=l%0D%0Am&to=f@g#h?i") == Mailto(
        to=("a,b@c", "d@e"), headers=(("Subject", "x=y +"), ("BODY", "l\r\nm"), ("to", "f@g"))
    )
    assert mailto.parse("mailto:a@b?") == Mailto(to=("a@b",), headers=())
    assert mailto.parse("mailto:#a") == Mailto(to=(), headers=())
    assert mailto.parse("mailto:a@b#?c=d") == Mailto(to=("a@b",), headers=())
    assert mailto.parse("mailto:a@b?Cc=c&SUBJECT=s&subject=t").header("subJect") == "s"
    assert mailto.parse("mailto:a@b?Cc=c").header("bcc") is None
    assert mailto.parse("mailto:a@b?TO=c,%20d,,&to=e").recipients == ("a@b", "c", "d", "e")
    assert mailto.build(
        "a+b@c",
        "d/e?f@ü.g",
        headers=[("In-Reply-To", "<x@y>"), ("BODY", "a\nb\rc\r\n")],
        subject="1 + 1=2&?",
        body="\n",
    ) == URI(
        "mailto:a+b@c,d%2Fe%3Ff@%C3%BC.g?In-Reply-To=%3Cx@y%3E&BODY=a%0D%0Ab%0D%0Ac%0D%0A&subject=1%20%2B%201%3D2%26%3F&body=%0D%0A"
    )
    assert mailto.build() == URI("mailto:")
    assert mailto.build("a@b@c") == URI("mailto:a%40b@c")


def test_a_key_of_passwords_is_written_and_read():
    assert otpauth.build(
        "totp", "john.doe@email.com", "jbswy3dpehpk3pxp===", issuer="ACME Co"
    ) == URI("otpauth://totp/ACME%20Co:john.doe@email.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co")
    assert otpauth.build(
        "hotp",
        "a/b c+",
        b"Hello!",
        issuer="x&y",
        algorithm="SHA256",
        digits=8,
        period=60,
        counter=0,
    ) == URI(
        "otpauth://hotp/x&y:a%2Fb%20c+?secret=JBSWY3DPEE&issuer=x%26y&algorithm=SHA256&digits=8&counter=0"
    )
    assert otpauth.build("totp", "a", "A", period=1, algorithm="SHA512", digits=8) == URI(
        "otpauth://totp/a?secret=A&algorithm=SHA512&digits=8&period=1"
    )
    assert otpauth.build("totp", "a", "A", issuer="") == URI("otpauth://totp/:a?secret=A&issuer=")
    assert otpauth.parse("otpauth://totp/a?secret=GE") == (
        "totp",
        "a",
        "GE",
        None,
        "SHA1",
        6,
        30,
        None,
    )
    assert otpauth.parse(
        "OTPAUTH://TOTP/x%3A%20a%20b?secret=ge==&issuer=I+%20&algorithm=sha512&digits=8&period=60&counter=5&x&y="
    ) == ("totp", "a b", "GE", "I+ ", "SHA512", 8, 60, None)
    assert otpauth.parse("otpauth://hotp/x:a?secret=GE&counter=7&period=5#f") == (
        "hotp",
        "a",
        "GE",
        "x",
        "SHA1",
        6,
        None,
        7,
    )
    # Spaces before an account are dropped, and a first counter may be 0.
    assert otpauth.parse("otpauth://totp/x:%20%20a?secret=GE").account == "a"
    assert otpauth.parse("otpauth://totp/x:%09a?secret=GE").account == "\ta"
    assert otpauth.parse("otpauth://hotp/a?secret=GE&counter=0").counter == 0
    assert otpauth.parse("otpauth://totp/:a?secret=GE") == (
        "totp",
        "a",
        "GE",
        "",
        "SHA1",
        6,
        30,
        None,
    )
    assert repr(otpauth.parse("otpauth://totp/x:a?secret=GE")) == (
        "Key(type='totp', account='a', issuer='x', algorithm='SHA1', digits=6, period=30, "
        "counter=None)"
    )


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("motp", "a", "A"), {}, "type is one of totp, hotp"),
        (("totp", "a", "A"), {"algorithm": "MD5"}, "algorithm is one of SHA1, SHA256, SHA512"),
        (("totp", "a", "A"), {"digits": 7}, "digits is one of 6, 8"),
        (("totp", "a", "A"), {"counter": 0}, "hotp needs a counter, and totp has none"),
        (("hotp", "a", "A"), {}, "hotp needs a counter, and totp has none"),
        (("totp", "a", "A"), {"period": 0}, "period is at least 1, and counter at least 0"),
        (
            ("hotp", "a", "A"),
            {"counter": -1},
            "period is at least 1, and counter at least 0",
        ),
    ],
)
def test_an_argument_that_no_key_has_is_refused(
    arguments: tuple[Any, ...], options: dict[str, Any], message: str
):
    with pytest.raises(ValueError, match=message) as caught:
        otpauth.build(*arguments, **options)
    assert str(caught.value) == message


def test_an_address_is_a_text():
    wrong: Any = ["a@b"]
    with pytest.raises(TypeError) as caught:
        mailto.build(wrong)
    assert str(caught.value) == ("an address is a str, not list: pass several as build(*addresses)")


def test_a_lone_surrogate_in_an_address_is_reported_in_the_whole_address():
    with pytest.raises(EncodeError) as caught:
        mailto.build("a@\ud800b")
    error = caught.value
    assert (error.text, error.start, error.end, error.code) == (
        *("a@\ud800b", 2, 3),
        "lone-surrogate",
    )


def test_a_fragment_of_a_mail_is_ignored():
    want = mailto.Mailto(("a@b",), (("c", "d"),))
    for fragment in ("", "x", "x#y", "?e=f", "é "):
        assert mailto.parse(f"mailto:a@b?c=d#{fragment}") == want
