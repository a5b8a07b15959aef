"""Every profile of ``clean``, as ``profiles.NAME``; the default is ``RFC3986``.

>>> from superuri import profiles
>>> profiles.RFC3986.source
'RFC 3986 Appendix A; Giuca 2012: the advanced cleaning'
"""

from superuri import _core

#: Every profile, the default first.
rows: list[_core.Profile] = _core.all_profiles()

globals().update({row.name: row for row in rows})


def __getattr__(name: str) -> _core.Profile:
    """Raise, naming what there is: a profile that exists is found before this is asked."""
    known = ", ".join(row.name for row in rows)
    message = f"no profile is called profiles.{name}; there are {known}"
    raise AttributeError(message)
