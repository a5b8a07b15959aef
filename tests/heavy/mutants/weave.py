"""Weave mutants into a copy of the sources: all in one build, of which each run turns one on.

A mutant is a row of cargo-mutants: a place in a file, and what replaces it. Where the code is
`a < b`, the copy has `match at(7) { 7 => a <= b, _ => a < b }`, and `at` answers the number of the
mutant that SUPERURI_MUTANT turns on (`switch.rs`). So what takes one build for each mutant takes
one for all of them. What has no such form, or does not compile in it, is named by `woven`.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import tree_sitter
import tree_sitter_rust

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tree_sitter import Node

    from heavy.mutants.verdicts import Mutant

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
AT = "superuri_switch::at"
#: Comments around what each mutant puts in, and around each place, tell which one an error is of.
ARM = re.compile(rb"/\*<(\d+)\*/(.*?)/\*\1>\*/", re.DOTALL)
PLACE = re.compile(rb"/\*\[(\d+)\*/(.*?)/\*\1\]\*/", re.DOTALL)
#: An arm that can be off, and any mutant.
OFF = re.compile(rb"at\(\d+\) != (\d+)")
NUMBER = re.compile(rb"/\*<(\d+)\*/")
#: What the compiler evaluates.
CONSTANT = {"const_item", "static_item", "const_block", "array_type", "type_arguments"}
BINARY = {"binary_expression", "compound_assignment_expr"}


class Site(NamedTuple):
    """A place whose text is replaced: its mutants, and what makes the new text."""

    start: int
    end: int
    numbers: list[int]
    #: Given what renders a range with the sites inside of it.
    made: Callable[[Callable[[int, int], bytes]], bytes]


def chosen(arms: dict[int, bytes], usual: bytes) -> bytes:
    """Return an expression that is one of the arms if its mutant is on, else the usual one."""
    first = min(arms)
    cases = b"".join(b"/*<%d*/%d => %b,/*%d>*/ " % (n, n, arm, n) for n, arm in arms.items())
    made = b"match %b(%d) { %b_ => %b }" % (AT.encode(), first, cases, usual)
    return b"/*[%d*/%b/*%d]*/" % (first, made, first)


class File:
    """A file of the copy, and the sites of its mutants."""

    def __init__(self, text: bytes) -> None:
        """Parse the text."""
        self.text = text
        self.lines = [0, *(found.end() for found in re.finditer(rb"\n", text))]
        self.root = PARSER.parse(text).root_node

    def offset(self, place: dict[str, int]) -> int:
        """Return where a line and a column (both from 1, in characters) are, in bytes."""
        begin = self.lines[place["line"] - 1]
        line = self.text[begin : begin + 4000].decode(errors="ignore")
        return begin + len(line[: place["column"] - 1].encode())

    def node(self, start: int, end: int, kinds: Iterable[str] = ()) -> Node | None:
        """Return the smallest node around this range, or the smallest of these kinds."""
        found = self.root.descendant_for_byte_range(start, end)
        while found and kinds and found.type not in kinds:
            found = found.parent
        return found

    def is_constant(self, mutant: Mutant) -> bool:
        """Return whether the compiler can evaluate the place of a mutant."""
        at = self.offset(mutant["span"]["start"])
        node = self.node(at, at)
        while node and node.type not in CONSTANT:
            # The length of an array.
            if node.parent and node == node.parent.child_by_field_name("length"):
                return True
            if node.type == "function_item":
                head = self.text[node.start_byte : node.end_byte].partition(b"fn ")[0]
                return b"const " in head
            node = node.parent
        return node is not None

    def sites(self, mutants: dict[int, Mutant]) -> list[Site]:
        """Return the sites of these mutants; those without one are left out."""
        places: dict[tuple[Any, ...], dict[int, Mutant]] = defaultdict(dict)
        for number, mutant in mutants.items():
            span = mutant["span"]
            key = (mutant["genre"], self.offset(span["start"]), self.offset(span["end"]))
            places[key][number] = mutant
        makers = {
            "BinaryOperator": self.binary,
            "UnaryOperator": self.unary,
            "MatchArmGuard": self.guard,
            "MatchArm": self.arm,
            "StructField": self.field,
            "FnValue": self.body,
        }
        made = (makers[key[0]](key[1], key[2], own) for key, own in places.items())
        return [site for site in made if site]

    def binary(self, start: int, end: int, own: dict[int, Mutant]) -> Site | None:
        """Return the site of an operator between two operands."""
        node = self.node(start, end, BINARY)
        left, right = (
            node and node.child_by_field_name("left"),
            node and node.child_by_field_name("right"),
        )
        if not node or not left or not right or left.end_byte > start or right.start_byte < end:
            return None
        one, other = left.text or b"", right.text or b""
        arms = {n: b"%b %b %b" % (one, it["replacement"].encode(), other) for n, it in own.items()}
        usual = (node.start_byte, start, end, node.end_byte)

        def made(inner: Callable[[int, int], bytes]) -> bytes:
            begin, operator, after, last = usual
            return b"(%b)" % chosen(
                arms, inner(begin, operator) + self.text[operator:after] + inner(after, last)
            )

        return Site(node.start_byte, node.end_byte, list(own), made)

    def unary(self, start: int, end: int, own: dict[int, Mutant]) -> Site | None:
        """Return the site of an operator before its operand."""
        node = self.node(start, end, {"unary_expression"})
        if not node or node.start_byte != start:
            return None
        last = node.end_byte
        arms = {n: it["replacement"].encode() + self.text[end:last] for n, it in own.items()}
        return Site(
            start,
            last,
            list(own),
            lambda inner: b"(%b)" % chosen(arms, self.text[start:end] + inner(end, last)),
        )

    def guard(self, start: int, end: int, own: dict[int, Mutant]) -> Site | None:
        """Return the site of the condition of an arm."""
        if b"let " in self.text[start:end]:
            return None
        arms = {n: it["replacement"].encode() for n, it in own.items()}
        return Site(start, end, list(own), lambda inner: b"(%b)" % chosen(arms, inner(start, end)))

    def arm(self, start: int, end: int, own: dict[int, Mutant]) -> Site | None:
        """Return the site that lets an arm match nothing."""
        node = self.node(start, end, {"match_arm"})
        pattern = node and node.child_by_field_name("pattern")
        if not node or not pattern or node.start_byte > start:
            return None
        number = min(own)
        off = b"/*[%d*/%b(%d) != %d/*%d]*/" % (number, AT.encode(), number, number, number)
        condition = pattern.child_by_field_name("condition")
        if not condition:
            at = pattern.end_byte
            return Site(at, at, list(own), lambda _: b" if " + off)
        at = condition.start_byte
        return Site(at, at, list(own), lambda _: off + b" && ")

    def field(self, start: int, end: int, own: dict[int, Mutant]) -> Site | None:
        """Return the site of a value whose field is left to the base."""
        node = self.node(start, end, {"struct_expression"})
        if not node:
            return None
        begin, last = node.start_byte, node.end_byte
        rest = self.text[end:last].lstrip().removeprefix(b",")
        arms = dict.fromkeys(own, self.text[begin:start] + rest)
        return Site(
            begin, last, list(own), lambda inner: b"(%b)" % chosen(arms, inner(begin, last))
        )

    def body(self, start: int, _: int, own: dict[int, Mutant]) -> Site | None:
        """Return the site that answers before the body of a function does."""
        arms = {n: b"return " + it["replacement"].encode() for n, it in own.items()}
        return Site(start, start, list(own), lambda _: chosen(arms, b"{}") + b" ")

    def woven(self, sites: list[Site]) -> bytes:
        """Return the text with its sites."""
        # An outer one before those inside, and what only inserts before what begins there.
        ordered = sorted(sites, key=lambda site: (site.start, site.end != site.start, -site.end))
        return self.rendered(0, len(self.text), ordered)

    def rendered(self, begin: int, end: int, sites: list[Site]) -> bytes:
        """Return the text from `begin` to `end` with these sites of it, outer ones first."""
        out, at, index = [], begin, 0
        while index < len(sites):
            site = sites[index]
            inside = index + 1
            while inside < len(sites) and sites[inside].end <= site.end and site.end != site.start:
                inside += 1
            own = sites[index + 1 : inside]

            def inner(low: int, high: int, own: list[Site] = own) -> bytes:
                return self.rendered(
                    low, high, [s for s in own if low <= s.start and s.end <= high]
                )

            out += [self.text[at : site.start], site.made(inner)]
            at, index = site.end, inside
        return b"".join([*out, self.text[at:end]])


def dropped(text: bytes, at: int) -> list[int]:
    """Return the mutants that an error at this byte of a woven text is of."""
    for pattern in (ARM, PLACE):
        around = [found for found in nested(pattern, text) if found[1] <= at < found[2]]
        if around:
            number = min(around, key=lambda found: found[2] - found[1])
            inner = text[number[1] : number[2]]
            if pattern is ARM:
                return [number[0]]
            return [number[0], *(int(found[1]) for found in NUMBER.finditer(inner))]
    # A match may need its arms, and what a function returns can clash with its last expression.
    for kind, inside in (("match_expression", OFF), ("function_item", NUMBER)):
        node = PARSER.parse(text).root_node.descendant_for_byte_range(at, at)
        while node and node.type != kind:
            node = node.parent
        if numbers := [int(found[1]) for found in inside.finditer((node and node.text) or b"")]:
            return numbers
    return []


def nested(pattern: re.Pattern[bytes], text: bytes) -> Iterable[tuple[int, int, int]]:
    """Yield the number, start and end of all matches, also those inside of others."""
    at = 0
    while found := pattern.search(text, at):
        yield int(found[1]), found.start(), found.end()
        at = found.start() + 1


def errors(
    command: list[str], tree: Path, environment: dict[str, str]
) -> list[tuple[str, int, str]]:
    """Build; return the file, the byte and the message of each error."""
    done = subprocess.run(
        [*command, "--message-format=json"],
        check=False,
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
    )
    found = []
    for line in done.stdout.splitlines():
        row = json.loads(line)
        message = row.get("message") or {}
        if row.get("reason") == "compiler-message" and message["level"] == "error":
            spans = sorted(message["spans"], key=lambda span: not span["is_primary"])
            for span in spans:
                # The place in our file, also of what a macro made.
                outer = span
                while outer.get("expansion"):
                    outer = outer["expansion"]["span"]
                found.append((outer["file_name"], outer["byte_start"], message["message"]))
                break
            else:
                found.append(("", 0, message["message"]))
    if done.returncode and not found:
        found.append(("", 0, done.stderr[-2000:]))
    return found
