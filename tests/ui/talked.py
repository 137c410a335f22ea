"""A conversation with everything a turn can show, and parts of a mind that lacks its models."""

from datetime import UTC, datetime, timedelta

from engine.conversation.records import Exchange, Part, PartState, TurnStatus
from tests.ui.fakes import REPLY, exchange, recalled

MISSING = (
    Part(name="vault", state=PartState.READY, label="Encrypted"),
    Part(
        name="language",
        state=PartState.MISSING,
        label="None installed",
        detail="No language model is installed.",
        remedy="Install the starter models: `companion models install --starter`.",
    ),
    Part(name="sentences", state=PartState.READY, label="Searches by meaning"),
)


def talk() -> list[Exchange]:
    """A conversation over three days with everything a turn can show."""
    now = datetime.now(UTC).replace(hour=9, minute=12)
    code = (
        "Here is how:\n\n```python\n"
        "def water(plants):\n    for plant in plants:\n        plant.drink(ml=120)\n```\n\n"
        "Run it *every other* morning."
    )
    return [
        exchange(
            1,
            now - timedelta(days=4),
            utterance="I'm Mira. I'm allergic to peanuts, and my sister Ana gets married on 12 June.",
            answer="It is good to meet you, Mira. Peanuts are out, and Ana's wedding is on **12 June**.",
        ),
        exchange(
            2,
            now - timedelta(days=1),
            utterance="How do I water the balcony plants while I am away? Something I could script.",
            answer=code,
        ),
        exchange(
            3,
            now - timedelta(days=1, minutes=-9),
            TurnStatus.STOPPED,
            utterance="Tell me a long story about the sea.",
            answer="Once, before there were any harbours, the sea was a single",
        ),
        exchange(
            4,
            now,
            utterance="What should the cake at the wedding be free of?",
            answer=REPLY,
            recalled=recalled(),
        ),
    ]
