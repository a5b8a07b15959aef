"""Written by docs/stub.py: the names of the profiles."""

from superuri._core import Profile

RFC3986: Profile
GIUCA_3986: Profile
GIUCA_2396: Profile
RFC1738: Profile
WHATWG: Profile
IRI: Profile
FIREFOX10: Profile
CHROME16: Profile
SALVAGE: Profile
WHATWG_2026_11: Profile
names: dict[str, Profile]
rows: list[Profile]

def __getattr__(name: str) -> Profile: ...
