"""Documents that are added while talking: what became of each, and the chips above the draft that say so."""

from ui.conversation.attaching.chips import AttachmentChips
from ui.conversation.attaching.model import Attaching, Attachment, Reading

__all__ = ["Attaching", "Attachment", "AttachmentChips", "Reading"]
