"""Man page, which the wheel installs."""

from superuri.cli.arguments import overview
from superuri.cli.output import EXITS
from superuri.cli.verbs.completion import commands

#: The maximum number of values that are listed for an option; `superuri list` lists all.
MOST_NAMED = 12


def quoted(text: str) -> str:
    """Return the text escaped for roff."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga").replace("'", r"\(aq")
    text = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in text)
    return "\n".join(rf"\&{line}" if line[:1] == "." else line for line in text.split("\n"))


def page() -> str:
    """Return the man page, generated from the parsers."""
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
    for name, does, known in commands():
        lines += [f".SS {quoted(name)}", quoted(f"{does[0].upper()}{does[1:]}.")]
        for each in known:
            if each.names:
                lines += [".TP", rf"\fB{quoted(', '.join(each.names))}\fR", quoted(each.help)]
                if each.values and len(each.values) <= MOST_NAMED:
                    lines.append(quoted(f"One of {', '.join(each.values)}."))
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXITS:
        lines += [".TP", rf"\fB{code}\fR", quoted(meaning)]
    return "\n".join([*lines, ""])
