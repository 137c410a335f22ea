"""How a mood colours the voice: a little faster with energy, a little slower with openness."""

from engine.senses.speaking.port import PLAIN, Manner
from engine.settings import SpeakingSettings

MIDDLE = 0.5


def manner_of(energy: float | None, openness: float | None, settings: SpeakingSettings) -> Manner:
    """The manner of a mood, whose axes are 0–1; the voice's own without one.

    `settings.most_rate` bounds the change: at 0.08 the liveliest voice is 8% faster than the calmest is slow.
    """
    if energy is None:
        return PLAIN
    lively = max(-1.0, min(1.0, 2 * (energy - MIDDLE)))
    tender = 0.0 if openness is None else max(-1.0, min(1.0, 2 * (openness - MIDDLE)))
    return Manner(rate=1 + settings.most_rate * lively, pause=1 - 0.3 * lively + 0.2 * tender)
