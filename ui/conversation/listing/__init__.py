"""The list of turns: rows for Qt, their layout and painting, and a view that stays quick with 100,000."""

from ui.conversation.listing.layout import Press
from ui.conversation.listing.rows import TurnRows
from ui.conversation.listing.touch import TurnList

__all__ = ["Press", "TurnList", "TurnRows"]
