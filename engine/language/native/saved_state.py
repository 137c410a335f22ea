"""What a lane has read, as bytes that are put back without reading again.

llama.cpp accepts a state whose bits were flipped and refuses one of another shape only by luck, so a state
carries a fingerprint of all that must agree and an HMAC over everything, with a key that the application
hands over at start.
"""

import ctypes
import hmac
import json
import struct
from array import array
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.language.native.lanes import Lane
from engine.language.native.library import C

MAGIC = b"companion prefix 1\n"
_LENGTH = struct.Struct("<II")
_DIGEST_SIZE = 32

Fingerprint = dict[str, Any]


def save(lane: Lane, fingerprint: Fingerprint, key: bytes) -> bytes:
    """The lane's tokens and cache, authenticated; empty bytes where nothing was read."""
    if not lane.tokens:
        return b""
    head = json.dumps(fingerprint, sort_keys=True).encode()
    tokens = array("i", lane.tokens).tobytes()
    data = _data(lane)
    if not data:
        return b""
    parts = (MAGIC, _LENGTH.pack(len(head), len(lane.tokens)), head, tokens, data)
    digest = hmac.new(key, digestmod="sha256")
    for part in parts:
        digest.update(part)
    return b"".join((*parts, digest.digest()))


def restore(lane: Lane, state: bytes, fingerprint: Fingerprint, key: bytes, *, alone: bool = True) -> int:
    """Put `state` into the lane; returns its tokens, or 0 (and leaves the lane alone) where it is not to be
    trusted.

    Every other lane of the context is emptied for it, unless it is not to be `alone`; it may then find no room.
    """
    body, digest = memoryview(state)[:-_DIGEST_SIZE], state[-_DIGEST_SIZE:]
    if not hmac.compare_digest(hmac.digest(key, body, "sha256"), digest):
        return 0
    parsed = _parse(body, fingerprint)
    if parsed is None or len(parsed[0]) > lane.context.size:
        return 0
    return _fill(lane, *parsed, alone=alone)


def copy(source: Lane, target: Lane) -> int:
    """Let `target`, on another context of the same shape, hold what `source` does; returns its tokens."""
    return _fill(target, list(source.tokens), _data(source))


def _data(lane: Lane) -> memoryview:
    size = C.llama_state_seq_get_size(lane.context.handle, lane.sequence)
    buffer = np.empty(size, dtype=np.uint8)
    written = C.llama_state_seq_get_data(lane.context.handle, _address(buffer), size, lane.sequence)
    return memoryview(buffer.data)[:written]


def _address(buffer: NDArray[np.uint8]) -> Any:
    return buffer.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))


def _parse(body: memoryview, fingerprint: Fingerprint) -> tuple[list[int], memoryview] | None:
    if bytes(body[: len(MAGIC)]) != MAGIC:
        return None
    start = len(MAGIC) + _LENGTH.size
    head_length, count = _LENGTH.unpack(body[len(MAGIC) : start])
    if json.loads(bytes(body[start : start + head_length])) != fingerprint:
        return None
    tokens_at = start + head_length
    data_at = tokens_at + 4 * count
    return array("i", bytes(body[tokens_at:data_at])).tolist(), body[data_at:]


def _fill(lane: Lane, tokens: list[int], data: memoryview, *, alone: bool = True) -> int:
    for other in lane.context.lanes if alone else [lane]:
        other.truncate(0)
    if lane.context.used + len(tokens) > lane.context.size:
        return 0
    where = _address(np.frombuffer(data, dtype=np.uint8))  # tens of megabytes: looked at, not copied
    if not C.llama_state_seq_set_data(lane.context.handle, where, len(data), lane.sequence):
        lane.truncate(0)
        C.llama_memory_seq_rm(lane.context.memory, lane.sequence, -1, -1)
        return 0
    lane.adopt(tokens)
    return len(tokens)
