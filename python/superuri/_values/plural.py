"""Plural: a number with the name of what it counts."""


def counted(number: int, thing: str) -> str:
    """Return the number and the name, in the plural if needed.

    >>> counted(1, "row"), counted(2000, "row")
    ('1 row', '2,000 rows')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
