"""Names in multipart/form-data, as browsers write them."""

import re

from superuri._values.plain import plain

_WRITTEN = {'"': "%22", "\r": "%0D", "\n": "%0A"}
_READ = {written: c for c, written in _WRITTEN.items()}
_SPECIAL = re.compile('[\r\n"]')
_ESCAPE = re.compile("%(?:22|0[AD])", re.IGNORECASE)


def multipart_name(name: str) -> str:
    r"""Return a field's name, or a file's, as it is between the quotes of ``name="…"``.

    Args:
        name: A str.

    Returns:
        A str with ``%22``, ``%0D`` and ``%0A`` for a quote and the characters of a line end, and
        nothing else escaped: a ``%`` stays. The part's encoding is that of the form, usually UTF-8.

    Raises:
        TypeError: The name is not a str.

    Example:
        >>> from superuri import form
        >>> form.multipart_name('50% "off"\n'), form.multipart_name("naïve\\plan.txt")
        ('50% %22off%22%0A', 'naïve\\plan.txt')

    Source:
        HTML standard, multipart/form-data encoding algorithm; RFC 7578 section 4.2.
    """
    return _SPECIAL.sub(lambda found: _WRITTEN[found[0]], plain(name, "a name"))


def parse_multipart_name(name: str) -> str:
    r"""Return the name of a field or a file that is between the quotes of ``name="…"``.

    Args:
        name: What is between the quotes, a str.

    Returns:
        A str. Only the three escapes of ``multipart_name`` are undone, and a backslash stays. A
        name that had ``%22`` itself is read as one that had a quote.

    Raises:
        TypeError: The name is not a str.

    Example:
        >>> from superuri import form
        >>> form.parse_multipart_name("50% %22off%22 a%20b")
        '50% "off" a%20b'

    Source:
        HTML standard, multipart/form-data encoding algorithm; RFC 7578 section 4.2.
    """
    return _ESCAPE.sub(lambda found: _READ[found[0].upper()], plain(name, "a name"))
