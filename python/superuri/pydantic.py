"""Types and validators for pydantic: legal as it is, cleaned, normalised, of known hosts.

>>> from pydantic import BaseModel
>>> from superuri import URI
>>> from superuri.pydantic import CleanURI
>>> class Link(BaseModel):
...     target: URI
...     typed: CleanURI
>>> Link(target="https://example.com", typed="https://example.com/a b")
Link(target=URI('https://example.com'), typed=URI('https://example.com/a%20b'))
>>> _.model_dump_json()
'{"target":"https://example.com","typed":"https://example.com/a%20b"}'

``URI`` and ``whatwg.URL`` can be types of fields. Use the validators in ``Annotated``, after
``URI`` or ``str``. Each failure is a pydantic error whose type is ``uri_`` plus superuri's code;
its ``ctx`` has ``code``, ``start``, ``end`` and ``help``, and the text it quotes hides the
password. A value of another type is the error ``uri_type``, without ``ctx``.

Only this module needs pydantic: ``pip install 'superuri[pydantic]'``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from superuri._core import URI, agreed_host, clean, edits, normalize
from superuri._values.allowed_hosts import allowed_names, allows
from superuri._values.passwords import hidden, offsets, redacted, revealed
from superuri.errors import ParseError, URIError
from superuri.whatwg import URL

try:
    import pydantic
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema, PydanticCustomError, core_schema
except ImportError as _missing:
    raise ImportError(
        "superuri.pydantic needs pydantic 2: pip install 'superuri[pydantic]'", name="pydantic"
    ) from _missing

__all__ = [
    "CleanURI",
    "Cleaned",
    "Hosts",
    "HttpURI",
    "NormalURI",
    "Normalized",
    "Schemes",
    "Unchanged",
]

_Level: TypeAlias = Literal["case", "percent", "path", "scheme"]
_Also: TypeAlias = Literal["sort-query", "drop-fragment", "drop-tracking", "reserved", "host-case"]
_Json: TypeAlias = dict[str, Any]
_Inner: TypeAlias = Callable[[Any], Any]

#: The format of each class's texts in JSON Schema, in which "uri" excludes relative references.
_FORMATS: dict[type, str] = {URI: "uri-reference", URL: "uri"}


def _refused(error: URIError) -> PydanticCustomError:
    """Return the error for pydantic. Its message is the last argument, because it quotes text."""
    where = {"code": error.code, "start": error.start, "end": error.end, "help": error.help}
    kind = "uri_" + error.code.replace("-", "_")
    return PydanticCustomError(kind, "{reason}", {**where, "reason": str(error)})


def schema_of(source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
    """Return the validation of a superuri class: an instance, or a text that it can parse.

    ``repr`` hides a password in Python; JSON contains the whole text, like ``str``.
    """

    def read(value: object) -> object:
        text = revealed(value)
        if isinstance(value, source):
            return value
        if not isinstance(text, str):
            raise PydanticCustomError("uri_type", f"Input should be a string or {source.__name__}")
        try:
            return source(text)
        except URIError as error:
            raise _refused(error) from None

    schema = handler.generate_schema(
        Annotated[
            Any,
            pydantic.PlainValidator(read),
            pydantic.PlainSerializer(str, return_type=str, when_used="json"),
            pydantic.WithJsonSchema({"type": "string", "format": _FORMATS[source]}),
        ]
    )
    return core_schema.no_info_before_validator_function(hidden, schema)


#: The maximum number of edits in an error, which may be sent back to the author of the text.
_MOST_EDITS = 100


class _Validator:
    """A validator in ``Annotated``: it runs on the text before parsing, and on the result."""

    #: Does it accept any text that can be cleaned, whatever the format of the result?
    takes_any: ClassVar[bool] = False
    #: The format of the result in JSON Schema, if it is a different one.
    leaves: ClassVar[str] = ""

    def _before(self, text: str) -> str:
        return text

    def _after(self, text: str) -> None:
        """Raise URIError for a text that is refused."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of the annotated type, wrapped in this validator."""

        def judged(value: object, inner: _Inner) -> object:
            text = revealed(value)
            try:
                found = inner(self._before(text) if isinstance(text, str) else text)
                if isinstance(found, str | URI | URL):
                    self._after(str(found))
            except URIError as error:
                raise _refused(error) from None
            return found

        schema = core_schema.no_info_wrap_validator_function(judged, handler(source))
        return core_schema.no_info_before_validator_function(hidden, schema)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> _Json:
        """Return the inner schema, with the format of this validator's result."""
        found = handler(schema)
        if self.takes_any and handler.mode == "validation":
            found.pop("format", None)
        if self.leaves and "format" in found:
            found["format"] = self.leaves
        return found


@dataclass(frozen=True)
class Cleaned(_Validator):
    """The text cleaned by ``superuri.clean``.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> from superuri.pydantic import Cleaned
    >>> TypeAdapter(Annotated[str, Cleaned()]).validate_python("https://example.com/ü")
    'https://example.com/%C3%BC'
    """

    takes_any = True

    def _before(self, text: str) -> str:
        return clean(text)


