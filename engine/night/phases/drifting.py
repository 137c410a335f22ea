"""Creative drift ([E] §9.6): loose thoughts over things of different kinds, in a journal that feeds only itself."""

import random
import tomllib
from collections.abc import Sequence
from functools import cache, partial
from importlib import resources

from engine.memory import NodeKind, Tier
from engine.night.material import plain_words, private_refs, step_ref, told_lately
from engine.night.records import JobKind, NewLine
from engine.night.telling import quoted
from engine.night.working import Draft, Phase, Work
from engine.night.writing import write

SECTION = "drift"
_LIVED = frozenset({Tier.EPISODIC, Tier.SEMANTIC})
MOST_WORDS = 60
Thing = tuple[str, str, tuple[str, ...]]
"""Its category, its words, and its refs."""


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
    things = sampled(work.engine(lambda: buckets(work)), work.settings.drift_items, chance)
    if len(things) < work.settings.drift_items - 1:
        return Draft()
    technique = chance.choice(sorted(techniques()))
    notes = [quoted(text) for _, text, _ in things]
    written = write(work, model, "drift", notes, techniques()[technique])
    if written is None or len(written.split()) > MOST_WORDS:
        return Draft(left_out=1)
    cites = tuple(dict.fromkeys(ref for _, _, refs in things for ref in refs))
    line = NewLine(section=SECTION, text=written, cites=cites, weight=0.5, wrote=True)
    return Draft([line], figures={"technique": technique, "categories": [one[0] for one in things]})


def buckets(work: Work) -> list[Thing]:
    """All that a drift may meet, with its category; nothing private. The journal's own thoughts are among it."""
    rooms, private = work.rooms, private_refs(work.rooms)
    found: list[Thing] = [("said", plain_words(step), (step_ref(step),)) for step in told_lately(work)]
    found += [("open", one.text, (one.ref, *one.cites)) for one in rooms.intent.items.open()]
    found += [("goal", one.title, (one.ref, *one.cites)) for one in rooms.intent.goals.open()]
    lived = [one for one in rooms.memory.nodes(limit=200) if one.kind.row.tier in _LIVED]
    found += [("memory", one.text, (one.ref, *one.sources)) for one in lived if one.kind is not NodeKind.NOTE]
    found += [("belief", one.statement, (one.ref, *one.cites)) for one in rooms.cognition.models.live()]
    found += [("idea", one.concept, (one.ref, *one.cites)) for one in rooms.cognition.ideas.all()]
    found += [("fact", one.text, (one.ref,)) for one in rooms.person.facts()]
    drifted = [job.id for job in work.store.jobs(limit=20) if job.kind is JobKind.DRIFT]
    found += [("drift", one.text, (one.ref, *one.cites)) for run in drifted for one in work.store.lines(run)]
    return [one for one in found if not private.intersection(one[2])]


def sampled(things: Sequence[Thing], count: int, chance: random.Random) -> list[Thing]:
    """`count` things, of different categories as far as there are as many."""
    shuffled = list(things)
    chance.shuffle(shuffled)
    first: dict[str, Thing] = {}
    for thing in shuffled:
        first.setdefault(thing[0], thing)
    categories = list(first.values())
    chance.shuffle(categories)
    rest = [thing for thing in shuffled if thing not in categories]
    return [*categories, *rest][:count]


ROUNDS = 2
PHASES: tuple[tuple[str, Phase], ...] = tuple(
    (f"round-{number + 1}", partial(drift, number=number)) for number in range(ROUNDS)
)
