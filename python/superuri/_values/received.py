"""The text of a header as it arrives: octets, which some libraries show as Latin-1."""


def octets_of(value: str | bytes | bytearray | memoryview) -> str | bytes:
    r"""Return the octets of a header, or its text if a character of it is not an octet.

    >>> octets_of("/caf\xc3\xa9"), octets_of("/ż"), octets_of(bytearray(b"/"))
    (b'/caf\xc3\xa9', '/ż', b'/')
    """
    if not isinstance(value, str):
        if not isinstance(value, bytes | bytearray | memoryview):
            raise TypeError(f"a header is a str or bytes, not {type(value).__name__}")
        return bytes(value)
    text = str.__str__(value)
    return text.encode("latin-1") if not text or max(text) <= "\xff" else text


def text_of_header(value: str | bytes | bytearray | memoryview, *, octets: bool) -> str:
    r"""Return the text of a header: its octets are UTF-8 if they are valid, else Latin-1.

    A str is read as octets only if it is asked for.

    >>> text_of_header(b"\xc3\xa9", octets=False), text_of_header("\xc3\xa9", octets=True)
    ('é', 'é')
    >>> text_of_header("\xc3\xa9", octets=False), text_of_header(b"\xe9", octets=False)
    ('Ã©', 'é')
    """
    found = octets_of(value)
    if isinstance(found, str) or (isinstance(value, str) and not octets):
        return str.__str__(value)
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError:
        return found.decode("latin-1")
