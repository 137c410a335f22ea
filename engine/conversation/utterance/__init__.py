"""An utterance as text: what of it are the person's own words, what it asks, and the clauses that can be quoted."""

from engine.conversation.utterance.addressing import addressed
from engine.conversation.utterance.asked import asked_of_them, asks_in_passing, capital, plain_question
from engine.conversation.utterance.beginnings import begun_answer
from engine.conversation.utterance.clauses import clauses
from engine.conversation.utterance.given import own_words

__all__ = [
    "addressed",
    "asked_of_them",
    "asks_in_passing",
    "begun_answer",
    "capital",
    "clauses",
    "own_words",
    "plain_question",
]
