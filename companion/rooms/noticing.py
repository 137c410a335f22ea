"""What noticing sees of other rooms, and the one thing noticed that an opening may tell."""

from collections.abc import Sequence
from datetime import datetime

from engine.clock import Clock
from engine.cognition import Cognition, Held, Moment, Observation, Sight, greeting
from engine.conversation import ConversationRoom, CutOrder, PromptSection, Rendered
from engine.events import EventBus
from engine.intent import HandoffItem, Intent
from engine.language import Place
from engine.mood import Imprint, Mood
from engine.settings import NoticingSettings
from engine.trail import StepKind, StepRecorded
from engine.vault import Vault

OBSERVATION_ORDER = 40
FEELING = "feeling"
MOST_LOST = 50
"""Of each kind, the latest: a reflection over years names no thousands."""


def sight_of(intent: Intent, mood: Mood | None, clock: Clock) -> Sight:
    """The windows on what is open and on how it feels; without a mood nothing is known of feelings."""
    return Sight(
        goals=intent.goals.all,
        stale_goals=intent.goals.stale,
        near_goals=intent.goals.near,
        corrections=intent.corrections.all,
        dormant_corrections=intent.corrections.dormant,
        left_open=lambda since: left_open(intent, since),
        feelings=None if mood is None else MoodFeelings(mood),
        is_hard=lambda: mood is not None and is_hard(mood, clock.now()),
    )


def is_hard(mood: Mood, now: datetime) -> bool:
    """Whether the person has it hard: their care goes before anything that was noticed."""
    return mood.care.is_due(now) or mood.check_in() is not None


def left_open(intent: Intent, since: datetime) -> list[Held]:
    """What is open of what was left for later, and what the person dropped since then."""
    dropped = [one for one in intent.items.dropped() if one.updated_at >= since]
    standing = [_held(one, standing=True) for one in intent.items.open()]
    return standing + [_held(one, standing=False) for one in dropped[-MOST_LOST:]]


class MoodFeelings:
    """How the mood went and what lasts of it, as a reflection reads it. Implements `Feelings`."""

    def __init__(self, mood: Mood) -> None:
        self._mood = mood

    def course(self, since: datetime, most: int) -> Sequence[Moment]:
        """The mood whenever something moved it."""
        return [Moment(at, point.valence, point.energy) for at, point in self._mood.course(since, most)]

    def lasting(self, since: datetime) -> Sequence[Held]:
        """Imprints that stand, and those that faded or were let go since then."""
        standing = [_felt(one) for one in self._mood.imprints()]
        return standing + [_felt(one) for one in self._mood.lasting.lost(since, MOST_LOST)]


class ObservationTelling:
    """Tells one observation in an opening, and counts it once the answer after it is given."""

    def __init__(self, cognition: Cognition, vault: Vault, events: EventBus) -> None:
        self._noticing, self._vault = cognition.noticing, vault
        self._greeted: Observation | None = None
        events.subscribe(StepRecorded, self._on_step)

    def opening(self) -> Rendered:
        """The line of an opening; nothing most of the time."""
        self._greeted = found = self._noticing.greet()
        if found is None:
            return Rendered("")
        return Rendered(greeting(found), found.evidence)

    def _on_step(self, event: StepRecorded) -> None:
        greeted = self._greeted
        if greeted is None or event.step.kind is not StepKind.ANSWER:
            return
        self._greeted = None
        with self._vault.unit() as unit:
            self._noticing.tell(unit, greeted)
            unit.commit()


def add_noticing(
    cognition: Cognition, conversation: ConversationRoom, events: EventBus, settings: NoticingSettings
) -> None:
    """Let an opening tell one thing that was noticed."""
    telling = ObservationTelling(cognition, conversation.vault, events)
    conversation.registry.add_section(
        PromptSection(
            "observation",
            Place.OPENING,
            OBSERVATION_ORDER,
            settings.opening_tokens,
            lambda _: telling.opening(),
            CutOrder.OTHER,
        )
    )


def _held(item: HandoffItem, *, standing: bool) -> Held:
    return Held(
        ref=item.ref,
        what=item.what.value,
        text=item.text,
        since=item.first_seen,
        standing=standing,
        over_at=None if standing else item.updated_at,
    )


def _felt(one: Imprint) -> Held:
    gone = [at for at in (one.archived_at, one.let_go_at) if at is not None]
    return Held(
        ref=f"imprint:{one.id}",
        what=FEELING,
        text=one.feeling,
        since=one.created_at,
        standing=not one.faded,
        over_at=min(gone, default=None),
    )
