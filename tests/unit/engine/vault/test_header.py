import hashlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.vault.errors import (
    DamagedHeaderError,
    KeyMissingError,
    NewerSchemaError,
    NoKeyError,
    RecoveryCodeError,
    VaultError,
    WrongKeyError,
)
from engine.vault.keys.derivation import DataKey, PassphraseCost
from engine.vault.keys.header import Keeping, KeyHeader, header_path, read_header, write_header
from engine.vault.keys.recovery import new_code

CHEAP = PassphraseCost(16, 1, 1)


@pytest.fixture
def made(tmp_path: Path, key: DataKey) -> tuple[Path, str]:
    header, code = KeyHeader.create(key)
    path = tmp_path / "vault.key.json"
    write_header(path, header.with_passphrase(key, "open sesame", CHEAP))
    return path, code


def _rewrite(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the header like someone who knows the format but not the key."""
    body = json.loads(path.read_bytes())
    body.pop("checksum")
    change(body)
    plain = json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
    path.write_text(json.dumps({**body, "checksum": hashlib.sha256(plain).hexdigest()}))


def test_passphrase_and_code_give_the_same_key(made: tuple[Path, str], key: DataKey) -> None:
    path, code = made
    header = read_header(path)
    assert header.keeping is Keeping.PASSPHRASE
    assert header.unlock("open sesame") == header.recover(code) == key


def test_wrong_ones_are_refused(made: tuple[Path, str]) -> None:
    header = read_header(made[0])
    with pytest.raises(WrongKeyError):
        header.unlock("open barley")
    with pytest.raises(WrongKeyError):
        header.recover(new_code())
    with pytest.raises(RecoveryCodeError):
        header.recover("nonsense")
    with pytest.raises(WrongKeyError):
        header.confirmed(DataKey.generate())


def test_moving_to_the_keyring_ends_the_passphrase(made: tuple[Path, str], key: DataKey) -> None:
    path, code = made
    write_header(path, read_header(path).without_passphrase(key))
    header = read_header(path)
    assert header.keeping is Keeping.KEYRING
    assert header.recover(code) == header.confirmed(key) == key
    with pytest.raises(NoKeyError):
        header.unlock("open sesame")


def test_a_new_code_ends_the_old_one(made: tuple[Path, str], key: DataKey) -> None:
    path, old = made
    renewed, new = read_header(path).with_new_code(key)
    assert renewed.recover(new) == key
    assert renewed.unlock("open sesame") == key
    with pytest.raises(WrongKeyError):
        renewed.recover(old)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(data=st.data())
def test_any_accident_to_the_file_is_found(made: tuple[Path, str], key: DataKey, data: st.DataObject) -> None:
    whole = made[0].read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    change = data.draw(st.integers(1, 255))
    hurt = whole[:place] + bytes([whole[place] ^ change]) + whole[place + 1 :]
    damaged = made[0].with_name("hurt.json")
    damaged.write_bytes(hurt)
    try:
        header = read_header(damaged)
    except (DamagedHeaderError, NewerSchemaError):
        return
    # White space may change: then everything still says what was written.
    assert header == read_header(made[0])


@pytest.mark.parametrize("cut", [0, 1, 50, -2])
def test_a_truncated_header_is_found(made: tuple[Path, str], cut: int) -> None:
    made[0].write_bytes(made[0].read_bytes()[:cut])
    with pytest.raises(DamagedHeaderError):
        read_header(made[0])


def test_a_forged_change_is_found_once_the_key_is_there(made: tuple[Path, str], key: DataKey) -> None:
    path, code = made
    _rewrite(path, lambda body: body.update(passphrase=None))
    header = read_header(path)
    with pytest.raises(DamagedHeaderError):
        header.confirmed(key)
    with pytest.raises(DamagedHeaderError):
        header.recover(code)


def test_a_cheaper_cost_does_not_open(made: tuple[Path, str]) -> None:
    _rewrite(made[0], lambda body: body["passphrase"].update(memory_kib=8))
    with pytest.raises(WrongKeyError):
        read_header(made[0]).unlock("open sesame")


@pytest.mark.parametrize(
    "change",
    [
        {"memory_kib": 2**30},
        {"passes": 10_000},
        {"lanes": 0},
        {"memory_kib": "16"},
        {"salt": "zz"},
        {"more": 1},
    ],
)
def test_costs_beyond_reason_and_unknown_fields_are_refused(
    made: tuple[Path, str], change: dict[str, Any]
) -> None:
    _rewrite(made[0], lambda body: body["passphrase"].update(change))
    with pytest.raises(DamagedHeaderError):
        read_header(made[0])


def test_a_newer_format_asks_for_a_newer_program(made: tuple[Path, str]) -> None:
    _rewrite(made[0], lambda body: body.update(format=2, novelty=True))
    with pytest.raises(NewerSchemaError):
        read_header(made[0])


def test_a_missing_header_says_so(tmp_path: Path) -> None:
    with pytest.raises(KeyMissingError):
        read_header(tmp_path / "vault.key.json")


@given(st.binary(max_size=300))
def test_any_bytes_at_all_are_refused_plainly(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.key.json"
    path.write_bytes(data)
    with pytest.raises(VaultError):
        read_header(path)


def test_the_file_is_its_owners_alone_and_leaves_no_draft(made: tuple[Path, str]) -> None:
    assert stat.S_IMODE(made[0].stat().st_mode) == 0o600
    assert [each.name for each in made[0].parent.iterdir()] == ["vault.key.json"]


def test_nothing_of_the_secrets_stands_in_the_file(made: tuple[Path, str], key: DataKey) -> None:
    path, code = made
    text = path.read_text()
    assert key.reveal().hex() not in text
    assert "sesame" not in text
    assert code not in text


def test_a_vault_and_its_backup_have_headers_beside_them() -> None:
    assert header_path(Path("h/vault.db")) == Path("h/vault.key.json")
    assert header_path(Path("b/mira.db")) == Path("b/mira.key.json")
