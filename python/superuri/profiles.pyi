"""Written by docs/writers/stub.py: the names of the profiles."""

from superuri._core import Display, Profile

RFC3986: Profile
GIUCA_3986: Profile
GIUCA_2396: Profile
RFC1738: Profile
RFC1630: Profile
WHATWG: Profile
IRI: Profile
FIREFOX10: Profile
CHROME16: Profile
SALVAGE: Profile
WHATWG_2026_11: Profile
names: dict[str, Profile]
LOSSLESS: Display
SUPER_URI: Display
ADVANCED: Display
rows: list[Profile]
displays: list[Display]
