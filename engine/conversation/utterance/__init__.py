"""An utterance as text: what of it are the person's own words, and the clauses that can be quoted."""

from engine.conversation.utterance.clauses import clauses
from engine.conversation.utterance.given import own_words

__all__ = ["clauses", "own_words"]
