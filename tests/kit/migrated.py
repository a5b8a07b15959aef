"""Other libraries' results for the rows of docs/migration.toml, in Python, Node, Java and Perl."""

import json
import shutil
import warnings
from collections.abc import Callable

from kit import oracle
from superuri import _foreign

#: The errors of other languages, by their names here.
_NODE = """
const made = JSON.parse(process.argv[1]).map((text) => {
  try { return [eval(text)]; } catch (error) { return error.name; }
});
console.log(JSON.stringify(made));
"""
_JAVA = """
import java.net.*;
import java.util.*;
import static java.nio.charset.StandardCharsets.UTF_8;
class Migrated {
  interface Made { String made() throws Exception; }
  static void show(Made expression) {
    try {
      String text = expression.made();
      System.out.println(text == null ? "-" : HexFormat.of().formatHex(text.getBytes(UTF_8)) + ".");
    } catch (Exception error) {
      System.out.println(error.getClass().getSimpleName());
    }
  }
  public static void main(String[] none) {
ROWS
  }
}
"""


def python(setup: str, expressions: list[str], shown: Callable) -> list[str]:
    """Return the results in Python; raises ImportError where the library is missing."""
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(setup, names)  # noqa: S102  because it is a row of docs/
        return [
            shown(lambda text=text: eval(text, names))  # noqa: S307  because it is a row of docs/
            for text in expressions
        ]


def node(expressions: list[str], shown: Callable) -> list[str]:
    made = json.loads(_foreign.run(["node", "-e", _NODE, json.dumps(expressions)]).out)
    return [each if isinstance(each, str) else shown(lambda each=each: each[0]) for each in made]


def java(expressions: list[str], shown: Callable) -> list[str]:
    rows = "\n".join(f"    show(() -> {text});" for text in expressions)
    files = {"Migrated.java": _JAVA.replace("ROWS", rows)}
    command = ["java", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8", "Migrated.java"]
    output = _foreign.run(command, files=files)

    def read(line: str) -> str:
        if line == "-":
            return shown(lambda: None)
        if line.endswith("."):
            return shown(lambda: bytes.fromhex(line[:-1]).decode())
        return line

    return [read(line) for line in output.out.decode().splitlines()]


def perl(expressions: list[str], shown: Callable) -> list[str] | None:
    if oracle.find("perl") is None:
        return None
    text = "".join(f"print {each}, qq(\\n);" for each in expressions)
    output = _foreign.run(["perl", "-MURI::Escape", "-Mutf8", "-CSA", "-e", text])
    return [shown(lambda line=line: line) for line in output.out.decode().splitlines()]


def results(library: dict, shown: Callable) -> list[str] | None:
    """Return the results of the library, or None if it is not here."""
    expressions = [row["old"] for row in library["rows"]]
    runs = library["runs"]
    if runs == "python":
        try:
            return python(library["setup"], expressions, shown)
        except ImportError:
            return None
    if shutil.which(runs) is None or runs not in {"node", "java", "perl"}:
        return None
    if runs == "java":
        return java(expressions, shown)
    return (node if runs == "node" else perl)(expressions, shown)
