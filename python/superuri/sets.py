"""Every standard's percent-encode sets, as ``sets.family.NAME``.

A set always holds what **is** encoded. ``set | "chars"`` encodes more characters, ``set - "chars"``
fewer.

>>> from superuri import sets
>>> sets.rfc3986.PATH.source
'RFC 3986 section 3.3'
>>> "?" in sets.rfc3986.PATH, "?" in sets.rfc3986.QUERY
(True, False)
"""

import superuri._core as _core


class Family:
    """The sets of one standard or implementation, each an attribute."""

    def __init__(self, name: str) -> None:
        """Create an empty family."""
        self._name = name

    def __getattr__(self, name: str) -> _core.Set:
        """Raise AttributeError with the names that exist."""
        if name.startswith("_"):
            raise AttributeError(name)
        known = ", ".join(sorted(key for key in vars(self) if key.isupper()))
        raise AttributeError(f"no set is called sets.{self._name}.{name}; there are {known}")

    def __reduce__(self) -> tuple[object, ...]:
        """Return the call by which pickle and copy find the same family."""
        return _family, (self._name,)

    def __repr__(self) -> str:
        """Return the name under which the family is found."""
        return f"sets.{self._name}"


def _family(name: str) -> Family:
    return families[name]


def __getattr__(name: str) -> Family:
    """Raise AttributeError with the families that exist."""
    near = next((each for each in names if each.endswith(f".{name.upper()}")), "")
    meant = f"did you mean sets.{near}?" if near else f"there are {', '.join(families)}"
    raise AttributeError(f"no family of sets is called sets.{name}; {meant}")


#: Every family by its name, in the table's order.
families: dict[str, Family] = {}

#: Every set, in the table's order.
rows: list[_core.Set] = _core.all_sets()

#: Every set by its name, as ``family.NAME``.
names: dict[str, _core.Set] = {f"{row.family}.{row.name}": row for row in rows}

for _name, _row in names.items():
    _called = _name.partition(".")
    setattr(families.setdefault(_called[0], Family(_called[0])), _called[2], _row)
globals().update(families)
