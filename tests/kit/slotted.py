"""Random templates, hostile values for their slots, and what must be read back."""

from collections import Counter
from random import Random
from typing import Any

import superuri
from kit import legal
from kit.hostile import HOSTS, WEB, Read, is_broken, octets, plain_host, read, value

#: Literal text around a slot in a segment, a value or a fragment.
BESIDE = [("v", ""), ("", ".json"), ("a:", ",b"), ("@", ""), ("(", ")"), ("x-", ";t=1"), ("", "=")]
LABELS = ["a", "tenant-1", "x_y", "A1"]


class Making:
    """A template, the values of its slots, and what its parts must be read back as."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.values: dict[str, Any] = {}
        #: The result that match must return, without values that are not valid text.
        self.found: dict[str, Any] = {}
        self.want: Read = {"user": None, "password": None, "host": None, "port": None}
        self.want |= {"segments": [], "query": [], "fragment": None}
        self.refusable = False
        self.text = ""
        self.own: set[bytes] = set()

    def slot(self, held: object, stars: str = "", found: object = None) -> str:
        """Return a new slot for this value, as written in the template."""
        name = f"n{len(self.values)}"
        self.values[name] = held
        self.found[name] = held if found is None else found
        return f"{{{stars}{name}}}"

    def data(self) -> str | bytes:
        """Return a hostile value."""
        held = value(self.rng)
        self.refusable |= is_broken(held)
        return held

    def one(self, *, beside: bool = True) -> tuple[str, bytes]:
        """Return a value in a slot, alone or next to text, and the octets of the whole."""
        held = self.data()
        before, after = self.rng.choice(BESIDE) if beside and self.rng.random() < 0.3 else ("", "")
        whole = before.encode() + octets(held) + after.encode()
        return before + self.slot(held) + after, whole

    def authority(self, scheme: str | None) -> None:
        """Add `//` and an authority."""
        rng = self.rng
        self.text += "//"
        if rng.random() < 0.3:
            text, self.want["user"] = self.one(beside=False)
            self.text += text
            if rng.random() < 0.6:
                text, self.want["password"] = self.one(beside=False)
                self.text += ":" + text
            self.text += "@"
        kind = rng.random()
        if kind < 0.4:
            self.text += "e.com"
            self.want["host"] = b"e.com"
        elif kind < 0.7:
            host = rng.choice(HOSTS)
            plain = plain_host(host, scheme)
            self.text += self.slot(host, found=plain.decode())
            self.want["host"] = b"[" + plain + b"]" if b":" in plain else plain
        else:
            label = rng.choice(LABELS) if rng.random() < 0.7 else self.data()
            good = label in LABELS
            self.refusable |= not good
            self.text += self.slot(label) + ".e.com"
            self.want["host"] = label.encode() + b".e.com" if good else None
        if rng.random() < 0.3:
            port = rng.choice([0, 443, "8080"])
            self.text += ":" + self.slot(port, found=str(port))
            self.want["port"] = str(port)

    def path(self, *, scheme: bool, authority: bool) -> None:
        """Add segments, with and without slots; without an authority, perhaps not rooted."""
        rng, segments = self.rng, self.want["segments"]
        rooted = authority or rng.random() < 0.5
        opaque = scheme and not rooted
        many = False
        for n in range(rng.randint(0 if rooted else 1, 4)):
            kind = rng.random()
            first = not rooted and n == 0
            self.text += "" if first else "/"
            if kind < 0.3:
                self.text += "users"
                segments.append(b"users")
            elif kind < 0.5 and not many and not opaque:
                many = True
                # If there are none, a path without an authority keeps its slash, and so has an
                # empty segment.
                alone = rooted and not authority and n == 0
                values = [self.data() for _ in range(rng.randint(1 if alone else 0, 3))]
                self.refusable |= any(octets(each) in {b".", b".."} for each in values)
                self.refusable |= alone and not values[0]
                self.text += self.slot(values, "*", tuple(values))
                segments += map(octets, values)
                # Without a first segment, the path would begin with a slash, or be empty.
                self.refusable |= first and not (values and values[0])
            else:
                text, whole = self.one(beside=not first)
                self.refusable |= whole in {b"", b".", b".."}
                # A whole URI must not begin the template.
                self.refusable |= not self.text and b"://" in whole
                self.text += text
                segments.append(whole)
        self.want["rooted"] = rooted and bool(segments or self.text.endswith("/"))

    def query(self) -> None:
        """Add pairs."""
        rng, pairs = self.rng, self.want["query"]
        held, rest = [], False
        for n in range(rng.randint(0, 3)):
            kind = rng.random()
            if kind < 0.15:
                held.append(f"lit{n}=x%20y")
                pairs.append((f"lit{n}".encode(), b"x y"))
            elif kind < 0.5:
                absent = rng.random() < 0.2
                text, whole = (self.slot(None), b"") if absent else self.one()
                held.append(f"k{n}=" + text)
                pairs += [] if absent else [(f"k{n}".encode(), whole)]
            elif kind < 0.65:
                values = [self.data() for _ in range(rng.randint(0, 3))]
                held.append(f"m{n}=" + self.slot(values, "*", tuple(values)))
                pairs += [(f"m{n}".encode(), octets(each)) for each in values]
            elif kind < 0.85 and not rest:
                rest = True
                given = [(self.data(), self.data()) for _ in range(rng.randint(0, 3))]
                held.append(self.slot(given, "**", tuple(given)))
                pairs += [(octets(a), octets(b)) for a, b in given]
        if held:
            self.text += "?" + "&".join(held)

    def fragment(self) -> None:
        """Add a fragment in a slot, or none."""
        if self.rng.random() < 0.2:
            self.text += "#" + self.slot(None)
        else:
            text, self.want["fragment"] = self.one()
            self.text += "#" + text


def making(rng: Random) -> Making:
    """Return a template with its values."""
    made = Making(rng)
    scheme = rng.choice([None, "http", "https", "foo", "postgresql", "file"])
    if scheme:
        made.text += (made.slot(scheme) if rng.random() < 0.2 else scheme) + ":"
    made.want["scheme"] = scheme
    authority = scheme in WEB or rng.random() < 0.6
    if authority:
        made.authority(scheme)
    made.path(scheme=scheme is not None, authority=authority)
    if rng.random() < 0.7:
        made.query()
    if rng.random() < 0.4:
        made.fragment()
    return made


def as_text(held: object) -> object:
    """Return what match returns for a value: text, or tuples of texts."""
    if isinstance(held, tuple):
        return tuple(map(as_text, held))
    return held.decode() if isinstance(held, bytes) else held


def check_template(rng: Random, counts: Counter[str]) -> tuple[Making, superuri.URI, Read] | None:
    """Check L26; return the template, its URI and what was read, or None if it was refused."""
    made = making(rng)
    template = superuri.Template(made.text)
    try:
        uri = template.fill(**made.values)
    except superuri.errors.URIError as error:
        assert made.refusable or clashes(made), (made.text, made.values, error)
        counts[f"fill refused: {error.code}"] += 1
        return None
    text = str(uri)
    shown = (made.text, made.values, text)
    assert legal.is_legal(text), shown
    counts["fill made"] += 1
    got = read(text)
    if made.want["host"] is None and got["host"] is not None:
        # A hostile value was accepted in a label: it must add no other label.
        assert got["host"].endswith(b".e.com"), shown
        assert got["host"].count(b".") == 2, shown
        made.want["host"] = got["host"]
        made.found = {}
    assert {key: got[key] for key in made.want} == made.want, shown
    counts["fill read by RFC 3986's pattern"] += 1
    counts["fill read by match"] += by_match(made, template, uri)
    return made, uri, got


def by_match(made: Making, template: superuri.Template, uri: superuri.URI) -> bool:
    """Check that match returns the values, if all octets are text."""
    try:
        found = template.match(uri)
        want = {name: as_text(held) for name, held in made.found.items()}
    except (superuri.errors.DecodeError, UnicodeDecodeError):
        return False
    assert not made.found or found == want, (made.text, made.values, str(uri), found)
    return bool(made.found)


def clashes(made: Making) -> bool:
    """Return whether a name in a slot is also in the template."""
    names = [name for name, _ in made.want["query"]]
    return len(set(names)) < len(names)
