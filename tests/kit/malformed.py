"""DATA: malformed and doubly escaped texts, and all octets, for the dialects of formats."""

from itertools import product

OCTETS = [bytes([octet]) for octet in range(256)]
PIECES = ["%", "%2", "%25", "%3A", "%3a", "%0a", "%0D", "%41", "%zz", "%C3%A9", "A", "4", "é", "0"]
TEXTS = ["".join(chosen) for chosen in product(PIECES, repeat=3)]
