"""Properties L25 and L26, and the results of other libraries on the same examples."""

import warnings
from collections.abc import Callable

from kit import chance, composers, injection
from kit.amount import part

EXAMPLES = part(25_000)


def test_no_value_leaves_its_part(report: Callable[[str], None]) -> None:
    counts, wrong = injection.run((chance.SEED, EXAMPLES))
    assert not wrong, wrong
    made = {name: count for name, count in counts.items() if "refused" not in name}
    printed = ", ".join(f"{count:,} {name}" for name, count in sorted(made.items()))
    report(f"L25 and L26, {EXAMPLES:,} examples of each: {printed}")
    assert counts["build made"] > EXAMPLES / 2
    assert counts["fill made"] > EXAMPLES / 2


def test_a_broken_composer_is_found_out() -> None:
    # The check that superuri passes finds errors in other libraries.
    message = dict(scheme="http", user="evil.com/", host="e.com", segments=["a/b"])  # noqa: C408  because it is a call's arguments
    message |= {"query": [("q", "1&x=2")], "fragment": ""}
    for text in (
        "http://evil.com/@e.com/a%2Fb?q=1%26x%3D2",
        "http://evil.com%2F@e.com/a/b?q=1%26x%3D2",
        "http://evil.com%2F@e.com/a%2Fb?q=1&x=2",
    ):
        assert not all(composers.reads_back(text, message)), text
    assert all(composers.reads_back("http://evil.com%2F@e.com/a%2Fb?q=1%26x%3D2", message))


def test_superuri_gets_none_wrong(report: Callable[[str], None]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of other libraries
        rows = composers.compare(part(2_000))
    report(f"{part(2_000):,} sets of hostile parts, put together by each:")
    for line in composers.table(rows):
        report("  " + line)
    ours = rows[0]
    assert ours.name.startswith("superuri")
    assert (ours.wrong, ours.wrong_host, ours.illegal) == (0, 0, 0)
