"""How a talk stands, in words a person can act on."""

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import CompanionError


class TalkState(StrEnum):
    """What the voice is doing."""

    OFF = "off"
    LOADING = "loading"
    NO_MODEL = "no model"
    NO_DEVICE = "no device"
    FAILING = "failing"
    """The microphone is open, and a speech model cannot do its part."""

    MUTED = "muted"
    READY = "ready"
    LISTENING = "listening"
    THINKING = "thinking"
    SPEAKING = "speaking"


@dataclass(frozen=True, slots=True)
class TalkStatus:
    """A state; where something is missing, what it is and what to do about it."""

    state: TalkState
    message: str = ""
    remedy: str = ""

    @classmethod
    def of_fault(cls, state: TalkState, error: CompanionError) -> "TalkStatus":
        return cls(state, error.message, error.remedy)
