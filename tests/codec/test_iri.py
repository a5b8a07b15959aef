"""IRIs and URIs: each maps to the other as RFC 3987 says."""

import pytest
from hypothesis import given

import superuri
from kit import exactly, legal
from kit.strategies import SETTINGS
from superuri import iri, testing
from superuri.errors import EncodeError, ParseError

# RFC 3987 sections 3.1 and 3.2; the last rows are ours.
TO_URI = [
    ("http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"),
    ("http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"),
    (
        "http://example.com/\U00010300\U00010301\U00010302",
        "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
    ),
    ("http://www.example.org/re\u0301sume", "http://www.example.org/re%CC%81sume"),
    ("é?\ue000", "%C3%A9?%EE%80%80"),
    ("/rosé?é#\U000e1000", "/ros%C3%A9?%C3%A9#%F3%A1%80%80"),
]
TO_IRI = [
    ("http://www.example.org/r%C3%A9sum%C3%A9.html", "http://www.example.org/résumé.html"),
    ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
    ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
    ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
    ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"),
    ("http://example.org/%7euser", "http://example.org/~user"),
    ("http://r%C3%A9sum%C3%A9.example.org", "http://résumé.example.org"),
    ("/%2f%25%20%3c%5B%00%2e", "/%2f%25%20%3c%5B%00."),
    ("/%fc%C3%bc%c3", "/%FCü%C3"),
    ("/%ee%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\ue000#%EE%80%80"),
    ("#?%EE%80%80", "#?%EE%80%80"),
    ("/%EF%BF%BE%F3%A0%80%81%ED%A0%80", "/%EF%BF%BE%F3%A0%80%81%ED%A0%80"),
    ("/%C2%85%C2%A0%C2%80%41", "/%C2%85\xa0%C2%80A"),
    ("/%25%41?%C3%A9#%EE%80%80", "/%25A?é#%EE%80%80"),
    ("/%FF%C3%A9%C3%E2%80%AE%ED%A0%80", "/%FFé%C3%E2%80%AE%ED%A0%80"),
    # A private character is allowed in a query only.
    ("a#%EE%80%80?%EE%80%80", "a#%EE%80%80?%EE%80%80"),
    ("?a%EE%80%80", "?a\ue000"),
    ("?%EE%80%80?a", "?\ue000?a"),
    ("%C3%A9#?", "é#?"),
    ("/%e2%80%ae%c3%a9", "/%E2%80%AEé"),
]


@pytest.mark.parametrize(("text", "uri"), TO_URI)
def test_an_iri_maps_to_its_uri(text, uri):
    assert iri.to_uri(text) == uri


@pytest.mark.parametrize(("uri", "text"), TO_IRI)
def test_a_uri_maps_to_its_iri(uri, text):
    assert iri.to_iri(uri) == text


def test_hosts_map_as_clean_maps_them_on_request():
    assert (
        iri.to_uri("http://résumé.example.org", host="idna") == "http://xn--rsum-bpad.example.org"
    )
    assert iri.to_uri("x://é/", host="idna") == "x://%C3%A9/"


@pytest.mark.parametrize(
    ("function", "text", "at"),
    [
        (iri.to_uri, "http://e.com/é b", 14),
        (iri.to_uri, "/é\u202e", 2),
        (iri.to_uri, "/\ue000", 1),
        (iri.to_uri, "/%é", 1),
        (iri.to_iri, "http://e.com/é", 13),
        (iri.to_iri, "/%C3%A9%", 7),
        (iri.to_iri, "http://e:x/", 9),
    ],
)
def test_what_is_neither_an_iri_nor_a_uri_reports_where(function, text, at):
    with pytest.raises(ParseError) as printed:
        function(text)
    assert (printed.value.start, printed.value.text) == (at, text)


@SETTINGS
@given(testing.legal_uris())
def test_a_uri_comes_back_from_its_iri_with_the_same_octets(uri):
    text = iri.to_iri(uri)
    assert superuri.is_uri(text, superuri.profiles.IRI)
    assert superuri.decode_bytes(iri.to_uri(text)) == superuri.decode_bytes(uri)
    assert iri.to_iri(iri.to_uri(text)) == text


@SETTINGS
@given(testing.wild_texts())
def test_a_cleaned_iri_maps_to_a_legal_uri(text):
    try:
        cleaned = superuri.clean(text, superuri.profiles.IRI)
    except ParseError:
        return
    uri = iri.to_uri(cleaned)
    assert legal.is_legal(uri)
    assert superuri.decode_bytes(uri) == superuri.decode_bytes(cleaned)
    assert iri.to_uri(uri) is uri


def bidi(text):
    """RFC 3987's notation: upper case is from right to left."""
    return "".join(chr(0x5D0 + ord(c) - ord("A")) if c.isupper() else c for c in text)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("http://ab.CDEFGH.ij/kl/mn/op.html", []),
        ("http://ab.CDE.FGH/ij/kl/mn/op.html", []),
        ("http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", []),
        ("http://AB.CD.ef/gh/IJ/KL.html", []),
        ("http://ab.cd.EF/GH/ij/kl.html", []),
        ("http://ab.CD.EF/GH/IJ/kl.html", []),
        ("http://ab.CDE123FGH.ij/kl/mn/op.html", []),
        ("http://ab.cd.ef/GH1/2IJ/KL.html", ["GH1", "2IJ"]),
        ("http://ab.cd.ef/GH%31/%32IJ/KL.html", ["GH%31", "%32IJ"]),
        ("http://ab.CDEFGH.123/kl/mn/op.html", []),
        ("/aB/Cd/E\u05b0/\u05b0E/\u0661\u0627", ["aB", "Cd", "\u05b0E", "\u0661\u0627"]),
    ],
)
def test_the_bidi_rule_on_the_rfcs_examples(text, faults):
    text = bidi(text)
    assert [text[fault.start : fault.end] for fault in iri.bidi_faults(text)] == [
        bidi(fault) for fault in faults
    ]


def test_components_of_mixed_direction_are_found():
    assert iri.bidi_faults(
        "http://e.org/\u05d0\u05d1c/2/\u05d02.html/2\u05d0/\u0301\u05d0/\u05d0\u0301/\u0627a"
    ) == (
        (13, 16, "mixed-directions"),
        (19, 21, "not-right-to-left-at-both-ends"),
        (27, 29, "not-right-to-left-at-both-ends"),
        (30, 32, "not-right-to-left-at-both-ends"),
        (36, 38, "mixed-directions"),
    )


def test_a_lone_surrogate_is_refused() -> None:
    message = "the lone surrogate U+D800 at 1 has no UTF-8"
    with pytest.raises(EncodeError, match=exactly(message)):
        iri.to_uri("/\ud800")


@pytest.mark.parametrize("kind", [superuri.URI, superuri.whatwg.URL])
def test_a_uri_stands_for_its_text(kind: type[superuri.URI] | type[superuri.whatwg.URL]) -> None:
    text = "http://e.com/%C3%A9"
    assert iri.to_iri(kind(text)) == iri.to_iri(text)
    assert iri.to_uri(kind(text)) == text
    assert superuri.form.submit(kind(text), [("a", "b")]).url == text + "?a=b"
    assert f"{kind(text):>40}" == f"{text:>40}"


def test_what_is_not_text_is_a_type_error() -> None:
    for call in (
        lambda: iri.to_iri(5),  # type: ignore[arg-type]
        lambda: superuri.form.submit([], []),  # type: ignore[arg-type]
        lambda: superuri.data_uri.build("", 1),  # type: ignore[arg-type]
        lambda: superuri.hosts.safe_redirect("/", hosts=b"e.com"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()
