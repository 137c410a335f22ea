"""What a day leaves the companion with: its diary ([P] §6.5) and its portrait ([E] §6.1).

Of a talk one sentence in the first person is kept ([C] §6), where a model writes one that stands on what was said.
Nothing else needs a model. The diary says how often and when they talked, quotes what was told, and says how the mood
went; it feeds nothing.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from engine.memory import NewNode, NodeKind
from engine.memory import Outcome as Kept
from engine.night.material import (
    most_telling,
    plain_words,
    step_ref,
    telling,
    told,
    told_lately,
    usual_words,
)
from engine.night.records import Change, NewLine, Outcome
from engine.night.telling import Usual, quoted
from engine.night.undoing import SYNTHESISED
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.trail import Step, StepKind
from engine.vault import UnitOfWork

SECTION = "diary"
DIARY_DAYS, QUOTES = 7, 3
SESSION, LEAST_SAID = "session", 2


def write_diary(work: Work) -> Draft:
    """An entry for each of the last days that is over, on which something was told, and that has none yet."""

    def read() -> list[tuple[date, list[NewLine]]]:
        said = told(work, work.now - timedelta(days=DIARY_DAYS + 1))
        days = sorted({step.said_at.date() for step in said if step.said_at.date() < work.today})
        known = work.store.seen([_written(day) for day in days])
        fresh = [day for day in days if _written(day) not in known]
        usually = usual_words(told_lately(work))
        of_day = {day: [one for one in said if one.said_at.date() == day] for day in fresh}
        return [(day, _entry(work, day, steps, usually)) for day, steps in of_day.items()]

    entries = work.engine(read)
    lines = [line for _, entry in entries for line in entry]
    return Draft(lines, seen=[_written(day) for day, _ in entries], figures={"days": len(entries)})


def paint(work: Work) -> Draft:
    """Keep who the companion has been lately: numbers and refs alone; a later one of a day replaces the first."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        work.rooms.cognition.reflection.paint()
        return ()

    return Draft(apply=apply)


def remember_session(work: Work) -> Draft:
    """The time together that the job was given, once."""
    if work.model is None:
        return Draft(outcome=Outcome.NO_MODEL)
    name = f"session:{work.job.given}"
    if work.engine(lambda: work.store.seen([name])):
        return Draft()
    chosen = work.engine(lambda: _chosen(work))
    if len(chosen) < LEAST_SAID:
        return Draft(seen=[name])
    written = sentence(
        work, SESSION, [plain_words(step) for step in chosen], [step_ref(step) for step in chosen]
    )

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [] if written is None else _remembered(work, written, chosen)

    return Draft(apply=apply, seen=[name], left_out=int(written is None))


TALK: tuple[tuple[str, Phase], ...] = (("synthesise", remember_session),)
PORTRAIT: tuple[tuple[str, Phase], ...] = (("portrait", paint),)


def _entry(work: Work, day: date, said: Sequence[Step], known: Usual) -> list[NewLine]:
    """When they talked, what was told, and how the mood went."""
    first, last = (f"{step.said_at:%H:%M}" for step in (said[0], said[-1]))
    episodes = list(dict.fromkeys(step.episode_id for step in said))
    diary = work.words.diary
    how = "often" if len(episodes) > 1 else "once" if first != last else "short"
    met = diary[how].format(day=work.words.full_day(day), count=len(episodes), first=first, last=last)
    best = most_telling(said, QUOTES, known)
    lines = [_line(met, said)]
    lines += [_line(diary["told"].format(quote=quoted(plain_words(step))), [step]) for step in best]
    return [*lines, *_felt(work, episodes, said)]


def _felt(work: Work, episodes: Sequence[str], said: Sequence[Step]) -> list[NewLine]:
    """How the mood went in the last time together of the day, where it went anywhere."""
    mood = work.rooms.mood
    pattern = None if mood is None else work.words.felt.get(mood.arc(episodes[-1]).pattern.value)
    return [_line(pattern, [one for one in said if one.episode_id == episodes[-1]])] if pattern else []


def _line(text: str, steps: Sequence[Step]) -> NewLine:
    return NewLine(section=SECTION, text=text, cites=tuple(step_ref(step) for step in steps), weight=0.5)


def _written(day: date) -> str:
    return f"diary:{day.isoformat()}"


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
