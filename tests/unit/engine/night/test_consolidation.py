"""Consolidation loses nothing, changes nothing twice, survives a kill anywhere, and is undone."""

from datetime import timedelta

import pytest

from engine.memory import ContradictionState, LinkType, NewNode, NodeKind
from engine.night import Change, JobKind, JobMoveError, rehearse, run_next
from engine.night.night import PLANS
from engine.night.phases.consolidating import says_nothing
from engine.night.undoing import BY_NIGHT, OPPOSED, undo
from tests.unit.engine.night.conftest import OWNER, Nights


class Killed(BaseException):
    """The process ends here."""


def fill(nights: Nights) -> None:
    """Memories that fade, that are the same, that say nothing, and that do not agree."""
    (said,) = nights.told("We went to the lake with Jo and it rained the whole time")
    for text in (
        "They went to the lake with Jo",
        "Their dentist has her practice in Kassel",
        "They ran 8 km along the river",
        "They ran 12 km along the river",
        "Biscuit the dog is twelve",
        "…",
    ):
        new = NewNode(NodeKind.MOMENT, text, importance=0.3, sources=(f"step:{said.id}",))
        nights.mind.memory.remember(new)
    nights.mind.memory.catch_up()


def state(nights: Nights) -> list[tuple[str, float, bool]]:
    """What stands and what is put away, by words."""
    memory = nights.mind.memory
    found = [*memory.nodes(), *memory.nodes(archived=True)]
    return sorted((node.text, round(node.strength, 6), node.stands) for node in found)


def test_a_second_run_changes_nothing(nights):
    fill(nights)
    nights.morning(days=40)
    (first,) = nights.do(JobKind.CONSOLIDATION)
    assert sum(one.changes for one in first.rounds) > 0
    before = state(nights)
    (second,) = nights.do(JobKind.CONSOLIDATION)
    assert sum(one.changes for one in second.rounds) == 0
    assert state(nights) == before


def test_ageing_goes_by_days_and_not_by_runs(nights):
    fill(nights)
    other = Nights()
    fill(other)
    nights.morning(days=36)
    other.morning(days=33)
    other.do(JobKind.CONSOLIDATION)
    other.morning(days=3)
    nights.do(JobKind.CONSOLIDATION)
    other.do(JobKind.CONSOLIDATION)
    standing, others = ([one for one in state(each) if one[2]] for each in (nights, other))
    assert standing == others
    assert len(standing) == 5
    other.mind.close()


def test_what_is_weak_is_put_away_and_comes_back(nights):
    fill(nights)
    nights.morning(days=45)
    nights.do(JobKind.CONSOLIDATION)
    gone = nights.mind.memory.nodes(archived=True)
    assert "Biscuit the dog is twelve" in {node.text for node in gone}
    back = nights.mind.memory.bring_back(gone[0].id)
    assert back.stands


def test_a_run_is_undone_whole(nights):
    fill(nights)
    before = state(nights)
    open_before = len(nights.mind.memory.contradictions())
    nights.morning(days=45)
    (job,) = nights.do(JobKind.CONSOLIDATION)
    assert state(nights) != before
    nights.night.undoing.take_back(job.ref)
    assert state(nights) == before
    assert len(nights.mind.memory.contradictions()) == open_before
    with pytest.raises(JobMoveError):
        nights.night.undoing.take_back(job.ref)


def test_what_a_night_opposed_stands_together_again_once_it_is_undone(nights):
    memory = nights.mind.memory
    a, b = (
        memory.remember(NewNode(NodeKind.CONCEPT, text)).node for text in ("Nico sings", "Nico has no voice")
    )
    memory.link(a.id, b.id, LinkType.CONTRADICTS, source=BY_NIGHT)
    assert len(memory.contradictions()) == 1
    undo(nights.night._rooms, Change(what=OPPOSED, ref=a.ref, before={"other": b.ref}))
    assert memory.contradictions() == []
    assert [one for one in memory.links([a.id]) if one.type is LinkType.CONTRADICTS] == []


