"""Models in Settings: what suits this machine, fetching it, choosing it, and how fast it is."""

from ui.settings.catalogue.card import ModelsCard
from ui.settings.catalogue.model import ModelChoice

__all__ = ["ModelChoice", "ModelsCard"]
