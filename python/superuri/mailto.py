r"""Mail as a URI: ``mailto:``, as RFC 6068 defines it. A space is ``%20``, and ``+`` is a plus.

>>> from superuri import mailto
>>> mailto.build("ann+lists@example.com", subject="1 + 1", body="two\nlines")
URI('mailto:ann+lists@example.com?subject=1%20%2B%201&body=two%0D%0Alines')
>>> mailto.parse(_)
Mailto(to=('ann+lists@example.com',), headers=(('subject', '1 + 1'), ('body', 'two\r\nlines')))
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import superuri._core as _core
import superuri.sets as sets
from superuri._core import URI, URL
from superuri._values.pairs import pairs, spans
from superuri._values.passwords import described
from superuri._values.plain import plain
from superuri._values.refusal import bad, refused, text_of
from superuri.errors import DecodeError

__all__ = ["Mailto", "build", "parse"]

# RFC 6068 section 2 encodes at least the characters of COMPONENT except for these. "+" is unescaped
# where it is never read as a space; "@" is a delimiter in an address.
_LOCAL_PART = sets.rfc3986.COMPONENT - "!$'()*+:"
_HEADER = sets.rfc3986.COMPONENT - "!$'()*,:@"
_DOMAIN = sets.rfc3986.COMPONENT - "!$'()*+:"
_LINE_END = re.compile(r"\r\n|\r|\n")
# Characters that end a line for some mail program (str.splitlines splits at them), and NUL, which
# ends strings in C.
_HEADER_END = re.compile(r"\r\n|[\0\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_ENDS_HEADER = "has a line end, or NUL, and would end its header"
_ILLEGAL = re.compile(r"[^A-Za-z0-9\-._~!$'()*+,;:@%/&=]")


# addr-spec of RFC 6068 section 2, with the letters of RFC 6532: a local part and a domain.
_ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\U0010ffff-]+"
_DOT_ATOM = rf"{_ATOM}(?:\.{_ATOM})*"
_LOCAL = re.compile(rf'{_DOT_ATOM}|"(?:[^"\\]|\\.)*"')
_DOMAIN_NAME = re.compile(rf"{_DOT_ATOM}\.?|\[[!-Z^-~]*\]")


@dataclass(frozen=True, repr=False)
class Mailto:
    """A mail to be written: addresses and headers, decoded, in order.

    >>> from superuri import mailto
    >>> mail = mailto.parse("mailto:?to=ann@example.com,bob@example.com&Subject=caf%C3%A9")
    >>> mail.recipients, mail.header("subject"), mail.header("body")
    (('ann@example.com', 'bob@example.com'), 'café', None)
    """

    #: The addresses before the headers.
    to: tuple[str, ...] = ()
    #: Names and values. ``body`` is the text of the mail.
    headers: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return described(self)

    def header(self, name: str) -> str | None:
        """Return the first header of this name.

        Args:
            name: The name, in any case.

        Returns:
            The value; None if there is none.
        """
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def recipients(self) -> tuple[str, ...]:
        """All recipients: the addresses in the path and those of headers ``to``.

        A quoted name with a comma is split there: if that matters, parse ``headers`` by RFC 5322.
        """
        values = [value for name, value in self.headers if name.lower() == "to"]
        more = [address.strip() for value in values for address in value.split(",")]
        return (*self.to, *filter(None, more))


def parse(text: str | URI | URL) -> Mailto:
    """The addresses and headers of a ``mailto:`` URI.

    The fragment is ignored. The content is untrusted: show it to the user before sending. An
    address is returned as it is; ``build`` refuses one that is a name with an address, or several.

    Args:
        text: A str or a URI.

    Returns:
        A Mailto.

    Raises:
        ParseError: It is not a mailto: URI, or has a line end (any that ``str.splitlines`` knows)
            or NUL in an address or in a header other than ``body``, which would begin another
            header; offsets are in characters.
        DecodeError: An escape is malformed or not UTF-8.

    Example:
        >>> from superuri import mailto
        >>> mailto.parse("mailto:gorby%25kremvax@example.com?body=hello+you")
        Mailto(to=('gorby%kremvax@example.com',), headers=(('body', 'hello+you'),))

    Source:
        RFC 6068 sections 2 and 4.
    """
    text = text_of(text)
    if text[:7].lower() != "mailto:":
        raise bad("bad-mailto", text, 'does not begin with "mailto:"')
    end = text.find("#") if "#" in text else len(text)
    path_end = text.find("?", 7, end) if "?" in text[:end] else end
    for start, stop in ((7, path_end), (path_end + 1, end)):
        stray = _ILLEGAL.search(text, start, stop)
        if stray:
            raise bad("bad-mailto", text, "is not allowed here unescaped", stray.span())
    to = []
    for span in spans(text, ",", 7, path_end):
        address = _decoded(text, span)
        if _HEADER_END.search(address):
            raise bad("bad-mailto", text, _ENDS_HEADER, span)
        if address:
            to.append(address)
    return Mailto(tuple(to), tuple(_headers(text, path_end + 1, end)))


def _headers(text: str, begin: int, end: int) -> Iterator[tuple[str, str]]:
    for raw, rest, start, stop in pairs(text, "&", begin, end):
        if start >= end:
            # Nothing is behind the last delimiter.
            return
        if rest is None:
            raise bad("bad-mailto", text, 'has no "="', (start, stop))
        name = _decoded(text, (start, start + len(raw)))
        value = _decoded(text, (stop - len(rest), stop))
        if _HEADER_END.search(name) or (name.lower() != "body" and _HEADER_END.search(value)):
            raise bad("bad-mailto", text, _ENDS_HEADER, (start, stop))
        yield name, value


def build(*to: str, headers: Iterable[tuple[str, str]] = (), **named: str) -> URI:
    r"""A ``mailto:`` URI of addresses and headers.

    Args:
        *to: The addresses, a str each.
        headers: Pairs (name, value) that come first, also with names that are not Python
            identifiers.
        **named: More headers, with ``-`` for each ``_`` of a name: in_reply_to is the header
            In-Reply-To in any case. Line ends of the body become CR LF.

    Returns:
        A URI.

    Raises:
        ParseError: An address is not one address, such as ``a@e.com,b@e.com`` or
            ``Ann <ann@e.com>``, or an address or a header other than ``body`` has a line end or
            NUL.
        EncodeError: A str has a lone surrogate.
        TypeError: An address, a name or a value is not a str.

    Example:
        >>> from superuri import mailto
        >>> mailto.build('"not@me"@example.org', cc="bob@example.com")
        URI('mailto:%22not%40me%22@example.org?cc=bob@example.com')
        >>> mailto.build(headers=[("In-Reply-To", "<3469A91.D10AF4C@example.com>")])
        URI('mailto:?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E')

    Source:
        RFC 6068 section 2; RFC 5322 section 3.4.1; RFC 6532 section 3.2.
    """
    uri = "mailto:" + ",".join([_address(address) for address in to])
    fields = []
    more = [(name.replace("_", "-"), value) for name, value in named.items()]
    for given_name, given_value in (*headers, *more):
        name, value = plain(given_name, "the name of a header"), plain(given_value, "a header")
        is_body = name.lower() == "body"
        for part in (name,) if is_body else (name, value):
            _without_line_end(part)
        text = _LINE_END.sub("\r\n", value) if is_body else value
        fields.append(f"{_core.encode(name, _HEADER)}={_core.encode(text, _HEADER)}")
    return URI(f"{uri}?{'&'.join(fields)}" if fields else uri)


def _address(address: object) -> str:
    if not isinstance(address, str):
        is_ = type(address).__name__
        raise TypeError(f"an address is a str, not {is_}: pass several as build(*addresses)")
    address = plain(address)
    _without_line_end(address)
    _core.encode(
        address
    )  # the error shows the whole address, because a part may contain a password
    local_part, at, domain = address.rpartition("@")
    if not at:
        raise bad("bad-mailto", address, 'is not an address: it has no "@"')
    if not (_LOCAL.fullmatch(local_part) and _DOMAIN_NAME.fullmatch(domain)):
        is_, help_ = _why_not(address)
        raise bad("bad-mailto", address, is_, help_=help_)
    return f"{_core.encode(local_part, _LOCAL_PART)}@{_core.encode(domain, _DOMAIN)}"


def _why_not(address: str) -> tuple[str, str]:
    """Return what a text is that is not one address, and what to do."""
    if address[:7].lower() == "mailto:":
        return "is a mailto: URI already", "pass the address alone, or use the URI"
    if "<" in address:
        return "has a name, which a mailto: URI cannot have", "pass what is between < and >"
    if re.search("[,;]", address) and address.count("@") > 1:
        return "is more than one address", "pass them one by one, as build(*addresses)"
    return (
        "is not an address (RFC 5322 section 3.4.1)",
        'put what is before the @ in double quotes, with a \\ before each " and \\ in it',
    )


def _without_line_end(text: str) -> None:
    found = _HEADER_END.search(text)
    if found:
        is_ = "is a line end, or NUL, and would end its header"
        raise bad("bad-mailto", text, is_, found.span())


def _decoded(text: str, span: tuple[int, int]) -> str:
    start, end = span
    try:
        return _core.decode(text[start:end])
    except DecodeError as error:
        # Report the error in the whole URI.
        at = (start + error.start, start + error.end)
        what = ("cannot be decoded", error.code, error.help)
        raise refused(DecodeError, text, at, what) from None
