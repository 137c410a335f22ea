"""Explicit search of the trail: ranges of time to choose from, or Steps with what was said around them ([P] §6.1)."""

from collections.abc import Iterator, Sequence
from datetime import timedelta, tzinfo
from itertools import groupby

from engine.search import QueryPlan, TimeWindow, stems
from engine.trail.recall import Recall
from engine.trail.records import Evidence, Findings, FindMode, Step, StepHit, TimeRange
from engine.trail.store import TrailStore

CLOSE = timedelta(minutes=30)  # hits of one Episode that lie nearer than this belong to one range
DISCOVERED = 60  # hits that ranges are made of
SCANNED = 2000  # Steps that are read one by one where the index holds nothing
TOLD_OF = 0.5  # share of the topic's words by which a withdrawn Step is shown


class Finder:
    """Answers explicit searches. Callable from any thread."""

    def __init__(self, recall: Recall, store: TrailStore) -> None:
        self._recall = recall
        self._store = store

    def find(
        self,
        plan: QueryPlan,
        *,
        mode: FindMode,
        window: TimeWindow | None,
        around: tuple[int, int],
        limit: int,
        zone: tzinfo,
    ) -> Findings:
        """What `window` holds about the plan's topic; everything of it, in order, where there is no topic."""
        wanted = DISCOVERED if mode is FindMode.DISCOVER else limit
        hits, scanned = self._hits(plan, window, wanted)
        if mode is FindMode.DISCOVER:
            ranges = tuple(self._ranges(hits, zone, by_time=not plan.core))[:limit]
            return Findings(mode, plan, window, ranges=ranges, scanned=scanned)
        hits = [*hits, *self._withdrawn(plan, window)][:limit]
        evidence = tuple(self._evidence(hit, *around) for hit in hits)
        return Findings(mode, plan, window, evidence=evidence, scanned=scanned)

    def _hits(self, plan: QueryPlan, window: TimeWindow | None, limit: int) -> tuple[list[StepHit], bool]:
        if not plan.core and (window is not None or plan.intents):
            latest = self._store.steps_within(window, limit)
            return [StepHit(step, 1.0, None) for step in reversed(latest)], False
        hits = self._recall.search(plan.topic, limit, window=window, plan=plan)
        return (hits, False) if hits else (self._scanned(plan, window, limit), True)

    def _scanned(self, plan: QueryPlan, window: TimeWindow | None, limit: int) -> list[StepHit]:
        """Steps of the time by the share of the topic's words that they hold, read without any index."""
        steps = self._store.steps_within(window, SCANNED)
        return list(_covering(plan, steps, at_least=0.0))[:limit]

    def _withdrawn(self, plan: QueryPlan, window: TimeWindow | None) -> Iterator[StepHit]:
        """Asked for in so many words, what was taken back is shown as that (`one-mind.md`, Claims)."""
        steps = self._store.steps_within(window, SCANNED, withdrawn=True)
        return _covering(plan, steps, at_least=TOLD_OF)

    def _evidence(self, hit: StepHit, before: int, after: int) -> Evidence:
        step = hit.step
        near = self._store.exchanges(step.episode_id, step.turn - before, step.turn + after)
        places = [each.id for each in near]
        at = places.index(step.id) if step.id in places else sum(each.at <= step.at for each in near)
        return Evidence(hit, tuple(near[:at]), tuple(each for each in near[at:] if each.id != step.id))

    def _ranges(self, hits: Sequence[StepHit], zone: tzinfo, *, by_time: bool) -> list[TimeRange]:
        episodes = self._store.episodes_of({hit.step.episode_id for hit in hits})
        ranges = []
        for group in _close_groups(hits):
            window = _window_of(group)
            best_first = tuple(sorted(group, key=lambda hit: -hit.score))
            episode = episodes[group[0].step.episode_id]
            ranges.append(TimeRange(window, window.interval(zone), episode, best_first))
        if by_time:
            return sorted(ranges, key=lambda each: each.hits[0].step.at)
        return sorted(ranges, key=lambda each: -each.hits[0].score)


def _covering(plan: QueryPlan, steps: Sequence[Step], *, at_least: float) -> Iterator[StepHit]:
    """Steps that hold more than nothing and `at_least` a share of the topic's words; most of them first."""
    wanted = set(stems(plan.topic))
    found = [
        StepHit(step, len(wanted & set(stems(step.text))) / len(wanted), None) for step in steps if wanted
    ]
    kept = [hit for hit in found if hit.score > 0.0 and hit.score >= at_least]
    return iter(sorted(kept, key=lambda hit: -hit.score))


def _close_groups(hits: Sequence[StepHit]) -> Iterator[list[StepHit]]:
    """Hits of one Episode that lie close together."""
    ordered = sorted(hits, key=lambda hit: (hit.step.episode_id, hit.step.at))
    for _, of_episode in groupby(ordered, key=lambda hit: hit.step.episode_id):
        group: list[StepHit] = []
        for hit in of_episode:
            if group and hit.step.at - group[-1].step.at >= CLOSE:
                yield group
                group = []
            group.append(hit)
        yield group


def _window_of(group: Sequence[StepHit]) -> TimeWindow:
    """From the first to the last of the hits, that one included."""
    moments = [hit.step.at for hit in group]
    return TimeWindow(min(moments), max(moments) + timedelta(microseconds=1))
