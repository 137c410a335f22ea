"""The gate: whether the model is asked at all what an utterance wants done with what is known.

It costs an ordinary turn some milliseconds and nothing of the model (`one-mind.md`, "Claims about the person").
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.conversation.governing.prototypes import CLASSES, Prototypes
from engine.conversation.governing.records import Wanted
from engine.conversation.reconstruction import by_relation
from engine.conversation.utterance import asks_in_passing, asks_of_themselves, clauses, own_words
from engine.settings import GoverningSettings

_ALL = "tell_all"
TOGETHER = 2
"""Clauses that are also read as one."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The part of an utterance that seems to ask for something, and with what shares.

    `plain` is that part with people told by what they are to the person; `words` goes on from there.
    """

    clause: str
    plain: str
    words: str
    shares: Mapping[Wanted, float]
    about_all: bool


@dataclass(frozen=True, slots=True)
class Gate:
    """Looks at each clause of the person's own words."""

    prototypes: Prototypes
    settings: GoverningSettings

    def open(self, utterance: str, known: Collection[tuple[str, str]] = ()) -> Opened | None:
        """What may ask for a change, None for an ordinary utterance. Raises EmbeddingError.

        `known` are people and what they are to the person: a name by itself could be of anything in the world.
        """
        own = own_words(utterance)
        parts = clauses(own)
        if not parts:
            return None
        if 1 < len(parts) <= TOGETHER:
            # "That isn't right. He is called Karl." asks only as a whole.
            parts = [*parts, " ".join(own.split())]
        plain = [by_relation(part, known) for part in parts]
        shares = self.prototypes.shares(plain)
        asking = 1.0 - shares[:, CLASSES.index("none")]
        # "Where did I park?" wants the one answer, and no telling of all that is noted.
        asking[[asks_in_passing(part) or asks_of_themselves(part) for part in parts]] = 0.0
        place = int(asking.argmax())
        if asking[place] < self.settings.opens_at:
            return None
        found = dict(zip(CLASSES, map(float, shares[place]), strict=True))
        about_all = found[_ALL] > found[Wanted.TELL]
        found[Wanted.TELL] += found.pop(_ALL)
        begins = max(0, own.find(parts[place]))
        words = own[begins:][: self.settings.statement_characters]
        return Opened(
            parts[place],
            plain[place],
            words,
            {Wanted(name): share for name, share in found.items()},
            about_all,
        )
