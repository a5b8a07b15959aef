"""DATA: the program around each parser, which reads URLs in hex and writes a line for each.

A line is ``ok`` and five fields (scheme, userinfo, host, port, path), or ``error`` and a message. A
field is ``=`` and hex; ``-`` is absent. The first line a program writes is its version.
"""

PYTHON = """
import sys
{imports}
def joined(user, password):
    if user is None and password is None:
        return None
    return (user or "") if password is None else f"{{user or ''}}:{{password}}"
def read(url):
{read}
def field(value):
    if value is None:
        return "-"
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogatepass")
    elif isinstance(value, int):
        value = str(value).encode()
    return "=" + bytes(value).hex()
# The output of a library is not an answer.
out, sys.stdout = sys.stdout, sys.stderr
print(version, file=out, flush=True)
for line in sys.stdin:
    try:
        url = bytes.fromhex(line).decode("utf-8", "surrogatepass")
        answer = ["ok", *map(field, read(url))]
    except Exception as error:
        lines = str(error).splitlines()
        answer = ["error", field(lines[0] if lines else type(error).__name__)]
    print(*answer, sep="\\t", file=out, flush=True)
"""

NODE = """
const {{createInterface}} = require('readline');
const url = require('url');
const hex = (v) => Buffer.from(String(v)).toString('hex');
const field = (v) => v === null || v === undefined ? '-' : '=' + hex(v);
const joined = (u, p) => u === '' && p === '' ? null : p === '' ? u : u + ':' + p;
const read = (text) => {{ {read} }};
process.emitWarning = () => {{}};
console.log(process.version);
createInterface({{input: process.stdin}}).on('line', (line) => {{
  let answer;
  try {{
    answer = ['ok', ...read(Buffer.from(line, 'hex').toString()).map(field)];
  }} catch (error) {{
    answer = ['error', field(error.message.split('\\n')[0])];
  }}
  console.log(answer.join('\\t'));
}});
"""

JAVA = """
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
class Read {{
  static String field(Object value) {{
    if (value == null) return "-";
    byte[] octets = value.toString().getBytes(StandardCharsets.UTF_8);
    return "=" + HexFormat.of().formatHex(octets);
  }}
  static Object[] read(String text) throws Exception {{ {read} }}
  public static void main(String[] a) throws Exception {{
    System.out.println(System.getProperty("java.version"));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {{
      StringBuilder out = new StringBuilder();
      try {{
        Object[] fields =
          read(new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8));
        out.append("ok");
        for (Object each : fields) out.append('\\t').append(field(each));
      }} catch (Exception error) {{
        out.append("error\\t").append(field(String.valueOf(error.getMessage()).split("\\n")[0]));
      }}
      System.out.println(out);
    }}
  }}
}}
"""

CURL = """
import ctypes, ctypes.util
_lib = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
_lib.curl_url.restype = ctypes.c_void_p
_lib.curl_version.restype = ctypes.c_char_p
_lib.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
_lib.curl_url_get.argtypes = [
    ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p), ctypes.c_uint]
_lib.curl_url_cleanup.argtypes = [ctypes.c_void_p]
version = _lib.curl_version().decode().split()[0]
"""
CURL_READ = """
    if "\\0" in url:
        raise ValueError("a NUL ends the text for libcurl")
    handle = _lib.curl_url()
    try:
        code = _lib.curl_url_set(handle, 0, url.encode("utf-8", "surrogatepass"), 0)
        if code:
            raise ValueError(f"CURLUcode {code}")
        def part(number):
            out = ctypes.c_char_p()
            return None if _lib.curl_url_get(handle, number, ctypes.byref(out), 0) else out.value
        user, password = part(2), part(3)
        if user is not None and password is not None:
            user = user + b":" + password
        return part(1), user, part(5), part(6), part(7)
    finally:
        _lib.curl_url_cleanup(handle)
"""
