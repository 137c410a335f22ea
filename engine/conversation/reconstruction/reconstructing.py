"""The nine steps: what stands before the model is put together anew for each turn ([A] §6)."""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

from engine.clock import Clock
from engine.conversation.reconstruction.choosing import Choosing, best_first, of_speaker, verdict_of
from engine.conversation.reconstruction.evidence import (
    excerpt_item,
    fact_item,
    may_be_recalled,
    node_item,
    only_asks,
    open_items,
    step_items,
)
from engine.conversation.reconstruction.records import (
    ClaimSupport,
    Context,
    ContextItem,
    Spatial,
    StepName,
    StepReport,
    Verdict,
)
from engine.conversation.reconstruction.sources import Inquiry, Sources
from engine.conversation.reconstruction.surroundings import AskedTime, same_place, temporal
from engine.errors import CompanionError
from engine.memory import Profile, weight
from engine.search import TimeWindow
from engine.settings import Settings

log = logging.getLogger(__name__)
SHORT = 45
"""Characters up to which what was said may lean on what was said before it."""

NOTHING_KNOWN = ClaimSupport(verdict=Verdict.NONE, reason="Nothing is known about this.")


def reconstruct(sources: Sources, clock: Clock, settings: Settings, inquiry: Inquiry) -> Context:
    """The context of one turn, in nine steps. Writes nothing but the log of what was brought up."""
    return Reconstruction(sources, clock, settings, inquiry).run()


