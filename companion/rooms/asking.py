"""What asks the questions of the companion's own, put together."""

from collections.abc import Callable

from companion.rooms.noticing import is_hard
from engine.clock import Clock
from engine.conversation import ConversationRoom
from engine.conversation.asking import Asker
from engine.mood import Mood
from engine.person import Effort, PersonalModel
from engine.trail import EpisodeClosed


def add_asker(
    room: ConversationRoom,
    person: PersonalModel,
    mood: Mood | None,
    clock: Clock,
    effort: Callable[[], Effort] | None = None,
) -> None:
    """Let `room` ask at natural pauses, as much as `effort` says; without it, as the settings do.

    When an Episode ends, what was so a month ago and was not spoken of since becomes a question ([P] §6.3).
    """

    def usual() -> Effort:
        return Effort(room.settings.person.curiosity.effort)

    def hard() -> bool:
        return mood is not None and is_hard(mood, clock.now())

    def look_for_stale(_: EpisodeClosed) -> None:
        person.raise_stale()

    room.events.subscribe(EpisodeClosed, look_for_stale)
    room.ask_with(Asker(person, room.trail, room.governor, effort or usual, hard, room.wording.missing))
