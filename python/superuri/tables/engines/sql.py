"""SQL of a job: the same text runs on DuckDB and on Spark.

``given`` holds the rows: their number, their text, and the columns to order by. ``made`` is what
:func:`derive` gives of it, ``findings`` what :data:`FINDINGS` does.
"""

from collections.abc import Iterable

#: What is made of each text. One that clean refuses is kept as it was, and its error says why.
DERIVED = {
    "clean": "coalesce(uri_clean(text), text)",
    "normal": "coalesce(uri_normalize(text), text)",
    # Hosts that differ in case only are one, to a query that groups by them.
    "host": "lower(uri_host(text))",
    "domain": "uri_domain(text)",
    "key": "lower(hex(uri_key(text)))",
    "error": "uri_error(text)",
}

#: Each finding of the linter, a row each.
FINDINGS = """
SELECT number, f.code AS code, f.name AS name, f.severity AS severity,
       f.start AS start, f.end AS end, f.message AS message
FROM (SELECT number, explode(uri_lint(text)) AS f FROM given) AS found
"""

#: How often each rule found something, and in how many rows.
COUNTS = """
SELECT code, name, severity, count(*) AS times, count(DISTINCT number) AS texts
FROM findings GROUP BY code, name, severity
"""

#: So many rows of each rule are its examples.
FIRST = 3
EXAMPLES = f"""
SELECT code, number FROM (
  SELECT code, number, dense_rank() OVER (PARTITION BY code ORDER BY number) AS place FROM findings
) AS ranked WHERE place <= {FIRST} GROUP BY code, number
"""  # noqa: S608  a number of ours

#: What a class of equivalent texts is known by.
SAME = {"key": "key", "normal": "CASE WHEN error IS NULL THEN normal END"}

#: The same where a row has a list of texts: all of them, in their order; none is a class of none.
SAME_LISTS = {name: f"CASE WHEN error IS NULL AND len({name}) > 0 THEN {name} END" for name in SAME}

#: The domains with the most rows; of a row with a list, each counts.
DOMAINS = """
SELECT domain, count(*) AS texts FROM {} WHERE domain IS NOT NULL
GROUP BY domain ORDER BY texts DESC, domain LIMIT 10
"""


def derive(order: Iterable[str] = ()) -> str:
    """Return what makes the columns of each row."""
    made = [f"{expression} AS {name}" for name, expression in DERIVED.items()]
    return f"SELECT {', '.join(['number', *order, *made])} FROM given"  # noqa: S608  names of ours


def domains(*, lists: bool = False) -> str:
    """Return what finds the domains with the most rows."""
    return DOMAINS.format("(SELECT unnest(domain) AS domain FROM made)" if lists else "made")


def duplicates(
    same: str, order: Iterable[tuple[str, bool, bool]] = (), *, lists: bool = False
) -> str:
    """Return what finds all rows of each class but the first.

    ``order`` are columns of ours; whether each descends; and whether it is text, of which numbers
    are compared as numbers, and come before other texts. What is null comes last; of equals, the
    first row is the first.
    """
    by: list[str] = []
    for column, descends, is_text in order:
        way = "DESC" if descends else "ASC"
        if is_text:
            by.append(f"try_cast({column} AS double) {way} NULLS LAST")
        by.append(f"{column} {way} NULLS LAST")
    class_ = (SAME_LISTS if lists else SAME)[same]
    ranked = ", ".join([*by, "number ASC"])
    return (
        f"SELECT number FROM (SELECT number, row_number() OVER "  # noqa: S608  names of ours
        f"(PARTITION BY class ORDER BY {ranked}) AS place FROM "
        f"(SELECT *, {class_} AS class FROM made) AS classed WHERE class IS NOT NULL"
        f") AS ranked WHERE place > 1 ORDER BY number"
    )
