"""What every room is built from."""

from dataclasses import dataclass

from engine.clock import Clock
from engine.embedding import Embedder
from engine.events import EventBus
from engine.memory import Profile
from engine.settings import Settings
from engine.vault import Vault

COMPANION_ID = "companion"
OWNER_ID = "owner"


@dataclass(frozen=True)
class Foundation:
    """One open vault and what is around it; `companion` and `person` say whose everything in it is.

    Without an `embedder` rooms find by words alone.
    """

    vault: Vault
    clock: Clock
    events: EventBus
    embedder: Embedder | None
    settings: Settings
    profile: Profile = Profile.FULL
    companion: str = COMPANION_ID
    person: str = OWNER_ID
