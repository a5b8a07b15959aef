"""Man page, which the wheel installs."""

from superuri.cli.arguments import overview
from superuri.cli.output import EXITS
from superuri.cli.verbs.completion import Known, commands

#: The maximum number of values that are listed for an option; `superuri list` lists all.
MOST_NAMED = 12


def quoted(text: str) -> str:
    """Return the text escaped for roff."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga").replace("'", r"\(aq")
    text = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in text)
    return "\n".join(rf"\&{line}" if line[:1] == "." else line for line in text.split("\n"))


def described(option: Known) -> list[str]:
    """Return the lines of an option: its names, what it does, and its values if they are few."""
    names = quoted(", ".join(option.names))
    lines = [rf'.IP "\fB{names}\fR"', quoted(option.help)]
    if option.values and len(option.values) <= MOST_NAMED:
        lines.append(quoted(f"One of {', '.join(option.values)}."))
    return lines


def page() -> str:
    """Return the man page, generated from the parsers.

    What is the same for several verbs is described once, and named in the section of each.
    """
    lines = [
        ".TH SUPERURI 1",
        ".SH NAME",
        r"superuri \- percent\-encode, decode, clean and show URIs",
        ".SH SYNOPSIS",
        r".B superuri",
        r".I VERB",
        r"[\fIOPTION\fR...] [\fITEXT\fR...]",
        ".SH DESCRIPTION",
        quoted(overview.ABOUT),
        quoted(overview.MORE),
        ".SH VERBS",
    ]
    users: dict[Known, list[str]] = {}
    for name, _, known in commands():
        for each in known:
            users.setdefault(each, []).append(name)
    shared = [each for each, names in users.items() if each.names and len(names) > 1]
    for name, does, known in commands():
        lines += [f".SS {quoted(name)}", quoted(f"{does[0].upper()}{does[1:]}.")]
        for each in known:
            if each.names and each not in shared:
                lines += described(each)
        also = ", ".join(each.names[-1] for each in known if each in shared)
        lines += [".PP", f"Options of several verbs: {quoted(also)}."]
    lines += [".SH OPTIONS OF SEVERAL VERBS"]
    for each in shared:
        lines += [*described(each), f"({quoted(', '.join(users[each]))})"]
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXITS:
        lines += [rf".IP \fB{code}\fR", quoted(meaning)]
    return "\n".join([*lines, ""])
