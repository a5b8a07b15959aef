"""SQL of a job: the same text runs on DuckDB and on Spark.

The view ``given`` has the rows: their numbers, their texts, and the columns to order by; ``made``
is the result of :func:`derive`, ``findings`` that of :data:`FINDINGS`.
"""

from collections.abc import Iterable

import superuri._core as _core
from superuri.errors import ParseError
from superuri.tables.files.failure import TableError

#: The derived columns of a text. A text that fails is kept unchanged, with its error.
DERIVED = {
    "clean": "coalesce(uri_clean(text), text)",
    "normal": "coalesce(uri_normalize(text), text)",
    # In lower case, so that a query can group by host.
    "host": "lower(uri_host(text))",
    "domain": "uri_domain(text)",
    "key": "lower(hex(uri_key(text)))",
    "error": "uri_error(text)",
}

#: The same with a default scheme. A text is normalised after its scheme is added, because the
#: function's other option is a list, which no constant of both engines is.
WITH_SCHEME = {
    "clean": "coalesce(uri_clean(text, 'RFC3986', '{0}'), text)",
    "normal": "coalesce(uri_normalize(uri_clean(text, 'RFC3986', '{0}')), text)",
    "host": "lower(uri_host(text, '{0}'))",
    "domain": "uri_domain(text, 'all', '{0}')",
    "key": "lower(hex(uri_key(uri_clean(text, 'RFC3986', '{0}'))))",
    "error": "uri_error(text, 'RFC3986', '{0}')",
}

#: The findings of the linter, one row each.
FINDINGS = """
SELECT number, f.code AS code, f.name AS name, f.severity AS severity,
       f.start AS start, f.end AS end, f.message AS message
FROM (SELECT number, explode(uri_lint(text)) AS f FROM given) AS found
"""

#: For each rule, the number of findings and of rows.
COUNTS = """
SELECT code, name, severity, count(*) AS times, count(DISTINCT number) AS texts
FROM findings GROUP BY code, name, severity
"""

#: The number of rows that are examples of a rule.
EXAMPLE_ROWS = 3
EXAMPLES = f"""
SELECT code, number FROM (
  SELECT code, number, dense_rank() OVER (PARTITION BY code ORDER BY number) AS place FROM findings
) AS ranked WHERE place <= {EXAMPLE_ROWS} GROUP BY code, number
"""  # noqa: S608  a number of ours

#: The expression that is equal for duplicates; null for a row without duplicates.
SAME = {"key": "key", "normal": "CASE WHEN error IS NULL THEN normal END"}

#: The same for rows with lists: all elements, in order; an empty list has no duplicates.
SAME_LISTS = {name: f"CASE WHEN error IS NULL AND len({name}) > 0 THEN {name} END" for name in SAME}

#: The domains with the most rows; in lists, each element counts.
DOMAINS = """
SELECT domain, count(*) AS texts FROM {} WHERE domain IS NOT NULL
GROUP BY domain ORDER BY texts DESC, domain LIMIT 10
"""


def check_scheme(default_scheme: str | None) -> None:
    """Raise if this is not a scheme of URIs with hosts."""
    if default_scheme is not None:
        try:
            _core.with_default_scheme("", default_scheme)
        except ParseError as error:
            raise TableError(f"the default scheme: {error}; {error.help}") from error


def derived(default_scheme: str | None) -> dict[str, str]:
    """Return the expressions of the derived columns; the scheme, if there is one, is checked."""
    if default_scheme is None:
        return DERIVED
    return {name: text.format(default_scheme) for name, text in WITH_SCHEME.items()}


def derive(order: Iterable[str] = (), default_scheme: str | None = None) -> str:
    columns = [f"{text} AS {name}" for name, text in derived(default_scheme).items()]
    return f"SELECT {', '.join(['number', *order, *columns])} FROM given"  # noqa: S608  names of ours


def domains(*, lists: bool = False) -> str:
    """Return the query for the domains with the most rows."""
    return DOMAINS.format("(SELECT unnest(domain) AS domain FROM made)" if lists else "made")


def duplicates(
    same: str, order: Iterable[tuple[str, bool, bool]] = (), *, lists: bool = False
) -> str:
    """Return the query for all rows of each class but the first.

    ``order`` has the columns to order by: name, whether descending, and whether text. In text,
    numbers are compared as numbers and come before other texts. Nulls come last; ties keep the
    input's order.
    """
    by: list[str] = []
    for column, descends, is_text in order:
        direction = "DESC" if descends else "ASC"
        if is_text:
            by.append(f"try_cast({column} AS double) {direction} NULLS LAST")
        by.append(f"{column} {direction} NULLS LAST")
    class_ = (SAME_LISTS if lists else SAME)[same]
    ranked = ", ".join([*by, "number ASC"])
    return (
        f"SELECT number FROM (SELECT number, row_number() OVER "  # noqa: S608  names of ours
        f"(PARTITION BY class ORDER BY {ranked}) AS place FROM "
        f"(SELECT *, {class_} AS class FROM made) AS classed WHERE class IS NOT NULL"
        f") AS ranked WHERE place > 1 ORDER BY number"
    )
