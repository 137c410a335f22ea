"""What a time together was for: the projects that were spoken of, and the type that follows."""

import re

from engine.events import EventBus
from engine.intent import Intent
from engine.mood import Mode, Mood
from engine.trail import LOCAL, EpisodeClosed, StepKind, StepRecorded, Trail

SPACED = r"[0-9A-Za-z_\u00c0-\u0dff]"
"""A letter of a script that puts spaces between words."""


class EpisodeDescribing:
    """Follows the episodes by the trail's events, by rules alone; what somebody said of one stays."""

    def __init__(self, trail: Trail, intent: Intent, mood: Mood | None, events: EventBus) -> None:
        self._trail, self._intent, self._mood = trail, intent, mood
        events.subscribe(StepRecorded, self._on_step)
        events.subscribe(EpisodeClosed, self._on_closed)

    def _on_step(self, event: StepRecorded) -> None:
        """A project of a goal that the person names belongs to the Episode."""
        if event.step.kind is StepKind.UTTERANCE:
            wanted = {goal.project for goal in self._intent.goals.open() if goal.project}
            named = sorted(project for project in wanted if names(event.step.text, project))
            if named:
                self._trail.book.describe(event.step.episode_id, projects=named)

    def _on_closed(self, event: EpisodeClosed) -> None:
        if event.episode.origin == LOCAL:
            drifted = self._mood is not None and Mode.DRIFT in self._mood.modes(event.episode.id)
            self._trail.book.settle(event.episode.id, drifted=drifted)


def names(text: str, project: str) -> bool:
    """Whether `text` names a project: its words in a row, in any case, and not within another word.

    In scripts without spaces any place counts.
    """
    words = re.escape(" ".join(project.split())).replace(r"\ ", r"\s+")
    return re.search(rf"(?<!{SPACED}){words}(?!{SPACED})", text, re.IGNORECASE) is not None
