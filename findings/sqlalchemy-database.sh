#!/usr/bin/env bash
# After an update of SQLAlchemy from 2.0 to 2.1 the same URL opens another SQLite file, new and empty.
#
# Guess: a minor release does not change what sqlite:///a%20b.db names.
# Seen: 2.0 keeps the database's name as written, 2.1 decodes it, and writes a%2Fb back as a/b. Only a name
#   without escapes means the same in both.
# Matters to: everybody who keeps a DATABASE_URL over an update.
# Versions: sqlalchemy 2.0.58 and 2.1.9; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >open.py <<'PYTHON'
import os

import sqlalchemy

url = sqlalchemy.make_url("postgresql://h/a%2Fb")
with sqlalchemy.create_engine("sqlite:///a%20b.db").begin() as connection:
    rows = connection.execute(sqlalchemy.text("select count(*) from sqlite_master")).scalar()
    if not rows:
        connection.execute(sqlalchemy.text("create table t (a)"))
print(f"{sqlalchemy.__version__} found {rows} tables; files: {sorted(f for f in os.listdir() if f.endswith('.db'))}; "
      f"a%2Fb is the database {url.database}, written as {url}")
PYTHON
seen=$(
    for version in 2.0.58 2.1.9; do
        pip install "sqlalchemy==$version"
        venv/bin/python open.py
    done
)

compare "$seen" <<'TEXT'
2.0.58 found 0 tables; files: ['a%20b.db']; a%2Fb is the database a%2Fb, written as postgresql://h/a%2Fb
2.1.9 found 0 tables; files: ['a b.db', 'a%20b.db']; a%2Fb is the database a/b, written as postgresql://h/a/b
TEXT
