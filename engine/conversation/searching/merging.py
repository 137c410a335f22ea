"""What a search of the model found, beside what recall had found."""

from collections.abc import Sequence

from engine.conversation.prompting.stream import Stream
from engine.conversation.reconstruction import Context, ContextItem, Verdict
from engine.conversation.reconstruction.choosing import Choosing, Dated, best_first, verdict_of
from engine.conversation.searching.records import Found
from engine.conversation.searching.wording import searching_words
from engine.settings import PromptSettings


def merged(context: Context, found: Found, stream: Stream, prompt: PromptSettings, dated: Dated) -> Context:
    """`context` with what its last search `found`; the same where that was nothing new.

    What comes of other words than the person's may not answer them, whatever it says: support is weak at best, until
    it is judged.
    """
    known = {item.ref: item for item in context.items}
    new = [item for item in found.items if not _stands(known.get(item.ref))]
    if not new:
        return context
    weak = [_joined(known.get(item.ref), item, held=stream.holds(item.ref)) for item in new]
    items = best_first((known | {item.ref: item for item in weak}).values())
    queries = "”, “".join(search.query for search in context.searches)
    choosing = Choosing(f"{context.query} {queries}", stream.model.count, prompt, dated)
    chosen = choosing.choose(_first(weak, items))
    return context.model_copy(
        update={
            "items": tuple(best_first(chosen)),
            "verdict": context.verdict if verdict_of(chosen) is Verdict.NONE else Verdict.WEAK,
            "reason": searching_words().looked.format(queries=queries, reason=context.reason),
            "carries": None,
            "found": "",
        }
    )


def _stands(item: ContextItem | None) -> bool:
    """Whether it stands before the model already."""
    return item is not None and (item.in_prompt or item.held)


def _joined(known: ContextItem | None, item: ContextItem, *, held: bool) -> ContextItem:
    score = item.score if known is None else max(item.score, known.score)
    return item.model_copy(update={"score": score, "held": held, "strength": Verdict.WEAK})


def _first(searched: Sequence[ContextItem], items: Sequence[ContextItem]) -> list[ContextItem]:
    """What was searched for, best first, and then the others: there may be no room for all."""
    refs = {item.ref for item in searched}
    return sorted(items, key=lambda item: item.ref not in refs)
