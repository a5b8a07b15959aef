"""Arrow's C structures, built with ctypes, with errors if a test wants some."""

import ctypes
from typing import Any

CAPSULE = ctypes.pythonapi.PyCapsule_New
CAPSULE.restype, CAPSULE.argtypes = (
    ctypes.py_object,
    [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
)


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
SAY = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", GET),
    ("get_next", GET),
    ("get_last_error", SAY),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]


class Forged:
    """An object that exports one array with these buffers and attributes."""

    def __init__(self, fmt: bytes | None, buffers: list[bytes | None], **attributes: Any) -> None:
        self.released = {"schema": 0, "array": 0}
        self.kept: list[Any] = []
        values = attributes.pop("values", None)
        self.schema = self._schema(fmt, values)
        self.array = self._array(buffers, {"length": 1, **attributes}, values)
        self.names = (b"arrow_schema", b"arrow_array")

    def _release(self, which: str, kind: type[ctypes.Structure]) -> Any:
        def release(at: int) -> None:
            self.released[which] += 1
            kind.from_address(at).release = RELEASE(0)

        self.kept.append(RELEASE(release))
        return self.kept[-1]

    def _schema(self, fmt: bytes | None, values: "Forged | None") -> Schema:
        schema = Schema(format=fmt, name=b"", flags=2, release=self._release("schema", Schema))
        if values is not None:
            self.kept.append(values)
            schema.dictionary = ctypes.pointer(values.schema)
        return schema

    def _array(
        self, buffers: list[bytes | None], attributes: dict[str, Any], values: "Forged | None"
    ) -> Array:
        kept = [None if b is None else ctypes.create_string_buffer(b, len(b)) for b in buffers]
        pointers = (ctypes.c_void_p * len(kept))(
            *(None if b is None else ctypes.addressof(b) for b in kept)
        )
        self.kept += [kept, pointers]
        array = Array(
            n_buffers=len(buffers),
            buffers=ctypes.cast(pointers, ctypes.POINTER(ctypes.c_void_p)),
            release=self._release("array", Array),
        )
        for name, value in attributes.items():
            setattr(array, name, value)
        if values is not None:
            array.dictionary = ctypes.pointer(values.array)
        return array

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        schema, array = self.names
        return (
            CAPSULE(ctypes.addressof(self.schema), schema, None),
            CAPSULE(ctypes.addressof(self.array), array, None),
        )


class Streamed:
    """An object that exports a stream of forged arrays."""

    def __init__(self, arrays: list[Forged], *, fails: str = "") -> None:
        self.released, self.left = 0, list(arrays)

        def get_schema(_: int, out: int) -> int:
            if fails == "schema":
                return 22
            ctypes.memmove(out, ctypes.addressof(arrays[0].schema), ctypes.sizeof(Schema))
            return 0

        def get_next(_: int, out: int) -> int:
            if not self.left:
                return 5 if fails == "next" else 0
            array = self.left.pop(0).array
            ctypes.memmove(out, ctypes.addressof(array), ctypes.sizeof(Array))
            return 0

        def release(at: int) -> None:
            self.released += 1
            Stream.from_address(at).release = RELEASE(0)

        attributes = ctypes.create_string_buffer(b"the disk is gone")
        self.kept = (arrays, attributes, GET(get_schema), GET(get_next), RELEASE(release))
        self.say = SAY(lambda _: ctypes.addressof(attributes))
        self.stream = Stream(self.kept[2], self.kept[3], self.say, self.kept[4], None)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return CAPSULE(ctypes.addressof(self.stream), b"arrow_array_stream", None)
