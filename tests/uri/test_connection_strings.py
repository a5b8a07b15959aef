"""Connection strings: what superuri says of each form, beside the hosts that drivers read."""

import importlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest

import superuri
from kit import toml
from superuri.errors import URIError

CASES = toml.read("uri/connection_strings.toml")["case"]

#: A host and its port, as a driver reads them.
Hosts = list[tuple[Any, Any]]


def _libpq(module: Any, text: str) -> Hosts:
    found = module.conninfo_to_dict(text)
    hosts = found["host"].split(",")
    return list(zip(hosts, found.get("port", "," * (len(hosts) - 1)).split(","), strict=True))


def _asyncpg(module: Any, text: str) -> Hosts:
    parse = vars(module)["_parse_connect_dsn_and_args"]
    others = dict.fromkeys(name for name in inspect.signature(parse).parameters if name != "dsn")
    return list(parse(dsn=text, **others)[0])


def _sqlalchemy(module: Any, text: str) -> Hosts:
    found = module.make_url(text)
    return [(found.host, found.port)]


def _mongo(module: Any, text: str) -> Hosts:
    return list(module.parse_uri(text)["nodelist"])


def _redis(module: Any, text: str) -> Hosts:
    found = module.parse_url(text)
    return [(found.get("host") or found["path"], found.get("port"))]


def _kombu(module: Any, text: str) -> Hosts:
    found = [module.Connection(each) for each in module.Connection(text).alt]
    return [(each.hostname, each.port) for each in found]


#: Module and parser of each driver.
DRIVERS: dict[str, tuple[str, Callable[[Any, str], Hosts]]] = {
    "libpq": ("psycopg.conninfo", _libpq),
    "asyncpg": ("asyncpg.connect_utils", _asyncpg),
    "SQLAlchemy": ("sqlalchemy", _sqlalchemy),
    "PyMongo": ("pymongo.uri_parser", _mongo),
    "redis-py": ("redis.connection", _redis),
    "kombu": ("kombu", _kombu),
}


def says(text: str) -> str:
    try:
        cleaned = superuri.clean(text)
    except URIError as error:
        return error.code
    return "legal" if cleaned == text else "legal as a path"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_superuri_names_the_form(case: dict[str, str]) -> None:
    assert says(case["text"]) == case["says"]
    codes = {finding.code for finding in superuri.lint(case["text"])}
    assert codes >= ({case["finds"]} if "finds" in case else set())
    assert "U601" not in codes
    if "finds" not in case:
        assert not codes & {"U108", "U602", "U633", "U637", "U638", "U639"}


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_driver_reads_what_the_rows_say(driver: str) -> None:
    name, read = DRIVERS[driver]
    pytest.importorskip(name, reason=f"no {driver}: python -m heavy drivers installs it")
    there = importlib.import_module(name)
    asked = [case for case in CASES if driver in case]
    assert asked
    for case in asked:
        try:
            found = " ".join(f"{host}:{port}" for host, port in read(there, case["text"]))
        except Exception:  # noqa: BLE001  because each driver has errors of its own
            found = "refused"
        assert found == case[driver], case["text"]


@pytest.mark.parametrize(
    "text",
    [
        *("postgresql://u:S3cret@h1:1,h2:2/db", "mongodb://u:S3cret@a,[::1]:2/db"),
        *("mysqlx://u:S3cret@[h1:1,h2:2]/db", "amqp://u:S3cret@h1:1;amqp://u:S3cret@h2:2"),
        *("postgres://u:S3cret#x@h/db", "postgres://u:S3cret/x@h/db", "s3://AKIA:S3cret/x@h"),
        *("ssh://u:S3cret@e.com:u/r.git", "oracle+cx_oracle://u:S3cret@h:1521/"),
    ],
)
def test_no_output_about_a_connection_string_shows_its_password(text: str) -> None:
    shown = [str(superuri.explain(text)), superuri.explain(text)._repr_html_()]
    shown += [finding.message for finding in superuri.lint(text)]
    shown += [str(note) for note in superuri.explanation.notes(text)]
    shown += [repr(note) for note in superuri.explanation.notes(text)]
    try:
        superuri.clean(text)
    except URIError as error:
        shown += [str(error), error.pretty()]
    for each in shown:
        assert "S3cret" not in each


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("ssh://git@e.com:u/r.git", "ssh://git@e.com/u/r.git"),
        ("git+ssh://git@e.com:npm/cli.git", "git+ssh://git@e.com/npm/cli.git"),
        ("git://e.com:u/r", "git://e.com/u/r"),
        ("https://e.com:u/r.git", "https://e.com/u/r.git"),
        ("postgres://u:pa#ss@h/db", "postgres://u:pa%23ss@h/db"),
        ("postgres://u:pa/s?s@h/db", "postgres://u:pa%2Fs%3Fs@h/db"),
        ("s3://AKIA:s3c/ret@h", "s3://AKIA:s3c%2Fret@h"),
        ("postgresql://app:12/34@db/x", "postgresql://app:12%2F34@db/x"),
        ("postgresql://us/er:pw@db/x", "postgresql://us%2Fer:pw@db/x"),
        ("redis://app:12#34@db/0", "redis://app:12%2334@db/0"),
    ],
)
def test_a_fix_is_a_guess_and_is_right(text: str, fixed: str) -> None:
    assert superuri.fix(text) == text
    assert superuri.fix(text, unsafe=True) == fixed


@pytest.mark.parametrize(
    "text",
    [
        *("oracle+cx_oracle://u@h:1521/", "ibm_db_sa://h/d", "db2+ibm_db://h/d"),
        *("my_app://open?x=1", "fb_123://authorize/a", "1password://open"),
    ],
)
def test_a_scheme_with_an_underscore_is_not_escaped_without_a_question(text: str) -> None:
    [finding] = [each for each in superuri.lint(text) if each.code == "U108"]
    assert finding.fix is not None
    assert not finding.fix.safe
    assert "no _" in finding.message
    assert superuri.fix(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *("http://e.com:8080/a@b", "git+https://e.com:8443/u/r.git@main"),
        *("redis://h:6379/0?m=a@b", "mongodb://h/mail@x", "ssh://h:22/a@b"),
    ],
)
def test_an_at_sign_behind_an_authority_may_be_data(text: str) -> None:
    assert "U639" not in {finding.code for finding in superuri.lint(text)}
