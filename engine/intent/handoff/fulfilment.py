"""Which open items an exchange may have fulfilled: those that it is about, for the model to say of which it is so."""

from collections.abc import Sequence

from engine.intent.handoff.sameness import grounded
from engine.intent.records import HandoffItem
from engine.settings import IntentSettings
from engine.trail import Step

LONGEST_LABEL = 80  # characters
# Signs that a grammar's choices cannot hold.
_UNSAFE = str.maketrans(dict.fromkeys('"\\\r\n\t', " "))


def concerned(
    items: Sequence[HandoffItem], exchange: Sequence[Step], settings: IntentSettings
) -> dict[str, HandoffItem]:
    """Items whose words stand in the exchange, by the label that a model may choose; none that was made in it."""
    said = " ".join(step.text for step in exchange)
    made_in = {f"step:{step.id}" for step in exchange}
    return {
        label(item): item
        for item in items
        if grounded(item.text, said) >= settings.promise_grounding and not made_in & set(item.cites)
    }


def label(item: HandoffItem) -> str:
    """The item's text as a choice of a grammar."""
    return " ".join(item.text.translate(_UNSAFE).split())[:LONGEST_LABEL]
