"""The model's own searches: where support is weak it may look further, before it answers ([P] §5.4, [C] §9)."""

from engine.conversation.searching.choosing import chosen, tools_of
from engine.conversation.searching.looking import Searching
from engine.conversation.searching.records import Call, Found, Tool
from engine.conversation.searching.wording import searching_words

__all__ = ["Call", "Found", "Searching", "Tool", "chosen", "searching_words", "tools_of"]
