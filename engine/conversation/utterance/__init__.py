"""An utterance as text: what of it are the person's own words, what it asks, and the clauses that can be quoted."""

from engine.conversation.utterance.addressing import addressed
from engine.conversation.utterance.asked import (
    ASKS,
    asked_back,
    asked_of_them,
    asks_in_passing,
    asks_of_themselves,
    capital,
    marked,
    plain_question,
    question_so_far,
    same_words,
)
from engine.conversation.utterance.clauses import clauses
from engine.conversation.utterance.given import own_words

__all__ = [
    "ASKS",
    "addressed",
    "asked_back",
    "asked_of_them",
    "asks_in_passing",
    "asks_of_themselves",
    "capital",
    "clauses",
    "marked",
    "own_words",
    "plain_question",
    "question_so_far",
    "same_words",
]
