"""The gate: whether the model is asked at all what an utterance wants done with what is known.

It costs an ordinary turn some milliseconds and nothing of the model (`one-mind.md`, "Claims about the person").
"""

from dataclasses import dataclass

from engine.conversation.governing.phrasings import TELL_ALL
from engine.conversation.governing.records import Asking, Wanted
from engine.conversation.utterance import clauses, own_words
from engine.decisions import TextHead, load_text_head
from engine.embedding import Embedder, in_space
from engine.settings import GoverningSettings

HEAD = "update_wanted"
TOGETHER = 2
"""Clauses that are also read as one."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Looks at each clause of the person's own words with a head that was trained on `phrasings`."""

    embedder: Embedder
    head: TextHead
    settings: GoverningSettings

    def open(self, utterance: str) -> Asking | None:
        """What may ask for a change, None for an ordinary utterance. Raises EmbeddingError."""
        own = own_words(utterance)
        parts = clauses(own)
        if not parts:
            return None
        if 1 < len(parts) <= TOGETHER:
            # "That isn't right. He is called Karl." asks only as a whole.
            parts = [*parts, " ".join(own.split())]
        shares = self.head.shares(parts, self.embedder.embed(parts))
        asking = 1.0 - shares[:, self.head.labels.index(Wanted.NONE)]
        place = int(asking.argmax())
        if asking[place] < self.settings.opens_at:
            return None
        found = dict(zip(self.head.labels, map(float, shares[place]), strict=True))
        found[Wanted.TELL] += found.pop(TELL_ALL)
        begins = max(0, own.find(parts[place]))
        return Asking(
            parts[place],
            own[begins:][: self.settings.statement_characters],
            {one: found[one] for one in Wanted},
        )


def open_gate(embedder: Embedder | None, settings: GoverningSettings) -> Gate | None:
    """The gate over `embedder`; None without one, or where the head was trained for another."""
    head = load_text_head(HEAD)
    fitting = in_space(embedder, head.space)
    return None if fitting is None else Gate(fitting, head, settings)
