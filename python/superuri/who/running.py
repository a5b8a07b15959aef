"""Runners of foreign encoders and decoders, each in its own process."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import superuri._foreign as _foreign

#: The time limit of a foreign program, in seconds.
LIMIT = 20
#: How the reason of a row begins that is not installed.
ABSENT = "not installed"


class Line(NamedTuple):
    """The result of one encoder or decoder for a text."""

    who: str
    #: The result, or None if there was an error.
    result: str | None
    #: The error, or why it did not run.
    why: str = ""


class Row(Protocol):
    """A row of a foreign encoder or decoder."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def runner(self) -> str:
        """The key of :data:`JSON` or :data:`LINES` that runs the code."""

    @property
    def code(self) -> str:
        """An expression of ``t``, the text."""

    @property
    def needs(self) -> str:
        """The module that it imports."""


def run(row: Row, texts: Sequence[str], limit: float | None = LIMIT) -> list[Line]:
    """Return the results of the row's function for the texts.

    Args:
        row: The encoder or decoder.
        texts: The texts.
        limit: The time limit, in seconds; None for none.

    Returns:
        A list of Line, one for each text; its reason begins with `not installed` or `no answer` if
        the function did not run.
    """
    command, *_ = JSON.get(row.runner) or LINES[row.runner]
    runner = command[0].format(python=sys.executable)
    if not shutil.which(runner):
        return not_here(row, texts, runner)
    ask = _by_json if row.runner in JSON else _by_lines
    try:
        answers = ask(row, texts, limit)
    except subprocess.CalledProcessError as error:
        printed = error.stderr.decode(errors="replace").strip().splitlines()
        return not_here(row, texts, (printed or [f"exit code {error.returncode}"])[-1])
    except OSError as error:
        return not_here(row, texts, error.strerror or str(error))
    except (subprocess.SubprocessError, ValueError) as error:
        return [Line(row.name, None, f"no answer: {type(error).__name__}") for _ in texts]
    return lines_of(row, answers)


def lines_of(row: Row, answers: Iterable[Sequence[object]]) -> list[Line]:
    """Return the answers, pairs of whether it answered, and what, as lines of the row."""
    return [
        Line(row.name, what if isinstance(what, str) else repr(what))
        if answered
        else Line(row.name, None, str(what))
        for answered, what in answers
    ]


def not_here(row: Row, texts: Sequence[str], why: str) -> list[Line]:
    """Return the lines of a row that cannot run, with the reason."""
    return [Line(row.name, None, f"{ABSENT}: {why[:60]}") for _ in texts]


def _source(row: Row, template: str) -> str:
    imports = f"import {row.needs}" if row.needs else ""
    return template.format(code=row.code, needs=row.needs, imports=imports)


def _by_json(row: Row, texts: Sequence[str], limit: float | None) -> list[list[object]]:
    command, template = JSON[row.runner]
    words = [command[0].format(python=sys.executable), *command[1:], _source(row, template)]
    answers: list[list[object]] = json.loads(
        _foreign.run(words, json.dumps(texts).encode(), limit).out
    )
    return answers


def _by_lines(row: Row, texts: Sequence[str], limit: float | None) -> list[tuple[bool, str]]:
    command, template, charset = LINES[row.runner]
    given = "".join(text.encode(charset, "surrogatepass").hex() + "\n" for text in texts)
    name = f"Ask.{row.runner}"
    source = {name: _source(row, template)}
    output = _foreign.run([*command, name], given.encode(), limit, files=source)
    lines = [
        bytes.fromhex(line).decode(charset, "surrogatepass")
        for line in output.out.decode("ascii").splitlines()
    ]
    return [(line[0] == "+", line[1:]) for line in lines]


