"""The page's server: its answers, to the page and to others, with nothing passed on."""

import concurrent.futures
import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time

import pytest

import superuri
from kit import web
from kit.dribbling import dribbling, left
from superuri._verbs import VERBS

pytest.importorskip("starlette", reason="superuri[web] is not installed")


TEXT = b'{"text": "http://secret.example/a b"}'


KINDS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json")


@pytest.mark.parametrize("kind", KINDS)
def test_only_json_is_read(server, kind):
    assert web.status(server.post("clean", TEXT, kind=kind)) == 415


BODIES = (
    *(b"", b"{", b"[]", b"1", b"null", b'"x"', b"\xff\xfe", b'{"text": 1}', b'{"text": null}'),
    *(b'{"text": ["a"]}', b"{}", b'{"texts": 5}', b'{"texts": [1]}', b'{"texts": []}'),
    *(b'{"text": "a", "profile": "NONE"}', b'{"text": "a", "profile": 3}', b"NaN", b"{} {}"),
    *(b'{"text": "a", "profile": ["RFC3986"]}', b'{"text": {"a": 1}}', b'{"a":' * 100_000),
    *(b"[" * 500_000, b'{"text": ' + b"9" * 100_000 + b"}", b'{"text": "\\ud8', b"\x00" * 1000),
)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: ascii(body)[:30])
def test_bodies_that_the_page_would_not_send(server, body):
    answer = server.post("clean", body)
    assert web.status(answer) == 400
    is_object = body.startswith(b'{"') and body.endswith(b"}")
    named = b"the body is not a JSON object" in answer or b"the body is not valid JSON" in answer
    assert is_object or named or body == b"{}"
    assert server.lives()


ODD = (
    *(("explain", b'{"text": "a", "from": %s}' % wording, 400) for wording in (b'"1"', b"-1")),
    ("explain", b'{"text": "a", "from": 1e400}', 400),
    *(("nothing", b"{}", 400), ("__class__", b"{}", 400), ("build", b'{"parts": 1}', 200)),
    ("build", b'{"parts": {"import": "x"}}', 200),
    ("build", b'{"parts": {"query": [[1]]}}', 200),
    ("fill", b'{"template": "{a}", "values": {}}', 200),
    ("encode", b'{"text": "a", "encoding": "no-such"}', 200),
    ("lint", b'{"text": "a", "policy": "no-such"}', 200),
    ("lint", b'{"text": "a", "policy": 5}', (200, 400)),
    ("normalize", b'{"text": "a", "also": ["no-such"]}', 200),
    ("clean", b'{"text": "\\ud800"}', 200),
    ("explain", b'{"text": "\\ud800\\u0000"}', 200),
)


@pytest.mark.parametrize(("verb", "body", "wanted"), ODD)
def test_the_answer_to_an_odd_request_reports_what_is_wrong(server, verb, body, wanted):
    answer = server.post(verb, body)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    assert web.status(answer) in wanted, answer
    if web.status(answer) == 200:
        printed = json.loads(answer.partition(b"\r\n\r\n")[2])
        assert printed["error"]["message"], printed


def test_every_verb_of_the_table_answers_as_its_function_does(server):
    for verb in VERBS:
        if verb.name in {"build", "fill", "unsplit", "explain", "lint", "edits"}:
            continue  # They have answers of their own, which the page's tests see.
        answer = server.post(verb.name.replace(" ", "_"), json.dumps({"texts": verb.call}).encode())
        assert web.status(answer) == 200, verb.name
        printed = json.loads(answer.partition(b"\r\n\r\n")[2])["result"]
        wanted = verb.function(*verb.call)
        if isinstance(wanted, bytes):
            assert bytes.fromhex(printed) == wanted
        else:
            assert values(printed) == values(wanted), verb.name


def values(wording):
    """The values of rows, whether they are tuples with names, or objects of JSON."""
    wording = list(wording.values()) if isinstance(wording, dict) else wording
    rows = isinstance(wording, (list, tuple, superuri.Parts))
    return [values(each) for each in wording] if rows else wording


def test_a_long_text_is_answered_with_bounded_findings(server):
    text = "http://e.com/" + "é%C3%A9 %zz" * 20_000
    for verb in ("explain", "clean", "lint", "who", "layers"):
        start = server.seconds()
        answer = server.post(verb, json.dumps({"text": text}, ensure_ascii=False).encode())
        assert web.status(answer) == 200, (verb, answer[:300])
        assert verb in {"clean", "layers"} or len(answer) < 1 << 21, (verb, len(answer))
        assert server.seconds() - start < 10, verb


def test_slow_clients_are_left_and_others_are_served(server, report):
    """Clients that send a part of a head or of a body, or nothing: each is closed."""
    # Without a timeout the server closes none, and still serves other clients.
    links = dribbling(server)
    assert server.lives()
    assert web.status(server.post("clean", TEXT)) == 200
    for n, link in enumerate(links):
        assert not left(link) or n % 5 == 4  # which is between two requests
        link.close()
    with web.serving(patient=False) as hurried:
        links = dict(enumerate(dribbling(hurried)))
        many = len(links)
        begun = time.perf_counter()
        while links:
            assert time.perf_counter() - begun < web.WAIT, "some were never left"
            for n, link in list(links.items()):
                if left(link, b"x" if n % 5 else b""):
                    links.pop(n).close()
            time.sleep(0.25)
        seconds = time.perf_counter() - begun
        assert hurried.process.poll() is None
    report(f"the page's server left {many} slow clients within {seconds:.1f} s")


