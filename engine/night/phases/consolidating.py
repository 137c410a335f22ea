"""Consolidation: merge what is the same, age, strengthen, put the weak away, look for contradictions ([E] §4.5).

Each phase is a function of what stands and of elapsed time, so that a second run changes nothing. No text is lost:
what is taken in or put away stands in the archive, and comes back by `companion archive restore`.
"""

import re
import tomllib
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.language import LanguageError, Scoring
from engine.memory import (
    Alike,
    LinkType,
    Node,
    Tier,
    contained_text,
    decayed_strength,
    differences,
    is_protected,
    is_weak,
    opposes,
    strengthened,
)
from engine.night.records import Change, Outcome
from engine.night.telling import names, numbers
from engine.night.undoing import ARCHIVED, BY_NIGHT, MARKED, MERGED, OPPOSED, STRENGTH
from engine.night.working import Draft, Phase, Work
from engine.search import function_stems, stems
from engine.vault import UnitOfWork

AGED, STRENGTHENED = "aged", "strengthened"
CONTRADICTS, YES = "contradicts", "Contradiction"
Pair = tuple[Node, Node]
LEAST_WORDS = 2
_WORD = re.compile(r"\w+")


def merge_duplicates(work: Work) -> Draft:
    """Of two memories from 0.85 where one says all that the other says, one is made ([E] §4.5.2)."""
    memory, least = work.rooms.memory, work.settings.duplicate_from
    found = work.engine(lambda: [(a, b) for a, b, _ in memory.pairs(least) if _may_be_one(work, a, b)])

    def apply(_: UnitOfWork) -> Sequence[Change]:
        changes: list[Change] = []
        gone: set[str] = set()
        for a, b in found:
            text = contained_text([a.text, b.text])
            if text is None or gone & {a.id, b.id}:
                continue
            known, fresh = sorted((a, b), key=lambda node: (node.created_at, node.id))
            united = memory.uniting.keep(Alike(fresh, known), text)
            if united is not None:
                gone |= {a.id, b.id}
                changes.append(Change(what=MERGED, ref=united.node.ref, before={"sources": [a.ref, b.ref]}))
        return changes

    return Draft(apply=apply, figures={"pairs": len(found)})


def fade(work: Work) -> Draft:
    """What was not recalled for 30 days loses 0.02 a day, once for each day ([E] §4.5.5)."""
    aged_at = _moment(work.engine(lambda: work.store.value(AGED)))
    now = work.now

    def apply(unit: UnitOfWork) -> Sequence[Change]:
        changes = [
            change
            for node in work.rooms.memory.nodes()
            for change in _restrengthened(
                work, node, decayed_strength(node, now, work.rooms.aged_by, aged_at or node.created_at)
            )
        ]
        return [*changes, *_marked(work, unit, AGED, max(now, aged_at or now), changes)]

    return Draft(apply=apply)


def strengthen(work: Work) -> Draft:
    """What explicit searches and answers used since the last run is stronger ([E] §4.5.4)."""
    since = _moment(work.engine(lambda: work.store.value(STRENGTHENED)))
    now = work.now

    def apply(unit: UnitOfWork) -> Sequence[Change]:
        counts = work.rooms.memory.recalls_since(since)
        standing = {node.id: node for node in work.rooms.memory.nodes()}
        changes = [
            change
            for node_id, recalls in counts.items()
            if node_id in standing
            for change in _restrengthened(
                work,
                standing[node_id],
                strengthened(standing[node_id].strength, recalls, work.rooms.aged_by),
            )
        ]
        return [*changes, *_marked(work, unit, STRENGTHENED, now, changes)]

    return Draft(apply=apply)


def archive_weak(work: Work) -> Draft:
    """What faded below 0.15 is put away, never deleted ([E] §4.5.6)."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        weak = [node for node in work.rooms.memory.nodes() if is_weak(node, work.rooms.aged_by)]
        return [_put_away(work, node) for node in weak]

    return Draft(apply=apply)


def sweep(work: Work) -> Draft:
    """What is no memory is put away ([E] §4.5.7); the document says how many there were, and how many stand."""
    nodes = work.engine(work.rooms.memory.nodes)
    empty = [
        node
        for node in nodes
        if not is_protected(node, work.rooms.aged_by) and says_nothing(node.text, work.job.language)
    ]

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [_put_away(work, node) for node in empty]

    return Draft(apply=apply, figures={"swept": len(empty), "standing": len(nodes) - len(empty)})


def find_contradictions(work: Work) -> Draft:
    """Pairs from 0.5 that cannot both be so; only the person settles one ([E] §4.5.3).

    Where numbers, dates or polarity differ in otherwise like words no model is needed; of other pairs a model decides.
    A pair is compared once; what was lived on different days may well differ.
    """
    memory = work.rooms.memory
    known = work.engine(lambda: {frozenset((one.a, one.b)) for one in memory.contradictions(settled=True)})
    near = work.engine(lambda: memory.pairs(work.settings.contradiction_from, across=True))
    names = {
        _pair(a, b): (a, b)
        for a, b, _ in near
        if frozenset((a.id, b.id)) not in known and not _are_of_their_days(a, b)
    }
    seen = work.engine(lambda: work.store.seen(list(names)))
    fresh = {name: pair for name, pair in names.items() if name not in seen}
    unasked = _compared(work, fresh)
    outcome = Outcome.NO_MODEL if work.model is None and fresh and not unasked.figures["opposed"] else None
    return Draft(apply=unasked.apply, seen=unasked.seen, outcome=outcome, figures=unasked.figures)


PHASES: tuple[tuple[str, Phase], ...] = (
    ("merge_duplicates", merge_duplicates),
    ("apply_decay", fade),
    ("strengthen_recalled", strengthen),
    ("archive_weak", archive_weak),
    ("find_contradictions", find_contradictions),
    ("quality_sweep", sweep),
)


def _compared(work: Work, fresh: dict[str, Pair]) -> Draft:
    """What comes of these pairs; each that a model was asked about is kept at once."""
    opposed: list[Pair] = []
    compared: list[str] = []
    asked = work.job.part.figures.get("asked", 0)
    for name, (a, b) in fresh.items():
        if opposes(a.text, b.text):
            opposed.append((a, b))
        elif work.model is None or asked >= work.settings.compared_at_once:
            continue
        else:
            asked += 1
            found = [(a, b)] if _model_opposes(work, a, b) else []
            work.keep(_noted(work, found, [name], asked=1))
            continue
        compared.append(name)
    return _noted(work, opposed, compared)


def _noted(work: Work, opposed: Sequence[Pair], compared: Sequence[str], asked: int = 0) -> Draft:
    """The pairs that contradict each other, and the names of all that were compared."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        for a, b in opposed:
            work.rooms.memory.link(a.id, b.id, LinkType.CONTRADICTS, source=BY_NIGHT)
        return [Change(what=OPPOSED, ref=a.ref, before={"other": b.ref}) for a, b in opposed]

    figures = {"compared": len(compared), "opposed": len(opposed), "asked": asked}
    return Draft(apply=apply, seen=compared, figures=figures)


