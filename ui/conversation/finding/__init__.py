"""Search in the conversation: where words occur, further back than what is loaded, and the bar that asks."""

from ui.conversation.finding.bar import FindBar
from ui.conversation.finding.model import Finding

__all__ = ["FindBar", "Finding"]
