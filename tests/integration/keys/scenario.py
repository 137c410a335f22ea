"""A home kept by a real Secret Service and moved in and out of it; prints what happened as JSON."""

import base64
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import keyring

from companion.keys import (
    SERVICE,
    create_keys,
    keep_by_keyring,
    keep_by_passphrase,
    keeping_of,
    keyring_name,
    open_key,
    recover_key,
)
from engine.vault import DataKey, PassphraseCost, VaultError, read_header

CHEAP = PassphraseCost(16, 1, 1)


def said_of(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except VaultError as error:
        return type(error).__name__
    return "done"


def run(home: Path) -> dict[str, object]:
    key, code = create_keys(home)
    vault = read_header(home / "vault.key.json").vault
    found: dict[str, object] = {"name": keyring_name(), "kept": keeping_of(home)}
    found["opened"] = open_key(home) == key
    found["opened with an unneeded passphrase"] = open_key(home, "anything") == key
    found["recovered"] = recover_key(home, code) == key
    keyring.set_password(SERVICE, vault, "bm9uc2Vuc2U=")
    found["nonsense kept"] = said_of(lambda: open_key(home))
    other = DataKey.generate()
    keyring.set_password(SERVICE, vault, base64.b64encode(other.reveal()).decode())
    found["another key kept"] = said_of(lambda: open_key(home))
    keyring.delete_password(SERVICE, vault)
    found["key gone"] = said_of(lambda: open_key(home))
    keep_by_keyring(home, recover_key(home, code))
    found["opened after recovery"] = open_key(home) == key
    keep_by_passphrase(home, key, "sesame", CHEAP)
    found["kept then"] = keeping_of(home)
    found["left in the keyring"] = keyring.get_password(SERVICE, vault)
    found["no passphrase"] = said_of(lambda: open_key(home))
    found["passphrase"] = open_key(home, "sesame") == key
    keep_by_keyring(home, open_key(home, "sesame"))
    found["back in the keyring"] = open_key(home) == key
    found["again"] = said_of(lambda: create_keys(home))
    return found


if __name__ == "__main__":
    logging.getLogger().addHandler(logging.NullHandler())
    print(json.dumps(run(Path(sys.argv[1]))))  # noqa: T201 - read by the test
