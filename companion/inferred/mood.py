"""How the person seemed: guesses of the last weeks, and that it got harder. Without a mood nothing is guessed."""

from collections.abc import Iterator

from companion.inferred.records import Inferred, InferredRoom, Verb
from engine.mind import Mind
from engine.mood import Seeming, Seen

SEEMING, DECLINE = "seeming", "decline"
MOST = 2000


def offered(mind: Mind) -> Iterator[Inferred]:
    """What was seen; that somebody seemed as usual says nothing of them."""
    if mind.mood is None:
        return
    seen = [one for one in mind.mood.seen(MOST) if one.seeming is not Seeming.USUAL]
    yield from map(_seeming, seen)
    hard = [one for one in seen if one.seeming.hard]
    if hard and mind.mood.declining():
        yield Inferred(
            ref=f"{DECLINE}:{hard[0].source}",
            room=InferredRoom.MOOD,
            kind=DECLINE,
            text="It seems to have got harder for you over these weeks.",
            at=hard[0].at,
            rests=tuple(one.source for one in hard),
        )


def _seeming(one: Seen) -> Inferred:
    return Inferred(
        ref=one.ref,
        room=InferredRoom.MOOD,
        kind=SEEMING,
        text=one.seeming.value,
        at=one.at,
        rests=(one.source,),
        verbs=(Verb.FORGET,),
    )
