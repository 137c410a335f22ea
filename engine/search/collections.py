"""The named collections of Elara Core ([E] §4.1): what each is for, and how its contents age."""

from datetime import timedelta
from enum import Enum, StrEnum


class Ageing(Enum):
    """How the contents of a collection fade."""

    GRADUAL = "gradual"
    NEVER = "never"
    BY_TIME = "by time"
    THIRTY_DAYS = timedelta(days=30)


class Collection(StrEnum):
    """A collection by the name that it has in an Elara Core folder."""

    MEMORIES = "elara_memories"
    MILESTONES = "elara_milestones"
    CONVERSATIONS = "elara_conversations"
    CORRECTIONS = "elara_corrections"
    MODELS = "elara_models"
    PRINCIPLES = "elara_principles"
    BRIEFING = "elara_briefing"

    @property
    def ageing(self) -> Ageing:
        return _AGEING[self]


_AGEING = {
    Collection.MEMORIES: Ageing.GRADUAL,
    Collection.MILESTONES: Ageing.NEVER,
    Collection.CONVERSATIONS: Ageing.GRADUAL,
    Collection.CORRECTIONS: Ageing.NEVER,
    Collection.MODELS: Ageing.BY_TIME,
    Collection.PRINCIPLES: Ageing.NEVER,
    Collection.BRIEFING: Ageing.THIRTY_DAYS,
}
