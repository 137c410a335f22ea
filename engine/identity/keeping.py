"""What this room's books share: where they write, the time, and who hears of a change."""

from dataclasses import dataclass

from engine.clock import Clock
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.identity.events import IdentityChanged
from engine.memory import Memory
from engine.settings import IdentitySettings
from engine.trail import cleaned
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


def line(text: str, field: str, longest: int) -> str:
    """`text` in one line, fit to be stored. Raises InvalidInputError where it is empty or too long."""
    made = " ".join(cleaned(text, field).split())
    if not made:
        raise InvalidInputError(field, "is empty")
    if len(made) > longest:
        raise InvalidInputError(field, f"is longer than {longest} characters", "Say it in fewer words.")
    return made
