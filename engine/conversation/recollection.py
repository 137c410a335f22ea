"""What a turn brings back: its context, also while it is being typed, and what of it an answer used."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from engine.clock import Clock
from engine.conversation.answering.asked import MAY_ASK, SURELY_OF_THEM, Asked, may_ask
from engine.conversation.answering.recounting import of_step
from engine.conversation.answering.support import LONGEST_NOTE
from engine.conversation.grounding import content_words
from engine.conversation.prompting.exchanges import flat, size, split
from engine.conversation.prompting.stream import Stream
from engine.conversation.reconstruction import (
    Context,
    ContextItem,
    Inquiry,
    KeptContexts,
    Sources,
    Verdict,
    as_read,
    covers,
    focus_of,
    reconstruct,
    used_by,
)
from engine.conversation.reconstruction.evidence import only_asks
from engine.conversation.registry import TurnFacts
from engine.errors import spare
from engine.language import LanguageModel, Place, Segment
from engine.person import Fact
from engine.search import stems
from engine.settings import Settings
from engine.trail import Step, StepKind

LEANS_ON = 2
"""Content words up to which a question cannot be looked up without what was said before it."""
LOOKED_AGAIN = "It was looked for together with what was said before it."


@dataclass(frozen=True, slots=True)
class Draft:
    """What was put before the model while the person was still typing; `found` is what is recalled for it by now."""

    context: Context
    stream: Stream
    read: int
    found: Context

    @property
    def coming(self) -> Context:
        """The context of the turn, were it sent as it stands."""
        return self.found if self.context is self.found else as_read(self.context, self.found)


class Recollection:
    """Reconstructs for one conversation, and keeps the latest contexts. On the engine's thread."""

    def __init__(self, sources: Sources, clock: Clock, settings: Settings) -> None:
        self.contexts = KeptContexts()
        self._sources, self._clock, self._settings = sources, clock, settings
        self._draft: Draft | None = None
        self._projected: tuple[object, tuple[Fact, ...]] = ((), ())

    def context_for(
        self,
        text: str,
        count: Callable[[str], int],
        stream: Stream | None,
        *,
        level: int,
        asked: Asked = MAY_ASK,
        exclude: Collection[str] = (),
        hurried: bool = False,
        asked_by: str | None = None,
    ) -> Context:
        """What is recalled for `text`, its tokens told by `count`.

        `hurried`, before it is said, as for a question, and nothing is written.
        """
        inquiry = Inquiry(
            query=text,
            focus=focus_of(level, self._settings.focus),
            count=count,
            exclude=exclude,
            is_held=lambda ref: stream is not None and stream.holds(ref),
            hurried=hurried,
            about_person=asked.me >= SURELY_OF_THEM,
            asks=asked.asks,
            asked_by=asked_by,
            sections=() if stream is None else stream.sections,
        )
        found = reconstruct(self._sources, self._clock, self._settings, inquiry)
        before = self._said_before(stream, exclude) if asked.asks else None
        if before is not None:
            if found.verdict is not Verdict.STRONG and len(set(stems(text))) <= LEANS_ON:
                found = self._look_again(found, inquiry, before)
            if not content_words(text) and not only_asks(self._sources.trail, before):
                # "So when is it?" names nothing: it may well be of what was said just now.
                found = found.model_copy(update={"items": _led_by(before, found)})
        return found.model_copy(update={"query": text})

    def _look_again(self, found: Context, inquiry: Inquiry, before: Step) -> Context:
        """Once more with what led up to the question; what comes of that may not answer it, whatever it says. It stands
        beside what was found by the question alone, the best of both first.
        """
        wider = f"{before.text} {inquiry.query}"
        inquiry = replace(inquiry, query=wider, asked=inquiry.query)
        again = reconstruct(self._sources, self._clock, self._settings, inquiry)
        if again.verdict is Verdict.NONE:
            return found
        known = {item.ref for item in again.items}
        others = [item.model_copy(update={"shown": ""}) for item in found.items if item.ref not in known]
        items = [one for one in chain.from_iterable(zip_longest(again.items, others)) if one is not None]
        told = {
            "searched": wider,
            "verdict": Verdict.WEAK,
            "reason": LOOKED_AGAIN,
            "items": tuple(items),
        }
        return again.model_copy(update=told)

    def _said_before(self, stream: Stream | None, exclude: Collection[str]) -> Step | None:
        """The person's last words of this episode, None where there are none."""
        if stream is None or stream.episode_id is None:
            return None
        spoken = self._sources.trail.recent_steps(2, stream.episode_id, {StepKind.UTTERANCE})
        return next((step for step in reversed(spoken) if step.id not in exclude), None)

    def before(self, context: Context, stream: Stream, over: Collection[str] = ()) -> list[Segment]:
        """What the turn's block begins with: facts that are new and not `over`, and what was recalled. Nothing is said
        in both.
        """
        recalled = {ref for item in context.shown for ref in item.cites}
        news = stream.layout.news(spare("new facts", lambda: self._news(stream, recalled, over), []))
        support = stream.layout.support(context)
        return [segment for segment in (news, support) if segment is not None]

    def draft(self, text: str, model: LanguageModel, stream: Stream) -> tuple[Segment, ...]:
        """What can be read already while `text` is being typed. Writes nothing."""
        if not text.strip():
            self._draft = None
            return stream.expected()
        context = self.context_for(
            text,
            model.count,
            stream,
            level=self._settings.focus.usual,
            asked=may_ask(text),
            hurried=True,
        )
        self._draft = self._drafted(context, stream)
        before = self.before(self._draft.context, stream)
        return stream.draft(text, before, self._clock.local())

    @property
    def drafted(self) -> Draft | None:
        """What was recalled for the text as it was last typed."""
        return self._draft

    def take_draft(self, context: Context, stream: Stream | None) -> Context:
        """`context`, with what was read for the draft in place of its own, where that holds all of it."""
        if stream is None:
            return context
        draft, self._draft = self._drafted(context, stream), None
        return draft.coming

    def keep(self, context: Context, turn: TurnFacts, read: Sequence[Segment]) -> Context:
        """Keep `context` for a while with what stood before the model in `turn`: all of `read`."""
        block = [
            segment for segment in flat(split(read)[1][-1:]) if segment.place in {Place.BLOCK, Place.ASIDE}
        ]
        told = {
            "loop_id": turn.loop.id,
            "episode_id": turn.loop.episode_id,
            "block": "".join(segment.text for segment in block),
            "block_tokens": size(block),
            "prompt_tokens": size(read),
        }
        kept = context.model_copy(update=told)
        self.contexts.put(kept)
        return kept

    def forget_draft(self) -> None:
        """What was read ahead is of no use any more."""
        self._draft = None

    def note_used(self, context: Context, answer: str, asked_by: str) -> None:
        """Count as used what `answer` rests on; a room that fails loses the count and nothing else."""
        used_by(context, answer).note(self._sources, context.query, asked_by)

    def _drafted(self, context: Context, stream: Stream) -> Draft:
        """The draft that is being read where it serves for `context` too, else a new one."""
        draft, new = self._draft, Draft(context, stream, len(stream.ledger.segments), context)
        if draft is None or draft.stream is not stream or draft.read != new.read:
            return new
        return replace(draft, found=context) if covers(draft.context, context) else new

    def _news(self, stream: Stream, recalled: Collection[str], over: Collection[str]) -> list[Fact]:
        """Facts that the next stable part will hold and this one does not; it is never read again for them.

        What the person said in this stream, and what is `recalled` for this turn, the model has before its eyes; what
        is `over` it is not told.
        """
        news, left = [], self._settings.prompt.news_tokens
        for fact in self._projection(stream.model.count):
            known = [fact.ref, *(f"step:{step_id}" for step_id in fact.source_step_ids)]
            if fact.text in over or any(ref in recalled or stream.holds(ref) for ref in known):
                continue
            left -= stream.model.count(fact.text) + 3
            if left < 0:
                break
            news.append(fact)
        return news

    def _projection(self, count: Callable[[str], int]) -> tuple[Fact, ...]:
        """The facts of the next stable part; counted again only when a fact has changed."""
        person = self._sources.person
        if person is None:
            return ()
        key = (count, tuple((fact.id, fact.updated_at) for fact in person.facts()))
        if self._projected[0] != key:
            self._projected = (key, person.projection(self._settings.person.prompt_tokens, count))
        return self._projected[1]


def _led_by(step: Step, found: Context) -> tuple[ContextItem, ...]:
    """What was said in `step`, and behind it what was `found`; where that is nothing, it is only at hand."""
    said = of_step(step, " ".join(step.text.split())[:LONGEST_NOTE])
    if found.verdict is Verdict.NONE:
        said = said.model_copy(update={"shown": ""})
    return (said, *(one for one in found.items if one.ref != said.ref))
