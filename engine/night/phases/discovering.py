"""Sleep, phase 2 ([C] §8, §12): what belongs together, what recurs, and what became part of the companion by votes.

Links are found by meaning alone: of each memory its nearest few that are not the same, on the same day related, on a
later day continued; above some thousands of memories also bridges between neighbourhoods. Links that stand are left
alone, so that a second run makes none. A sentence on what recurs is written in the first person, and only kept where it
stands on its memories and did not drift from them.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

import numpy as np

from engine.embedding import Vectors
from engine.errors import CompanionError
from engine.memory import LinkType, NewNode, Node, NodeKind, check_consolidation, is_protected
from engine.memory import Outcome as Kept
from engine.night.material import chosen, meanings
from engine.night.records import AT_CLOSE, Change, Outcome, Reason
from engine.night.undoing import BY_NIGHT, LINKED, NOMINATED, RISEN, SYNTHESISED, WEIGHED
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence, written
from engine.vault import UnitOfWork

Found = tuple[Node, Node, float]
Pairs = Sequence[Found]
"""Two memories each, and their cosine."""
SEED = 0
PATTERN = "pattern"
LEAST_OF_PATTERN, LEAST_DAYS = 3, 2
MOST_SUMMARIES = 6
MOST_AUDITED = 20
LINKED_AT_ONCE = 100
"""Links of one unit of work: whoever talks meanwhile waits for no more."""
_RATING = re.compile(r"\b(10|[1-9])\b")


def link_alike(work: Work) -> Draft:
    """Join memories that are near in meaning: the nearest few of each, the nearest first ([C] §12, layer 4).

    Some at a time, and what goes with no vault is worked out beside the engine's thread.
    """

    def read() -> tuple[list[Found], set[frozenset[str]], set[str]]:
        memory = work.rooms.memory
        near = memory.pairs(work.settings.linked_from, work.settings.duplicate_from, across=True)
        nodes = memory.nodes()
        return near, _joined(work, nodes), {node.id for node in chosen(work, nodes)}

    near, known, slept_on = work.engine(read)
    bridges = _bridges(work, near) if work.engine(partial(is_layered, work)) else []
    each = [*_nearest_few(near, work.settings.links_each), *bridges]
    fresh = [one for one in each if frozenset((one[0].id, one[1].id)) not in known]
    found = [one for one in fresh if slept_on & {one[0].id, one[1].id}]
    *parts, last = [found[at : at + LINKED_AT_ONCE] for at in range(0, len(found), LINKED_AT_ONCE)] or [[]]
    for part in parts:
        work.keep(_linked(work, part))
    return _linked(work, last)


def _linked(work: Work, found: Pairs) -> Draft:
    """These links, made at once."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [join(work, a, b, share) for a, b, share in found]

    return Draft(apply=apply, figures={"pairs": len(found)})


def find_patterns(work: Work) -> Draft:
    """What recurs, a sentence each: of each batch of memories the largest group of several days.

    Batches of 50 that overlap by a fifth; above some thousands of memories one sentence of what stands for each
    neighbourhood.
    """
    layered = work.engine(partial(is_layered, work))
    groups = _across(work) if layered else _of_batches(work)
    known = work.engine(lambda: work.store.seen([_name(group) for group in groups]))
    fresh = [group for group in groups if _name(group) not in known]
    made: list[tuple[str, list[Node]]] = []
    looked_at = []
    for group in fresh:
        text = _pattern(work, group)
        if work.stopped() or work.model is None:
            break
        looked_at.append(_name(group))
        if text is not None:
            made.append((text, group))

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [change for text, group in made for change in _synthesised(work, text, group)]

    left_out = len(looked_at) - len(made)
    outcome = Outcome.NO_MODEL if fresh and work.model is None else None
    return Draft(
        apply=apply, seen=looked_at, left_out=left_out, outcome=outcome, figures={"groups": len(groups)}
    )


