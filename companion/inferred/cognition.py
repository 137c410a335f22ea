"""What is believed, foreseen and noticed of the person's world; what they wrote by hand is theirs, and not inferred.

Observations and blind spots are none: they are made at the moment, from goals and dates alone.
"""

from collections.abc import Iterator

from companion.inferred.records import Inferred, InferredRoom, Verb
from engine.cognition import Belief, Cognition, Insight, Kept, Model, Prediction
from engine.mind import Mind


def offered(mind: Mind) -> Iterator[Inferred]:
    """Models, principles, predictions whose end is open, and insights."""
    room = mind.cognition
    insights = {one.ref: one for one in room.insights.all()}
    for belief in (*room.models.live(), *room.principles.live()):
        yield _inferred(belief, belief.statement, _founded(belief, insights), belief.confidence)
    for prediction in _open(room):
        yield _inferred(prediction, prediction.statement, _standing(prediction), prediction.confidence)
    for insight in insights.values():
        yield _inferred(insight, insight.text, _standing(insight))


def deny(mind: Mind, ref: str) -> None:
    """The person says that a model or a principle is not so: it leaves every prompt at once, and stays away."""
    kind, _, record = ref.partition(":")
    if kind == Model.kind:
        mind.cognition.models.invalidate(record)
    else:
        mind.cognition.principles.reject(record)
    mind.conversation.withdraw([ref])


def _open(room: Cognition) -> list[Prediction]:
    return [one for one in room.predictions.pending() if one.origin.is_inferred]


def _inferred(kept: Kept, text: str, rests: tuple[str, ...], confidence: float | None = None) -> Inferred:
    return Inferred(
        ref=kept.ref,
        room=InferredRoom.COGNITION,
        kind=kept.kind,
        text=text,
        at=kept.updated_at,
        rests=rests,
        confidence=confidence,
        verbs=(Verb.DENY,) if isinstance(kept, Belief) else (Verb.FORGET,),
    )


def _founded(belief: Belief, insights: dict[str, Insight]) -> tuple[str, ...]:
    """What a belief rests on; in the place of insights what these were drawn from."""
    if not belief.origin.is_inferred:
        return ()
    own = _standing(belief)
    drawn = [ref for each in own for ref in (_standing(insights[each]) if each in insights else (each,))]
    shown = [ref for each in belief.standing for ref in each.cites if ref not in belief.gone]
    return tuple(dict.fromkeys((*drawn, *shown)))


def _standing(kept: Kept) -> tuple[str, ...]:
    return tuple(ref for ref in kept.cites if ref not in kept.gone)
