"""Schemes that are not of the web: a sentence about a text of each."""

from __future__ import annotations

import re
from collections.abc import Callable

import superuri.data_uri as data_uri
import superuri.mailto as mailto
import superuri.urn as urn
from superuri._values.passwords import offsets, redacted
from superuri.errors import URIError

#: Schemes in use: permanent ones of IANA's registry, those of browsers, and other common ones.
KNOWN = frozenset(
    {
        *("about", "acct", "blob", "cid", "coap", "coaps", "data", "dav", "dict"),
        *(
            "dns",
            "example",
            "file",
            "filesystem",
            "ftp",
            "geo",
            "go",
            "gopher",
            "http",
            "hxxp",
            "hxxps",
        ),
        *("https", "im", "imap", "info", "ipp", "ipps", "javascript", "jar", "ldap"),
        *("ldaps", "magnet", "mailto", "mid", "mms", "msrp", "news", "nfs", "ni"),
        *("nntp", "pop", "pres", "rsync", "rtmp", "rtsp", "rtsps", "s3", "gs"),
        *("service", "sftp", "sieve", "sip", "sips", "smb", "sms", "snmp", "ssh"),
        *("git", "svn", "stun", "stuns", "tag", "tel", "telnet", "tftp", "turn"),
        *("turns", "urn", "view-source", "vnc", "ws", "wss", "xmpp", "chrome", "chrome-extension"),
        *("moz-extension", "intent", "market", "steam", "slack", "spotify", "zoommtg"),
    }
)

#: Connection strings: a scheme, the program that reads it, and its default port.
STORES = {
    "amqp": ("RabbitMQ", 5672),
    "amqps": ("RabbitMQ", 5671),
    "clickhouse": ("ClickHouse", 9000),
    "cockroachdb": ("CockroachDB", 26257),
    "mariadb": ("MariaDB", 3306),
    "mongodb": ("MongoDB", 27017),
    "mongodb+srv": ("MongoDB, whose servers DNS names", None),
    "mssql": ("SQL Server", 1433),
    "mysql": ("MySQL", 3306),
    "nats": ("NATS", 4222),
    "postgres": ("PostgreSQL", 5432),
    "postgresql": ("PostgreSQL", 5432),
    "redis": ("Redis", 6379),
    "rediss": ("Redis, encrypted", 6379),
    "sqlserver": ("SQL Server", 1433),
}

#: Separators of URLs in a list, as kombu and NATS read it.
_NEXT_URL = re.compile(r"[,;]\s*(?=[A-Za-z][A-Za-z0-9+.-]*://)")

#: Schemes without a host, even if a parser finds one in the text.
HOSTLESS = frozenset({"mailto", "data", "urn", "tel", "sms", "jdbc", "about", "javascript"})


def sentence_of(scheme: str, text: str) -> str:
    """Return a sentence about the text by its scheme, or "" if the scheme has none."""
    driver, _, _ = scheme.partition("+") if scheme not in STORES else (scheme, "", "")
    if driver in STORES:
        return store(driver, text)
    about = ABOUT.get(scheme)
    if about is None:
        return ""
    try:
        return about(text)
    except (URIError, ValueError) as error:
        return f"By its scheme this is malformed: {redacted(str(error))}."


def is_special(scheme: str) -> bool:
    """Return whether the host of a text with this scheme is not shown."""
    return scheme in HOSTLESS or scheme in STORES or scheme.partition("+")[0] in STORES


def mail(text: str) -> str:
    """Describe a mailto URI: the recipients and headers."""
    found = mailto.parse(text)
    headers = [f"{name} {value!r}" for name, value in found.headers if name.lower() != "to"]
    return f"A mail to {listed(found.recipients) or 'nobody yet'}{with_(headers)} (RFC 6068)."


def data(text: str) -> str:
    """Describe a data URL: its type and length."""
    found = data_uri.parse(text)
    many = len(found.data)
    return (
        f"Data in the URL itself: {found.content_type}, {many} byte{'' if many == 1 else 's'} "
        "(RFC 2397)."
    )


def name(text: str) -> str:
    """Describe a URN."""
    found = urn.parse(text)
    more = "" if found.name == text else f"; equal to {found.name}"
    return f"The name {found.nss} of the namespace {found.nid}{more} (RFC 8141)."


def telephone(text: str) -> str:
    """Describe a tel URI: the number that is dialled."""
    number, *parameters = text.partition(":")[2].split(";")
    digits = "".join(c for c in number if c not in "-.()")
    if digits.startswith("+"):
        return f"The telephone number {digits}, which is the same everywhere (RFC 3966)."
    if any(each.lower().startswith("phone-context=") for each in parameters):
        return f"The local telephone number {digits} (RFC 3966)."
    return (
        f"The local telephone number {digits}: it needs a + and the country, or "
        ";phone-context= (RFC 3966 section 5.1.5)."
    )


def driver_of_java(text: str) -> str:
    """Describe a JDBC connection string: its driver, and what the driver reads."""
    inside = text.partition(":")[2]
    driver = inside.partition(":")[0]
    more = sentence_of(driver.lower(), inside)
    return f"A connection string of JDBC, for the driver {driver}. {more}".strip()


def store(scheme: str, text: str) -> str:
    """Describe a connection string: the program, its hosts, the database, the user."""
    program, port = STORES[scheme]
    # A password may have delimiters. Without it, the parts are where they seem to be.
    first, *others = _NEXT_URL.split(redacted(text))
    authority, _, rest = first.partition("//")[2].partition("/")
    userinfo, _, hosts = authority.partition("?")[0].rpartition("@")
    user, _, password = userinfo.partition(":")
    shown = [
        host if port is None or ":" in host.rpartition("]")[2] else f"{host}:{port}"
        for host in hosts.split(",")
        if host
    ]
    database = rest.partition("?")[0].partition("#")[0]
    more = [f"the database {database}"] if database else []
    more += [f"the user {user}"] if user else []
    sentence = f"A connection string of {program}: {listed(shown) or 'no host'}{with_(more)}."
    warning = " It contains the password in plain text." if password and offsets(text) else ""
    more_urls = f"{len(others)} more URL{' follows' if len(others) == 1 else 's follow'}."
    also = f" {more_urls}" if others else ""
    return f"{sentence}{also}{warning}"


def listed(what: tuple[str, ...] | list[str]) -> str:
    """Join the words with commas."""
    return ", ".join(what)


def with_(what: list[str]) -> str:
    """Return `, with …`, or "" for an empty list."""
    return f", with {listed(what)}" if what else ""


#: The function that describes a text, by the scheme.
ABOUT: dict[str, Callable[[str], str]] = {
    "mailto": mail,
    "data": data,
    "urn": name,
    "tel": telephone,
    "jdbc": driver_of_java,
}
