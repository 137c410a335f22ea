"""The front of this room: who the companion is, by what the person wrote and by what emerged."""

from engine.clock import Clock
from engine.events import EventBus
from engine.identity.directives import DirectiveBook
from engine.identity.keeping import Keeper
from engine.identity.store import DirectiveStore
from engine.memory import Memory
from engine.settings import IdentitySettings
from engine.vault import Vault


class Identity:
    """Who one companion is with one person. Callable from any thread."""

    def __init__(
        self,
        vault: Vault,
        memory: Memory,
        clock: Clock,
        events: EventBus,
        settings: IdentitySettings,
        *,
        companion: str,
        person: str,
    ) -> None:
        keeper = Keeper(vault, memory, clock, events, settings)
        self.settings = settings
        self.directives = DirectiveBook(keeper, DirectiveStore(vault, companion, person))
