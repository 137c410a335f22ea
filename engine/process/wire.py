"""Frames between the application and a child process: a length, a JSON header and optional bytes.

A frame is `header length, payload length` (two unsigned 32-bit numbers, little-endian), the header as UTF-8
JSON and the payload as it is. No pickle: a frame can carry data, never behaviour.
"""

import json
import struct
from collections.abc import Callable
from io import BytesIO
from typing import Any

AT_ONCE = 1 << 20
LENGTHS = struct.Struct("<II")
LARGEST_HEADER = 64 * 1024 * 1024

Header = dict[str, Any]
Frame = tuple[Header, bytes]
Read = Callable[[int], bytes]
Write = Callable[[memoryview], int]


class FrameError(ValueError):
    """Bytes that are no frame: the other side is not what it should be."""


def pack(header: Header, payload: bytes = b"") -> bytes:
    """The frame's bytes without its payload, which follows as it is."""
    encoded = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return LENGTHS.pack(len(encoded), len(payload)) + encoded


def write_frame(write: Write, header: Header, payload: bytes = b"") -> None:
    """Write one frame; `write` may take part of what it is given, as `os.write` does."""
    for part in (pack(header, payload), payload):
        rest = memoryview(part)
        while rest:
            rest = rest[write(rest) :]


def read_frame(read: Read) -> Frame | None:
    """The next frame, or None at the end of the stream. Raises FrameError for anything else."""
    lengths = _read_exactly(read, LENGTHS.size)
    if lengths is None:
        return None
    header_length, payload_length = LENGTHS.unpack(lengths)
    if header_length > LARGEST_HEADER:
        raise FrameError("a header of impossible length")
    encoded = _read_exactly(read, header_length)
    payload = _read_exactly(read, payload_length)
    if encoded is None or payload is None:
        return None
    return _header(encoded), payload


def _header(encoded: bytes) -> Header:
    try:
        header = json.loads(encoded.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise FrameError("a header that is no JSON") from error
    if not isinstance(header, dict):
        raise FrameError("a header that is no object")
    return header


def _read_exactly(read: Read, size: int) -> bytes | None:
    parts = BytesIO()  # gives what it holds without copying it
    while (left := size - parts.tell()) > 0:
        # A reader may set aside all that it is asked for, each time.
        part = read(min(left, AT_ONCE))
        if not part:
            return None
        parts.write(part)
    return parts.getvalue()
