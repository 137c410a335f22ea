"""Frames survive any header, any payload and any way of being cut up by a pipe."""

import io
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.native.protocol import pack_tokens, unpack_tokens
from engine.process.wire import FrameError, pack, read_frame, write_frame

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
headers = st.dictionaries(st.text(), json_values, max_size=6)


class Trickle:
    """A stream that takes and gives at most `step` bytes at a time."""

    def __init__(self, step: int, data: bytes = b"") -> None:
        self.step = step
        self.buffer = io.BytesIO(data)

    def read(self, size: int) -> bytes:
        return self.buffer.read(min(size, self.step))

    def write(self, part: memoryview) -> int:
        return self.buffer.write(part[: self.step])


@given(st.lists(st.tuples(headers, st.binary(max_size=200)), max_size=4), st.integers(1, 64))
def test_frames_come_out_as_they_went_in(frames, step):
    stream = Trickle(step)
    for header, payload in frames:
        write_frame(stream.write, header, payload)
    stream.buffer.seek(0)
    read = [read_frame(stream.read) for _ in frames]
    assert read == frames
    assert read_frame(stream.read) is None


@given(headers, st.binary(min_size=1, max_size=50), st.data())
def test_a_frame_cut_short_is_the_end_of_the_stream(header, payload, data):
    whole = pack(header, payload) + payload
    cut = data.draw(st.integers(0, len(whole) - 1))
    assert read_frame(Trickle(64, whole[:cut]).read) is None


@given(st.binary(min_size=8, max_size=200))
def test_other_bytes_are_refused_or_end_the_stream_but_never_break_it(noise):
    try:
        frame = read_frame(Trickle(64, noise).read)
    except FrameError:
        return
    assert frame is None or isinstance(frame[0], dict)


def test_a_header_of_impossible_length_is_refused_before_it_is_read():
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(b"\xff\xff\xff\xff\x00\x00\x00\x00" + b"x" * 100).read)


@given(st.lists(st.integers(-(2**31), 2**31 - 1)))
def test_token_ids_survive(tokens):
    assert unpack_tokens(pack_tokens(tokens)) == tokens


def test_a_payload_larger_than_a_pipe_passes_through_one():
    source, sink = os.pipe()
    payload = os.urandom(3_000_000)
    writer = threading.Thread(target=write_frame, args=(lambda part: os.write(sink, part), {"a": 1}, payload))
    writer.start()
    frame = read_frame(lambda size: os.read(source, size))
    writer.join()
    os.close(source)
    os.close(sink)
    assert frame == ({"a": 1}, payload)
