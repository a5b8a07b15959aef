"""DataFusion: the functions give what columns give, in SQL and as expressions."""

import pytest

import superuri
from bulk.test_columns_sql import TEXTS, WORDS
from superuri.columns import _options, arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
datafusion = pytest.importorskip("datafusion", reason="make test installs it")

from superuri.columns import datafusion as uris  # noqa: E402  because it needs datafusion


@pytest.fixture(scope="module")
def context():
    made = uris.register(datafusion.SessionContext())
    made.from_arrow(pa.table({"u": [*TEXTS, None]}), "urls")
    return made


@pytest.mark.parametrize("verb", arrow.VERBS)
def test_functions_give_what_columns_give(context, verb):
    rows = [*TEXTS, None]
    query = f"SELECT {arrow.NAMES[verb]}(u) AS made FROM urls"  # noqa: S608  a name of ours
    frame = context.sql(query)
    policy = arrow.policy_of(verb, "null")
    assert frame.to_pydict()["made"] == arrow.apply(rows, verb, on_error=policy).to_list()
    names = _options.OPTIONS[verb]
    if names:
        options = {name: WORDS[verb, name][1] for name in names}
        made = getattr(uris, verb)(datafusion.col("u"), **options).alias("made")
        got = context.table("urls").select(made).to_pydict()["made"]
        assert got == arrow.apply(rows, verb, on_error=policy, **options).to_list()


def test_a_policy_is_for_all_functions_and_a_wrong_one_is_an_error():
    context = uris.register(datafusion.SessionContext(), on_error="keep")
    made = context.sql("SELECT uri_decode('%E9') AS d, uri_host('http://[b') AS h").to_pydict()
    assert made == {"d": ["%E9"], "h": [None]}
    uris.register(context, on_error="raise")
    with pytest.raises(Exception, match=r"the byte E9 at 0\.\.3 is not valid UTF-8"):
        context.sql("SELECT uri_decode('%E9')").to_pydict()
    with pytest.raises(ValueError, match='on_error="nul": it is one of raise, null, keep'):
        uris.register(context, on_error="nul")
    with pytest.raises(ValueError, match="WHATWGG"):
        uris.clean(datafusion.col("u"), "WHATWGG")


def test_a_result_of_datafusion_is_a_table(context):
    frame = context.sql("SELECT u FROM urls")
    made = arrow.apply(frame, "clean", column="u", on_error="null").to_list()
    assert made == arrow.apply([*TEXTS, None], "clean", on_error="null").to_list()
    assert superuri.clean("a b") in arrow.apply(["a b"], "clean").to_list()
