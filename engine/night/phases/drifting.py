"""Creative drift ([E] §9.6): loose thoughts over things of different kinds, in a journal that feeds only itself."""

import random
import tomllib
from collections.abc import Sequence
from functools import cache, partial
from importlib import resources

from engine.night.phases.sources import KNOWN, Source, Thing, things
from engine.night.records import JobKind, NewLine
from engine.night.telling import quoted
from engine.night.working import Draft, Phase, Work
from engine.night.writing import write

SECTION = "drift"
MOST_WORDS = 60


@cache
def techniques() -> dict[str, str]:
    """The five directions, by their names, as shipped in `resources/night/drift.toml`."""
    text = resources.files("resources").joinpath("night/drift.toml").read_text(encoding="utf-8")
    return {str(name): str(told) for name, told in tomllib.loads(text).items()}


def drift(work: Work, number: int) -> Draft:
    """One round: a technique, and things that are preferably of different categories; nothing without a model.

    Which ones follows from the run's name, so that a run that is taken up again drifts the same way.
    """
    model, lacking = work.model, work.cannot_imagine()
    if model is None or lacking is not None:
        return Draft(outcome=lacking)
    chance = random.Random(f"{work.job.id}/{number}")  # noqa: S311 - no secret: which thoughts meet
    met = sampled(work.engine(lambda: buckets(work)), work.settings.drift_items, chance)
    if len(met) < work.settings.drift_items - 1:
        return Draft()
    technique = chance.choice(sorted(techniques()))
    notes = [quoted(one.text) for one in met]
    written = write(work, model, "drift", notes, techniques()[technique])
    if written is None or len(written.split()) > MOST_WORDS:
        return Draft(left_out=1)
    cites = tuple(dict.fromkeys(ref for one in met for ref in one.refs))
    line = NewLine(section=SECTION, text=written, cites=cites, weight=0.5, wrote=True)
    return Draft([line], figures={"technique": technique, "categories": [one.source.value for one in met]})


def buckets(work: Work) -> list[Thing]:
    """All that a drift may meet; the journal's own thoughts are among it."""
    runs = [job.id for job in work.store.jobs(kinds=(JobKind.DRIFT,))]
    drifted = [line for run in runs for line in work.store.lines(run)]
    own = [Thing(Source.DRIFT, line.text, (line.ref, *line.cites)) for line in drifted]
    return [*things(work, KNOWN), *own]


def sampled(known: Sequence[Thing], count: int, chance: random.Random) -> list[Thing]:
    """`count` of them, of different categories as far as there are as many."""
    shuffled = list(known)
    chance.shuffle(shuffled)
    first: dict[Source, Thing] = {}
    for thing in shuffled:
        first.setdefault(thing.source, thing)
    categories = list(first.values())
    chance.shuffle(categories)
    rest = [thing for thing in shuffled if thing not in categories]
    return [*categories, *rest][:count]


ROUNDS = 2
PHASES: tuple[tuple[str, Phase], ...] = tuple(
    (f"round-{number + 1}", partial(drift, number=number)) for number in range(ROUNDS)
)
