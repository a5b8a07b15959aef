"""Written by docs/writers/columns.py: a function of columns for each verb."""

from collections.abc import Iterable
from typing import Literal

from datafusion import Expr, SessionContext

from superuri._core import (
    Display,
    Profile,
    Set,
    Tracking,
    _Also,
    _DisplayName,
    _Level,
    _ProfileName,
    _SetName,
)
from superuri.columns.arrow import Policy

NAMES: dict[str, str]

def register(context: SessionContext, *, on_error: Policy = "null") -> SessionContext: ...
def encode(
    col: Expr,
    set: Set | _SetName = "rfc3986.COMPONENT",
    *,
    encoding: str = "utf-8",
    on_error: Policy = "null",
) -> Expr: ...
def decode(
    col: Expr,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def decode_bytes(
    col: Expr,
    *,
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    on_error: Policy = "null",
) -> Expr: ...
def clean(
    col: Expr,
    profile: Profile | _ProfileName = "RFC3986",
    *,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def normalize(
    col: Expr,
    level: _Level = "scheme",
    *,
    also: _Also | Iterable[_Also] = (),
    tracking: Tracking | Iterable[str] | None = None,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def pretty(
    col: Expr, profile: Display | _DisplayName = "LOSSLESS", *, on_error: Policy = "null"
) -> Expr: ...
def form_encode(col: Expr, *, encoding: str = "utf-8", on_error: Policy = "null") -> Expr: ...
def form_decode(
    col: Expr,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def is_uri(
    col: Expr, profile: Profile | _ProfileName = "RFC3986", *, on_error: Policy = "null"
) -> Expr: ...
def error(
    col: Expr,
    profile: Profile | _ProfileName = "RFC3986",
    *,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def split(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def parse(col: Expr, *, default_scheme: str | None = None, on_error: Policy = "null") -> Expr: ...
def host(col: Expr, *, default_scheme: str | None = None, on_error: Policy = "null") -> Expr: ...
def agreed_host(
    col: Expr, *, has_base: bool = False, host: bool = False, on_error: Policy = "null"
) -> Expr: ...
def domain(
    col: Expr,
    *,
    rules: Literal["all", "icann"] = "all",
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def query(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def form(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def key(
    col: Expr,
    tables: str = "2026.1",
    *,
    tracking: Tracking | Iterable[str] | None = None,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def surt(
    col: Expr,
    variant: Literal["ia", "cdxj", "ia-scheme"] = "ia",
    *,
    www: bool = False,
    on_error: Policy = "null",
) -> Expr: ...
def safe_browsing(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def scrapy(col: Expr, *, keep_fragments: bool = False, on_error: Policy = "null") -> Expr: ...
def lint(
    col: Expr,
    *,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
    on_error: Policy = "null",
) -> Expr: ...
def depth(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def refang(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def defang(col: Expr, *, on_error: Policy = "null") -> Expr: ...
def unwrap(col: Expr, *, generic: bool = False, on_error: Policy = "null") -> Expr: ...
