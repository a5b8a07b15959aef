"""Connection strings: what each driver reads as user, password and database.

    PYTHONPATH=tests python -m kit.drivers

asks those that are installed, and prints their rows for tests/uri/drivers.toml. Nothing connects.
"""

import asyncio
import importlib
import inspect
import re
import shutil
from collections.abc import Callable
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from kit import toml
from kit.gateways import JARS
from superuri import _foreign

TABLE = toml.read("uri/drivers.toml")
#: The part that each probe asks for, and the user, the password and the database, as written.
PROBES: list[tuple[int, tuple[str, str, str]]] = [
    (0, ("u%40v", "p", "d")),
    *((1, ("u", password, "d")) for password in TABLE["passwords"]),
    *((2, ("u", "p", database)) for database in TABLE["databases"]),
]

#: The program that asks a driver of JDBC.
PROGRAM = Path(__file__).parent / "oracles" / "Jdbc.java"

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
    return found.get("username"), found.get("password"), found.get("db")


def _mongo(module: Any, text: str) -> tuple[object, object, object]:
    found = module.parse_uri(text)
    return found["username"], found["password"], found["database"]


def _mysqlx(module: Any, text: str) -> tuple[object, object, object]:
    found = vars(module)["_parse_connection_uri"](text)
    return found["user"], found["password"], found["schema"]


def _django(found: dict[str, Any]) -> tuple[object, object, object]:
    return found["USER"], found["PASSWORD"], found["NAME"]


_sqlalchemy_parts = attrgetter("username", "password", "database")
_pika_parts = attrgetter("credentials.username", "credentials.password", "virtual_host")
_kombu_parts = attrgetter("userid", "password", "virtual_host")
_aiormq_parts = attrgetter("url.user", "url.password", "vhost")


def _sqlalchemy(module: Any, text: str) -> tuple[object, object, object]:
    return _sqlalchemy_parts(module.make_url(text))


def _pika(module: Any, text: str) -> tuple[object, object, object]:
    return _pika_parts(module.URLParameters(text))


def _kombu(module: Any, text: str) -> tuple[object, object, object]:
    return _kombu_parts(module.Connection(text))


def _aiormq(module: Any, text: str) -> tuple[object, object, object]:
    async def connection() -> Any:
        return module.Connection(text)

    return _aiormq_parts(asyncio.run(connection()))


def _nats(module: Any, text: str) -> tuple[object, object, object]:
    client = module.Client()
    vars(module.Client)["_setup_server_pool"](client, text)
    [server] = vars(client)["_server_pool"]
    return server.uri.username, server.uri.password, None


def _trino(module: Any, text: str) -> tuple[object, object, object]:
    url = importlib.import_module("sqlalchemy").make_url(text)
    _, found = module.TrinoDialect().create_connect_args(url)
    return found["user"], vars(found["auth"])["_password"], found["catalog"]


def _clickhouse(module: Any, text: str) -> tuple[object, object, object]:
    parse = vars(module)["_parse_connection_params"]
    others = dict.fromkeys(inspect.signature(parse).parameters)
    found = parse(**{**others, "password": "", "port": 0, "dsn": text, "kwargs": {}})
    return found[1], found[2], found[4]


def _named(found: Any) -> tuple[object, object, object]:
    return found.get("user"), found.get("password"), found.get("database")


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
    ("MySQL X DevAPI", "mysqlx.connection", "mysqlx-connector-python", "mysqlx", _mysqlx),
    ("PyMongo", "pymongo.uri_parser", "pymongo", "mongodb", _mongo),
    ("redis-py", "redis.connection", "redis", "redis", _redis),
    ("pika", "pika", "pika", "amqp", _pika),
    ("kombu", "kombu", "kombu", "amqp", _kombu),
    ("aiormq", "aiormq", "aiormq", "amqp", _aiormq),
    ("trino for SQLAlchemy", "trino.sqlalchemy.dialect", "trino", "trino", _trino),
    (
        *("databases", "databases", "databases", "postgresql"),
        lambda m, u: _sqlalchemy_parts(m.DatabaseURL(u)),
    ),
    (
        *("clickhouse-connect", "clickhouse_connect.driver", "clickhouse-connect", "clickhouse"),
        _clickhouse,
    ),
    (
        *("clickhouse-driver", "clickhouse_driver.util.helpers", "clickhouse-driver", "clickhouse"),
        lambda m, u: _named(m.parse_url(u)[1]),
    ),
    (
        *("Tortoise", "tortoise.backends.base.config_generator", "tortoise-orm", "postgres"),
        lambda m, u: _named(m.expand_db_url(u)["credentials"]),
    ),
    ("peewee", "playhouse.db_url", "peewee", "postgresql", lambda m, u: _named(m.parse(u))),
    ("nats-py", "nats.aio.client", "nats-py", "nats", _nats),
]
#: Those that do not decode all that `build` writes: their parts are given apart.
UNREAD = ("Tortoise", "peewee", "nats-py")


class Jdbc(NamedTuple):
    """A driver of JDBC, which Debian packages: user and password are parameters of the query."""

    name: str
    scheme: str
    #: The name of its file, without its version.
    file: str

    def jar(self) -> tuple[Path, str] | None:
        """Return its file and its version; None if it is not installed."""
        for path in JARS.glob(f"{self.file}-*.jar"):
            found = re.fullmatch(rf"{self.file}-([\d.]+)\.jar", path.name)
            if found:
                return path, found[1]
        return None


JDBC = (
    Jdbc("pgjdbc", "postgresql", "postgresql"),
    Jdbc("MariaDB Connector/J", "mariadb", "mariadb-java-client"),
)


def answers(module: Any, scheme: str, read: Read) -> dict[str, Any]:
    """Return what a driver reads for each probe, or "refused"."""
    found = []
    for part, (user, password, database) in PROBES:
        try:
            found.append(str(read(module, f"{scheme}://{user}:{password}@h/{database}")[part]))
        except Exception:  # noqa: BLE001  because each driver has errors of its own
            found.append("refused")
    return _row(found)


def answers_of_jdbc(driver: Jdbc, jar: Path) -> dict[str, Any]:
    """Return what a driver of JDBC reads for each probe, or "refused"."""
    urls = [
        f"jdbc:{driver.scheme}://h/{database}?user={user}&password={password}"
        for _, (user, password, database) in PROBES
    ]
    jars = f"{jar}:{JARS / 'slf4j-api.jar'}"
    command = ["java", "-cp", jars, str(PROGRAM), driver.scheme, *urls]
    lines = [line.split("\t") for line in _foreign.run(command).out.decode().splitlines()]
    return _row(
        [
            bytes.fromhex(line[part]).decode() if len(line) > 1 else line[0]
            for (part, _), line in zip(PROBES, lines, strict=True)
        ]
    )


def _row(found: list[str]) -> dict[str, Any]:
    end = 1 + len(TABLE["passwords"])
    return {"user": found[0], "passwords": found[1:end], "databases": found[end:]}


def survey() -> dict[str, dict[str, Any]]:
    """Return the answers of each installed driver, by its name and version."""
    found = {}
    for name, module, distribution, scheme, read in DRIVERS:
        try:
            there = importlib.import_module(module)
        except ImportError:
            continue
        found[f"{name} {version(distribution)}"] = answers(there, scheme, read)
    for driver in JDBC:
        installed = driver.jar()
        if installed and shutil.which("java"):
            jar, its = installed
            found[f"{driver.name} {its}"] = answers_of_jdbc(driver, jar)
    return found


if __name__ == "__main__":
    for name, row in survey().items():
        print(toml.written({"name": name, **row}), end="")
