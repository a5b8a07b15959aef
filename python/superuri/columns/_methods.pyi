"""Written by docs/writers/columns.py: a method for each verb."""

from collections.abc import Iterable
from typing import Generic, Literal, TypeVar

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

_Thing = TypeVar("_Thing")
MORE: dict[str, object]

class Methods(Generic[_Thing]):
    _thing: _Thing
    def __init__(self, thing: _Thing) -> None: ...
    def __call__(self, verb: str, /, **options: object) -> _Thing: ...
    def encode(
        self,
        set: Set | _SetName = "rfc3986.COMPONENT",
        *,
        encoding: str = "utf-8",
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def decode(
        self,
        *,
        encoding: str | tuple[str, ...] = "utf-8",
        errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
        repertoire: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def decode_bytes(
        self,
        *,
        errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def clean(
        self,
        profile: Profile | _ProfileName = "RFC3986",
        *,
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def normalize(
        self,
        level: _Level = "scheme",
        *,
        also: _Also | Iterable[_Also] = (),
        tracking: Tracking | Iterable[str] | None = None,
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def pretty(
        self,
        profile: Display | _DisplayName = "LOSSLESS",
        *,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def form_encode(
        self,
        *,
        encoding: str = "utf-8",
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def form_decode(
        self,
        *,
        encoding: str | tuple[str, ...] = "utf-8",
        errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
        repertoire: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def is_uri(
        self,
        profile: Profile | _ProfileName = "RFC3986",
        *,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def error(
        self,
        profile: Profile | _ProfileName = "RFC3986",
        *,
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def split(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def parse(
        self,
        *,
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def host(
        self,
        *,
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def agreed_host(
        self,
        *,
        has_base: bool = False,
        host: bool = False,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def domain(
        self,
        *,
        rules: Literal["all", "icann"] = "all",
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def query(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def form(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def key(
        self,
        tables: str = "2026.1",
        *,
        tracking: Tracking | Iterable[str] | None = None,
        default_scheme: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def surt(
        self,
        variant: Literal["ia", "cdxj", "ia-scheme"] = "ia",
        *,
        www: bool = False,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def safe_browsing(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def scrapy(
        self,
        *,
        keep_fragments: bool = False,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def lint(
        self,
        *,
        select: str | Iterable[str] = (),
        ignore: str | Iterable[str] = (),
        policy: str | None = None,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
    def depth(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def refang(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def defang(
        self, *, on_error: Policy = "raise", with_errors: bool = False, threads: int | None = None
    ) -> _Thing: ...
    def unwrap(
        self,
        *,
        generic: bool = False,
        on_error: Policy = "raise",
        with_errors: bool = False,
        threads: int | None = None,
    ) -> _Thing: ...