def nominate(work: Work) -> Draft:
    """Vote for what the companion said of itself on several days, in its own words; the rules of promotion decide."""

    def read() -> tuple[list[Node], Pairs]:
        said = chosen(work, work.rooms.memory.nodes([NodeKind.IDENTITY]))
        near = work.rooms.memory.pairs(work.rooms.aged_by.duplicate_from)
        return [node for node in said if not node.private], near

    own, near = work.engine(read)
    groups = [group for group in neighbourhoods(within(near, own)) if len(_days(group)) >= LEAST_DAYS]

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [change for group in groups for change in _voted(work, group)]

    return Draft(apply=apply, figures={"groups": len(groups)})


def calibrate(work: Work) -> Draft:
    """A large model says anew how important the weightiest memories are; each moves by a tenth at most ([C] §8)."""
    model, lacking = work.model, work.cannot_imagine()
    if model is None or lacking is not None:
        return Draft(outcome=lacking)
    nodes = work.engine(lambda: _audited(work))
    rated, unread = [], []
    for node in nodes:
        if work.stopped():
            break
        made = written(work, model, "importance", [node.text])
        rating = _RATING.search(made.text) if made.is_whole else None
        if rating is None:
            unread.append(made.text)
        else:
            rated.append((node, int(rating[1]) / 10))

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [change for node, wanted in rated for change in _weighed(work, node, wanted)]

    return Draft(
        apply=apply,
        seen=[_audit(node) for node, _ in rated],
        outcome=Outcome.UNPARSED if unread else None,
        text="\n".join(unread),
    )


