import copy
import hashlib
import hmac
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.vault.errors import WrongKeyError
from engine.vault.keys.derivation import (
    DataKey,
    PassphraseCost,
    Wrapped,
    unwrap_by_code,
    unwrap_by_passphrase,
    wrap_by_code,
    wrap_by_passphrase,
)

CHEAP = PassphraseCost(memory_kib=16, passes=1, lanes=1)
passphrases = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@given(passphrases)
def test_a_passphrase_unwraps_what_it_wrapped(passphrase: str) -> None:
    key = DataKey.generate()
    wrapped = wrap_by_passphrase(key, passphrase, CHEAP, "v/passphrase")
    assert unwrap_by_passphrase(wrapped, passphrase, CHEAP, "v/passphrase") == key
    assert key.reveal() not in wrapped.sealed


@given(passphrases, passphrases)
def test_another_passphrase_does_not(right: str, wrong: str) -> None:
    wrapped = wrap_by_passphrase(DataKey.generate(), right, CHEAP, "v")
    if wrong != right:
        with pytest.raises(WrongKeyError):
            unwrap_by_passphrase(wrapped, wrong, CHEAP, "v")


@settings(max_examples=40)
@given(st.integers(0, 47), st.integers(1, 255))
def test_a_changed_byte_of_the_wrapping_is_refused(place: int, change: int) -> None:
    wrapped = wrap_by_code(DataKey.generate(), b"secret", "v")
    sealed = bytearray(wrapped.sealed)
    sealed[place] ^= change
    with pytest.raises(WrongKeyError):
        unwrap_by_code(Wrapped(wrapped.salt, wrapped.nonce, bytes(sealed)), b"secret", "v")


def test_a_wrapping_is_bound_to_its_vault_slot_and_cost() -> None:
    wrapped = wrap_by_passphrase(DataKey.generate(), "word", CHEAP, "v1/passphrase")
    with pytest.raises(WrongKeyError):
        unwrap_by_passphrase(wrapped, "word", CHEAP, "v2/passphrase")
    with pytest.raises(WrongKeyError):
        unwrap_by_passphrase(wrapped, "word", PassphraseCost(16, 2, 1), "v1/passphrase")


def test_equal_passphrases_wrap_differently_each_time() -> None:
    key = DataKey.generate()
    first, second = (wrap_by_passphrase(key, "word", CHEAP, "v") for _ in range(2))
    assert first.salt != second.salt
    assert first.sealed != second.sealed


def test_an_empty_passphrase_is_refused() -> None:
    with pytest.raises(InvalidInputError):
        wrap_by_passphrase(DataKey.generate(), "", CHEAP, "v")


def test_a_key_shows_nothing_of_itself() -> None:
    key = DataKey.generate()
    shown = f"{key!r} {key} {[key]}"
    assert key.reveal().hex() not in shown
    assert repr(key.reveal()) not in shown
    with pytest.raises(TypeError):
        pickle.dumps(key)
    with pytest.raises(TypeError):
        copy.copy(key)


def test_derived_keys_differ_by_purpose_and_by_key() -> None:
    one, other = DataKey.generate(), DataKey.generate()
    derived = {one.derive("a"), one.derive("b"), other.derive("a"), one.reveal()}
    assert len(derived) == 4
    assert one.derive("a") == DataKey(one.reveal()).derive("a")


def test_derivation_is_hkdf_sha256_of_rfc_5869() -> None:
    # By hand from RFC 5869 with an empty salt, so that no change of library changes what opens a vault.

    secret = bytes(range(32))
    extracted = hmac.digest(bytes(32), secret, hashlib.sha256)
    expected = hmac.digest(extracted, b"companion/vault file\x01", hashlib.sha256)
    assert DataKey(secret).derive("vault file") == expected


def test_a_key_of_the_wrong_length_is_a_bug() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        DataKey(b"short")
