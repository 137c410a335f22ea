"""The Conversation: its view-model, the list of turns and the place that shows them."""

from ui.conversation.attaching import Attaching
from ui.conversation.model import Conversation
from ui.conversation.noting import Noting
from ui.conversation.place import ConversationPlace
from ui.conversation.turns import Phase, Turn

__all__ = ["Attaching", "Conversation", "ConversationPlace", "Noting", "Phase", "Turn"]
