"""Sleep, phase 1 ([C] §8): what was not slept on yet is absorbed, merged, linked or kept, one memory after another.

A model is only asked to say two in one, where nothing that can be counted keeps them apart; drift makes two of them
again. Above some thousands of memories it goes by neighbourhoods ([C] §12): what weighs little goes into what weighs
much, and a model is asked once for each neighbourhood. What was slept on is not slept on again until it is worded anew.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from engine.conversation.reflection.uniting import said_in_one
from engine.memory import Alike, LinkType, Node, contained_text, differences, is_protected
from engine.night.material import chosen
from engine.night.phases.discovering import Pairs, join, neighbourhoods
from engine.night.records import Change
from engine.night.undoing import MERGED
from engine.night.working import Draft, Phase, Work
from engine.vault import UnitOfWork

COMPARED = "compared"
"""The source of a link between two that were looked at before and are not the same (`engine/memory/writing`)."""


class Decision(StrEnum):
    """What becomes of a memory in sleep."""

    ABSORB = "absorb"
    MERGE = "merge"
    LINK = "link"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Fate:
    """What is to become of `fresh`, with which `other`, under which `text`; `share` is how near they are."""

    fresh: Node
    decision: Decision
    other: Node | None = None
    text: str = ""
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Material:
    """What is slept on now, what is near to what, which pairs were compared, and how much there is in all."""

    fresh: Sequence[Node]
    pairs: Pairs
    compared: frozenset[frozenset[str]]
    protected: int
    standing: int


def integrate(work: Work) -> Draft:
    """Decide on each memory that was not slept on; the document has how many were absorbed, merged, linked, kept."""
    material = work.engine(lambda: _material(work))
    layered = material.standing > work.settings.layered_from
    slept = _Slept(work, set(material.compared))
    if layered:
        _by_neighbourhood(work, material, slept)
    else:
        _one_by_one(material, slept)
    last = slept.decided()
    figures = {**last.figures, "protected": material.protected, "layered": layered}
    return Draft(apply=last.apply, seen=last.seen, figures=figures)


PHASES: tuple[tuple[str, Phase], ...] = (("decide", integrate),)


def _material(work: Work) -> Material:
    memory, settings = work.rooms.memory, work.settings
    nodes = memory.nodes()
    free = [node for node in nodes if not is_protected(node, work.rooms.aged_by)]
    fresh = _fresh(work, free, layered=len(nodes) > settings.layered_from)
    links = memory.links([node.id for node in fresh]) if fresh else []
    pairs = memory.pairs(settings.linked_from, across=True) if fresh else []
    compared = {frozenset((one.origin, one.target)) for one in links if one.source == COMPARED}
    return Material(
        fresh,
        pairs,
        frozenset(compared | _asked_before(work, pairs)),
        protected=len(nodes) - len(free),
        standing=len(nodes),
    )


def _fresh(work: Work, free: Sequence[Node], *, layered: bool) -> list[Node]:
    """The memories that are chosen, else those that were not slept on, the latest; oldest first.

    What this very run made of others is left for the next, so that a run which is taken up again ends as any other.
    """
    asked, settings, done = work.job.sleep, work.settings, work.job.part.figures.get("processed", 0)
    read = work.store.seen([_slept(node) for node in free]) if done or not asked.memories else set()
    begun = work.job.started_at or work.now
    found = [node for node in chosen(work, free) if _slept(node) not in read and node.updated_at <= begun]
    most = asked.most or (settings.slept_of_all if asked.everything else settings.slept_at_once)
    if asked.memories:
        return found
    days = settings.deep_days if asked.days is None else asked.days
    if days and not asked.everything:
        found = [node for node in found if node.updated_at >= work.now - timedelta(days=days)]
    lived = [node for node in found if not node.synthesis]
    unlimited = layered and asked.most is None
    return lived if unlimited else lived[max(0, len(lived) - max(0, most - done)) :]


def _asked_before(work: Work, pairs: Pairs) -> set[frozenset[str]]:
    """What a model was asked about in this very run, before it was stopped."""
    if not work.job.part.figures:
        return set()
    names = {_pair_name(a, b): frozenset((a.id, b.id)) for a, b, _ in pairs}
    return {names[name] for name in work.store.seen(list(names))}


def _one_by_one(material: Material, slept: "_Slept") -> None:
    """Each with its nearest; a model is asked about each that may be one with another."""
    partners = _partners(material.pairs)
    for node in material.fresh:
        slept.decide(node, partners[node.id], asks=True)


def _by_neighbourhood(work: Work, material: Material, slept: "_Slept") -> None:
    """Satellites into anchors: of each neighbourhood a model is asked about one pair, the rest is decided by rule."""
    partners, fresh = _partners(material.pairs), {node.id for node in material.fresh}
    for group in neighbourhoods(material.pairs):
        heavy = {node.id for node in group if node.importance >= work.settings.anchor_from}
        anchors, before = heavy or {group[0].id}, slept.asked
        for node in group:
            near = [pair for pair in partners[node.id] if pair[0].id in anchors]
            if node.id in fresh:
                may_ask = bool(near) and near[0][1] >= work.settings.duplicate_from
                slept.decide(node, near, asks=may_ask and slept.asked == before)
    for node in material.fresh:
        if node.id not in partners:
            slept.decide(node, (), asks=False)


@dataclass
class _Slept:
    """What was decided and is not kept yet.

    `compared` are pairs that need not be put to a model, `asked` counts those that were. What a model was asked about
    is kept at once, with what was decided before it: whoever stops it loses none of that.
    """

    work: Work
    compared: set[frozenset[str]]
    fates: list[Fate] = field(default_factory=list)
    asked: int = 0
    _kept: int = 0
    _gone: set[str] = field(default_factory=set)

    def decide(self, node: Node, near: Sequence[tuple[Node, float]], *, asks: bool) -> None:
        """What becomes of `node` beside those that are near, the nearest first. Raises LanguageError."""
        if node.id in self._gone:
            return
        fate = self._fate(node, [pair for pair in near if pair[0].id not in self._gone], asks=asks)
        if fate.other is not None and fate.decision in {Decision.ABSORB, Decision.MERGE}:
            self._gone |= {node.id, fate.other.id}
        self.fates.append(fate)
        if self.asked > self._kept:
            self._kept = self.asked
            self.work.keep(self.decided())
            self.fates = []

    def decided(self) -> Draft:
        """What is to be written of it."""
        work, fates = self.work, tuple(self.fates)

        def apply(_: UnitOfWork) -> Sequence[Change]:
            return [change for fate in fates for change in _carried_out(work, fate)]

        counts = Counter(fate.decision.value for fate in fates)
        figures = {"processed": len(fates), **counts}
        slept = [_slept(fate.fresh) for fate in fates]
        pairs = [_pair_name(fate.fresh, fate.other) for fate in fates if fate.other is not None]
        return Draft(apply=apply, seen=[*slept, *pairs], figures=figures)

    def _fate(self, node: Node, near: Sequence[tuple[Node, float]], *, asks: bool) -> Fate:
        for other, share in near:
            if share < self.work.rooms.aged_by.duplicate_from or not _may_be_one(self.work, node, other):
                continue
            whole = contained_text([node.text, other.text])
            if whole is not None:
                return Fate(node, Decision.ABSORB, other, whole, share)
            pair = frozenset((node.id, other.id))
            if asks and pair not in self.compared:
                self.compared.add(pair)
                self.asked += 1
                text = _in_one(self.work, node, other)
                return Fate(node, Decision.MERGE if text else Decision.LINK, other, text, share)
        if not near:
            return Fate(node, Decision.KEEP)
        return Fate(node, Decision.LINK, near[0][0], "", near[0][1])


def _may_be_one(work: Work, a: Node, b: Node) -> bool:
    """Whether nothing that can be counted keeps them apart: kind, protection, number, date, polarity, aspect."""
    free = not (is_protected(a, work.rooms.aged_by) or is_protected(b, work.rooms.aged_by))
    alike = a.kind is b.kind and a.kind.row.mergeable and a.person == b.person and a.category == b.category
    return free and alike and not (a.synthesis or b.synthesis) and not differences(a.text, b.text)


def _in_one(work: Work, a: Node, b: Node) -> str:
    """One text for both, empty where a model does not say that they are the same. Raises LanguageError."""
    model = work.model
    if model is None or model.info.parameters < work.rooms.aged_by.unites_parameters:
        return ""
    began = work.clock.monotonic()
    text = said_in_one(_pair(a, b), model, work.cancellation)
    work.spend(model.count(f"{a.text} {b.text} {text or ''}"), work.clock.monotonic() - began)
    return text or ""


def _carried_out(work: Work, fate: Fate) -> list[Change]:
    """As it was decided; what drifted, or changed meanwhile, is linked."""
    if fate.other is None:
        return []
    if fate.decision in {Decision.ABSORB, Decision.MERGE}:
        united = work.rooms.memory.uniting.keep(_pair(fate.fresh, fate.other), fate.text)
        if united is not None:
            sources = [fate.fresh.ref, fate.other.ref]
            return [Change(what=MERGED, ref=united.node.ref, before={"sources": sources})]
    return (
        [] if _are_linked(work, fate.fresh, fate.other) else [join(work, fate.fresh, fate.other, fate.share)]
    )


def _are_linked(work: Work, a: Node, b: Node) -> bool:
    kinds = {LinkType.RELATES_TO, LinkType.CONTINUES}
    links = work.rooms.memory.links([a.id])
    return any({one.origin, one.target} == {a.id, b.id} and one.type in kinds for one in links)


def _pair(a: Node, b: Node) -> Alike:
    known, fresh = sorted((a, b), key=lambda node: (node.created_at, node.id))
    return Alike(fresh, known)


def _partners(pairs: Pairs) -> dict[str, list[tuple[Node, float]]]:
    """Of each memory those that are near, the nearest first."""
    found: dict[str, list[tuple[Node, float]]] = defaultdict(list)
    for a, b, share in pairs:
        found[a.id].append((b, share))
        found[b.id].append((a, share))
    return found


def _pair_name(a: Node, b: Node) -> str:
    return "slept:" + "/".join(sorted(f"{node.id}.{node.version}" for node in (a, b)))


def _slept(node: Node) -> str:
    return f"slept:{node.id}.{node.version}"
