"""What a time together comes down to, as the companion remembers it ([C] §6): one sentence in the first person.

It is only kept where it stands on what the person said; else the talk stands for itself, in the trail and the diary.
"""

from collections.abc import Sequence

from engine.memory import NewNode, NodeKind
from engine.memory import Outcome as Kept
from engine.night.material import most_telling, plain_words, step_ref, telling, told_lately, usual_words
from engine.night.records import Change, Outcome
from engine.night.undoing import SYNTHESISED
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.trail import Step, StepKind
from engine.vault import UnitOfWork

SESSION = "session"
LEAST = 2


def remember_session(work: Work) -> Draft:
    """The time together that the job was given, once."""
    if work.model is None:
        return Draft(outcome=Outcome.NO_MODEL)
    name = f"session:{work.job.given}"
    if work.engine(lambda: work.store.seen([name])):
        return Draft()
    chosen = work.engine(lambda: _chosen(work))
    if len(chosen) < LEAST:
        return Draft(seen=[name])
    written = sentence(work, SESSION, [plain_words(step) for step in chosen])

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [] if written is None else _remembered(work, written, chosen)

    return Draft(apply=apply, seen=[name], left_out=int(written is None))


def _chosen(work: Work) -> list[Step]:
    """What told most of it."""
    most = work.settings.told_most
    said = telling(work, work.rooms.trail.recent_steps(most, work.job.given, (StepKind.UTTERANCE,)))
    return most_telling(said, work.settings.notes_most, usual_words(told_lately(work)))


def _remembered(work: Work, text: str, steps: Sequence[Step]) -> list[Change]:
    sources = tuple(step_ref(step) for step in steps)
    new = NewNode(NodeKind.CONVERSATION, text, sources=sources, event_at=steps[-1].at, synthesis=SESSION)
    kept = work.rooms.memory.remember(new)
    return [Change(what=SYNTHESISED, ref=kept.node.ref)] if kept.outcome in {Kept.NEW, Kept.LINKED} else []


PHASES: tuple[tuple[str, Phase], ...] = (("synthesise", remember_session),)
