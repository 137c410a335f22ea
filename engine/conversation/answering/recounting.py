"""All that is known of the person's life, for who asks for it ("what do you know about me?"): told as it is kept.

The program lists it: a small model says that it knows nothing, leaves out, or tells it as its own.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import cache

from engine.conversation.answering.asked import ALL, RECOUNT
from engine.conversation.governing.targets import facts_about, is_subject
from engine.conversation.grounding import content_words
from engine.conversation.prompting.wording import Recounting
from engine.conversation.reconstruction import Context, ContextItem, Speaker, StepName, Verdict
from engine.conversation.store import outstanding
from engine.conversation.utterance import addressed, is_bare_question
from engine.decisions import load_question
from engine.person import Fact, PersonalModel
from engine.settings import GoverningSettings
from engine.trail import Step, StepKind, Trail
from engine.vault import Vault

SAID_OF_LATE, LOOKED_THROUGH = 80, 12
"""Utterances among which some are not thought back on yet, and how many of those are looked through: a third of a
second each.
"""
OF_ALL_SUCH = 3
"""So many questions after all that is known have a word that names nothing in them ("remember", "family")."""


def not_thought_back_on(
    vault: Vault, trail: Trail, person: PersonalModel | None, asked_in: str
) -> list[Step]:
    """What they told and nothing was made of so far, but for the round in which it is asked for, oldest first."""
    waiting = {one.loop_id for one in outstanding(vault)} - {asked_in}
    kept = () if person is None else (fact.source_step_ids for fact in person.facts(status=None))
    known = {step_id for of_fact in kept for step_id in of_fact}
    said = trail.recent_steps(SAID_OF_LATE, kinds=(StepKind.UTTERANCE,))
    new = [step for step in said if step.loop_id in waiting and step.id not in known]
    return [step for step in new if not is_bare_question(step.text)][-LOOKED_THROUGH:]


def recounted(
    context: Context,
    person: PersonalModel | None,
    lasting: Sequence[tuple[Step, str]],
    settings: GoverningSettings,
) -> tuple[Context, int]:
    """`context` with all that is known for its items, as it was told, and how much more there is; nothing private.

    `lasting` are sentences worth keeping that are not thought back on yet. Where the question names something
    ("about Leo"), it is what has to do with that, if anything has; else what was told last.
    """
    facts = [] if person is None else [fact for fact in person.facts() if not fact.private]
    known = [_of_fact(fact) for fact in facts]
    known += [of_step(step, sentence) for step, sentence in lasting]
    chosen = _of_what_is_named(context.query, known, person, settings) or known
    told = sorted(sorted(chosen, key=lambda item: item.when)[-settings.told :], key=lambda item: item.when)
    update = {
        "items": tuple(told),
        "verdict": Verdict.STRONG if told else Verdict.NONE,
        "reason": "All that is known was asked for.",
        "carries": 1.0,
    }
    return context.model_copy(update=update), len(chosen) - len(told)


def in_words(told: Recounting, context: Context | None, more: int) -> str:
    """All of it, a line each, as it is told to who said it."""
    items = () if context is None else context.items
    lines = [told.known, *(f"- {addressed(item.text)}" for item in items)]
    return "\n".join(lines) + (f"\n\n{told.more.format(count=more)}" if more else "")


def _of_what_is_named(
    question: str, known: Sequence[ContextItem], person: PersonalModel | None, settings: GoverningSettings
) -> list[ContextItem]:
    """What has to do with what the question names; none where it names nothing, or nothing of that is known."""
    named = content_words(question) - _naming_nothing()
    subjects = [] if person is None else facts_about(person, question, settings)
    near = {fact.ref for fact in subjects if named or is_subject(question)}
    return [item for item in known if item.ref in near or named & content_words(item.text)]


@cache
def _naming_nothing() -> frozenset[str]:
    """Words in which all that is known is asked for, in any language."""
    texts = (text for text, label in load_question(RECOUNT).fitted_to if label == ALL)
    counts = Counter(word for text in texts for word in content_words(text))
    return frozenset(word for word, count in counts.items() if count >= OF_ALL_SUCH)


def _of_fact(fact: Fact) -> ContextItem:
    rests_on = (*(f"step:{step_id}" for step_id in fact.source_step_ids), *fact.cites)
    told = _told(fact.ref, fact.text, fact.valid_from)
    return told.model_copy(update={"kind": "fact", "title": fact.topic, "rests_on": rests_on})


def of_step(step: Step, sentence: str) -> ContextItem:
    """A `sentence` of something that the person said, as an item that is told."""
    return _told(f"step:{step.id}", sentence, step.at)


def _told(ref: str, text: str, when: datetime) -> ContextItem:
    return ContextItem(
        ref=ref,
        kind="step",
        text=text,
        speaker=Speaker.PERSON,
        when=when,
        score=1.0,
        strength=Verdict.STRONG,
        found_by=(StepName.PERSON,),
        shown=text,
    )
