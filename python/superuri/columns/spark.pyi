"""Written by docs/writers/columns.py: a function of columns for each verb."""

from collections.abc import Iterable
from typing import Literal

from pyspark.sql import Column, SparkSession

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

def register(spark: SparkSession, *, on_error: Policy = "null") -> SparkSession: ...
def encode(
    col: Column | str,
    set: Set | _SetName = "rfc3986.COMPONENT",
    *,
    encoding: str = "utf-8",
    on_error: Policy = "null",
) -> Column: ...
def decode(
    col: Column | str,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def decode_bytes(
    col: Column | str,
    *,
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    on_error: Policy = "null",
) -> Column: ...
def clean(
    col: Column | str,
    profile: Profile | _ProfileName = "RFC3986",
    *,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def normalize(
    col: Column | str,
    level: _Level = "scheme",
    *,
    also: _Also | Iterable[_Also] = (),
    tracking: Tracking | Iterable[str] | None = None,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def pretty(
    col: Column | str, profile: Display | _DisplayName = "LOSSLESS", *, on_error: Policy = "null"
) -> Column: ...
def form_encode(
    col: Column | str, *, encoding: str = "utf-8", on_error: Policy = "null"
) -> Column: ...
def form_decode(
    col: Column | str,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def is_uri(
    col: Column | str, profile: Profile | _ProfileName = "RFC3986", *, on_error: Policy = "null"
) -> Column: ...
def error(
    col: Column | str,
    profile: Profile | _ProfileName = "RFC3986",
    *,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def split(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def parse(
    col: Column | str, *, default_scheme: str | None = None, on_error: Policy = "null"
) -> Column: ...
def host(
    col: Column | str, *, default_scheme: str | None = None, on_error: Policy = "null"
) -> Column: ...
def agreed_host(
    col: Column | str, *, has_base: bool = False, host: bool = False, on_error: Policy = "null"
) -> Column: ...
def domain(
    col: Column | str,
    *,
    rules: Literal["all", "icann"] = "all",
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def query(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def form(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def key(
    col: Column | str,
    tables: str = "2026.1",
    *,
    tracking: Tracking | Iterable[str] | None = None,
    default_scheme: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def surt(
    col: Column | str,
    variant: Literal["ia", "cdxj", "ia-scheme"] = "ia",
    *,
    www: bool = False,
    on_error: Policy = "null",
) -> Column: ...
def safe_browsing(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def scrapy(
    col: Column | str, *, keep_fragments: bool = False, on_error: Policy = "null"
) -> Column: ...
def lint(
    col: Column | str,
    *,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
    on_error: Policy = "null",
) -> Column: ...
def depth(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def refang(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def defang(col: Column | str, *, on_error: Policy = "null") -> Column: ...
def unwrap(col: Column | str, *, generic: bool = False, on_error: Policy = "null") -> Column: ...