def promote(work: Work) -> Draft:
    """Decide on what was nominated, by the rules of promotion ([C] §5.4)."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        verdicts = [one.verdict for one in work.rooms.identity.growth.review()]
        risen = [verdict.extension for verdict in verdicts if verdict is not None]
        return [Change(what=RISEN, ref=f"node:{node}") for node in risen if node is not None]

    return Draft(apply=apply)


PHASES: tuple[tuple[str, Phase], ...] = (
    ("link_alike", link_alike),
    ("patterns", find_patterns),
    ("nominations", nominate),
    ("importance", calibrate),
    ("promotions", promote),
)


def is_layered(work: Work) -> bool:
    """Whether there are so many memories that it goes by neighbourhoods."""
    return len(work.rooms.memory.nodes()) > work.settings.layered_from


def join(work: Work, a: Node, b: Node, share: float) -> Change:
    """Link two: related on the same day, continued on a later one."""
    earlier, later = sorted((a, b), key=lambda node: (node.event_at, node.id))
    same_day = earlier.event_at.date() == later.event_at.date()
    kind = LinkType.RELATES_TO if same_day else LinkType.CONTINUES
    strength = round(min(1.0, share), 3)
    work.rooms.memory.link(later.id, earlier.id, kind, strength=strength, source=BY_NIGHT)
    return Change(what=LINKED, ref=later.ref, before={"other": earlier.ref, "kind": kind.value})


def _joined(work: Work, nodes: Sequence[Node]) -> set[frozenset[str]]:
    return {
        frozenset((link.origin, link.target)) for link in work.rooms.memory.links([one.id for one in nodes])
    }


def _nearest_few(pairs: Pairs, most: int) -> list[Found]:
    """Of pairs, the nearest first, those in which neither has more than `most` already."""
    counted: dict[str, int] = defaultdict(int)
    found = []
    for a, b, share in pairs:
        if counted[a.id] < most and counted[b.id] < most:
            counted[a.id] += 1
            counted[b.id] += 1
            found.append((a, b, share))
    return found


def _bridges(work: Work, pairs: Pairs) -> list[Found]:
    """Between neighbourhoods whose middles are near: their nearest two memories."""
    groups = neighbourhoods(pairs)
    vectors = [_vectors(work, group) for group in groups]
    middles = [_unit(np.mean(one, axis=0)) for one in vectors if one is not None]
    if len(middles) != len(groups) or len(groups) < 2:
        return []
    near = np.triu(np.stack(middles) @ np.stack(middles).T, 1)
    found = []
    for row, column in np.argwhere(near >= work.settings.bridged_from):
        a, b = vectors[row], vectors[column]
        if a is not None and b is not None:
            share = a @ b.T
            i, j = np.unravel_index(int(share.argmax()), share.shape)
            found.append((groups[row][i], groups[column][j], float(share[i, j])))
    return found


def _of_batches(work: Work) -> list[list[Node]]:
    """Of each batch its largest group of several days."""
    nodes, near = work.engine(lambda: (_window(work), work.rooms.memory.pairs(work.settings.linked_from)))
    pairs = within(near, nodes)
    size, overlap = work.settings.batch, work.settings.batch_overlap
    found = (_largest(neighbourhoods(within(pairs, batch))) for batch in batches(nodes, size, overlap))
    return list({_name(group): group for group in found if group}.values())


def _across(work: Work) -> list[list[Node]]:
    """What stands for the largest neighbourhoods, each by its most important memory of those with most neighbours."""
    lived, near = work.engine(lambda: (_lived(work), work.rooms.memory.pairs(work.settings.linked_from)))
    groups = neighbourhoods(within(near, lived))
    summaries = [max(group[:MOST_SUMMARIES], key=lambda node: node.importance) for group in groups]
    return [summaries[:MOST_SUMMARIES]] if len(summaries) >= LEAST_OF_PATTERN else []


def _lived(work: Work) -> list[Node]:
    """Nothing that was made of memories, is private, or is of the core; oldest first."""
    standing = chosen(work, work.rooms.memory.nodes())
    own = [one for one in standing if one.kind.row.mergeable and one.sources]
    found = [one for one in own if not (one.synthesis or one.private or one.kind is NodeKind.IDENTITY)]
    return sorted(found, key=lambda node: (node.event_at, node.id))


def _window(work: Work) -> list[Node]:
    """The memories that a run looks at: fewer when a time together has just ended ([C] §8)."""
    settings, asked, lived = work.settings, work.job.sleep, _lived(work)
    days, most = settings.deep_days, settings.deep_memories
    if work.job.given == AT_CLOSE:
        days, most = settings.close_days, settings.close_memories
    days = days if asked.days is None else asked.days
    most = settings.discovered_of_all if asked.everything else most
    most = most if asked.most is None else max(settings.batch, asked.most)
    if asked.memories:
        return lived
    if days and not asked.everything:
        lived = [node for node in lived if node.event_at >= work.now - timedelta(days=days)]
    return lived[-most:]


def _largest(groups: Sequence[list[Node]]) -> list[Node]:
    fitting = [one for one in groups if len(one) >= LEAST_OF_PATTERN and len(_days(one)) >= LEAST_DAYS]
    return fitting[0] if fitting else []


def _days(nodes: Sequence[Node]) -> set[object]:
    return {node.event_at.date() for node in nodes}


def _pattern(work: Work, group: Sequence[Node]) -> str | None:
    """One sentence of a group, where it stands on it and is as near to it as sleep asks for."""
    told = group[: work.settings.notes_most]
    cites = [ref for node in told for ref in (node.ref, *node.sources)]
    text = sentence(work, "pattern", [node.text for node in told], cites)
    vectors, made = _vectors(work, told), None if text is None else meanings(work, [text])
    if text is None or vectors is None or made is None:
        return None
    holds = work.engine(partial(is_layered, work)) or check_consolidation(
        list(vectors), made[0], work.rooms.aged_by
    )
    if not holds:
        work.leave_out(text, Reason.DRIFTED, cites)
    return text if holds else None


def _synthesised(work: Work, text: str, group: Sequence[Node]) -> list[Change]:
    """A memory of what recurs: where facts came of the same words an anchor, which cites them and goes with any of them
    (`one-mind.md`, "Facts scattered"), else an artifact.
    """
    told = group[: work.settings.notes_most]
    facts = _facts_of(work, told)
    sources = (*(node.ref for node in told), *facts)
    kind = NodeKind.ANCHOR if facts else NodeKind.ARTIFACT
    new = NewNode(kind, text, sources=sources, synthesis=PATTERN)
    kept = work.rooms.memory.remember(new)
    if kept.outcome not in {Kept.NEW, Kept.LINKED}:
        return []
    return [Change(what=SYNTHESISED, ref=kept.node.ref)]


def _facts_of(work: Work, nodes: Sequence[Node]) -> list[str]:
    """The refs of the facts that came of the same words as these memories, or that they cite; none that is private."""
    cited = {ref for node in nodes for ref in node.sources}
    standing = [fact for fact in work.rooms.person.facts() if not fact.private]
    return [
        fact.ref
        for fact in standing
        if fact.ref in cited or any(f"step:{step}" in cited for step in fact.source_step_ids)
    ]


def _voted(work: Work, group: Sequence[Node]) -> list[Change]:
    sources = tuple(dict.fromkeys(ref for node in group for ref in node.sources))
    try:
        nomination = work.rooms.identity.growth.nominate(group[0].text, sources, work.job.id)
    except CompanionError:
        return []  # vetoed, or it rests on nothing
    change = Change(what=NOMINATED, ref=f"node:{nomination.node}", before={"run": work.job.id})
    return [change] if nomination.counted else []


def _audited(work: Work) -> list[Node]:
    weighty = [
        node
        for node in chosen(work, work.rooms.memory.nodes())
        if node.importance >= work.settings.audited_from
    ]
    free = [node for node in weighty if not is_protected(node, work.rooms.aged_by)]
    known = work.store.seen([_audit(node) for node in free])
    return [node for node in free if _audit(node) not in known][:MOST_AUDITED]


def _weighed(work: Work, node: Node, wanted: float) -> list[Change]:
    step = work.settings.audited_by
    after = round(node.importance + max(-step, min(step, wanted - node.importance)), 3)
    if after == node.importance:
        return []
    work.rooms.memory.set_importance(node.id, after)
    return [Change(what=WEIGHED, ref=node.ref, before={"importance": node.importance, "after": after})]


def _vectors(work: Work, nodes: Sequence[Node]) -> Vectors | None:
    return meanings(work, [node.text for node in nodes])


def _unit(vector: Vectors) -> Vectors:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def _name(group: Sequence[Node]) -> str:
    """Changes with who is in it."""
    ids = " ".join(sorted(f"{node.id}.{node.version}" for node in group))
    return f"pattern:{hashlib.sha256(ids.encode()).hexdigest()[:32]}"


def _audit(node: Node) -> str:
    return f"audited:{node.id}.{node.version}.{node.importance}"


def neighbourhoods(pairs: Pairs) -> list[list[Node]]:
    """Groups of memories that are near each other, the largest first; in each those with the most neighbours first.

    Louvain communities of the graph of `pairs`, the same each time. What has no neighbour is in no group.
    """
    import networkx as nx  # noqa: PLC0415 - a tenth of all imports, and only wanted at night

    graph = nx.Graph()
    nodes: dict[str, Node] = {}
    for a, b, share in sorted(pairs, key=lambda pair: (pair[0].id, pair[1].id)):
        nodes |= {a.id: a, b.id: b}
        graph.add_edge(a.id, b.id, weight=share)
    if not graph:
        return []
    found = nx.community.louvain_communities(graph, weight="weight", seed=SEED)
    ordered = [sorted(group, key=lambda each: (-graph.degree(each), each)) for group in found]
    ordered.sort(key=lambda group: (-len(group), group[0]))
    return [[nodes[each] for each in group] for group in ordered]


def within(pairs: Pairs, nodes: Sequence[Node]) -> list[tuple[Node, Node, float]]:
    """Those pairs of which both are among `nodes`."""
    ids = {node.id for node in nodes}
    return [pair for pair in pairs if pair[0].id in ids and pair[1].id in ids]


def batches(nodes: Sequence[Node], size: int, overlap: float) -> list[list[Node]]:
    """`nodes` in runs of `size`, each sharing that part of it with the one before ([C] §8, phase 2)."""
    step = max(1, round(size * (1 - overlap)))
    firsts = range(0, max(1, len(nodes) - size + step), step)
    return [list(nodes[first : first + size]) for first in firsts if nodes[first : first + size]]
