"""What the person told in the last while, and what they keep to themselves. Read on the engine's thread."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

import numpy as np

from engine.conversation.utterance import is_bare_question, own_words
from engine.embedding import Vectors, vectors_of
from engine.night.working import Rooms, Work
from engine.person import Action
from engine.search import sentences
from engine.trail import Step, StepKind

PURPOSE = "looking for themes"
LEAST_WORDS = 4
_TAKE_BACK = frozenset({Action.FORGET.value, Action.DISPUTE.value})


def told(work: Work, since: datetime) -> list[Step]:
    """What the person said from `since` on that tells something, oldest first: nothing private, no bare question.

    Nor what asked for something to be forgotten or doubted: that would say it again.
    """
    trail, private = work.rooms.trail, private_refs(work.rooms)
    most = work.settings.told_most
    updates = trail.recent_steps(most, kinds=(StepKind.UPDATE,))
    asked = {step.loop_id for step in updates if step.details.get("action") in _TAKE_BACK}
    steps = trail.recent_steps(most, kinds=(StepKind.UTTERANCE,))
    return [
        step
        for step in steps
        if step.at >= since and step.loop_id not in asked and step_ref(step) not in private and _tells(step)
    ]


def told_lately(work: Work) -> list[Step]:
    """Within the days that a run looks at ([E] §9.2)."""
    return told(work, work.now - timedelta(days=work.settings.episode_days))


def private_refs(rooms: Rooms) -> frozenset[str]:
    """The refs of what is private, and of what it was said in: the night looks at none of it."""
    facts = [fact for fact in rooms.person.facts(status=None) if fact.private]
    nodes = [node for node in rooms.memory.nodes() if node.private]
    steps = {f"step:{step}" for fact in facts for step in fact.source_step_ids}
    cited = {ref for node in nodes for ref in node.sources}
    return frozenset(steps | cited | {one.ref for one in facts} | {one.ref for one in nodes})


def step_ref(step: Step) -> str:
    """How a Step is cited."""
    return f"step:{step.id}"


def within(rooms: Rooms, refs: Sequence[str]) -> dict[str, str]:
    """The Episode's ref of each Step among `refs`."""
    found = (rooms.trail.step(ref.removeprefix("step:")) for ref in refs if ref.startswith("step:"))
    return {step_ref(step): f"episode:{step.episode_id}" for step in found}


def local_day(step: Step) -> datetime:
    """When it was said, on the person's calendar then."""
    return step.at.astimezone(timezone(timedelta(minutes=step.offset_minutes)))


def plain_words(step: Step) -> str:
    """What the person states in a Step, in their own words: without what was pasted, and without what they ask."""
    stated = [one for one in sentences(own_words(step.text)) if not is_bare_question(one)]
    return " ".join(" ".join(stated).split())


def meanings(work: Work, texts: Sequence[str]) -> Vectors | None:
    """An array (texts, dimension) of rows of length 1, each embedded once; None without a sentence model."""
    missing = list(dict.fromkeys(text for text in texts if text not in work.meanings))
    made = vectors_of(work.rooms.embedder, missing, PURPOSE)
    if made is None and (missing or not texts):
        return None
    work.meanings.update(zip(missing, made if made is not None else (), strict=True))
    return np.stack([work.meanings[text] for text in texts])


def likeness(vectors: Vectors) -> Vectors:
    """An array (texts, texts) of cosines, with nothing on the diagonal."""
    near = np.asarray(vectors @ vectors.T)
    np.fill_diagonal(near, -1.0)
    return near


def _tells(step: Step) -> bool:
    return len(plain_words(step).split()) >= LEAST_WORDS
