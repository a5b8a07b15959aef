"""Real names in the scripts of the world: none has a warning, and each is shown in its script."""

import pytest

import superuri
from kit import toml

NAMES = toml.read("lint/names.toml")["names"]
#: Registries' own labels, and names under them that look like ASCII elsewhere.
REGISTRIES = [
    *("пример.рус", "пример.срб", "пример.орг", "пример.бг", "пример.рф", "пример.укр"),
    *("օրինակ.հայ", "παράδειγμα.ελ", "მაგალითი.გე", "דוגמה.ישראל", "مثال.مصر", "例子.中国"),
    *("оса.рф", "рус.рф", "сор.рус", "хосе.укр", "œuvre.fr", "cœur.com", "ægir.dk"),
]
SHOWN = ["ノート.jp", "サーバー.com", "コーヒー.jp", "らーめん.jp", *REGISTRIES]
#: Names that look like ASCII letters, and stay warnings elsewhere.
ALARMED = ["оса.com", "рус.com", "аррӏе.com", "сор.io", "ı.com", "gооgle.com"]


def warned(host):
    """The warnings and errors for the URL of this host."""
    findings = superuri.lint(superuri.clean(f"http://{host}/"))
    return [finding.name for finding in findings if finding.severity != "info"]


def shown(host):
    """The URL of this host as `pretty` shows it."""
    display = superuri.profiles.LOSSLESS.replace(host="safe")
    return superuri.pretty(f"http://{host}/", display)


def test_real_names_have_no_warning(report):
    names = [(language, name) for language, row in NAMES.items() for name in row]
    assert len(names) >= 500
    assert len(NAMES) >= 30
    alarmed = {}
    for language, name in names:
        # Elsewhere a dotless i is a look-alike.
        found = warned(f"{name}.{'com.tr' if language == 'tr' else 'com'}")
        if found:
            alarmed[language, name] = found
    report(f"lint: {len(names)} names in {len(NAMES)} languages, {len(alarmed)} alarmed")
    assert alarmed == {}


@pytest.mark.parametrize("host", REGISTRIES)
def test_a_label_in_the_script_of_its_registry_has_no_warning(host):
    assert warned(host) == []


@pytest.mark.parametrize("host", SHOWN)
def test_it_is_shown_in_its_script(host):
    assert shown(host) == f"http://{host}/"


@pytest.mark.parametrize("host", ALARMED)
def test_what_looks_like_ascii_elsewhere_is_alarmed(host):
    assert warned(host)
    assert shown(host) != f"http://{host}/"
