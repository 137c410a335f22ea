"""What places share: the page, list and detail side by side, the notice where nothing is, the bar after a change."""

from ui.frame.notice import Notice
from ui.frame.page import Page
from ui.frame.quiet_bar import QuietBar
from ui.frame.split import Split

__all__ = ["Notice", "Page", "QuietBar", "Split"]
