"""The server of the page, and a browser that opens it; kit/pages.py has the fixtures."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kit import chromium

#: Tests must not save their port as the one to use next time.
os.environ["XDG_STATE_HOME"] = os.devnull
HOST = "127.0.0.1"
URL = "http://example.com/caf%C3%A9?name=Helen Ødegård&next=https%3A%2F%2Fe.org%2F%253Fq#top"
TABS = ("clean", "encode", "lint", "compare", "who", "layers", "build", "list")
SERVED = re.compile(r"http://(\S+?):(\d+)(/[\w-]+/)")
#: Seconds in which a working server or browser responds, even on a slow machine.
WAIT = 300
#: Seconds after which a server that was told to end is killed.
END = 5
#: The command with a server that has practically no time limits.
PATIENT = (
    "import sys; from superuri.web import limits; limits.READ_TIMEOUT = limits.WORK_TIMEOUT = 1e6\n"
    "from superuri.cli import main; sys.exit(main())"
)


class Server:
    """A server in a process of its own."""

    def __init__(self, process, line):
        found = SERVED.search(line)
        assert found, line + process.stderr.read()
        self.process = process
        self.address = found[0]
        self.host, self.port, self.path = found[1], int(found[2]), found[3]
        self.origin = f"http://{self.host}:{self.port}"

    def send(self, octets, wait=WAIT):
        """Return the answer to these bytes, until the server closes the connection or is silent."""
        with socket.create_connection((self.host.strip("[]"), self.port), timeout=wait) as link:
            # The server may close the connection while too much is sent; the answer may still
            # arrive.
            with contextlib.suppress(ConnectionError):
                link.sendall(octets)
            return received(link)

    def ask(  # noqa: PLR0913  because a request has as many parts
        self, method="GET", target="/", headers=(), body=b"", host=None, *, raw=False
    ):
        """Return the status and the whole answer; a raw target is sent without the token."""
        head = [f"{method} {target if raw else self.inside(target)} HTTP/1.1"]
        head += [f"Host: {host or f'{self.host}:{self.port}'}"] if host != "" else []
        head += [f"{name}: {value}" for name, value in headers]
        if body and not any(name.lower() == "content-length" for name, _ in headers):
            head.append(f"Content-Length: {len(body)}")
        head.append("Connection: close")
        return self.send("\r\n".join([*head, "", ""]).encode("latin-1") + body)

    def inside(self, target):
        """Return the target after the token."""
        return self.path + target[1:] if target.startswith("/") else target

    def post(self, verb, body, headers=(), kind="application/json"):
        return self.ask("POST", f"/api/{verb}", [("Content-Type", kind), *headers], body)

    def lives(self):
        """Return whether the server still answers."""
        return self.process.poll() is None and status(self.ask()) == 200

    def seconds(self):
        """Return its processor time, or 0 without /proc."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return 0.0
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def until(true):
    """Wait until the condition is true."""
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def received(link):
    answer = b""
    with contextlib.suppress(TimeoutError, ConnectionResetError):
        while piece := link.recv(1 << 16):
            answer += piece
    return answer


def status(answer):
    """Return the status of an answer; 0 if the server closed the connection without one."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


@contextlib.contextmanager
def serving(*more, patient=True, given=""):
    """Start a server on a free port, without time limits or with the usual ones; `given` changes
    them."""
    for needed in ("starlette", "uvicorn"):
        pytest.importorskip(needed, reason=f"no {needed}: superuri[web] is not installed")
    start = ["-c", PATIENT.replace("\n", f"\n{given}\n")] if patient else ["-m", "superuri"]
    command = [sys.executable, *start, "serve", "--no-open", *more]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Server(process, process.stderr.readline())
    finally:
        # As a user ends it, so that its counts of lines are written; it may be busy.
        if os.name == "posix":
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=END)
        process.kill()
        process.communicate()


@contextlib.contextmanager
def browsing(report):
    """Start a headless browser; without one, the test is skipped and reported."""
    path = chromium.found()
    why = "" if path else chromium.missing()
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  because it is optional
    except ImportError:
        why = "no playwright (make python-test installs it where it is available)"
    if why:
        report(f"SKIPPED: the page is seen in no browser: {why}")
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"], timeout=1000 * WAIT
        )
        yield browser
        browser.close()


def spent(browser, server):
    """Return the processor time of the browser and the server in seconds, without waiting."""
    link = browser.new_browser_cdp_session()
    processes = link.send("SystemInfo.getProcessInfo")["processInfo"]
    link.detach()
    return sum(process["cpuTime"] for process in processes) + server.seconds()


class Watch:
    """Records what a page must not do: scripts, navigations, other origins, errors."""

    def __init__(self, page, address):
        self.ran = []
        self.left = []
        self.asked = []
        self.wrong = []
        self.own = address
        self.requests = 0
        page.on("dialog", self.dialog)
        page.on("request", self.request)
        page.on("popup", lambda popup: self.left.append(popup.url))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self.console)

    def dialog(self, dialog):
        self.ran.append(dialog.message)
        dialog.dismiss()

    def request(self, request):
        self.requests += 1
        if not request.url.startswith(self.own):
            self.asked.append(request.url)
        if request.is_navigation_request() and request.url.partition("#")[0] != self.own:
            self.left.append(request.url)

    def console(self, message):
        if message.type in {"error", "warning"}:
            self.wrong.append(message.text)

    def assert_quiet(self):
        assert not self.ran, self.ran[:3]
        assert not self.left, self.left[:3]
        assert not self.asked, self.asked[:3]
        assert not self.wrong, self.wrong[:3]


def opened(browser, server, fragment="", **options):
    """Return a page that is ready, and its watch."""
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * WAIT)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    page = context.new_page()
    watch = Watch(page, server.address)
    page.goto(server.address + fragment)
    page.wait_for_selector("html[data-ready=yes]")
    return page, watch


def put(page, text):
    """Enter the text as if it was typed, and wait until it is explained."""
    page.evaluate(
        """text => {
          const box = document.getElementById('text');
          box.value = text;
          box.dispatchEvent(new Event('input', { bubbles: true }));
        }""",
        text,
    )
    settled(page)


def settled(page):
    """Wait until there are no more requests."""
    page.evaluate("import('./api.js').then(api => api.settled())")


def hold(page):
    """Delay the page's requests, as a slow server does, until `release`."""
    page.evaluate(
        """() => {
          const { fetch } = window;
          const held = new Promise((done) => { window.release = () => done(); });
          window.fetch = async (...asked) => { await held; return fetch(...asked); };
        }"""
    )


def release(page):
    page.evaluate("window.release()")
    settled(page)


def show(page, tab):
    page.click(f"#tab-{tab}")
    settled(page)


def outputs(page):
    """Return the text of each labelled result of the open tool."""
    return page.evaluate(
        """() => Object.fromEntries(Array.from(
          document.querySelectorAll('[role=tabpanel]:not([hidden]) .drawn .result'),
          (box) => ['b', 'output,code'].map((part) => box.querySelector(part).textContent)))"""
    )


def units(text):
    raw = text.encode("utf-16-le", "surrogatepass")
    return [raw[n] | raw[n + 1] << 8 for n in range(0, len(raw), 2)]


def clipboard(page):
    """Return the text that was copied since the last call."""
    page.locator("#toast:has-text('copied')").wait_for(state="attached")
    page.evaluate("document.getElementById('toast').textContent = ''")
    return page.evaluate("navigator.clipboard.readText()")
