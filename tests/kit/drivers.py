"""Connection strings: what each driver reads as user, password and database.

    PYTHONPATH=tests python -m kit.drivers

asks those that are installed, and prints their rows for tests/uri/drivers.toml. Nothing connects.
"""

import importlib
import inspect
from collections.abc import Callable
from importlib.metadata import version
from operator import attrgetter
from typing import Any

#: A name for each question, and the user, the password and the database as they are written.
PROBES: dict[str, tuple[str, str, str]] = {
    "user": ("u%40v", "p", "d"),
    "password": ("u", "p%40q", "d"),
    "database": ("u", "p", "d%2Fe"),
    "plus": ("u", "p+q", "d"),
    "percent": ("u", "p%q", "d"),
    "octet": ("u", "p%E9", "d"),
    "at": ("u", "p@q", "d"),
    "colon": ("u", "p:q", "d"),
    "slash": ("u", "p/q", "d"),
    "hash": ("u", "p#q", "d"),
    "question": ("u", "p?q", "d"),
}

Read = Callable[[Any, str], tuple[object, object, object]]


def _asyncpg(module: Any, text: str) -> tuple[object, object, object]:
    parse = vars(module)["_parse_connect_dsn_and_args"]
    others = dict.fromkeys(name for name in inspect.signature(parse).parameters if name != "dsn")
    found = parse(dsn=text, **others)[1]
    return found.user, found.password, found.database


def _libpq(module: Any, text: str) -> tuple[object, object, object]:
    found = module.conninfo_to_dict(text)
    return found.get("user"), found.get("password"), found.get("dbname")


def _redis(module: Any, text: str) -> tuple[object, object, object]:
    found = module.parse_url(text)
    return found.get("username"), found.get("password"), found.get("db", "")


def _mongo(module: Any, text: str) -> tuple[object, object, object]:
    found = module.parse_uri(text)
    return found["username"], found["password"], found["database"]


def _django(found: dict[str, Any]) -> tuple[object, object, object]:
    return found["USER"], found["PASSWORD"], found["NAME"]


_sqlalchemy_parts = attrgetter("username", "password", "database")
_pika_parts = attrgetter("credentials.username", "credentials.password", "virtual_host")
_kombu_parts = attrgetter("userid", "password", "virtual_host")


def _sqlalchemy(module: Any, text: str) -> tuple[object, object, object]:
    return _sqlalchemy_parts(module.make_url(text))


def _pika(module: Any, text: str) -> tuple[object, object, object]:
    return _pika_parts(module.URLParameters(text))


def _kombu(module: Any, text: str) -> tuple[object, object, object]:
    return _kombu_parts(module.Connection(text))


#: Name, module, distribution, scheme, and what it reads.
DRIVERS: list[tuple[str, str, str, str, Read]] = [
    ("libpq, by psycopg", "psycopg.conninfo", "psycopg", "postgresql", _libpq),
    ("asyncpg", "asyncpg.connect_utils", "asyncpg", "postgresql", _asyncpg),
    ("SQLAlchemy", "sqlalchemy", "SQLAlchemy", "mysql", _sqlalchemy),
    (
        *("django-environ", "environ", "django-environ", "mysql"),
        lambda m, u: _django(m.Env.db_url_config(u)),
    ),
    (
        *("dj-database-url", "dj_database_url", "dj-database-url", "mysql"),
        lambda m, u: _django(m.parse(u)),
    ),
    ("PyMongo", "pymongo.uri_parser", "pymongo", "mongodb", _mongo),
    ("redis-py", "redis.connection", "redis", "redis", _redis),
    ("pika", "pika", "pika", "amqp", _pika),
    ("kombu", "kombu", "kombu", "amqp", _kombu),
]
#: Which of the three parts a probe asks for.
ASKED = {"user": 0, "database": 2}


def answers(module: Any, scheme: str, read: Read) -> dict[str, str]:
    """Return what a driver reads for each probe, or "refused"."""
    found = {}
    for name, (user, password, database) in PROBES.items():
        text = f"{scheme}://{user}:{password}@h/{database}"
        try:
            found[name] = str(read(module, text)[ASKED.get(name, 1)])
        except Exception:  # noqa: BLE001  because each driver has errors of its own
            found[name] = "refused"
    return found


def survey() -> dict[str, dict[str, str]]:
    """Return the answers of each installed driver, by its name and version."""
    found = {}
    for name, module, distribution, scheme, read in DRIVERS:
        try:
            there = importlib.import_module(module)
        except ImportError:
            continue
        found[f"{name} {version(distribution)}"] = answers(there, scheme, read)
    return found


if __name__ == "__main__":
    for name, row in survey().items():
        print("\n[[case]]", f'name = "{name}"', sep="\n")
        print("\n".join(f"{key} = {result!r}" for key, result in row.items()))
