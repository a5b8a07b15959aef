"""Guesses: the encoding that a short text was written in."""

import pytest

import superuri

#: Words from URLs: the guess for each must be its encoding.
WORDS = {
    "gbk": "美文 中国 搜索引擎 百度贴吧 苹果手机 周杰伦 淘宝 天气预报 q=美文&x=1",
    "big5": "台灣 繁體中文 新聞 維基百科 香港",
    "shift_jis": "日本語 テスト 東京 こんにちは 検索 q=アニメ",
    "euc-jp": "日本語 テスト 東京 こんにちは 検索結果 楽天市場",
    "euc-kr": "서울 한국어 검색 안녕하세요",
    "windows-1251": "привет Москва новости Россия q=купить+слона да",
    "koi8-r": "привет Москва новости Россия русский+текст",
    "windows-1252": "jørgen+noller.jpg in-München.html café Ärzteblatt naïve+résumé São+Paulo "
    "España “quoted” Straße é Großmutter+fährt L’été+à+la+plage 10+€",
    "utf-8": "é Привет 日本語 café 한국어",
}

#: Trap 60: a crawl must not change the bytes, but a reader needs the text.
TRAP_60 = [
    ("http://www.daylight-security.dk/images/j%f8rgen%20noller.jpg", "windows-1252", "jørgen"),
    ("http://www.e.com/in-M%FCnchen.html", "windows-1252", "München"),
    ("http://tieba.baidu.com/f?kw=%C3%C0%CE%C4", "gbk", "美文"),
]


def test_words_are_guessed_in_their_encoding() -> None:
    wrong = []
    for label, words in WORDS.items():
        for word in words.split():
            best = superuri.guess_encoding(superuri.encode(word, encoding=label))[0]
            if (best.encoding, best.text) != (label, word):
                wrong.append((label, word, best))
    assert not wrong


def test_urls_of_trap_60() -> None:
    for url, encoding, word in TRAP_60:
        assert superuri.clean(url) is url
        best = superuri.guess_encoding(url)[0]
        assert best.encoding == encoding
        assert word in best.text
        with_bytes = superuri.guess_encoding(url.encode())[0]
        assert with_bytes == best


def test_guesses_are_ranked_and_say_why() -> None:
    guesses = superuri.guess_encoding("caf%C3%83%C2%A9")
    assert [guess.encoding for guess in guesses[:2]] == ["double-utf-8", "utf-8"]
    scores = [guess.score for guess in guesses]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    assert all(guess.evidence for guess in guesses)
    assert superuri.repair_mojibake("caf%C3%83%C2%A9") == superuri.encode(guesses[0].text)


def test_what_needs_no_guess() -> None:
    assert [guess.encoding for guess in superuri.guess_encoding("a%20b")] == ["ascii"]
    assert superuri.guess_encoding("")[0].encoding == "ascii"
    assert superuri.guess_encoding("%1B$B%46%7C%1B(B")[0][::2] == ("iso-2022-jp", "日")


def test_raw_characters_stay_as_they_stand() -> None:
    """In a str, the encoding is guessed only for the escapes."""
    assert superuri.guess_encoding("日%E9")[0][::2] == ("windows-1252", "日é")
    assert superuri.guess_encoding("日 é%20ü%E9x")[0].text == "日 é üéx"
    [only] = superuri.guess_encoding("é 😀%20")
    assert only[:3] == ("ascii", 1.0, "é 😀 ")
    assert only.evidence == "no escape is beyond ASCII; raw characters are text already"
    twice = superuri.guess_encoding("日caf%C3%83%C2%A9")[0]
    assert (twice.encoding, twice.text) == ("double-utf-8", "日café")
    assert twice.evidence.endswith('"日café"')
    assert superuri.guess_encoding("é".encode())[0].encoding == "utf-8"
    for text in ("é a%E9 b", "日%83A本", "é%C3%C0%CE%C4 ü"):
        for guess in superuri.guess_encoding(text):
            assert superuri.decode(text, encoding=guess.encoding) == guess.text


def test_every_guess_can_be_decoded() -> None:
    for url, *_ in TRAP_60:
        for guess in superuri.guess_encoding(url):
            assert superuri.decode(url, encoding=guess.encoding) == guess.text


def test_errors_say_what_it_could_be() -> None:
    for text, message in [
        ("caf%E9", '(in windows-1252 it is "é")'),
        ("?kw=%C3%C0%CE%C4", '(in gbk it reads "美文")'),
        ("%EF%F0%E8%E2%E5%F2", '(in windows-1251 it reads "привет")'),
        ("%83A", '(in shift_jis it is "ア")'),
        ("%E2%98", "is UTF-8 cut short"),
    ]:
        try:
            superuri.decode(text)
        except superuri.errors.DecodeError as error:
            assert str(error).endswith(message)
        else:
            raise AssertionError(text)


def test_a_control_is_not_what_it_could_be() -> None:
    """No text is mentioned that begins with a control."""
    with pytest.raises(superuri.errors.DecodeError) as caught:
        superuri.decode("%81 caf%E9 na%EFve")
    assert str(caught.value) == "the byte 81 at 0..3 is not valid UTF-8"
