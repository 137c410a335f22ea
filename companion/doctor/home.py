"""A home: its key, its vault, its owner."""

from datetime import UTC, datetime

from companion.bootstrap import SCHEMAS
from companion.doctor.records import Check, absent, fault, ok
from companion.home import Home
from companion.host.lease import HEARTBEAT_S, Ownership, is_alive, read
from companion.keys import keeping_of, keyring_name, open_key
from engine.errors import CompanionError
from engine.vault import DataKey, Keeping, Vault

SILENT_S = 3 * HEARTBEAT_S


def place(home: Home) -> Check:
    """The folder."""
    if home.exists():
        return ok("home", str(home.path))
    return absent("home", f"{home.path} is empty", "It is made when you first say something.")


def keyring() -> Check:
    """Where a key could be kept without a passphrase."""
    name = keyring_name()
    if name is None:
        return absent(
            "keyring", "none that is safe", "Set COMPANION_PASSPHRASE to keep the key by a passphrase."
        )
    return ok("keyring", name)


def key(home: Home, passphrase: str | None) -> tuple[Check, DataKey | None]:
    """Where the key comes from and whether it opens; the key itself for the checks that need it."""
    try:
        keeping = keeping_of(home.path)
        if keeping is None:
            return absent("key", "none yet", "It is made with the home."), None
        source = "system keyring" if keeping is Keeping.KEYRING else "passphrase"
        opened = open_key(home.path, passphrase)
    except CompanionError as error:
        return _of(error, "key"), None
    return ok("key", f"{source}; it opens"), opened


def vault(home: Home, opened: DataKey | None) -> Check:
    """The encrypted file, read to its last page."""
    if not home.vault_path.exists():
        return absent("vault", "none yet", "It is made when you first say something.")
    size = home.vault_path.stat().st_size / 1e6
    if opened is None:
        return absent("vault", f"{size:.1f} MB, locked", "Unlock it: see `key`.")
    try:
        store = Vault.open(home.vault_path, opened, SCHEMAS)
        try:
            health = store.check()
        finally:
            store.close()
    except CompanionError as error:
        return _of(error, "vault")
    if not health.ok:
        return fault("vault", f"{len(health.problems)} problems", "Restore a backup: companion restore FILE.")
    return ok("vault", f"{size:.1f} MB, encrypted, whole")


def owner(home: Home) -> Check:
    """The process that holds the home."""
    found = read(home.lease_path)
    if found is None:
        return ok("owner", "nobody; the next command opens the home")
    if not is_alive(found.owner):
        return ok("owner", f"process {found.pid} is dead; the next command takes over")
    silent = _silence(found)
    if silent > SILENT_S:
        return fault(
            "owner", f"process {found.pid} gave no sign for {silent:.0f} s", f"End process {found.pid}."
        )
    return ok("owner", f"process {found.pid} runs")


def _silence(found: Ownership) -> float:
    try:
        return (datetime.now(UTC) - datetime.fromisoformat(found.heartbeat)).total_seconds()
    except (ValueError, TypeError):
        return 0.0


def _of(error: CompanionError, name: str) -> Check:
    return fault(name, error.message, error.remedy)
