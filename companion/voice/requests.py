"""What the voice tells of an answer.

* `voice.heard` (loop_id, heard: the words that were heard, "" for none) → {"heard"}: the answer of that round is kept
  as far as that, since the rest was never said
* `voice.mood` → {"energy", "openness"}: what colours the voice, null without a mood
"""

from pydantic import Field

from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, record
from companion.service import Json
from engine.trail import keep_heard

LONGEST_HEARD = 100_000


class Heard(Request):
    """How far an answer was heard."""

    loop_id: str = Field(description="The id of the turn.")
    heard: str = Field(
        max_length=LONGEST_HEARD, description="The words that were heard; none where nothing was."
    )


REQUESTS = Requests()


@REQUESTS.verb(
    "voice.heard", "Keep an answer as far as it was heard.", gives=record(heard=str), changes="trail"
)
def heard(setting: Setting, asked: Heard) -> Json:
    """Keep what was heard. Raises NotFoundError where the round has no answer."""
    return {"heard": keep_heard(setting.mind.vault, setting.mind.trail, asked.loop_id, asked.heard).text}


def mood(setting: Setting, _: Request) -> Json:
    """The point that the companion feels at now."""
    felt = setting.mind.conversation.registry.mood
    return {
        "energy": None if felt is None else felt.energy,
        "openness": None if felt is None else felt.openness,
    }


REQUESTS |= {
    "voice.mood": RoomRequest(
        Nothing,
        mood,
        words="What of its mood colours the voice.",
        gives=record(energy=float | None, openness=float | None),
    )
}
