"""What goes over the line comes out as it went in, or not at all."""

from multiprocessing import Pipe

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.doors.frames import (
    LARGEST_FRAME,
    Line,
    describe_error,
    pack,
    read_call,
    restore_error,
    unpack,
)
from companion.errors import FrameError, HomeBusyError
from engine.errors import CompanionError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON, max_size=5))
def test_a_frame_survives(frame: dict) -> None:
    assert unpack(pack(frame)) == frame


@given(st.binary(max_size=300))
def test_garbage_is_a_frame_error(data: bytes) -> None:
    try:
        assert isinstance(unpack(data), dict)
    except FrameError:
        return


@given(JSON)
def test_what_is_no_call_is_refused(frame: object) -> None:
    with pytest.raises(FrameError):
        read_call({"id": frame, "request": 1, "parameters": {}})


@pytest.mark.parametrize(
    "frame", [{}, {"id": -1, "request": "say", "parameters": {}}, {"id": 1, "request": ""}]
)
def test_a_broken_call_is_refused(frame: dict) -> None:
    with pytest.raises(FrameError):
        read_call(frame)


def test_too_large_a_frame_is_never_sent() -> None:
    with pytest.raises(FrameError, match="larger"):
        pack({"text": "x" * LARGEST_FRAME})


@given(st.text(), st.text())
def test_an_error_keeps_its_words_and_its_ancestry(message: str, remedy: str) -> None:
    told = restore_error(unpack(pack(describe_error(HomeBusyError(message, remedy)))))
    assert (told.message, told.remedy) == (message, remedy)
    assert told.families == ("HomeBusyError", "ServiceError", "CompanionError")
    assert isinstance(told, CompanionError)


def test_an_announced_size_beyond_the_bound_is_refused() -> None:
    ours, theirs = Pipe()
    line = Line(ours)
    theirs._send(b"\x7f\xff\xff\xff")
    with pytest.raises(OSError, match="bad message length"):
        line.receive()
    line.close()
    theirs.close()


def test_hanging_up_wakes_the_other_end() -> None:
    ours, theirs = Pipe()
    one, other = Line(ours), Line(theirs)
    one.hang_up()
    with pytest.raises((EOFError, OSError)):
        other.receive()
    one.close()
    other.close()
