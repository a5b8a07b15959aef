"""Shipping to executors without the package: a packed environment works, a wheel alone does not.

`python -m heavy shipping` builds the wheel, packs it with pyarrow into an environment, and starts a
Spark whose executors unpack that. Then the wheel alone is sent as a Python file, which Spark adds
to the path.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from kit import ROOT

WORK = """
import sys
from pyspark.sql import SparkSession, functions as sf
from superuri.columns import spark as uris

MASTER, name, sent = sys.argv[1:]
builder = SparkSession.builder.master(MASTER).config("spark.ui.enabled", "false")
spark = builder.config(name, sent).getOrCreate()
spark.sparkContext.setLogLevel("OFF")

def home(rows):
    import superuri
    yield superuri.__file__

print(spark.sparkContext.parallelize([1], 1).mapPartitions(home).collect()[0])
rows = spark.range(1000).select(sf.concat(sf.lit("http://e.com/a b/"), "id").alias("url"))
print(rows.select(uris.clean("url").alias("url")).agg(sf.max("url")).collect()[0][0])
"""
MASTER = "local-cluster[1,1,1024]"
WANT = "http://e.com/a%20b/999"


def packed(wheel: Path, folder: Path) -> Path:
    """Return an archive of an environment with the wheel and pyarrow."""
    env = folder / "env"
    venv.create(env, with_pip=True)
    python = env / "bin" / "python"
    run = [
        *(python, "-m", "pip", "install", "--quiet"),
        *(str(wheel), "pyarrow", "venv-pack", "setuptools<81"),
    ]
    subprocess.run(run, check=True)
    archive = folder / "env.tar.gz"
    pack = [env / "bin" / "venv-pack", "--quiet", "--prefix", env, "--output", archive]
    subprocess.run(pack, check=True)
    return archive


def sent(python: str, name: str, value: str) -> subprocess.CompletedProcess[str]:
    """Run the work on executors with this Python, to which the value is sent."""
    command = [sys.executable, "-W", "ignore", "-c", WORK, MASTER, name, value]
    # Not the folder of this repository: executors would find the package there.
    env = {**os.environ, "PYSPARK_PYTHON": python}
    env.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            command, capture_output=True, text=True, check=False, env=env, cwd=folder
        )


def main() -> int:
    """Try both ways; return 1 if one does not do what the page says."""
    wheel = max((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)
    with tempfile.TemporaryDirectory() as name:
        archive = packed(wheel, Path(name))
        done = sent("./env/bin/python", "spark.archives", f"{archive}#env")
        print(f"archive: {done.stdout.strip() or done.stderr[-2000:]}")
        lines = done.stdout.split()
        works = len(lines) > 1 and "/env/lib/" in lines[0] and lines[1] == WANT
        bare = Path(name, "bare")
        venv.create(bare, with_pip=True)
        python = bare / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pyarrow"], check=True)
        done = sent(str(python), "spark.submit.pyFiles", str(wheel))
        why = next((line for line in done.stderr.splitlines() if "Error: " in line), done.stderr)
        print(f"wheel as a Python file: {done.stdout.strip() or why}")
    return int(not works or done.returncode == 0)


if __name__ == "__main__":
    sys.exit(main())
