"""Checks of values given as NAME=VALUE or JSON, with errors in the terms of the command line."""

from collections.abc import Iterable, Mapping

#: The JSON name of each type. Numbers are texts, because they are kept as written.
KINDS = {bool: "true or false", dict: "an object", list: "a list", str: "a text"}


def kind(value: object) -> str:
    """Return the JSON name of the value's type."""
    return KINDS.get(type(value), "null")


def check_one(name: str, value: object) -> None:
    if isinstance(value, (list, dict)):
        raise TypeError(f"{name} takes one value, and is given {kind(value)}")


def many(value: object) -> object:
    return [value] if isinstance(value, str) else value


def check_list(name: str, value: object) -> None:
    if not isinstance(value, list):
        raise TypeError(f"{name} takes a list, and is given {kind(value)}")
    for each in value:
        if not isinstance(each, (str, bool)):
            raise TypeError(f"{name} takes a list of single values, and {kind(each)} is in it")


def pairs(name: str, value: object, help_: str) -> object:
    """Return the pairs of a query: an object, or a list of NAME=VALUE and of lists of two.

    Refuses anything else. For nested objects, ``help_`` explains that their names are ambiguous.
    """
    if not isinstance(value, (list, dict)):
        raise TypeError(f'{name} takes pairs, as {name}:={{"a": "1"}}, and is given {kind(value)}')
    made = value if isinstance(value, dict) else [pair(name, each) for each in value]
    held = made.values() if isinstance(made, dict) else [each for _, each in made]
    deep = [each for one in held for each in (one if isinstance(one, list) else [one])]
    for each in deep if help_ else ():
        if isinstance(each, (list, dict)):
            raise TypeError(f"{name} holds {kind(each)} inside{help_}")
    return made


def pair(name: str, value: object) -> tuple[object, object]:
    if isinstance(value, str):
        first, _, second = value.partition("=")
        return first, second
    if isinstance(value, list) and len(value) == len(("name", "value")):
        check_one(f"a name in {name}", value[0])
        return value[0], value[1]
    taken = f'{name} takes a list of pairs, as {name}:=[["a", "1"]]'
    raise TypeError(f"{taken}, and {kind(value)} in the list is not a pair")


def parts(given: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments of :func:`superuri.build`, after checking what it would refuse."""
    made = dict(given)
    for name, value in given.items():
        if name == "query" and value is not None:
            help_ = ": nested=rails, nested=php or nested=dots chooses how its names are written"
            typed = [value] if isinstance(value, str) else value
            made[name] = pairs(name, typed, "" if given.get("nested") else help_)
        elif name == "segments" and value is not None:
            made[name] = many(value)
            check_list(name, made[name])
        else:
            check_one(name, value)
    present = {name for name, value in given.items() if value is not None}
    if "password" in present and "user" not in present:
        raise TypeError("a password needs user=, which may be empty")
    if "host" not in present and present & {"user", "port"}:
        raise TypeError("user= and port= need host=, which may be empty")
    return made


def filling(slots: Mapping[str, str], values: Mapping[str, object]) -> dict[str, object]:
    """Return the values for the slots, after checking that they fit their stars."""
    wrong = [f"{name}=VALUE is missing" for name in slots if name not in values]
    wrong += [f"{name}= has no slot" for name in values if name not in slots]
    if wrong:
        raise TypeError(f"{', and '.join(wrong)}; the slots are {', '.join(slots)}")
    made = dict(values)
    for name, stars in slots.items():
        if stars == "*" and values[name] is not None:
            made[name] = many(values[name])
            check_list(name, made[name])
        elif stars == "**" and values[name] is not None:
            made[name] = pairs(name, values[name], ", and a template has no option for its names")
        else:
            check_one(name, values[name])
    return made


def check_variables(values: Mapping[str, object]) -> None:
    """Refuse values that a variable of RFC 6570 cannot have."""
    for name, value in values.items():
        held: Iterable[object] = ()
        if isinstance(value, (list, dict)):
            held = value.values() if isinstance(value, dict) else value
        for each in held:
            if isinstance(each, (list, dict)):
                what = f"{name} holds {kind(each)} inside {kind(value)}"
                raise TypeError(
                    f"{what}: a value is a text, a list of texts, or an object of texts"
                )
