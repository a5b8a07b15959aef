"""Rules of ClearURLs as rows of a table of tracking parameters.

A rule is a regular expression for the whole name, in any case. Rules that a row cannot express are
refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

#: A regular expression is refused if it has more alternatives.
MOST = 64

#: The beginning of a pattern of URLs: the scheme, and any subdomains.
BEGINNING = re.compile(r"\^?(?:https|wss)\?:(?:\\?/){2}(\(\?:\[a-z0-9-\]\+\\\.\)\*\?)?")
ANY_ENDING = r"(?:\.[a-z]{2,}){1,}"
#: Its placeholder in a host.
ENDING = "~"
CLASSES = {"d": "[0-9]", "w": "[a-zA-Z0-9_]"}
TOKEN = re.compile(
    r"(?P<open>\((?:\?:)?)|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<set>\[(?:\\.|[^\]\\])+\])|\\(?P<quoted>.)|(?P<plain>[^\\.^$*+?{}\[\]])"
)
COUNT = re.compile(r"(?:\*|\+|\?|\{(\d+)(?:(,)(\d*))?\})\??")

Refused = list[tuple[str, str]]


class UnsupportedRuleError(ValueError):
    """A regular expression that rows cannot have, with the reason."""


def rows(providers: Mapping[str, Mapping[str, Any]]) -> tuple[list[str], Refused]:
    """Return a row for each rule, and the rules that are refused, with the reasons."""
    made: dict[str, None] = {}
    refused: Refused = []
    for provider, its in providers.items():
        if its.get("completeProvider"):
            refused.append((provider, "it blocks whole URLs"))
            continue
        refused += [(rule, "it changes the raw URL") for rule in its.get("rawRules", ())]
        rules = [*its.get("rules", ()), *its.get("referralMarketing", ())]
        try:
            on = "" if its["urlPattern"] == ".*" else hosts(its["urlPattern"], " ")
        except UnsupportedRuleError as error:
            refused += [(f"{provider}: {rule}", str(error)) for rule in rules]
            continue
        for exception in its.get("exceptions", ()):
            try:
                on += hosts(exception, " !", cut=True)
            except UnsupportedRuleError as error:
                refused.append((exception, str(error)))
        for rule in rules:
            try:
                made |= dict.fromkeys(f"(?i){name}{on}" for name in names(rule))
            except UnsupportedRuleError as error:
                refused.append((rule, str(error)))
    return list(made), list(dict.fromkeys(refused))


def hosts(pattern: str, mark: str, *, cut: bool = False) -> str:
    """Return the hosts of a pattern of URLs as words of a row, each after the mark.

    With ``cut``, a path may be longer than the one in the row.
    """
    found = BEGINNING.match(pattern)
    if found is None:
        raise UnsupportedRuleError("its pattern does not begin with a host")
    rest = pattern[found.end() :].replace(r"\/", "/").replace(ANY_ENDING, ENDING)
    host, slash, path = rest.partition("/")
    host = re.sub(r"\[([a-z]+)\]", lambda letters: f"(?:{'|'.join(letters[1])})", host)
    words = alternatives(re.sub(r"(?<!\\)\.", r"\\.", host))
    if any(not re.fullmatch(f"[a-z0-9.-]+{ENDING}?", word) for word in words):
        raise UnsupportedRuleError("its host is not a name")
    alone = "" if found[1] else "="
    paths = beginnings(path, cut=cut) if slash else [""]
    return "".join(
        f"{mark}{alone}{word.replace(ENDING, '.*')}{slash}{each}"
        for word in words
        for each in paths
    )


def beginnings(path: str, *, cut: bool) -> list[str]:
    """Return the paths of a regular expression; with ``cut``, at least how they begin."""
    try:
        found = alternatives(path)
        is_literal = not any("[" in each or " " in each for each in found)
    except UnsupportedRuleError:
        is_literal = False
    if is_literal:
        return [each[: each.find("?") + 1 or None].replace("\\", "") for each in found]
    if not cut:
        raise UnsupportedRuleError("its path is not a text")
    start = re.match(r"(?:[\w/-](?![*+?{])|\\[.-](?![*+?{]))*", path)
    return [start[0].replace("\\", "") if start else ""]


def names(rule: str) -> Iterator[str]:
    """Yield the names of a row, with wildcards, and with the text's escapes decoded."""
    for name in alternatives(rule):
        decoded = re.sub(
            "%([0-9a-fA-F]{2})(?![^[]*])", lambda escape: quoted(chr(int(escape[1], 16))), name
        )
        if decoded:
            yield decoded


