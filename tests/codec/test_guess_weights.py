"""Guesses: the weight of each character beyond ASCII, which makes the score of its encoding."""

import pytest

import superuri

#: The weight from which on a character is evidence.
SPEAKS = 0.6
#: How far the detector's vote moves a score towards 1.
VOTE = 0.2

#: The encoding, the octets, and the weight of each character beyond ASCII.
ROWS: list[tuple[str, bytes, list[float]]] = [
    # Letters: alone, beside a letter of ASCII, between others, and a capital after a small letter.
    ("windows-1252", b"\xe9", [0.6]),
    ("windows-1252", b"a\xe9", [1.0]),
    ("windows-1252", b"\xe9a", [1.0]),
    ("windows-1252", b"1\xe9 ", [0.6]),
    ("windows-1252", b"\xe9\xe9", [0.6, 0.6]),
    ("windows-1252", b"\xe9\xe9\xe9", [0.6, 0.1, 0.6]),
    ("windows-1252", b"a\xc9", [0.1]),
    ("windows-1252", b"A\xc9", [1.0]),
    ("windows-1252", b"1\xc9 ", [0.6]),
    # Letters that only few languages have.
    ("windows-1252", b"a\xf0", [0.6]),
    ("windows-1252", b"\xe9\xf0\xe9", [0.6, 0.1, 0.6]),
    # Signs: which mostly are none, quotation marks, controls, and those between letters.
    ("windows-1252", b"\xaa", [0.3]),
    ("windows-1252", b"a\x92b", [0.8]),
    ("windows-1252", b"\x81 \xe9", [0.0, 0.6]),
    ("windows-1252", b"\xa9", [0.7]),
    ("windows-1252", b"\xa9a", [0.7]),
    ("windows-1252", b"a\xa9", [0.7]),
    ("windows-1252", b"a\xa9b", [0.2]),
    ("windows-1252", b"\xa6", [0.2]),
    # Cyrillic: alone, common and less common letters, capitals in and before words.
    ("windows-1251", b"\xe0", [0.5]),
    ("windows-1251", b"\xe0\xe0", [1.0, 1.0]),
    ("windows-1251", b"\xe0\xff", [1.0, 0.8]),
    ("windows-1251", b"\xe0\xf4", [1.0, 0.45]),
    ("windows-1251", b"\xe0\xb8", [1.0, 0.45]),
    ("windows-1251", b"\xe0\xa2", [1.0, 0.2]),
    ("windows-1251", b"\xc0\xe0", [0.9, 1.0]),
    ("windows-1251", b"\xe0\xc0", [1.0, 0.05]),
    ("windows-1251", b"\xc0\xc0", [0.9, 0.75]),
    ("windows-1251", b"\xc0", [0.5]),
    ("windows-1251", b"a\xe0\xe0", [0.05, 1.0]),
    ("windows-1251", b"\xe0\xe0a", [1.0, 0.05]),
    ("windows-1251", b"\xa9\xe0", [0.05, 0.5]),
    ("koi8-r", b"\xc1\xd1", [1.0, 0.8]),
    # Chinese: common characters; else by the rows of GB 2312 and by the levels of Big5.
    ("gbk", b"\xd6\xd0", [0.95]),
    ("gbk", b"\xb0\xa3", [0.6]),
    ("gbk", b"\xa1\xa2", [0.6]),
    ("gbk", b"\xa3\xb0", [0.6]),
    ("gbk", b"\xb0\x40", [0.1]),
    ("gbk", b"\xd8\xa1", [0.3]),
    ("gbk", b"\xa4\xa2", [0.2]),
    ("gbk", b"\x81\x40\x81\x41", [0.1, 0.1]),
    ("big5", b"\xa4\xa4", [0.95]),
    ("big5", b"\xa4\x41", [0.6]),
    ("big5", b"\xa1\x41", [0.5]),
    ("big5", b"\xc9\x41", [0.25]),
    ("big5", b"\xa4\x41\xc7\x41", [0.6, 0.05]),
    # Japanese: kana, kanji by their levels, half-width kana.
    ("shift_jis", b"\x93\xfa", [0.85]),
    ("shift_jis", b"\x98\x41", [0.85]),
    ("shift_jis", b"\x89\xe4", [0.85]),
    ("shift_jis", b"\x82\xa0", [1.0]),
    ("shift_jis", b"\x83\x41", [1.0]),
    ("shift_jis", b"\x81\x41", [0.6]),
    ("shift_jis", b"\x88\x9f", [0.6]),
    ("shift_jis", b"\x99\x41", [0.25]),
    ("shift_jis", b"\x84\x41\x82\xa0", [0.05, 1.0]),
    ("shift_jis", b"\xb1", [0.2]),
    ("euc-jp", b"\xc6\xfc", [0.85]),
    ("euc-jp", b"\xa4\xa2", [1.0]),
    ("euc-jp", b"\xa1\xa2", [0.6]),
    ("euc-jp", b"\xb0\xa1", [0.55]),
    ("euc-jp", b"\xd0\xa1", [0.25]),
    ("euc-jp", b"\xa7\xa1", [0.1]),
    # Korean: common syllables, the others, signs, and hanja.
    ("euc-kr", b"\xb0\xa1", [0.95]),
    ("euc-kr", b"\xb0\xa3", [0.55]),
    ("euc-kr", b"\xa1\xa2", [0.5]),
    ("euc-kr", b"\xca\xa1", [0.2]),
    ("euc-kr", b"\xa4\xa1", [0.15]),
]


