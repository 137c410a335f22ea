"""Streams that outlive the process: the ledger and the model's state of it, in the encrypted cache.

Nothing here is needed: what is missing, stale or damaged is read again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from engine.language import TokenLedger
from engine.vault import Cache

PREFIXES = "prefix/"
_LATEST = f"{PREFIXES}latest"


class Slot(StrEnum):
    """What is saved: the running sequence, and the stable part that the next episode begins with."""

    RUNNING = "running"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class SavedStream:
    """The ledger of a stream with what it needs to go on.

    `episode_id` None is a stable part that belongs to no episode; `last_step` is the last Step of the trail that
    the ledger knows of.
    """

    episode_id: str | None
    told_at: datetime
    last_step: str | None
    ledger: TokenLedger

    def to_bytes(self) -> bytes:
        """As JSON."""
        facts = {
            "episode_id": self.episode_id,
            "told_at": self.told_at.isoformat(),
            "last_step": self.last_step,
            "ledger": self.ledger.to_json(),
        }
        return json.dumps(facts, ensure_ascii=True).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "SavedStream":
        """Raises ValueError, KeyError or TypeError for what `to_bytes` did not give."""
        facts = json.loads(data)
        return cls(
            episode_id=facts["episode_id"],
            told_at=datetime.fromisoformat(facts["told_at"]),
            last_step=facts["last_step"],
            ledger=TokenLedger.from_json(facts["ledger"]),
        )


@dataclass(frozen=True, slots=True)
class SavedPrefixes:
    """What is saved for the model of one hash; `early` are states that were read already.

    Callable from any thread.
    """

    cache: Cache
    model_sha256: str
    early: Mapping[str, bytes] = field(default_factory=dict)

    def keep(self, slot: Slot, stream: SavedStream, state: bytes) -> bool:
        """Save in place of what was there; False where there is no room."""
        name = self._name(slot, "state")
        if not state or not self.cache.put(name, state):
            self.drop(slot)
            return False
        if slot is Slot.RUNNING:
            self.cache.put(_LATEST, name.encode())
        return self.cache.put(self._name(slot, "ledger"), stream.to_bytes())

    def stream(self, slot: Slot) -> SavedStream | None:
        """The ledger that is saved, None where there is none that can be read."""
        data = self.cache.get(self._name(slot, "ledger"))
        if data is None:
            return None
        try:
            return SavedStream.from_bytes(data)
        except (ValueError, KeyError, TypeError):
            self.drop(slot)
            return None

    def state(self, slot: Slot) -> bytes:
        """The model's state, empty where there is none."""
        name = self._name(slot, "state")
        return self.early.get(name) or self.cache.get(name) or b""

    def drop(self, slot: Slot) -> None:
        self.cache.remove(self._name(slot, ""))

    def _name(self, slot: Slot, part: str) -> str:
        return f"{PREFIXES}{self.model_sha256[:16]}/{slot}/{part}"


def read_early(cache: Cache) -> dict[str, bytes]:
    """The state that was saved last, by its name: to be read while the model is still loading."""
    latest = cache.get(_LATEST)
    if latest is None:
        return {}
    name = latest.decode()
    state = cache.get(name)
    return {} if state is None else {name: state}
