"""The first steps with a new home: names, the key, a model, how much it asks, and three things to begin with."""

from ui.beginning.card import BeginningCard
from ui.beginning.model import Beginning, Step

__all__ = ["Beginning", "BeginningCard", "Step"]
