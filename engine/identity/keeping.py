"""What this room's books share: where they write, the time, and who hears of a change."""

from dataclasses import dataclass

from engine.clock import Clock
from engine.events import EventBus
from engine.identity.events import IdentityChanged
from engine.memory import Memory
from engine.settings import IdentitySettings
from engine.vault import Vault


@dataclass(frozen=True, slots=True)
class Keeper:
    """Handed to every book of the room."""

    vault: Vault
    memory: Memory
    clock: Clock
    events: EventBus
    settings: IdentitySettings

    def tell(self, *refs: str) -> None:
        """Say that these are durable and new, or others than they were."""
        for ref in refs:
            self.events.publish(IdentityChanged(ref))
