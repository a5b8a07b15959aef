"""DATA: decoders of this package and of other programs, and how each one is run."""

from superuri.who import decoders_languages, decoders_programs, decoders_python, decoders_read
from superuri.who.decoding import Decoder


def _ours(name: str, *, of: str = "", **options: object) -> Decoder:
    """Return the row of the decoder of this package with this name."""
    module, _, function = name.rpartition(".")
    arguments = "".join(f", {option}={value!r}" for option, value in options.items())
    return Decoder(of or name, "ours", f"{function}(t{arguments})", module)


_PAIR = ("utf-8", "windows-1252")

ROWS = (
    _ours("superuri.decode"),
    _ours("superuri.decode", of="… errors=replace", errors="replace"),
    _ours("superuri.decode", of="… errors=keep", errors="keep"),
    _ours("superuri.decode", of="… encoding=latin-1", encoding="latin-1"),
    _ours("superuri.decode", of="… encoding=(utf-8, windows-1252)", encoding=_PAIR),
    _ours("superuri.percent_u.decode"),
    _ours("superuri.form.decode"),
    _ours("superuri.compat.ecmascript.unescape"),
    _ours("superuri.compat.python2.unquote"),
    _ours("superuri.compat.dialects.java.decode"),
    *decoders_python.ROWS,
    *decoders_programs.ROWS,
    *decoders_languages.ROWS,
    *decoders_read.ROWS,
)
