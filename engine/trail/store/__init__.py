"""The trail's SQL: what was said, what times together were for, and the going of it."""

from engine.trail.store.lookups import EpisodeLookups
from engine.trail.store.tombstones import Tombstones
from engine.trail.store.trail_store import Recallable, TrailStore, span

__all__ = ["EpisodeLookups", "Recallable", "Tombstones", "TrailStore", "span"]
