"""You: what the companion understands about the person and what it infers, and every way to set it right."""

from ui.you.inferences import Inferences
from ui.you.model import KnownFacts
from ui.you.place import YouPlace

__all__ = ["Inferences", "KnownFacts", "YouPlace"]
