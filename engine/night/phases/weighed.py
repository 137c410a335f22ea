"""What thinking alone changed of what is believed, as a brief tells it ([E] §9.7): nothing is said that it did not do.

What came to be believed or crystallised, a principle that was weighed by what they said since, and what seems to have
become of a prediction, which only they settle. What recurs is a finding of its own.
"""

from collections.abc import Iterator, Sequence

from engine.cognition import Direction, Model, Prediction, Principle
from engine.night.material import plain_words, private_refs
from engine.night.phases.building import RECURRING
from engine.night.records import Change, NewLine
from engine.night.telling import FINDING, quoted
from engine.night.undoing import BELIEVED, EVIDENCE, MADE, PROPOSED
from engine.night.working import Work

WEIGHT = 0.6


def updates(work: Work, runs: Sequence[str]) -> list[NewLine]:
    """Of what these runs changed, each thing once, the newest run first; nothing private. On the engine's thread."""
    private = private_refs(work.rooms)
    found: dict[str, NewLine] = {}
    for change in (change for run in runs for change in work.store.changes(run)):
        for line in _told_of(work, change):
            if not private.intersection(line.cites):
                found.setdefault(line.text, line)
    return list(found.values())


def _told_of(work: Work, change: Change) -> Iterator[NewLine]:
    cognition = work.rooms.cognition
    if change.what == EVIDENCE:
        yield from _principle(work, cognition.principles.live(), change)
    elif change.what == BELIEVED:
        yield from (
            line for one in cognition.models.live() for line in _model(work, one) if one.ref == change.ref
        )
    elif change.what == MADE:
        yield from (
            _line(work.words.principle.format(text=quoted(one.statement)), (one.ref, *one.all_cites()))
            for one in cognition.principles.live()
            if one.ref == change.before.get("principle")
        )
    elif change.what == PROPOSED:
        named = (one for one in cognition.predictions.all() if one.ref == change.ref)
        yield from (line for one in named for line in _prediction(work, one))


def _principle(work: Work, standing: Sequence[Principle], change: Change) -> Iterator[NewLine]:
    """By the words that a run weighed it by."""
    source = str(change.before["source"])
    for principle in standing:
        weighed = [one for one in principle.standing if source in one.cites]
        if principle.ref != change.ref or not weighed or not source.startswith("step:"):
            continue
        held = weighed[-1].direction is Direction.CONFIRMS
        wording = work.words.held_again if held else work.words.held_no_more
        quote = quoted(plain_words(work.rooms.trail.step(source.removeprefix("step:"))))
        text = wording.format(text=quoted(principle.statement).rstrip("."), quote=quote)
        yield _line(text, (principle.ref, source), quote)


def _model(work: Work, model: Model) -> Iterator[NewLine]:
    """Where it stands on what they said; what recurs has been found as a theme, with its days."""
    if RECURRING not in model.tags and model.all_cites():
        text = work.words.believed.format(text=quoted(model.statement))
        yield _line(text, (model.ref, *model.all_cites()))


def _prediction(work: Work, prediction: Prediction) -> Iterator[NewLine]:
    ended = prediction.outcome
    if ended is not None and ended.proposed and ended.actual:
        text = work.words.came_true.format(
            text=quoted(prediction.statement).rstrip("."),
            day=work.day_of(prediction.deadline),
            quote=ended.actual,
        )
        yield _line(text, (prediction.ref, *ended.cites), ended.actual)


def _line(text: str, cites: Sequence[str], quote: str = "") -> NewLine:
    return NewLine(section=FINDING, text=text, quote=quote, cites=tuple(dict.fromkeys(cites)), weight=WEIGHT)
