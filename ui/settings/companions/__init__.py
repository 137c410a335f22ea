"""The companions of this vault in Settings: who there is, who is spoken with, and making another."""

from ui.settings.companions.card import CompanionsCard
from ui.settings.companions.model import Companions

__all__ = ["Companions", "CompanionsCard"]