def test_a_rehearsal_says_what_would_change_and_changes_nothing(nights):
    fill(nights)
    nights.morning(days=45)
    before = state(nights)
    planned = rehearse(nights.night, JobKind.CONSOLIDATION, None)
    assert {change.what for change in planned} >= {"strength"}
    assert state(nights) == before
    assert JobKind.CONSOLIDATION not in {job.kind for job in nights.night.queue.recent(5)}


@pytest.mark.parametrize("at", range(len(PLANS[JobKind.CONSOLIDATION])))
@pytest.mark.parametrize("written", [False, True], ids=["before the checkpoint", "behind it"])
def test_a_kill_anywhere_comes_to_the_same_end(nights, monkeypatch, at, written):
    fill(nights)
    other = Nights()
    fill(other)
    for each in (nights, other):
        each.morning(days=45)
    other.do(JobKind.CONSOLIDATION)
    keep = nights.night.keep

    def killed(job, *rest, **more):
        kept = keep(job, *rest, **more) if written else None
        if len(job.rounds) == at:
            raise Killed
        return kept or keep(job, *rest, **more)

    monkeypatch.setattr(nights.night, "keep", killed)
    nights.night.queue.add(JobKind.CONSOLIDATION, "test")
    with pytest.raises(Killed):
        run_next(nights.night, None, owner="killed")
    monkeypatch.setattr(nights.night, "keep", keep)
    nights.night.queue.release_dead(lambda owner: owner == OWNER)
    nights.clock.advance(timedelta(minutes=1))  # until it is tried again
    nights.do()
    assert state(nights) == state(other)
    assert len(nights.night.queue.recent(1)[0].rounds) == len(PLANS[JobKind.CONSOLIDATION])
    other.mind.close()


def test_what_was_lived_on_different_days_may_differ(nights):
    for km in (8, 12):
        nights.mind.memory.remember(NewNode(NodeKind.MOMENT, f"Nico ran {km} km along the river before work"))
        nights.clock.advance(timedelta(days=1))
    opened_at_writing = len(nights.mind.memory.contradictions())
    nights.mind.memory.catch_up()
    (job,) = nights.do(JobKind.CONSOLIDATION)
    assert len(nights.mind.memory.contradictions()) == opened_at_writing
    assert not [one for one in nights.night.undoing.changes(job.ref) if one.what == "opposed"]


def test_what_differs_in_a_number_is_put_to_the_person_and_never_merged(nights):
    fill(nights)
    nights.do(JobKind.CONSOLIDATION)
    (one,) = nights.mind.memory.contradictions()
    texts = {nights.mind.memory.node(each).text for each in (one.a, one.b)}
    assert texts == {"They ran 8 km along the river", "They ran 12 km along the river"}
    nights.mind.memory.resolve_contradiction(one.id, ContradictionState.BOTH)
    nights.do(JobKind.CONSOLIDATION)
    assert nights.mind.memory.contradictions() == []


def test_a_dormant_memory_is_found_by_its_cue_after_many_nights(nights):
    fill(nights)
    new = NewNode(NodeKind.KNOWLEDGE, "The key of the clock is behind the mirror", importance=0.85)
    nights.mind.memory.remember(new)
    for _ in range(10):
        nights.clock.advance(timedelta(days=4))
        nights.do(JobKind.CONSOLIDATION)
    found = nights.mind.memory.recall("where is the key of the clock", 1)
    assert found[0].node.text == new.text


@pytest.mark.parametrize(
    ("text", "is_none"),
    [
        ("test 123", True),
        ("This is just a test message", True),
        ("Lorem ipsum dolor sit amet", True),
        ("asdf asdf", True),
        ("Dies ist ein Test", False),
        ("It is what it was", True),
        ("The blood test found nothing", False),
        ("Hello from Oslo, the world looks small from here", False),
        ("Foo Fighters play in Kassel", False),
        ("He is 12", False),
    ],
)
def test_place_holders_and_what_was_only_tried_out_are_no_memories(text, is_none):
    assert says_nothing(text, "en") is is_none
