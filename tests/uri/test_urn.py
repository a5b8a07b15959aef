"""URNs, as RFC 8141 defines them."""

import itertools
import pickle

import pytest

from superuri import URI, urn
from superuri.errors import ParseError

# RFC 8141 section 3.2: each row is equivalent within itself, and to no other row.
EQUIVALENT = (
    (
        *("urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456"),
        *("urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz", "urn:example:a123,z456#789"),
    ),
    ("urn:example:a123,z456/foo",),
    ("urn:example:a123,z456/bar",),
    ("urn:example:a123,z456/baz",),
    ("urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"),
    ("urn:example:A123,z456",),
    ("urn:example:a123,Z456",),
    ("urn:example:%D0%B0123,z456",),
)
# A URN, and its parts: nid, nss, r, q, f.
URNS = [
    ("urn:example:1/406/47452/2", "example", "1/406/47452/2", None, None, None),
    (
        "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
        *("example", "foo-bar-baz-qux", "CCResolve:cc=uk", None, None),
    ),
    (
        "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
        *("example", "weather", None),
        *("op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z", None),
    ),
    ("urn:example:foo-bar-baz-qux#somepart", "example", "foo-bar-baz-qux", None, None, "somepart"),
    ("urn:a-1:b?+r?x?=q?=?+#", "a-1", "b", "r?x", "q?=?+", ""),
    ("URN:a-1:b/%aF?+r?x?=q?=?+#f?/", "a-1", "b/%aF", "r?x", "q?=?+", "f?/"),
    (f"urn:{'a' * 32}:b", "a" * 32, "b", None, None, None),
]
NO_URNS = [
    ("", 0),
    ("http://e.com/", 0),
    ("urn:", 4),
    ("urn:e:x", 4),
    ("urn:-e:x", 4),
    ("urn:e-:x", 4),
    (f"urn:{'a' * 33}:x", 4),
    ("urn:example:", 12),
    ("urn:example:/x", 12),
    ("urn:example:a b", 13),
    ("urn:example:a%2", 13),
    ("urn:example:é", 12),
    ("urn:example:a?b", 13),
    ("urn:example:a?+", 13),
    ("urn:example:a?=?", 13),
    ("urn:example:a?=b?+\n", 18),
    ("urn:example:a#b#c", 15),
]


def test_the_urns_of_the_rfc_are_equivalent_as_in_the_rfc():
    for (i, row), (j, other) in itertools.product(enumerate(EQUIVALENT), repeat=2):
        for a, b in itertools.product(row, other):
            assert urn.equivalent(a, b) is (i == j), (a, b)
            assert (urn.parse(a) == urn.parse(b)) is (i == j)
    for row in EQUIVALENT:
        assert {urn.normalize(name) for name in row} == {urn.normalize(row[0])}
        assert len({hash(urn.parse(name)) for name in row}) == 1


@pytest.mark.parametrize("row", URNS, ids=lambda row: row[0])
def test_the_parts_of_a_urn(row):
    text, *parts = row
    read = urn.parse(text)
    assert parts == [read.nid, read.nss, read.r_component, read.q_component, read.f_component]
    assert str(read) == text
    assert str(pickle.loads(pickle.dumps(read))) == text  # noqa: S301  because it is our own


@pytest.mark.parametrize(("text", "at"), NO_URNS)
def test_an_invalid_urn_reports_where(text, at):
    with pytest.raises(ParseError) as printed:
        urn.parse(text)
    assert (printed.value.start, printed.value.end, printed.value.text) == (at, len(text), text)


def test_the_normal_form_of_a_urn():
    assert urn.normalize("URN:Ex-1:a%2cB%aa/C?+r?=q#f") == "urn:ex-1:a%2CB%AA/C"
    assert urn.normalize(URI("urn:ex:b")) == "urn:ex:b"
    assert urn.parse("URN:a-1:b/%aF?+r").name == "urn:a-1:b/%AF"
    assert repr(urn.parse("urn:ex:b?=http://a:b@c/")) == "URN('urn:ex:b?=http://a:…@c/')"
