"""How often something may be asked: by effort, and less with every question that got no reply (`one-mind.md`)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.person.records import Effort
from engine.settings import CuriositySettings

Asking = tuple[datetime, str, bool]


def may_ask(
    askings: Sequence[Asking], effort: Effort, now: datetime, episode: str, settings: CuriositySettings
) -> bool:
    """Whether the quota leaves room; `askings` are (when, Episode, replied), oldest first."""
    if not askings:
        return True
    last_at, last_episode, _ = askings[-1]
    if effort is Effort.ACTIVE and last_episode == episode:
        return False
    return now - last_at >= wait(unanswered(askings), effort, settings)


def unanswered(askings: Sequence[Asking]) -> int:
    """How many of the latest askings in a row got no reply."""
    count = 0
    for _, _, replied in reversed(askings):
        if replied:
            break
        count += 1
    return count


def wait(without_reply: int, effort: Effort, settings: CuriositySettings) -> timedelta:
    """How long to be silent after a question; doubled by each one in a row that got no reply."""
    doubled = 1 << min(without_reply, settings.doublings)
    match effort:
        case Effort.QUIET:
            return timedelta(days=settings.quiet_days) * doubled
        case Effort.BALANCED:
            return timedelta(days=settings.balanced_days) * doubled
        case Effort.ACTIVE:
            # With a reply the next one may come in the next Episode, however soon that is.
            return timedelta(hours=settings.active_hours) * (doubled // 2 if without_reply else 0)
