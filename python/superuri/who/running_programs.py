"""DATA: the program of each runner, and its source around the expression of a row."""

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
    "lua": (
        ("lua",),
        """
local needed = require("{needs}")
for line in io.lines() do
    local t = line:gsub("..", function(octet) return string.char(tonumber(octet, 16)) end)
    local hex = ("+" .. {code}):gsub(".", function(octet) return ("%02x"):format(octet:byte()) end)
    print(hex)
end
""",
        "utf-8",
    ),
}
