"""How much a document matters, read from how it is used: "you are what you read" ([A] §8)."""

import math
from datetime import timedelta
from statistics import fmean

from engine.library.mentions import Mentions
from engine.settings import LibrarySettings


def importance(accesses: int, idle: timedelta, mentions: Mentions, settings: LibrarySettings) -> float:
    """0–1: ln(1 + accesses) / 10, a fifth more within a week of the last access, plus the mean intensity of what
    mentions it, plus a tenth a link. `idle` is the time since the last access.
    """
    base = math.log1p(accesses) / settings.access_scale
    recency = settings.recency_factor if idle < timedelta(days=settings.recent_days) else 1.0
    emotion = fmean(mentions.intensities) if mentions.intensities else 0.0
    return min(1.0, base * recency + emotion + mentions.links * settings.link_boost)
