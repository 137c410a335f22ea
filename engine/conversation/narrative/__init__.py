"""The narrative thread: where the talk stands, in a few sentences made beside the conversation ([C] §3, §8)."""

from engine.conversation.narrative.telling import tell_thread
from engine.conversation.narrative.thread import NarrativeThread, Telling
from engine.conversation.narrative.wording import NarrativeWording, load_narrative_wording

__all__ = ["NarrativeThread", "NarrativeWording", "Telling", "load_narrative_wording", "tell_thread"]