def _model_opposes(work: Work, a: Node, b: Node) -> bool:
    """Whether the model in use is sure that two cannot both be so; one that gives no shares is never sure."""
    model = work.model
    if model is None or not isinstance(model, Scoring):
        return False
    began = work.clock.monotonic()
    text = f"first: {' '.join(a.text.split())}\nsecond: {' '.join(b.text.split())}"
    try:
        decided = work.rooms.decisions.decide(model, CONTRADICTS, text)
    except LanguageError:
        if work.stopped():
            return False
        raise
    work.spend(model.count(text), work.clock.monotonic() - began)
    return decided.shares[YES] >= work.settings.contradicts_from


def _may_be_one(work: Work, a: Node, b: Node) -> bool:
    free = not (is_protected(a, work.rooms.aged_by) or is_protected(b, work.rooms.aged_by))
    return free and contained_text([a.text, b.text]) is not None and not differences(a.text, b.text)


def _are_of_their_days(a: Node, b: Node) -> bool:
    """Whether each tells of a day of its own: 5 km on Monday and 8 km on Tuesday are both so."""
    episodic = a.kind.row.tier is b.kind.row.tier is Tier.EPISODIC
    return episodic and a.event_at.date() != b.event_at.date()


def _marked(
    work: Work, unit: UnitOfWork, name: str, until: datetime, changes: Sequence[Change]
) -> list[Change]:
    """Memories were looked through until then; that is taken back with the `changes`, so that they are due again."""
    before, after = work.store.value(name), until.isoformat()
    work.store.put_value(unit, name, after)
    return [Change(what=MARKED, ref=name, before={"until": before, "after": after})] if changes else []


def _restrengthened(work: Work, node: Node, strength: float) -> list[Change]:
    """The node with another strength, where it is another."""
    if strength == node.strength:
        return []
    work.rooms.memory.set_strength(node.id, strength)
    return [Change(what=STRENGTH, ref=node.ref, before={"strength": node.strength, "after": strength})]


def _put_away(work: Work, node: Node) -> Change:
    work.rooms.memory.archive(node.id)
    return Change(what=ARCHIVED, ref=node.ref)


def _pair(a: Node, b: Node) -> str:
    """Changes with the words of either: what is worded anew is compared anew."""
    return "compared:" + "/".join(sorted(f"{node.id}.{node.version}" for node in (a, b)))


def _moment(stored: str) -> datetime | None:
    return datetime.fromisoformat(stored) if stored else None


class SweepWords(BaseModel):
    """Words of which such a text is made, those of them that it needs one of, and how else it may begin."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: frozenset[str]
    needed: frozenset[str]
    beginnings: tuple[str, ...]


@cache
def sweep_words() -> SweepWords:
    """As shipped in `resources/night/sweep.toml`; read once."""
    text = resources.files("resources").joinpath("night/sweep.toml").read_text(encoding="utf-8")
    return SweepWords.model_validate(tomllib.loads(text))


def says_nothing(text: str, language: str) -> bool:
    """Whether `text` is no memory; `language` (ISO 639-1) is that of its grammar."""
    told = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    return len(told) < LEAST_WORDS or _holds_a_place(text) or _is_grammar(text, language)


def _holds_a_place(text: str) -> bool:
    known, said = sweep_words(), " ".join(text.casefold().split())
    parts = [word for word in _WORD.findall(said) if not word.isdigit()]
    is_tried_out = bool(known.needed.intersection(parts)) and known.words.issuperset(parts)
    return is_tried_out or said.startswith(known.beginnings)


def _is_grammar(text: str, language: str) -> bool:
    """Nothing but words that every text has: "it is what it is"."""
    return not (set(stems(text)) - function_stems(language) or names(text) or numbers(text))
