"""Raw components of a URI: as they are written."""

import pytest

import superuri


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("", (None, None, None, None, None, None, None, "", (), None, None)),
        (
            "HTTP://a%40:b@EX%41.com:080/x%2Fy/?q=%31#%66",
            ("HTTP", "a%40:b@EX%41.com:080", "a%40:b", "a%40", "b", "EX%41.com", "080",
             "/x%2Fy/", ("x%2Fy", ""), "q=%31", "%66"),
        ),
        ("//[fe80::1%25eth0]:?#", (None, "[fe80::1%25eth0]:", None, None, None,
                                   "[fe80::1%25eth0]", "", "", (), "", "")),
        ("a:b/c", ("a", None, None, None, None, None, None, "b/c", ("b", "c"), None, None)),
        ("//u:@h", (None, "u:@h", "u:", "u", "", "h", None, "", (), None, None)),
    ],
)  # fmt: skip
def test_raw_components_are_as_they_are_written(text, raw):
    uri = superuri.URI(text)
    names = "scheme authority userinfo user password host port path segments query fragment"
    assert tuple(getattr(uri.raw, name) for name in names.split()) == raw
    assert "b@" not in repr(uri.raw)
    assert (uri.raw.scheme, uri.raw.authority, uri.raw.path, uri.raw.query, uri.raw.fragment) == (
        tuple(superuri.split(text))
    )
