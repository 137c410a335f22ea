"""Imprints: feelings that outlast what they came from."""

from ui.imprints.model import Imprints
from ui.imprints.wording import telling

__all__ = ["Imprints", "telling"]
