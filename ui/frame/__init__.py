"""What places share: the page, list beside detail, a text in full, the notice where nothing is, the quiet bar."""

from ui.frame.detail import Reading
from ui.frame.notice import Notice
from ui.frame.page import Page
from ui.frame.quiet_bar import QuietBar
from ui.frame.split import Split

__all__ = ["Notice", "Page", "QuietBar", "Reading", "Split"]
