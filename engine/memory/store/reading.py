"""What every part of the store shares: whose it is, and what stands."""

from engine.vault import Vault

STANDS = "archived_at IS NULL AND withdrawn_at IS NULL"
OURS = "companion = ? AND (person IS NULL OR person = ?)"


class Reading:
    """Reads of one companion with one person; on a thread with an open unit they see what it has written."""

    def __init__(self, vault: Vault, companion: str, person: str) -> None:
        self._vault = vault
        self._whose = (companion, person)
