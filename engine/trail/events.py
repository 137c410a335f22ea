"""What the trail tells the rest of the house."""

from dataclasses import dataclass

from engine.events import Event
from engine.trail.records import Episode, Step


@dataclass(frozen=True, slots=True)
class EpisodeOpened(Event):
    """A time together began, or went on after a short absence (`reopened`)."""

    episode: Episode
    reopened: bool


@dataclass(frozen=True, slots=True)
class EpisodeClosed(Event):
    """A time together ended; `episode.closed_by` says how."""

    episode: Episode


@dataclass(frozen=True, slots=True)
class StepRecorded(Event):
    """A Step is durable; it may not be findable yet."""

    step: Step
