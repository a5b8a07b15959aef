"""System calls of jobs: strace lists them with the places that make them, and fails one of them."""

import contextlib
import json
import os
import re
import signal
import subprocess
import threading
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from kit.jobs import hidden
from kit.nursery import Nursery

#: The errors that a call may plausibly have. Other calls cannot fail, or the C library ends the
#: process if they do: futex, signal masks, clocks, names of the process and its threads.
#: A number is the call's result: brk reports an error in this way.
ERRORS = {
    "openat": "EACCES EMFILE EIO EINTR", "open": "EACCES EMFILE", "creat": "EACCES",
    "read": "EIO EINTR", "pread64": "EIO EINTR", "readv": "EIO EINTR", "preadv": "EIO",
    "write": "ENOSPC EIO EINTR", "pwrite64": "ENOSPC EIO EINTR", "writev": "ENOSPC EIO EINTR",
    "close": "EIO", "fsync": "EIO ENOSPC", "fdatasync": "EIO", "lseek": "EIO",
    "stat": "EACCES EIO", "lstat": "EACCES EIO", "fstat": "EIO", "newfstatat": "EACCES EIO",
    "statx": "EACCES EIO", "statfs": "EIO", "fstatfs": "EIO", "access": "EACCES EIO",
    "faccessat": "EACCES EIO", "faccessat2": "EACCES EIO", "readlink": "EACCES EIO",
    "readlinkat": "EACCES EIO", "getcwd": "ENOENT", "getdents64": "EIO",
    "rename": "EACCES EIO EXDEV", "renameat": "EACCES EIO EXDEV",
    "renameat2": "EACCES EIO EINVAL", "link": "EPERM EIO", "linkat": "EPERM EIO",
    "unlink": "EACCES EIO", "unlinkat": "EACCES EIO", "mkdir": "EACCES ENOSPC",
    "mkdirat": "EACCES ENOSPC", "rmdir": "EACCES EIO", "ftruncate": "EIO ENOSPC",
    "fallocate": "EOPNOTSUPP ENOSPC", "copy_file_range": "EIO EXDEV", "sendfile": "EIO EINVAL",
    "splice": "EINVAL", "flock": "ENOLCK", "fcntl": "EINVAL ENOLCK", "ioctl": "ENOTTY EIO",
    "fchmod": "EPERM", "chmod": "EPERM", "fchmodat": "EPERM", "fchown": "EPERM",
    "utimensat": "EPERM", "fgetxattr": "EOPNOTSUPP", "getxattr": "EOPNOTSUPP",
    "flistxattr": "EOPNOTSUPP", "listxattr": "EOPNOTSUPP", "fsetxattr": "EOPNOTSUPP ENOSPC",
    "mmap": "ENOMEM", "mremap": "ENOMEM", "mprotect": "ENOMEM", "brk": "0",
    "munmap": "ENOMEM", "clone": "EAGAIN", "clone3": "EAGAIN", "sched_getaffinity": "EPERM",
    "poll": "EINTR ENOMEM", "ppoll": "EINTR ENOMEM", "pipe2": "EMFILE", "dup": "EMFILE",
    "fadvise64": "EINVAL", "sysinfo": "EFAULT", "nanosleep": "EINTR", "clock_nanosleep": "EINTR",
    "wait4": "EINTR", "epoll_create1": "EMFILE", "eventfd2": "EMFILE", "socket": "EMFILE",
}  # fmt: skip
#: Python prints this if it has no memory for the first call of a thread.
UNSTARTED = re.compile("Exception ignored in thread started by.*\nMemoryError: *\n")
#: DuckDB ends the process if the status of a file that it has just opened cannot be read.
ABORTED = "duckdb::InternalException"
REMOVES = {"unlink", "unlinkat", "rmdir"}
#: The exit code of a job if the system fails.
FAILED = 3
CALL = re.compile(r"^(\d+) +(\w+)\((.*)$")
FRAME = re.compile(r"^ > (\S+?)\((.*)\) \[(0x[0-9a-f]+)\]")
C_LIBRARY = re.compile(r"/(libc|libpthread|ld-linux[\w-]*)[.-][^/]*$")


