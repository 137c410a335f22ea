"""A statement of the newest version: only the publisher's own is believed, and not for ever."""

import base64
from datetime import date, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from engine.updates import (
    Release,
    StaleStatementError,
    UnreadableStatementError,
    is_newer,
    read_statement,
    write_statement,
)

TODAY = date(2026, 11, 26)
KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
PUBLIC = KEY.public_key().public_bytes_raw()
RELEASE = Release(
    version="0.2.0",
    day=TODAY,
    until=TODAY + timedelta(days=90),
    address="https://example.org/companion",
    words="It sings now.",
    packages={"companion_0.2.0_amd64.deb": "a" * 64},
)
SIGNED = write_statement(RELEASE, KEY)


def test_what_was_signed_is_read() -> None:
    assert read_statement(SIGNED, PUBLIC, TODAY) == RELEASE


@given(st.integers(0, len(SIGNED) - 1), st.integers(1, 255))
def test_a_single_changed_byte_is_seen(at: int, by: int) -> None:
    forged = bytearray(SIGNED)
    forged[at] ^= by
    with pytest.raises(UnreadableStatementError):
        read_statement(bytes(forged), PUBLIC, TODAY)


@given(st.binary(max_size=400))
def test_anything_else_is_no_statement(data: bytes) -> None:
    with pytest.raises(UnreadableStatementError):
        read_statement(data, PUBLIC, TODAY)


def test_somebody_elses_is_not_believed_nor_a_long_one() -> None:
    other = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
    for statement in (write_statement(RELEASE, other), SIGNED + b" " * 20_000):
        with pytest.raises(UnreadableStatementError):
            read_statement(statement, PUBLIC, TODAY)


def test_what_else_the_key_signed_is_no_statement() -> None:
    body = RELEASE.model_dump_json().encode()
    with pytest.raises(UnreadableStatementError):
        read_statement(base64.b64encode(KEY.sign(body)) + b"\n" + body, PUBLIC, TODAY)


def test_an_old_one_does_not_hide_a_newer_version_for_ever() -> None:
    assert read_statement(SIGNED, PUBLIC, RELEASE.until) == RELEASE
    with pytest.raises(StaleStatementError):
        read_statement(SIGNED, PUBLIC, RELEASE.until + timedelta(days=1))


@given(st.tuples(*[st.integers(0, 99)] * 3), st.tuples(*[st.integers(0, 99)] * 3))
def test_versions_go_by_their_numbers(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    spelled = [".".join(map(str, each)) for each in (one, other)]
    assert is_newer(*spelled) == (one > other)
    assert not is_newer(f"{spelled[0]}-beta", spelled[1])


def test_a_shorter_version_is_filled_with_noughts() -> None:
    assert not is_newer("0.1", "0.1.0")
    assert is_newer("0.1.1", "0.1")