#: Programs that evaluate an expression for every text: they read JSON strings and write JSON pairs
#: (answered, result); the source is the last argument.
JSON = {
    # The output of a library goes to standard error, and not between the answers.
    "python": (
        ("{python}", "-I", "-c"),
        """
import json, os, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
{imports}
def ask(t):
    try:
        return [True, {code}]
    except Exception as error:
        return [False, type(error).__name__]
answers = [ask(t) for t in json.load(sys.stdin)]
json.dump(answers, out)
""",
    ),
    "node": (
        ("node", "-e"),
        """
const ask = t => {{ try {{ return [true, {code}]; }} catch (e) {{ return [false, e.name]; }} }};
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map(ask)));
""",
    ),
    "php": (
        ("php", "-r"),
        """
$ask = function ($t) {{ return [true, {code}]; }};
$texts = json_decode(file_get_contents("php://stdin"));
echo json_encode(array_map($ask, $texts), JSON_INVALID_UTF8_SUBSTITUTE);
""",
    ),
    "perl": (
        ("perl", "-e"),
        """
use JSON::PP; use {needs};
local $/; my $texts = decode_json(<STDIN>);
sub ask {{ my $t = shift; my $got = {code}; utf8::decode($got); [JSON::PP::true, $got] }}
print encode_json([map {{ ask($_) }} @$texts]);
""",
    ),
    "ruby": (
        ("ruby", "-e"),
        """
require "json"; require "{needs}"
def ask(t)
  [true, {code}.scrub]
rescue => e
  [false, e.class.name]
end
puts JSON.generate(JSON.parse(STDIN.read).map {{ |t| ask(t) }})
""",
    ),
    "jq": (("jq", "-c"), "map([true, ({code})])"),
}

#: Programs that read lines of hex and print lines of hex (`+` and the result, or `!` and the
#: error), with the charset of both; the path of the source is the last argument.
LINES = {
    "java": (
        ("java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
        """
import java.io.*;
class Ask {{
    static String one(String t) throws Exception {{ return {code}; }}
    public static void main(String[] none) throws Exception {{
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        for (String line; (line = in.readLine()) != null;) {{
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.length(); i += 4)
                text.append((char) Integer.parseInt(line.substring(i, i + 4), 16));
            String got;
            try {{ got = "+" + one(text.toString()); }}
            catch (Exception e) {{ got = "!" + e.getClass().getSimpleName(); }}
            StringBuilder hex = new StringBuilder();
            for (char c : got.toCharArray()) hex.append(String.format("%04x", (int) c));
            System.out.println(hex);
        }}
    }}
}}
""",
        "utf-16-be",
    ),
    "go": (
        ("go", "run"),
        """
package main

import (
    "bufio"
    "encoding/hex"
    "fmt"
    "os"
    "strings"
    {needs}
)

var _ = strings.ToUpper

func one(t string) (string, error) {{ return {code} }}

func main() {{
    in := bufio.NewScanner(os.Stdin)
    for in.Scan() {{
        text, _ := hex.DecodeString(in.Text())
        got, err := one(string(text))
        if err != nil {{ got = "!" + err.Error() }} else {{ got = "+" + got }}
        fmt.Println(hex.EncodeToString([]byte(strings.ToValidUTF8(got, "\ufffd"))))
    }}
}}
""",
        "utf-8",
    ),
    "exs": (
        ("elixir",),
        """
ask = fn t ->
  try do
    case {code} do
      got when is_binary(got) -> "+" <> got
      got when is_list(got) -> "+" <> :unicode.characters_to_binary(got)
      error -> "!" <> inspect(error)
    end
  rescue
    error -> "!" <> inspect(error.__struct__)
  catch
    _, error -> "!" <> inspect(error)
  end
end
for line <- IO.stream(:stdio, :line) do
  got = line |> String.trim() |> Base.decode16!(case: :lower) |> ask.()
  got = got |> String.chunk(:valid) |> Enum.map_join(&if(String.valid?(&1), do: &1, else: "\ufffd"))
  IO.puts(Base.encode16(got, case: :lower))
end
""",
        "utf-8",
    ),
    "R": (
        ("Rscript", "--vanilla"),
        """
for (line in readLines(file("stdin"))) {{
    octets <- strtoi(substring(line, seq(1, nchar(line), 2), seq(2, nchar(line), 2)), 16L)
    got <- tryCatch({{
        t <- rawToChar(as.raw(octets))
        Encoding(t) <- "UTF-8"
        paste0("+", iconv({code}, "UTF-8", "UTF-8", sub = "\ufffd"))
    }}, error = function(e) paste0("!", conditionMessage(e)))
    cat(paste(as.character(charToRaw(enc2utf8(got))), collapse = ""), "\n", sep = "")
}}
""",
        "utf-8",
    ),
    "tcl": (
        ("tclsh",),
        """
package require {needs}
fconfigure stdin -encoding ascii
while {{[gets stdin line] >= 0}} {{
    set t [encoding convertfrom utf-8 [binary format H* $line]]
    if {{[catch {{set got "+[{code}]"}} error]}} {{set got "!$error"}}
    binary scan [encoding convertto utf-8 $got] H* hex
    puts $hex
}}
""",
        "utf-8",
    ),
}
