"""Whether a correction speaks up in a situation, and whether it has long been silent ([E] §7.2, §7.3)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.intent.records import Correction
from engine.search import stems
from engine.settings import IntentSettings


@dataclass(frozen=True, slots=True)
class Fit:
    """How near a situation is to a correction (what it says), and to the conditions that it names; cosines."""

    said: float
    fails: float | None = None
    fine: float | None = None

    @property
    def relevance(self) -> float:
        """How much the correction is about the situation: 1 − cosine distance to the nearer of its texts."""
        return self.said if self.fails is None else max(self.said, self.fails)


def speaks(fit: Fit, settings: IntentSettings) -> bool:
    """Relevant enough, and not in a situation that fits `fine_when` better than `fails_when`.

    Without a `fails_when` the correction itself stands for it.
    """
    if fit.relevance < settings.relevance:
        return False
    against = fit.said if fit.fails is None else fit.fails
    return fit.fine is None or fit.fine <= against


def is_dormant(correction: Correction, now: datetime, settings: IntentSettings) -> bool:
    """Whether it was not needed for `dormant_days`; it goes on being matched."""
    last = correction.last_activated_at or correction.created_at
    return now - last >= timedelta(days=settings.dormant_days)


def boot_order(
    correction: Correction, now: datetime, settings: IntentSettings
) -> tuple[bool, int, int, float]:
    """Sorts what is told at boot: the most activated first, then the most repeated, the newest; dormant ones last."""
    dormant = is_dormant(correction, now, settings)
    return (dormant, -correction.activations, -correction.times, -correction.created_at.timestamp())


def said_text(correction: Correction) -> str:
    """What of a correction is compared with a situation."""
    return ". ".join(part for part in (correction.mistake, correction.correction, correction.context) if part)


def likeness(first: str, second: str) -> float:
    """How much two texts have in common by words, 0-1: what stands in for meaning without a sentence model."""
    a, b = set(stems(first)), set(stems(second))
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0
