import base64
import logging
import secrets
import traceback
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null

from companion.keys import (
    create_keys,
    keep_by_keyring,
    keep_by_passphrase,
    keeping_of,
    keyring_name,
    open_key,
    recover_key,
    renew_recovery_code,
)
from engine.vault import (
    DataKey,
    Keeping,
    KeyMissingError,
    NoKeyError,
    PassphraseCost,
    TargetExistsError,
    WrongKeyError,
)

CHEAP = PassphraseCost(16, 1, 1)


class PlainTextKeyring(KeyringBackend):
    """What a person may have configured: it would keep secrets in the clear."""

    priority = 9  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password


@pytest.fixture(params=[fail.Keyring, null.Keyring, PlainTextKeyring])
def unsafe(request: pytest.FixtureRequest) -> Iterator[KeyringBackend]:
    before = keyring.get_keyring()
    backend: KeyringBackend = request.param()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


def test_a_home_made_with_a_passphrase_opens_with_it(tmp_path: Path) -> None:
    key, code = create_keys(tmp_path / "h", "sesame", CHEAP)
    assert keeping_of(tmp_path / "h") is Keeping.PASSPHRASE
    assert open_key(tmp_path / "h", "sesame") == recover_key(tmp_path / "h", code) == key
    with pytest.raises(WrongKeyError):
        open_key(tmp_path / "h", "barley")
    with pytest.raises(NoKeyError) as refusal:
        open_key(tmp_path / "h")
    assert "COMPANION_PASSPHRASE" in refusal.value.remedy


def test_a_passphrase_is_changed_without_changing_the_key(tmp_path: Path) -> None:
    key, code = create_keys(tmp_path, "old", CHEAP)
    keep_by_passphrase(tmp_path, key, "new", CHEAP)
    assert open_key(tmp_path, "new") == recover_key(tmp_path, code) == key
    with pytest.raises(WrongKeyError):
        open_key(tmp_path, "old")


def test_forgetting_the_passphrase_is_not_the_end(tmp_path: Path) -> None:
    key, code = create_keys(tmp_path, "forgotten", CHEAP)
    keep_by_passphrase(tmp_path, recover_key(tmp_path, code), "found", CHEAP)
    assert open_key(tmp_path, "found") == key


def test_a_new_recovery_code_ends_the_old_one(tmp_path: Path) -> None:
    key, old = create_keys(tmp_path, "sesame", CHEAP)
    new = renew_recovery_code(tmp_path, key)
    assert recover_key(tmp_path, new) == key
    with pytest.raises(WrongKeyError):
        recover_key(tmp_path, old)


def test_another_homes_key_changes_nothing(tmp_path: Path) -> None:
    create_keys(tmp_path, "sesame", CHEAP)
    before = (tmp_path / "vault.key.json").read_bytes()
    for attempt in (
        renew_recovery_code,
        keep_by_keyring,
        lambda home, key: keep_by_passphrase(home, key, "x"),
    ):
        with pytest.raises(WrongKeyError):
            attempt(tmp_path, DataKey.generate())
    assert (tmp_path / "vault.key.json").read_bytes() == before


def test_keys_are_never_made_twice_nor_over_a_vault_without_header(tmp_path: Path) -> None:
    create_keys(tmp_path / "a", "sesame", CHEAP)
    with pytest.raises(TargetExistsError):
        create_keys(tmp_path / "a", "other", CHEAP)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "vault.db").write_bytes(b"someone's life")
    with pytest.raises(KeyMissingError):
        create_keys(tmp_path / "b", "other", CHEAP)
    with pytest.raises(KeyMissingError):
        open_key(tmp_path / "b", "other")
    assert [each.name for each in (tmp_path / "b").iterdir()] == ["vault.db"]


def test_a_home_without_keys_says_so(tmp_path: Path) -> None:
    assert keeping_of(tmp_path) is None
    with pytest.raises(KeyMissingError):
        open_key(tmp_path, "x")


def test_an_unsafe_keyring_is_never_given_a_key(tmp_path: Path, unsafe: KeyringBackend) -> None:
    assert keyring_name() is None
    with pytest.raises(NoKeyError) as refusal:
        create_keys(tmp_path / "h")
    assert "COMPANION_PASSPHRASE" in refusal.value.remedy
    key, _ = create_keys(tmp_path / "h", "sesame", CHEAP)
    with pytest.raises(NoKeyError):
        keep_by_keyring(tmp_path / "h", key)
    assert getattr(unsafe, "kept", {}) == {}
    assert open_key(tmp_path / "h", "sesame") == key


def test_no_key_or_passphrase_stands_in_a_log_or_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    right, wrong = secrets.token_hex(8), secrets.token_hex(8)
    key, code = create_keys(tmp_path, right, CHEAP)
    shown = []
    for attempt in (
        lambda: open_key(tmp_path, wrong),
        lambda: recover_key(tmp_path, code[:-1] + "U"),
    ):
        with pytest.raises(Exception) as refusal:
            attempt()
        shown.append("".join(traceback.format_exception(refusal.value)))
    text = caplog.text + "".join(shown)
    secret = key.reveal()
    hidden = (secret.hex(), base64.b64encode(secret).decode(), repr(secret), code, code[:11], right, wrong)
    assert [each for each in hidden if each in text] == []
