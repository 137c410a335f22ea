"""What belongs together among memories, and what became part of the companion by votes ([C] §8 phase 2, §12).

Links are found by meaning alone: of each memory its nearest few that are not the same, on the same day related, on a
later day continued. Links that stand are left alone, so that a second run makes none.
"""

from collections import defaultdict
from collections.abc import Sequence

from engine.memory import LinkType, Node
from engine.night.records import Change
from engine.night.undoing import BY_NIGHT, LINKED, RISEN
from engine.night.working import Draft, Phase, Work
from engine.vault import UnitOfWork

Found = tuple[Node, Node, float]


def link_alike(work: Work) -> Draft:
    """Join memories that are near in meaning: the nearest few of each, the nearest first ([C] §12, layer 4)."""

    def read() -> list[Found]:
        memory = work.rooms.memory
        near = memory.pairs(work.settings.linked_from, work.settings.duplicate_from)
        known = {
            frozenset((link.origin, link.target))
            for link in memory.links([node.id for node in memory.nodes()])
        }
        return [
            (a, b, share)
            for a, b, share in _nearest_few(near, work.settings.links_each)
            if frozenset((a.id, b.id)) not in known
        ]

    found = work.engine(read)

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [_linked(work, a, b, share) for a, b, share in found]

    return Draft(apply=apply, figures={"pairs": len(found)})


def promote(work: Work) -> Draft:
    """Decide on what was nominated, by the rules of promotion ([C] §5.4)."""

    def apply(_: UnitOfWork) -> Sequence[Change]:
        verdicts = [one.verdict for one in work.rooms.identity.growth.review()]
        risen = [verdict.extension for verdict in verdicts if verdict is not None]
        return [Change(what=RISEN, ref=f"node:{node}") for node in risen if node is not None]

    return Draft(apply=apply)


PHASES: tuple[tuple[str, Phase], ...] = (("link_alike", link_alike), ("promotions", promote))


def _nearest_few(pairs: Sequence[Found], most: int) -> list[Found]:
    """Of pairs, the nearest first, those in which neither has more than `most` already."""
    counted: dict[str, int] = defaultdict(int)
    chosen = []
    for a, b, share in pairs:
        if counted[a.id] < most and counted[b.id] < most:
            counted[a.id] += 1
            counted[b.id] += 1
            chosen.append((a, b, share))
    return chosen


def _linked(work: Work, a: Node, b: Node, share: float) -> Change:
    earlier, later = sorted((a, b), key=lambda node: (node.event_at, node.id))
    same_day = earlier.event_at.date() == later.event_at.date()
    kind = LinkType.RELATES_TO if same_day else LinkType.CONTINUES
    work.rooms.memory.link(later.id, earlier.id, kind, strength=round(share, 3), source=BY_NIGHT)
    return Change(what=LINKED, ref=later.ref, before={"other": earlier.ref, "kind": kind.value})