@dataclass(frozen=True)
class Normalized(_Validator):
    """The text normalised by ``superuri.normalize``, at this level and with these options.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> from superuri import URI
    >>> from superuri.pydantic import Normalized
    >>> tracked = Annotated[URI, Normalized(also=("drop-tracking",))]
    >>> TypeAdapter(tracked).validate_python("HTTP://EXAMPLE.com:80/?a=1&utm_source=x")
    URI('http://example.com/?a=1')
    """

    takes_any = True
    level: _Level = "scheme"
    also: tuple[_Also, ...] = ()

    def _before(self, text: str) -> str:
        return normalize(text, self.level, also=self.also)


@dataclass(frozen=True)
class Unchanged(_Validator):
    """The text, if ``clean``, or ``normalize`` at a level, does not change it; else an error with
    the changes.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter, ValidationError
    >>> from superuri import URI
    >>> from superuri.pydantic import Unchanged
    >>> try:
    ...     TypeAdapter(Annotated[URI, Unchanged()]).validate_python("https://example.com/a b%")
    ... except ValidationError as error:
    ...     print(error.errors()[0]["ctx"]["edits"])
    [(21, 22, '%20', 'space'), (23, 24, '%25', 'stray-percent')]

    Nothing is rewritten. ``ctx["edits"]`` has the first hundred ``superuri.edits``, without those
    in a password; ``ctx["normal"]`` has the normal form, if the text differs from it.
    """

    level: _Level | None = None

    def _before(self, text: str) -> str:
        if made := edits(text):
            raise _changes(text, made)
        if self.level and (normal := normalize(text, self.level)) != text:
            reason = f"it is not in its normal form, which is {redacted(normal)}"
            help_ = "write the normal form, or take NormalURI"
            where = {"code": "not-normal", "start": 0, "end": len(text), "level": self.level}
            where |= {"normal": redacted(normal), "reason": reason, "help": help_}
            raise PydanticCustomError("uri_not_normal", "{reason}", where)
        return text


@dataclass(frozen=True, init=False)
class Schemes(_Validator):
    """One of these schemes, so that a relative reference is refused.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> from superuri import URI
    >>> from superuri.pydantic import Schemes
    >>> TypeAdapter(Annotated[URI, Schemes("urn")]).validate_python("urn:isbn:0451450523")
    URI('urn:isbn:0451450523')
    """

    leaves = "uri"
    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", tuple(name.lower() for name in names))

    def _after(self, text: str) -> None:
        scheme = URI(text).scheme
        if scheme in self.names:
            return
        message = "there is no scheme" if scheme is None else f'the scheme is "{scheme}"'
        raise ParseError(
            f"{message}; it must be one of: {', '.join(self.names)}",
            *(text, 0, len(scheme or ""), "foreign-scheme", "write another URI"),
        )


@dataclass(frozen=True, init=False)
class Hosts(_Validator):
    """One of these hosts, and the same for every parser; without names, any host on which all
    agree.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> from superuri import URI
    >>> from superuri.pydantic import Hosts
    >>> ours = TypeAdapter(Annotated[URI, Hosts("example.com", ".example.com")])
    >>> ours.validate_python("https://shop.example.com/")
    URI('https://shop.example.com/')

    A name allows itself, one that begins with a dot all names below it; of a name in another script
    the A-labels are meant. A text without a host is refused. ``superuri.agreed_host`` finds the
    host; addresses are not looked up.
    """

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", tuple(allowed_names(names)))

    def _after(self, text: str) -> None:
        host = agreed_host(text)
        if not host:
            message = "it has no host"
        elif not self.names or allows(self.names, host):
            return
        else:
            message = f'the host "{host}" is not one of those allowed'
        raise ParseError(message, text, 0, len(text), "foreign-host", "write another URI")


def _changes(text: str, made: tuple[tuple[int, int, str, str], ...]) -> PydanticCustomError:
    """Return the changes that clean would make, as an error that hides changes in a password."""
    secret = offsets(text)
    few = made[:_MOST_EDITS]
    seen = [(a, b, new if secret.isdisjoint(range(a, b)) else "…", why) for a, b, new, why in few]
    first, last, new, why = seen[0]
    more = f", and {len(made) - 1} more" if len(made) > 1 else ""
    reason = f'clean writes "{new}" at {first}..{last} ({why}){more}'
    where = {"code": "would-change", "start": first, "end": last, "edits": seen, "reason": reason}
    where["help"] = "write what clean writes, or take CleanURI"
    return PydanticCustomError("uri_would_change", "{reason}", where)


#: A URI that ``superuri.clean`` has cleaned.
CleanURI = Annotated[URI, Cleaned()]
#: A URI that ``superuri.normalize`` has normalised.
NormalURI = Annotated[URI, Normalized()]
#: A legal http or https URI whose host is the same for every parser.
HttpURI = Annotated[URI, Schemes("http", "https"), Hosts()]
