"""A night in which the process is killed before and behind every checkpoint ends as one that nobody disturbs."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from engine.intent import ItemKind, When
from engine.memory import NewNode, NodeKind
from engine.night import Job, JobState, run_next
from tests.unit.engine.night.conftest import OWNER, Nights


class Killed(BaseException):
    """The process ends here."""


def live(nights: Nights) -> None:
    """Days with a theme, memories that are alike, and something that was promised; then a Sunday morning."""
    memory, trail = nights.mind.memory, nights.mind.trail
    for km in range(3, 8):
        (said,) = nights.told(f"My knee hurt again on the run of {km} km along the Fulda")
        text = (
            "The orchard carries fruit",
            "They ran 5 km by the river",
            "They ran 8 km by the river",
            "Yes",
            "…",
        )
        new = NewNode(NodeKind.KNOWLEDGE, text[km - 3], importance=0.3, sources=(f"step:{said.id}",))
        memory.remember(new)
        nights.clock.advance(timedelta(days=1))
    memory.remember(NewNode(NodeKind.MOMENT, "We planted apple trees in the orchard behind the barn"))
    memory.catch_up()
    nights.mind.intent.note_item(
        ItemKind.REMINDER, "ring the dentist", due=When(day=nights.today + timedelta(days=1))
    )
    assert trail.recent_steps(1)
    nights.morning()
    assert nights.today.isoweekday() == 7


def state(nights: Nights) -> dict[str, Any]:
    """All that a night leaves, by words and numbers."""
    memory, night = nights.mind.memory, nights.night
    nodes = [*memory.nodes(), *memory.nodes(archived=True)]
    links = memory.links([node.id for node in nodes])
    by_id = {node.id: node.text for node in nodes}
    models = nights.mind.cognition.models.all()
    return {
        "nodes": sorted((node.text, round(node.strength, 6), node.stands) for node in nodes),
        "links": sorted((by_id[one.origin], by_id[one.target], one.type.value) for one in links),
        "contradictions": len(memory.contradictions()),
        "beliefs": sorted((one.statement, round(one.confidence, 6)) for one in models),
        "findings": sorted(line.text for line in night.findings()),
        "journal": sorted(line.text for line in night.journal()),
        "brief": [line.text for line in night.brief().lines],
        "jobs": [(job.kind, job.state, len(job.rounds)) for job in night.queue.recent(20)],
    }


def killing(keep: Callable[..., Job]) -> tuple[Callable[..., Job], list[int]]:
    """A `keep` that dies before it has written each phase, once, and behind each time that it has."""
    died: set[tuple[str, int]] = set()
    deaths = [0]

    def kept(job: Job, *rest: Any, **more: Any) -> Job:
        place = (job.id, len(job.rounds))
        deaths[0] += 1
        if place in died:
            keep(job, *rest, **more)
        died.add(place)
        raise Killed

    return kept, deaths


def test_a_night_that_is_killed_at_every_checkpoint_ends_as_any_other(nights, monkeypatch):
    other = Nights()
    for each in (nights, other):
        live(each)
        each.night.ask_for_night("test")
    other.do()
    kept, deaths = killing(nights.night.keep)
    monkeypatch.setattr(nights.night, "keep", kept)
    while nights.night.queue.open():
        try:
            run_next(nights.night, None, owner=OWNER)
        except Killed:
            nights.night.queue.release_dead(lambda _: False)
            nights.clock.advance(timedelta(minutes=4))  # until it may be tried again
    assert state(nights) == state(other)
    done = [job for job in other.night.queue.recent(40) if job.state is JobState.DONE]
    assert deaths[0] == 2 * sum(len(other.night.plan(job)) for job in done)
    assert all(state(other)[each] for each in ("beliefs", "links", "contradictions", "findings", "journal"))
    other.mind.close()
