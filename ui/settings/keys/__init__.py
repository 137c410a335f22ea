"""Privacy in Settings: who keeps the vault's key, the recovery code, and locking."""

from ui.settings.keys.card import PrivacyCard
from ui.settings.keys.model import VaultKeys

__all__ = ["PrivacyCard", "VaultKeys"]
