"""What every room is built from."""

import platform
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.companions import FIRST
from engine.clock import Clock
from engine.embedding import Embedder
from engine.events import EventBus
from engine.memory import Profile
from engine.person import Effort
from engine.settings import Settings
from engine.vault import Vault

OWNER_ID = "owner"


@dataclass(frozen=True)
class Foundation:
    """One open vault and what is around it; `companion` and `person` say whose everything in it is.

    Without an `embedder` rooms find by words alone. `effort` is how much the person wishes to be asked, where
    they chose; `feed_hours` how often feeds are read by themselves. `machine` is its name: what is remembered as where
    something was, until the person names the place.
    """

    vault: Vault
    clock: Clock
    events: EventBus
    embedder: Embedder | None
    settings: Settings
    profile: Profile = Profile.FULL
    effort: Callable[[], Effort] | None = None
    feed_hours: Callable[[], int] | None = None
    companion: str = FIRST
    person: str = OWNER_ID
    machine: str = field(default_factory=platform.node)
