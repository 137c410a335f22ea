"""The trail's SQL: what was said (`TrailStore`), and its going (`Tombstones`)."""

from engine.trail.store.tombstones import Tombstones
from engine.trail.store.trail_store import Recallable, TrailStore, span

__all__ = ["Recallable", "Tombstones", "TrailStore", "span"]