class Reconstruction:
    """One reconstruction on its way. A step whose room fails adds nothing and says so; the turn goes on."""

    def __init__(self, sources: Sources, clock: Clock, settings: Settings, inquiry: Inquiry) -> None:
        self._sources, self._clock, self._settings, self._inquiry = sources, clock, settings, inquiry
        self._here = sources.place()
        self._asks = partial(only_asks, sources.trail)
        self._items: dict[str, ContextItem] = {}
        self._claim = NOTHING_KNOWN
        self._asked: TimeWindow | None = None
        self._near: tuple[str, ...] = ()
        self._noted: frozenset[str] = frozenset()
        self._verdict, self._reason = Verdict.NONE, ""
        self._confidence = 0.0

    def run(self) -> Context:
        """All nine steps, in order."""
        began = self._clock.monotonic()
        now = self._clock.local()
        reports = [self._report(number, name, step) for number, (name, step) in enumerate(self._steps(), 1)]
        return Context(
            query=self._inquiry.query,
            asks=self._inquiry.asks,
            at=self._clock.now(),
            focus=self._inquiry.focus,
            steps=tuple(reports),
            verdict=self._verdict,
            reason=self._reason,
            confidence=self._confidence,
            claim=self._claim,
            items=tuple(self._items.values()),
            sections=self._inquiry.sections,
            temporal=temporal(now, self._inquiry.focus, self._asked),
            spatial=Spatial(place=self._here, refs=self._near),
            summary=self._summary(),
            total_ms=1000 * (self._clock.monotonic() - began),
        )

    def _steps(self) -> tuple[tuple[StepName, Callable[[], int]], ...]:
        return (
            (StepName.SEMANTIC, self._search),
            (StepName.LINKS, self._explore),
            (StepName.LIBRARY, self._read),
            (StepName.RESONANCE, self._resonate),
            (StepName.TEMPORAL, self._remember_recent),
            (StepName.SPATIAL, self._look_around),
            (StepName.PERSON, self._know),
            (StepName.CORE, self._stand),
            (StepName.SYNTHESIS, self._choose),
        )

    def _report(self, number: int, name: StepName, step: Callable[[], int]) -> StepReport:
        began = self._clock.monotonic()
        found, fault = 0, ""
        try:
            found = step()
        except CompanionError as error:
            fault = error.message
            log.warning("reconstruction goes on without %s: %s", name.value, type(error).__name__)
        except Exception as error:  # noqa: BLE001 - a room fails alone, and is seen to fail
            fault = f"It failed inside ({type(error).__name__})."
            log.error("reconstruction goes on without %s: %s", name.value, type(error).__name__)  # noqa: TRY400 - as above
        ms = 1000 * (self._clock.monotonic() - began)
        return StepReport(number=number, name=name, found=found, ms=ms, fault=fault)

    def _add(self, items: Iterable[ContextItem]) -> int:
        """Take items in; one that stands already keeps its better weight and learns what else found it."""
        count = 0
        for item in items:
            count += 1
            known = self._items.get(item.ref)
            if known is None:
                self._items[item.ref] = item
                continue
            found_by = tuple(dict.fromkeys((*known.found_by, *item.found_by)))
            better = max(known, item, key=lambda one: one.score)
            self._items[item.ref] = better.model_copy(update={"found_by": found_by})
        return count

    def _search(self) -> int:
        """Step 1: what was said and what it came to mean."""
        wanted, asked = self._inquiry.focus.memories, self._inquiry
        hits = self._sources.trail.search(asked.query, limit=max(2 * wanted, 1), exclude=asked.exclude)
        found = self._add(
            step_items(hits, self._settings.recall, self._asks, ours=self._sources.trail.companion)[:wanted]
        )
        self._confidence = self._sources.trail.verdict(hits).confidence
        memory = self._sources.memory
        if memory is None:
            return found
        nodes = memory.recall(
            asked.query,
            wanted,
            mood=self._sources.feeling(),
            profile=self._sources.profile,
            asked_by=asked.asked_by,
            logged=not asked.hurried,
        )
        floor = self._settings.recall.strong
        near = [one for one in nodes if one.similarity >= floor and may_be_recalled(one.node)]
        return found + self._add(node_item(one.node, one.similarity, self._settings.recall) for one in near)

    def _explore(self) -> int:
        """Step 2: what links lead to; a node further along the links counts less."""
        memory, depth = self._sources.memory, self._inquiry.focus.depth
        begin = [item.id for item in self._items.values() if item.kind == "node"]
        if memory is None or not begin or not depth:
            return 0
        items = []
        for reached in memory.explore(begin, depth, private=False):
            first = reached.path[0]
            start = next(end for end in (first.origin, first.target) if f"node:{end}" in self._items)
            near = self._items[f"node:{start}"].score
            for link in reached.path:
                near *= link.strength / 2
            if may_be_recalled(reached.node) and reached.node.ref not in self._items:
                path = tuple(f"node:{end}" for link in reached.path for end in (link.origin, link.target))
                items.append(
                    node_item(
                        reached.node, near, self._settings.recall, StepName.LINKS, tuple(dict.fromkeys(path))
                    )
                )
        return self._add(items)

    def _read(self) -> int:
        """Step 3: what was read."""
        library, level = self._sources.library, self._inquiry.focus.level
        if library is None or not level:
            return 0
        found = library.search(self._inquiry.query, min(level, self._settings.library.excerpts))
        items = [
            excerpt_item(one, library.document(one.document_id).added_at, self._settings.recall)
            for one in found
        ]
        if self._inquiry.about_person:
            items = [item.model_copy(update={"strength": Verdict.WEAK}) for item in items]
        return self._add(items)

    def _resonate(self) -> int:
        """Step 4: what was felt weighs `relevance × (1 + intensity)`, but for the Cognitive profile."""
        if self._sources.profile is Profile.COGNITIVE:
            return 0
        felt = [item for item in self._items.values() if item.intensity]
        for item in felt:
            score = min(1.0, weight(item.score, item.intensity))
            self._items[item.ref] = item.model_copy(update={"score": score})
        return len(felt)

    def _remember_recent(self) -> int:
        """Step 5: what is recent, or of the time that is asked about, is added and raised; nothing is left out.

        What this week holds is added too, but for the narrowest focus, and weighs no more for it ([S] §2.4); what there
        is to do where something of their own life is asked.
        """
        focus, settings = self._inquiry.focus, self._settings.focus
        self._asked = self._sources.trail.plan(self._inquiry.query).window
        now = self._clock.local()
        spans = [TimeWindow(now - timedelta(hours=focus.hours), None)]
        self._add_of(spans[0], settings.recent)
        if self._asked is not None:
            spans.append(self._asked)
            self._add_of(self._asked, focus.memories)
        week = TimeWindow(now - timedelta(days=settings.week_days), None)
        self._add_of(week, min(settings.week, focus.memories) if focus.level else 0)
        raised = [item for item in self._items.values() if any(item.when in span for span in spans)]
        self._raise(raised, settings.recent_boost)
        if not (self._inquiry.asks and self._inquiry.about_person):
            return len(raised)
        waiting = self._sources.open_items()[: settings.open_items]
        return len(raised) + self._add(open_items(waiting, self._inquiry.query, self._settings.recall))

    def _add_of(self, window: TimeWindow, limit: int) -> None:
        """Add what was said in a time."""
        asked = self._inquiry
        if limit:
            hits = self._sources.trail.search(asked.query, limit=limit, exclude=asked.exclude, window=window)
            self._add(
                step_items(
                    hits,
                    self._settings.recall,
                    self._asks,
                    StepName.TEMPORAL,
                    ours=self._sources.trail.companion,
                )
            )

    def _look_around(self) -> int:
        """Step 6: what belongs to this place weighs more."""
        memory, place = self._sources.memory, self._here
        if memory is None or not place:
            return 0
        nodes = [item for item in self._items.values() if item.kind == "node"]
        here = [item for item in nodes if same_place(memory.node(item.id).place, place)]
        self._raise(here, self._settings.focus.place_boost)
        self._near = tuple(item.ref for item in here)
        return len(here)

    def _raise(self, items: Iterable[ContextItem], share: float) -> None:
        for item in items:
            score = min(1.0, item.score * (1 + share))
            self._items[item.ref] = item.model_copy(update={"score": score})

    def _know(self) -> int:
        """Step 7: what is understood about the person."""
        person = self._sources.person
        if person is None:
            return 0
        asked = self._inquiry
        # "What do I do for a living?" is near to "I'm a postman" and not close: the model tells whether it answers.
        beyond = self._settings.recall.checked if asked.asks and asked.about_person else 0
        found = person.search(asked.query, beyond=beyond)
        open_ones = [match for match in found.matches if not match.fact.private]
        items = [fact_item(match) for match in open_ones]
        verdict = Verdict[found.status.name] if open_ones else Verdict.NONE
        self._claim = ClaimSupport(
            verdict=verdict,
            reason=found.reason,
            refs=tuple(item.ref for item in items if item.strength is not Verdict.NONE),
        )
        return self._add(items)

    def _stand(self) -> int:
        """Step 8: who the companion is; it stands in the stable part already."""
        return sum(1 for section in self._inquiry.sections if not section.cut)

    def _choose(self) -> int:
        """Step 9: what of all that is put before the model."""
        asked = self._inquiry
        held = [
            item.model_copy(update={"held": asked.is_held(item.ref)})
            for item in best_first(of_speaker(self._of_time(self._items.values()), asked.query))
        ]
        self._verdict = verdict_of(held)
        self._reason = _reason(held, self._verdict)
        # Someone who tells something is not interrupted with what only may belong to it.
        if self._verdict is Verdict.STRONG or asked.hurried or asked.asks:
            prompt, dated = self._settings.prompt, self._sources.trail.dated
            choosing = Choosing(asked.query, asked.count, prompt, dated, asks=asked.asks)
            held = choosing.choose(self._understandable(held, 2 * choosing.most))
        self._items = {item.ref: item for item in held}
        return sum(item.in_prompt for item in held)

    def _of_time(self, items: Iterable[ContextItem]) -> list[ContextItem]:
        """`items`, which know whether they tell of the time that is asked about."""
        times, inquiry = self._sources.trail.times, self._inquiry
        texts = (inquiry.asked, inquiry.query)
        now = self._clock.local()
        named = (AskedTime.of(text, now, times) for text in texts if text)
        asked = next((one for one in named if one is not None), None)
        if asked is None:
            return list(items)
        return [item.model_copy(update={"of_time": asked.is_told_by(item, times)}) for item in items]

    def _understandable(self, items: list[ContextItem], first: int) -> list[ContextItem]:
        """The `first` of `items`, what cannot be understood alone with what was said before it, and the others."""
        self._noted = frozenset(ref for item in items if item.kind == "fact" for ref in item.rests_on)
        return [*map(self._led_up_to, items[:first]), *items[first:]]

    def _led_up_to(self, item: ContextItem) -> ContextItem:
        """A short thing that was said, with what it was said after: alone it may not tell whom it means.

        What a fact was made of needs none, since a fact stands alone.
        """
        said_in = next((ref for ref in item.cites if ref.startswith("step:")), None)
        if item.kind != "step" or said_in is None or len(item.text) > SHORT or item.ref in self._noted:
            return item
        trail = self._sources.trail
        before = trail.said_before(trail.step(said_in.removeprefix("step:")))
        if before is None:
            return item
        rests_on = (*item.rests_on, f"step:{before.id}")
        return item.model_copy(update={"before": before.text, "rests_on": rests_on})

    def _summary(self) -> str:
        """In words, how much this rests on."""
        kinds = {
            "step": "things said",
            "fact": "facts",
            "node": "memories",
            "document": "passages read",
            "handoff": "things to do",
        }
        counts = {
            words: sum(item.kind == kind for item in self._items.values()) for kind, words in kinds.items()
        }
        told = [f"{count} {words}" for words, count in counts.items() if count]
        shown = sum(item.in_prompt for item in self._items.values())
        return f"From {', '.join(told)}; {shown} put into the prompt." if told else "Nothing was found."


def _reason(items: list[ContextItem], verdict: Verdict) -> str:
    if verdict is Verdict.NONE:
        return "Nothing was told that bears on this."
    best = next(item for item in items if item.strength is verdict)
    how = "answers" if verdict is Verdict.STRONG else "may bear on"
    return f"The best {best.kind} ({best.score:.2f}) {how} this."
