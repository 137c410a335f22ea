"""Past exchanges, put together from the trail for display; what was recalled for them, by its refs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engine.conversation.reconstruction import Context, ContextItem, SearchReport, Sources
from engine.conversation.records import Exchange, Recalled, Searched, TurnStatus
from engine.conversation.store import note_path_of
from engine.errors import CompanionError
from engine.person import FactStatus
from engine.trail import Loop, LoopStatus, Step, StepKind
from engine.vault import Vault


def as_recalled(item: ContextItem) -> Recalled:
    """An item of a context as surfaces show it."""
    return Recalled(
        id=item.id,
        kind=item.kind,
        text=item.shown if item.kind == "document" and item.shown else item.text,
        score=item.score,
        when=item.when,
        in_stream=item.held,
    )


def as_search(report: SearchReport) -> Searched:
    """A search of the model as surfaces show it."""
    return Searched(tool=report.tool, query=report.query)


def recall_details(context: Context, items: Sequence[ContextItem], told: Sequence[str]) -> dict[str, Any]:
    """What the recall Step keeps of what stood before the model: refs alone; empty where nothing did.

    `told` are the refs of what was governed. What the model's searches brought up is named too, so that a
    withdrawal finds the round.
    """
    searched = sorted({ref for search in context.searches for ref in search.refs})
    if not (items or told or searched):
        return {}
    more = {name: list(refs) for name, refs in (("told", told), ("searched", searched)) if refs}
    return {"verdict": context.verdict.value, "items": list(map(_item_details, items)), **more}


def _item_details(item: ContextItem) -> dict[str, Any]:
    """What the recall Step keeps of an item: never its text."""
    kept: dict[str, Any] = {"ref": item.ref, "score": round(item.score, 4), "in_stream": item.held}
    if item.before and item.in_prompt:
        kept["rests_on"] = list(item.rests_on)
    if item.span is not None:
        kept["span"] = list(item.span)
    return kept


def read_exchanges(sources: Sources, vault: Vault, limit: int, before: str | None) -> list[Exchange]:
    """The last `limit` exchanges before the loop `before`, oldest first; fewer only where there are no more.

    Rounds without an utterance, such as what was noted by a command, are passed over and do not count, as are those of
    which the utterance was taken back.
    """
    exchanges: list[Exchange] = []
    trail = sources.trail
    while len(exchanges) < limit and (loops := trail.loops(limit - len(exchanges), before)):
        before = loops[-1].id
        read = (_exchange(sources, vault, loop, trail.steps_of(loop.id)) for loop in loops)
        exchanges += [exchange for exchange in read if exchange is not None]
    return exchanges[::-1]


def _exchange(sources: Sources, vault: Vault, loop: Loop, steps: Sequence[Step]) -> Exchange | None:
    said = next((step for step in steps if step.kind is StepKind.UTTERANCE), None)
    if said is None or said.withdrawn_at is not None:
        return None
    answer = next((step for step in steps if step.kind is StepKind.ANSWER), None)
    recall = next((step for step in steps if step.kind is StepKind.RECALL), None)
    path = note_path_of(vault, loop.id)
    note = vault.documents.get(path) if path is not None else None
    return Exchange(
        loop_id=loop.id,
        episode_id=loop.episode_id,
        surface=loop.surface,
        at=said.at,
        utterance=said.text,
        answer=None if answer is None else answer.text,
        status=_status(loop, answer),
        recalled=() if recall is None else _recalled(sources, recall.details),
        searches=_searches(steps),
        note=None if note is None else note.text.strip(),
    )


def _searches(steps: Sequence[Step]) -> tuple[Searched, ...]:
    """What the model looked for; what it looked for with withdrawn words is not shown again."""
    calls = [step for step in steps if step.kind is StepKind.TOOL_CALL and step.withdrawn_at is None]
    told = [call.details for call in calls if call.details.keys() >= {"tool", "query"}]
    return tuple(Searched(tool=each["tool"], query=each["query"]) for each in told)


def _status(loop: Loop, answer: Step | None) -> TurnStatus:
    if loop.status is LoopStatus.OPEN:
        return TurnStatus.OPEN
    if answer is None or loop.status is LoopStatus.INTERRUPTED:
        return TurnStatus.INTERRUPTED
    return TurnStatus.STOPPED if answer.interrupted else TurnStatus.DONE


def _recalled(sources: Sources, details: Mapping[str, Any]) -> tuple[Recalled, ...]:
    """The recalled items by their refs; what has been withdrawn or erased since is not shown again."""
    found = []
    for item in details.get("items", ()):
        # Before there were other kinds, an item was the id of a Step.
        ref = item.get("ref") or f"step:{item['id']}"
        span = item.get("span", (0, 0))
        try:
            text, when = _standing(sources, ref, span) or ("", None)
        except CompanionError:
            continue
        kind, _, own = ref.partition(":")
        if when is not None:
            score, in_stream = item["score"], item["in_stream"]
            found.append(Recalled(id=own, kind=kind, text=text, score=score, when=when, in_stream=in_stream))
    return tuple(found)


def _standing(sources: Sources, ref: str, span: Sequence[int]) -> tuple[str, datetime] | None:
    """What a ref says and from when, None where it does not stand any more."""
    kind, _, own = ref.partition(":")
    match kind:
        case "step":
            step = sources.trail.step(own)
            return (step.text, step.at) if step.withdrawn_at is None else None
        case "fact" if sources.person is not None:
            fact = sources.person.fact(own)
            return (fact.text, fact.valid_from) if fact.status is FactStatus.ACTIVE else None
        case "node" if sources.memory is not None:
            node = sources.memory.node(own)
            return (node.text, node.event_at)
        case "document" if sources.library is not None:
            return sources.library.passage(own, *span), sources.library.document(own).added_at
    return None
