"""You: what the companion understands about the person, and every way to set it right."""

from ui.you.model import KnownFacts
from ui.you.place import YouPlace

__all__ = ["KnownFacts", "YouPlace"]