def quoted(character: str) -> str:
    """Return a character as it is written in a row."""
    if character.isspace() or not character.isprintable():
        raise UnsupportedRuleError("it has a space or a control character")
    return character if character.isalnum() or character in "_-%.:$~?&=/,;@" else f"\\{character}"


def alternatives(pattern: str) -> list[str]:
    """Return the texts of a regular expression that has only sets and repetitions left."""
    found, end = sequence(pattern, 0, 0)
    if end != len(pattern):
        raise UnsupportedRuleError("its parentheses are not in pairs")
    return found


def sequence(pattern: str, at: int, depth: int) -> tuple[list[str], int]:
    """Return the alternatives from an offset to the end or a parenthesis, and where that is."""
    if depth > MOST:
        raise UnsupportedRuleError("its parentheses are too deep")
    done: list[str] = []
    now = [""]
    while at < len(pattern):
        token = TOKEN.match(pattern, at)
        if token is None:
            raise UnsupportedRuleError(f"a row has no {pattern[at]}")
        if token["close"]:
            break
        at = token.end()
        if token["bar"]:
            done, now = [*done, *now], [""]
            continue
        if token["open"]:
            item, at = sequence(pattern, at, depth + 1)
            if pattern[at : at + 1] != ")":
                raise UnsupportedRuleError("its parentheses are not in pairs")
            at += 1
        else:
            item = [single(token)]
        count = COUNT.match(pattern, at)
        if count is not None:
            item, at = repeated(item, count), count.end()
        now = [before + each for before in now for each in item]
        few([*done, *now])
    return few([*done, *now]), at


def single(token: re.Match[str]) -> str:
    """Return a character or a set of characters as it is written in a row."""
    if token["set"]:
        if token["set"].startswith("[^"):
            raise UnsupportedRuleError("a row cannot say: all characters but these")
        return token["set"]
    if token["quoted"]:
        if token["quoted"].isalnum() and token["quoted"] not in CLASSES:
            raise UnsupportedRuleError(f"a row has no \\{token['quoted']}")
        return CLASSES.get(token["quoted"]) or quoted(token["quoted"])
    return quoted(token["plain"])


def repeated(item: list[str], count: re.Match[str]) -> list[str]:
    """Return an item as often as a quantifier allows."""
    sign = count[0][0]
    least = {"*": 0, "+": 1, "?": 0}.get(sign, int(count[1] or 0))
    most = {"*": None, "+": None, "?": 1}.get(sign, least)
    if count[2]:
        most = int(count[3]) if count[3] else None
    if max(least, most or 0) > MOST:
        raise UnsupportedRuleError("it repeats too often")
    if most is not None:
        return few([each * n for n in range(least, most + 1) for each in (item if n else [""])])
    if len(item) != 1 or not re.fullmatch(r"\[.+\]|\\?.", item[0]):
        raise UnsupportedRuleError("it repeats more than one character")
    one = item[0] if item[0].startswith("[") else f"[{item[0]}]"
    return [item[0] * least + f"{one}*"]


def few(texts: Iterable[str]) -> list[str]:
    """Return the texts, if they are few."""
    found = list(texts)
    if len(found) > MOST:
        raise UnsupportedRuleError(f"it has more than {MOST} alternatives")
    return found
