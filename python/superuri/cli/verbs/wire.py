"""Command `wire`: what HTTP clients send for a URL, and what servers hand to applications."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial

import superuri.render as render
import superuri.wire as wire
from superuri._values.passwords import pieces
from superuri.cli.arguments import jobs, values
from superuri.cli.arguments.converters import WordError
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FINE, NO, files, messages
from superuri.cli.verbs import texts
from superuri.wire import programs, servers
from superuri.wire.clients import CLIENTS, NAMES

ABOUT = (
    "Each installed client sends the URL, in its own process, and the received bytes are compared "
    "with the given ones. Nothing leaves this machine: 127.0.0.1 replaces the host, http replaces "
    "https, and no proxy is used. User, password and fragment are not sent. A URL is http://…, "
    "https://…, or a path that begins with /."
)
WORDS = {
    "case": "in another case",
    "decoded": "decoded",
    "encoded": "encoded",
    "dots": "dot segments removed",
    "dropped": "dropped",
    "added": "added",
    "rewritten": "rewritten",
}
STATUS = {
    "kept": "kept",
    "changed": "changed",
    "refused": "refused",
    "absent": "not installed",
    "none": "has no way to send exactly these bytes",
}

#: The value of ``--server`` without a name.
EVERY = ""

#: The maximum time limit of a client; in seconds.
LONGEST = 600


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(
        name,
        "[URL...]",
        ABOUT,
        "examples:\n  $ superuri wire --client urllib 'https://example.com/%7Ebob?sig=a%2Bb'"
        "\n  $ superuri wire --server nginx"
        "\n\nThe exit code is 1 if a client changed or refused the bytes.",
    )
    texts.take(parser, "URL", "client")
    take = parser.take
    take("--exact", "use each client's way of sending exactly these bytes")
    take("--client NAME...", f"run this client only; may be repeated: {', '.join(NAMES)}")
    patience = "the time limit for a client (default: 10)"
    take("--timeout SECONDS", patience, type=_seconds, default=10)
    parser.take(
        "--server NAME...",
        "show instead what this server hands to the application; may be repeated; without a NAME, "
        "every server: " + ", ".join(servers.NAMES),
        nargs="?",
        const=EVERY,
    )
    parser.take_color()
    return parser


def check(parser: Parser, options: Namespace) -> None:
    texts.check(parser, options)
    options.client = [_known(parser, "client", name, NAMES) for name in options.client]
    known = (*servers.NAMES, EVERY)
    options.server = [_known(parser, "server", name, known) for name in options.server]
    if options.server and (options.texts or options.input or options.client or options.exact):
        parser.error("--server shows what is recorded: give no URL and no client with it")


def _known(parser: Parser, what: str, name: str, names: tuple[str, ...]) -> str:
    """Return the name as it is written among the names."""
    folded = {known.casefold(): known for known in names}
    if name.casefold() not in folded:
        near = messages.did_you_mean(name, [known for known in names if known])
        parser.error(f"there is no {what} {messages.quoted(name)}{near}")
    return folded[name.casefold()]


def run(options: Namespace) -> int:
    if options.server:
        return handed(options)

    def one(url: str | bytes) -> texts.Outcome:
        if isinstance(url, bytes):
            raise values.UnreadError("it is not valid UTF-8, which most clients need")
        target = wire.target(url)
        names = options.client or NAMES
        answers: list[wire.Answer] = []

        def come() -> Iterator[wire.Answer]:
            coming = wire.answers(url, names, exact=options.exact, timeout=options.timeout)
            with closing(coming):
                for answer in coming:
                    answers.append(answer)
                    yield answer

        def code() -> int:
            kept = all(answer.status not in {"changed", "refused"} for answer in answers)
            return FINE if kept else NO

        if not options.json:
            rows = [client for client in CLIENTS if client.name in names]
            labels = [f"{client.name} {programs.version(client)}" for client in rows]
            found = pieces(url)
            dots = partial(found.sub, lambda it: "•" * len(it[0]))
            return drawn(target, labels, come(), dots), code
        return "\n".join(json_lines(url, target, come())), code()

    return texts.each(options, one, "\n\n")


def handed(options: Namespace) -> int:
    """Print what the servers hand on, a table for each or an object for each of their rows."""
    import json  # noqa: PLC0415  because a person gets none

    every = EVERY in options.server
    pieces: list[str] = []
    for name in servers.NAMES if every else dict.fromkeys(options.server):
        rows = servers.named(name)
        if options.json:
            for row in rows:
                handed = {target: row.handed(target) for target in servers.TARGETS}
                about = {"server": row.name, "version": row.version, "reads": row.view}
                pieces.append(json.dumps({**about, "handed": handed}))
            continue
        head = [f"{name} {rows[0].version}", *(row.view for row in rows)]
        lines = [[target, *(row.handed(target) for row in rows)] for target in servers.TARGETS]
        pieces.append(("\n" if pieces else "") + render.table(head, lines).removesuffix("\n"))
    with files.Target(options.output) as target:
        target.append(("\n".join(pieces) + "\n").encode())
        target.commit()
    return FINE


def drawn(
    target: str,
    labels: Sequence[str],
    answers: Iterable[wire.Answer],
    hide: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield lines of text: the written target, and what each client did with it; labels are the
    names and versions of the clients. ``hide`` hides the passwords of a text, and keeps its length.
    """
    target = hide(target)
    yield f"written: {messages.printable(target)}"
    width = max(map(len, labels)) + 2
    for answer in answers:
        who = f"{answer.client} {answer.version}".rstrip()
        why = f": {messages.printable(hide(answer.why))}" if answer.why else ""
        yield f"{who:{width}}{STATUS[answer.status]}{why}"
        if answer.received is None or not answer.changes:
            continue
        cells = [messages.printable(c) for c in target]
        under = [" "] * (len(cells) + 1)
        for change in answer.changes:
            # Added text is before the character with the caret.
            under[change.start : max(change.end, change.start + 1)] = "^" * max(
                change.end - change.start, 1
            )
        yield "  " + "".join(cells)
        drawn_under = [c * len(cell) for c, cell in zip(under, [*cells, " "], strict=True)]
        yield "  " + "".join(drawn_under).rstrip()
        yield f"  {messages.printable(hide(answer.received))}"
        for change in answer.changes:
            sides = (change.written or "nothing", change.received or "nothing")
            before, after = (messages.printable(hide(side)) for side in sides)
            yield f"    {change.component}: {before} -> {after} ({WORDS[change.what]})"


def json_lines(url: str, target: str, answers: Iterable[wire.Answer]) -> Iterator[str]:
    """Yield an object for each client; octets that are not valid UTF-8 are percent-encoded."""
    import json  # noqa: PLC0415  because a person gets none

    for answer in answers:
        record: dict[str, object] = {
            "url": url,
            "client": answer.client,
            "version": answer.version or None,
            "status": answer.status,
            "written": target,
        }
        record |= _text("received", answer.received)
        record["why"] = answer.why or None
        record["changes"] = [
            {
                "component": change.component,
                "start": change.start,
                "end": change.end,
                "written": change.written,
                **_text("received", change.received),
                "what": change.what,
            }
            for change in answer.changes
        ]
        yield json.dumps(record)


def _text(name: str, text: str | None) -> dict[str, str | None]:
    from superuri._core import encode  # noqa: PLC0415  because it is rarely needed

    try:
        if text is not None:
            text.encode()
    except UnicodeEncodeError:
        return {f"{name}_encoded": encode(text or "", errors="surrogateescape")}
    return {name: text}


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= LONGEST:
        raise WordError(f'"{text}" is not a number of seconds up to {LONGEST}')
    return number
