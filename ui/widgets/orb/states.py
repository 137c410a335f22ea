"""What the orb can show: what the companion does, and how it feels."""

from dataclasses import dataclass
from enum import StrEnum

from ui.theme import Feeling


class OrbState(StrEnum):
    """What the companion is doing."""

    IDLE = "idle"
    READY = "ready"
    LISTENING = "listening"
    THINKING = "thinking"
    SPEAKING = "speaking"
    DREAMING = "dreaming"
    MUTED = "muted"
    ABSENT = "absent"


ANIMATED = frozenset({OrbState.THINKING, OrbState.SPEAKING, OrbState.DREAMING})
DULL = frozenset({OrbState.MUTED, OrbState.ABSENT})
"""What cannot hear: without colour, so that it is told apart at a glance."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """A mood as the orb wears it: valence −1 to 1, energy and openness 0 to 1. Without one it is even."""

    valence: float = 0.0
    energy: float = 0.5
    openness: float = 0.5

    @classmethod
    def of(cls, feeling: Feeling | None) -> "Bearing":
        """That of a mood, brought inside the bounds."""
        if feeling is None:
            return cls()
        return cls(
            min(1.0, max(-1.0, feeling.valence)),
            min(1.0, max(0.0, feeling.energy)),
            min(1.0, max(0.0, feeling.openness)),
        )

    def toward(self, other: "Bearing", share: float) -> "Bearing":
        """`share` 0–1 of the way to another."""
        return Bearing(
            self.valence + (other.valence - self.valence) * share,
            self.energy + (other.energy - self.energy) * share,
            self.openness + (other.openness - self.openness) * share,
        )

    @property
    def tempo(self) -> float:
        """How fast it swells: 1 in an even mood, 0.6 without any energy, 1.4 with all of it."""
        return 0.6 + 0.8 * self.energy

    @property
    def amplitude(self) -> float:
        """How far it swells, 0.5–1.5 of an even mood."""
        return 0.5 + self.energy
