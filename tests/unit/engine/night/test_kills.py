"""A night in which the process is killed before and behind every checkpoint ends as one that nobody disturbs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.intent import ItemKind, When
from engine.language import GenerationRequest, ModelInfo
from engine.language.scripted import ScriptedModel
from engine.memory import NewNode, NodeKind
from engine.night import Job, JobState, run_next
from engine.night.working import Draft
from tests.unit.engine.night.conftest import OWNER, Nights

INVENTED = "7 km"
"""What notes begin with of which the model says what stands in none of them."""


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
        "findings": sorted(line.text for line in night.results.findings()),
        "journal": sorted(line.text for line in night.results.journal()),
        "brief": [line.text for line in night.results.brief().lines],
        "left_out": sorted(
            (line.reason, line.text)
            for job in night.queue.recent(40)
            for line in night.results.left_out(job.ref)
        ),
        "jobs": [(job.kind, job.state, len(job.rounds)) for job in night.queue.recent(20)],
    }


def killing(keep: Callable[..., Job]) -> tuple[Callable[..., Job], list[int]]:
    """A `keep` that dies before it has written each phase, or part of one, once, and behind each time that it has."""
    died: set[tuple[object, ...]] = set()
    deaths = [0]

    def kept(job: Job, owner: str, *rest: Any, **more: Any) -> Job:
        drafted = next(one for one in rest if isinstance(one, Draft))
        place = (job.id, len(job.rounds), *sorted(drafted.seen))
        deaths[0] += 1
        if place in died:
            keep(job, owner, *rest, **more)
        died.add(place)
        raise Killed

    return kept, deaths


class Small(ScriptedModel):
    """So small that it does not drift: what a thought begins with is drawn by the run."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=1_500_000_000)


def thinking(request: GenerationRequest) -> str:
    """The same of the same: "Yes" to what is asked, and of notes what the first says."""
    if request.schema is not None:
        return "Yes"
    asked = request.prompt[-1].text
    notes = [line.removeprefix("- ") for line in asked.splitlines() if line.startswith("- ")]
    where = " in Bergen" if notes and INVENTED in notes[0] else ""
    return f"I notice that {notes[0]}{where}." if notes else "Yes"


@pytest.mark.parametrize("reply", [None, thinking])
def test_a_night_that_is_killed_at_every_checkpoint_ends_as_any_other(nights, monkeypatch, reply):
    model = reply and Small(reply)
    other = Nights()
    for each in (nights, other):
        live(each)
        each.night.agenda.ask_for_night("test")
    other.do(model=model)
    kept, deaths = killing(nights.night.keep)
    kept_part, parts = killing(nights.night.keep_part)
    monkeypatch.setattr(nights.night, "keep", kept)
    monkeypatch.setattr(nights.night, "keep_part", kept_part)
    while nights.night.queue.open():
        try:
            run_next(nights.night, model, owner=OWNER)
        except Killed:
            nights.night.queue.release_dead(lambda _: False)
            nights.clock.advance(timedelta(minutes=4))  # until it may be tried again
    assert state(nights) == state(other)
    done = [job for job in other.night.queue.recent(40) if job.state is JobState.DONE]
    assert deaths[0] == 2 * sum(len(other.night.plan(job)) for job in done)
    assert bool(parts[0]) == (model is not None)
    assert all(state(other)[each] for each in ("beliefs", "links", "contradictions", "findings", "journal"))
    assert bool(state(other)["left_out"]) == (model is not None)
    other.mind.close()