@pytest.mark.parametrize(("encoding", "octets", "weights"), ROWS)
def test_each_character_has_its_weight(encoding: str, octets: bytes, weights: list[float]) -> None:
    found = {guess.encoding: guess for guess in superuri.guess_encoding(octets)}
    many = len(weights)
    score = sum(weights) / many * (1 - 0.5 ** (many + 1))
    speaks = sum(weight >= SPEAKS for weight in weights)
    guess = found[encoding]
    assert guess.evidence.startswith(f"{speaks} of {many} beyond ASCII: ")
    if guess.evidence.endswith("; the detector agrees"):
        score += VOTE * (1 - score)
    assert guess.score == pytest.approx(score, abs=0.0051)


def test_a_guess_with_a_score_near_nothing_is_left_out() -> None:
    """A sign alone speaks for Western text, not for Cyrillic."""
    assert "windows-1251" not in {guess.encoding for guess in superuri.guess_encoding(b"\xa9")}


@pytest.mark.parametrize(
    ("octets", "score", "many"), [("é", 0.9, 1), ("aaé", 0.9, 1), ("éé", 0.97, 2), ("ééé", 0.99, 3)]
)
def test_utf8_is_sure_of_more(octets: str, score: float, many: int) -> None:
    [best, *_] = superuri.guess_encoding(octets.encode())
    assert (best.encoding, best.score) == ("utf-8", score)
    assert best.evidence == f"all {many} sequences beyond ASCII are well-formed"


def test_a_long_text_may_be_cut_within_a_character() -> None:
    """The first 4,096 bytes are judged."""
    [best, *_] = superuri.guess_encoding(("a" + "é" * 3000).encode())
    assert (best.encoding, best.text) == ("utf-8", "a" + "é" * 2047)
    short = superuri.guess_encoding("ééé".encode()[:-1])
    assert "utf-8" not in {guess.encoding for guess in short}
    broken = superuri.guess_encoding(b"\xff" + "é".encode() * 3000)
    assert "utf-8" not in {guess.encoding for guess in broken}


def test_the_detector_may_find_another_encoding() -> None:
    czech = superuri.guess_encoding("Příliš žluťoučký kůň úpěl".encode("cp1250"))
    names = [guess.encoding for guess in czech]
    assert len(names) == len(set(names))
    [other] = [guess for guess in czech if guess.evidence == "the detector found it"]
    assert (other.encoding, other.score) == ("windows-1250", 0.4)
    assert other.text == "Příliš žluťoučký kůň úpěl"
    west = superuri.guess_encoding("déjà".encode("cp1252"))
    assert all(guess.evidence != "the detector found it" for guess in west)


@pytest.mark.parametrize(
    ("url", "voted"),
    [
        ("http://e.com/%EA", "windows-1254"),
        ("http://e.ru/%EA", "windows-1251"),
        ("http://e.RU:80/%EA", "windows-1251"),
        ("http://u@e.ru/%EA", "windows-1251"),
        ("http:///%EA", "windows-1254"),
        ("http://e.r_u/%EA", "windows-1254"),
    ],
)
def test_the_detector_knows_the_top_level_domain(url: str, voted: str) -> None:
    [agreed] = [guess for guess in superuri.guess_encoding(url) if "detector" in guess.evidence]
    assert agreed.encoding == voted
