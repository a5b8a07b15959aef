"""A token: the names of header fields, of their parameters, and of media types."""

#: The pattern of a token. Source: RFC 9110 section 5.6.2.
TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"  # noqa: S105  because it is the standard's word