class Case(NamedTuple):
    """A call that is failed: its name and place, which of them of its thread, and the error."""

    site: str
    name: str
    nth: int
    error: str


class Job:
    """A job over the files of a folder, watched by strace."""

    def __init__(self, folder: Path, nursery: Nursery, line: str, before: dict[str, bytes]) -> None:
        self.folder, self.nursery, self.line = folder, nursery, line
        self.root, self.said = folder / "root", folder / "said"
        self.piped = line.startswith("| ")
        self.words = line.removeprefix("| ").split()
        #: Jobs over tables make so many calls in so deep stacks that a place is a call and a file.
        self.tables = self.words[0] == "tidy" or "-c" in self.words
        self.root.mkdir(parents=True)
        if self.piped:
            os.mkfifo(folder / "stdin")
            os.mkfifo(folder / "stdout")
        self.before = before
        self.given = set(before) - {self.output()} if "--fix" not in self.words else set[str]()
        self.lay()
        modules = folder / "modules"
        self.run(modules=str(modules))
        nursery.load(json.loads(modules.read_text()))
        self.lay()
        self.code, self.new, message = self.run(log=str(folder / "log"))
        assert self.code in {0, 1, 4}, (line, message)
        assert "-q" not in self.words or not message, message

    def output(self) -> str:
        return self.words[self.words.index("-o") + 1] if "-o" in self.words else ""

    def lay(self) -> None:
        subprocess.run(["rm", "-rf", str(self.root)], check=True)
        for name, data in self.before.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def files(self) -> dict[str, bytes]:
        """Return what is in the folder, without hidden files."""
        named = ((str(p.relative_to(self.root)), p) for p in sorted(self.root.rglob("*")))
        return {
            name: path.read_bytes()
            for name, path in named
            if path.is_file() and not any(part.startswith(".") for part in name.split("/"))
        }

    def run(self, case: Case | None = None, **more: str) -> tuple[int, dict[str, bytes], str]:
        """Run the job; return its exit code, the files, and the messages."""
        log = more.pop("log", "") or (str(self.folder / "log") if case else "")
        streams = {}
        threads, came = [], list[bytes]()
        if self.piped:
            streams = {name: str(self.folder / name) for name in ("stdin", "stdout")}
            threads = [
                threading.Thread(target=feed, args=(streams["stdin"], self.before["in.txt"])),
                threading.Thread(target=lambda: came.append(drain(streams["stdout"]))),
            ]
        for thread in threads:
            thread.start()
        how = {"cwd": str(self.root), "stderr": str(self.said), **streams, **more}
        number = self.nursery.start(self.words, **how, stop=bool(log))
        watch = traced(number, log, case, stacks=not self.tables) if log else None
        code = self.nursery.wait(number)
        if watch is not None:
            watch.wait()
            if watch.stderr is not None:
                watch.stderr.close()
        for thread in threads:
            thread.join()
        found = self.files()
        if self.piped:
            found["<stdout>"] = came[0]
        return code, found, self.said.read_text(errors="replace")

    def cases(self, seen: set[str]) -> list[Case]:
        """Return a case for each place that is not in `seen`, and add the places to it."""
        counts: Counter[tuple[str, str]] = Counter()
        places = defaultdict[tuple[str, str], list[int]](list)
        calls = (self.folder / "log").read_text(errors="replace").splitlines()
        for n, line in enumerate(calls):
            found = CALL.match(line)
            if not found:
                continue
            thread, name, arguments = found.groups()
            counts[thread, name] += 1
            if name not in ERRORS:
                continue
            file = self.file(arguments)
            if file is None:
                continue
            places[f"{name} of {file} at {caller(calls, n + 1)}", name].append(counts[thread, name])
        made = []
        for (site, name), all_nth in places.items():
            if site in seen:
                continue
            seen.add(site)
            chosen = {all_nth[0], all_nth[len(all_nth) // 2], all_nth[-1]}
            made += [
                Case(site, name, nth, error)
                for nth in sorted(chosen)
                for error in ERRORS[name].split()
            ]
        return made

    def file(self, arguments: str) -> str | None:
        """Return the file of a call, without what differs between runs; None of other folders."""
        names = re.findall(r'"(/[^"]*)"|<(/[^>]*)>|"([^"/][^"]*)"', arguments)
        name = next((a or b or c for a, b, c in names), "")
        if name.startswith("/") and not name.startswith((str(self.folder), "/proc", "/dev")):
            return None
        name = name.replace(str(self.folder), "")
        return re.sub(r"[0-9a-f]{4,}|\d+", "N", name) if len(name) < 200 else ""

    def try_case(self, case: Case) -> str:
        """Run the job with a fault; return its end: done, failed, aborted, missed (no call)."""
        self.lay()
        code, found, message = self.run(case)
        log = (self.folder / "log").read_text(errors="replace")
        if "(INJECTED)" not in log:
            return "missed"
        at = f"{self.line}: {case.name} {case.error}, call {case.nth} ({case.site})"
        at += f": exit code {code}: {message}"
        message = UNSTARTED.sub("", message)
        aborted = code == -signal.SIGABRT and self.tables and ABORTED in message
        assert code in {self.code, FAILED} or aborted, at
        # A call that a signal interrupts is made again.
        assert code != FAILED or case.error != "EINTR" or self.tables, at
        assert "Traceback" not in message, at
        assert "panicked" not in message, at
        if aborted:
            pass  # as by any signal: nothing is lost, and a rerun does it
        elif code == self.code:
            assert found == self.new, (
                f"{at}: {differing(found, self.new)} is not what was to be made"
            )
        else:
            assert 1 <= message.count("\n") <= 2, at
        for name, data in found.items():
            if name == "<stdout>":
                assert self.new[name].startswith(data), f"{at}: other bytes were written"
            else:
                known = (self.before.get(name), self.new.get(name))
                assert data in known, f"{at}: {name} is half-written"
        for name, data in self.before.items():
            assert name in found, f"{at}: {name} is gone"
            assert found[name] == data or name not in self.given, f"{at}: {name} was changed"
        left = hidden(self.root)
        if self.tables and (code or left):
            again, found, message = self.run()
            assert (again, found) == (self.code, self.new), f"{at}: and again: {message}"
            left = hidden(self.root)
        assert not left or (case.name in REMOVES and not self.tables), f"{at}: {left} is left"
        return "aborted" if aborted else "failed" if code == FAILED else "done"


def caller(lines: list[str], n: int) -> str:
    """Return the first frame that is not the C library's, of those that follow line n."""
    frames = []
    while n < len(lines) and (found := FRAME.match(lines[n])):
        frames.append(found)
        if not C_LIBRARY.search(found[1]):
            return f"{Path(found[1]).name} {found[3]}"
        n += 1
    return frames[-1][1] if frames else "any place"


def traced(number: int, log: str, case: Case | None, *, stacks: bool) -> subprocess.Popen[str]:
    """Attach strace to a process that has stopped, and let it go on."""
    what = [f"--trace={','.join(f'?{name}' for name in ERRORS)}", *(["-k"] if stacks else [])]
    if case is not None:
        how = "retval" if case.error.isdecimal() else "error"
        fault = f"--inject={case.name}:{how}={case.error}:when={case.nth}"
        what = [f"--trace={case.name}", fault]
    command = ["strace", "-f", "-y", "-o", log, *what, "-p", str(number)]
    while Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        pass
    watch = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert watch.stderr is not None
    line = watch.stderr.readline()
    assert "attached" in line, line
    os.kill(number, signal.SIGCONT)
    threading.Thread(target=watch.stderr.read).start()
    return watch


def feed(path: str, data: bytes) -> None:
    """Write to a pipe, whose other end may be closed."""
    with contextlib.suppress(BrokenPipeError), Path(path).open("wb", buffering=0) as pipe:
        pipe.write(data)


def drain(path: str) -> bytes:
    with Path(path).open("rb") as pipe:
        return pipe.read()


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
