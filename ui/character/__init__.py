"""Self: what the person wishes of the companion, and what it has become."""

from ui.character.model import Character
from ui.character.wording import telling

__all__ = ["Character", "telling"]
