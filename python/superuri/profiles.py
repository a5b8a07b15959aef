"""Every profile of ``clean`` and of ``pretty``, as ``profiles.NAME``.

The default of ``clean`` is ``RFC3986``, that of ``pretty`` ``LOSSLESS``.

A living standard's profile carries its date; the name without one is the newest's.

>>> from superuri import profiles
>>> profiles.RFC3986.source
'RFC 3986 Appendix A; Giuca 2012: the advanced cleaning'
>>> profiles.LOSSLESS.replace(userinfo="redacted").userinfo
'redacted'
"""

import superuri._core as _core

#: Every profile of ``clean``, the default first.
rows: list[_core.Profile] = _core.all_profiles()

#: Every profile by its name, and the newest of each living standard by the name without the date.
names: dict[str, _core.Profile] = {row.name.partition("_20")[0]: row for row in rows}
names.update({row.name: row for row in rows})

#: Every profile of ``pretty``, the default first.
displays: list[_core.Display] = _core.all_displays()

globals().update(names)
globals().update({row.name: row for row in displays})


def __getattr__(name: str) -> _core.Profile | _core.Display:
    """Raise AttributeError with the names that exist."""
    known = ", ".join([*names, *(row.name for row in displays)])
    raise AttributeError(f"no profile is called profiles.{name}; there are {known}")
