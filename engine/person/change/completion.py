"""A proposal made whole: lens, topic, volatility and safety from the topic tables where they were left open."""

from dataclasses import dataclass
from datetime import datetime

from engine.errors import InvalidInputError
from engine.ids import new_id
from engine.person.change.proposal import Proposal
from engine.person.claims.search import GENERAL
from engine.person.records import USUAL_VOLATILITY, Action, Fact, FactStatus, Lens, Source
from engine.person.topics import Topic, known_topic, topic_of_statement
from engine.settings import PersonSettings

LONGEST_FACT = 1000
LONGEST_TOPIC = 100


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a claim belongs."""

    lens: Lens
    topic: str
    known: Topic | None

    @property
    def is_fixed(self) -> bool:
        """Whether it hardly ever changes."""
        return self.known is not None and self.known.fixed


def checked(proposal: Proposal) -> Proposal:
    """The proposal as given. Raises InvalidInputError where something is missing or too long."""
    if proposal.brings_text and not proposal.text.strip():
        raise InvalidInputError("text", "is empty", "Say what is to be remembered.")
    if len(proposal.text) > LONGEST_FACT:
        raise InvalidInputError(
            "text", f"is longer than {LONGEST_FACT} characters", "Say it as several short facts."
        )
    if len(proposal.topic) > LONGEST_TOPIC:
        raise InvalidInputError("topic", f"is longer than {LONGEST_TOPIC} characters", "Use a word or two.")
    if proposal.action is not Action.REMEMBER and proposal.fact_id is None:
        raise InvalidInputError("fact", "is not named", "Name the fact that is meant.")
    return proposal


def placed(proposal: Proposal, target: Fact | None) -> Placed:
    """Lens and topic: as proposed, else those of the fact that is corrected, else what the words begin to speak of."""
    if target is not None and not proposal.topic:
        return Placed(proposal.lens or target.lens, target.topic, known_topic(target.topic))
    known = known_topic(proposal.topic) if proposal.topic else topic_of_statement(proposal.text)
    topic = proposal.topic.strip() or (known.key if known is not None else GENERAL)
    lens = proposal.lens or (known.lens if known is not None else Lens.WORLD)
    return Placed(lens, topic, known)


def made_fact(
    proposal: Proposal,
    place: Placed,
    status: FactStatus,
    *,
    source: Source,
    person: str,
    episode_ids: tuple[str, ...],
    now: datetime,
    settings: PersonSettings,
) -> Fact:
    """The fact that a proposal asks for."""
    usual = place.known.volatility if place.known is not None else USUAL_VOLATILITY[place.lens]
    known_safety = place.known is not None and place.known.safety
    return Fact(
        id=new_id("f"),
        person=person,
        lens=place.lens,
        topic=place.topic,
        text=proposal.text.strip(),
        status=status,
        confidence=proposal.confidence if proposal.confidence is not None else _confidence(source, settings),
        source=source,
        quote=proposal.quote.strip(),
        volatility=proposal.volatility or usual,
        valid_from=proposal.valid_from or now,
        source_step_ids=tuple(dict.fromkeys(proposal.step_ids)),
        source_episode_ids=episode_ids,
        cites=tuple(dict.fromkeys(proposal.cites)),
        private=proposal.private,
        safety=proposal.safety or known_safety,
        created_at=now,
        updated_at=now,
    )


def _confidence(source: Source, settings: PersonSettings) -> float:
    return {
        Source.STATED: settings.stated_confidence,
        Source.OBSERVED: settings.observed_confidence,
        Source.INFERRED: settings.inferred_confidence,
        Source.ASSUMED: settings.assumed_confidence,
    }[source]