def test_many_at_once(server, report):
    def one(n):
        body = json.dumps({"text": f"http://e.com/{n} b"}).encode()
        times = 1
        while web.status(answer := server.post("clean", body)) == 503:
            times += 1  # a client that is put off asks again
        return n, answer, times

    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(64) as pool:
        answers = list(pool.map(one, range(1000)))
    seconds = time.perf_counter() - begun
    for n, answer, _ in answers:
        assert web.status(answer) == 200
        assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {"result": f"http://e.com/{n}%20b"}
    assert server.lives()
    later = sum(times > 1 for _, _, times in answers)
    report(f"1000 requests by 64 at once: {1000 - later} served, {later} put off, {seconds:.2f} s")


def other_addresses():
    """The addresses of this machine that are not 127.0.0.1."""
    found = {"127.0.0.2"}
    for family, address in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((address, 9))  # sends nothing: it tells which address would be ours
                found.add(probe.getsockname()[0])
        except OSError:
            continue
    return found


def test_only_the_loopback_address_listens(server):
    for address in other_addresses():
        with pytest.raises(OSError):  # noqa: PT011  because each system says it otherwise
            socket.create_connection((address, server.port), timeout=2).close()


AUDIT = """
    import sys
    OUT = {"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname",
           "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"}
    def hook(event, args):
        if event in OUT:
            sys.stdout.write(f"OUT {event} {args[1:]!r}\\n")
            sys.stdout.flush()
    sys.addaudithook(hook)
    from superuri.web import limits
    limits.READ_TIMEOUT = limits.WORK_TIMEOUT = 1e6
    from superuri.cli import main
    sys.exit(main(["serve", "--no-open"]))
"""


def test_nothing_goes_out_and_no_url_is_logged():
    command = [sys.executable, "-c", textwrap.dedent(AUDIT)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        line = process.stderr.readline()
        server = web.Server(process, line)
        for verb in VERBS:
            server.post(verb.name.replace(" ", "_"), TEXT)
        server.post("who", TEXT)
        server.post("clean", b'{"text": "http://secret.example:x/"}')
        server.post("clean", b"http://secret.example")
        server.post("secret.example", TEXT)
        server.ask(target="/secret.example")
        server.ask(host="secret.example")
        server.send(b"GET /secret.example HTTP/9\r\n\r\n")
        assert server.lives()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=web.WAIT)
    assert "OUT" not in out
    assert "secret" not in line + out + err
    assert process.returncode == 130


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_once(number):
    """It does not wait for idle clients, even without a timeout."""
    with web.serving() as server, socket.create_connection((web.HOST, server.port)) as idle:
        idle.sendall(b"GET / HT")
        assert server.lives()
        server.process.send_signal(number)
        assert server.process.wait(web.WAIT) == 128 + number


def test_serve_called_from_python_ends_with_ctrl_c_too():
    line = "import sys; from superuri.web.server import serve; sys.exit(serve(browse=False))"
    with subprocess.Popen(
        [sys.executable, "-c", line], stderr=subprocess.PIPE, text=True
    ) as process:
        server = web.Server(process, process.stderr.readline())
        assert server.lives()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=web.WAIT)
    assert (process.returncode, err) == (130, "")


def test_a_taken_port_is_one_sentence(server):
    command = [sys.executable, "-m", "superuri", "serve", "--no-open", "--port", str(server.port)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 3
    message = f"port {server.port} of 127.0.0.1 is taken; --port 0 takes one that is free"
    assert done.stderr == f"superuri serve: {message}\n"


@pytest.mark.parametrize(
    "words", [["--port", "x"], ["--port", "65536"], ["--port", "-1"], ["here"]]
)
def test_an_invalid_port_is_refused(words):
    command = [sys.executable, "-m", "superuri", "serve", "--no-open", *words]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 2


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_a_missing_extra_is_one_sentence(missing):
    line = f"import sys; sys.modules[{missing!r}] = None\nfrom superuri.cli import main\n"
    line += "sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", line], check=False, capture_output=True, text=True)
    assert done.returncode == 3
    message = "the page needs starlette and uvicorn: pip install 'superuri[web]'"
    assert done.stderr == f"superuri serve: {message}\n"


def test_the_command_needs_no_server_for_its_help():
    line = (
        "import sys\nfrom superuri.cli import main\nmain(['serve', '--help'])\n"
        "sys.exit(any(name in sys.modules for name in ('starlette', 'uvicorn', 'asyncio')))"
    )
    done = subprocess.run([sys.executable, "-c", line], check=False, capture_output=True)
    assert done.returncode == 0


def test_pretty_keeps_the_escapes_that_shown_reports():
    from superuri.web.api import answer  # noqa: PLC0415  because the package may lack its extra

    for text in ("/日本%20%2F%2f a%zz", "https://דוגמה.example/שלום?א=%FF", "%41%2F" * 90):
        printed = answer("kept", {"text": text})["result"]
        shown, spans = superuri.shown(text)
        assert printed["text"] == shown == superuri.pretty(text)
        found = [(n, why) for start, end, why in printed["kept"] for n in range(start, end)]
        staying = [s for s in spans if s[4] != "decoded"]
        assert found == [(n, s[5]) for s in staying for n in range(s[0], s[1])]
    long = "%2F" * 30_000
    assert answer("kept", {"text": long})["result"] == {"text": long, "kept": None}
