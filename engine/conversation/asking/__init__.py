"""The next question of the companion's own: put after an answer at a natural pause, and what comes back ([P] §5.3)."""

from engine.conversation.asking.asker import Asker
from engine.conversation.asking.putting_off import Wish, wish_of

__all__ = ["Asker", "Wish", "wish_of"]
