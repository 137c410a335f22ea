"""What a day leaves behind: the diary, dreams of what was felt, links of memories, and who the companion becomes."""

from datetime import timedelta

from engine.memory import LinkType, NewNode, NodeKind
from engine.night import JobKind, Span


def test_the_diary_has_an_entry_for_a_day_that_is_over_and_one_only(nights):
    (said, _) = nights.told("My sister Lotte moves to Oslo on the 9th", "Are you there?")
    (today,) = nights.do(JobKind.DIARY)
    assert nights.night.results.lines(today.ref) == []
    nights.morning()
    (job,) = nights.do(JobKind.DIARY)
    met, told = nights.night.results.lines(job.ref)
    assert met.text == "Monday 4 May 2026: we talked once, at 19:00."
    assert told.text == "You told me: “My sister Lotte moves to Oslo on the 9th”"
    assert told.cites == (f"step:{said.id}",)
    (again,) = nights.do(JobKind.DIARY)
    assert nights.night.results.lines(again.ref) == []
    assert told.text in [line.text for line in nights.night.results.journal()]


def test_the_diary_goes_with_what_it_was_written_of(nights):
    (said,) = nights.told("My sister Lotte moves to Oslo on the 9th")
    nights.morning()
    (job,) = nights.do(JobKind.DIARY)
    with nights.mind.vault.unit() as unit:
        nights.night.withdraw(unit, frozenset({f"step:{said.id}"}))
        unit.commit()
    assert nights.night.results.lines(job.ref) == []


def test_a_dream_of_what_was_felt_comes_after_three_feelings_that_last(nights):
    steps = nights.told("Ruth died in March", "I held her hand all night", "The house is so quiet now")
    for step in steps[:2]:
        nights.mind.mood.imprint("sorrow", 0.9, sources=(f"step:{step.id}",))
    nights.morning()
    assert JobKind.DREAM not in [job.kind for job in nights.night.agenda.ask_for_night("test")]
    nights.do()
    nights.mind.mood.imprint("sorrow", 0.9, sources=(f"step:{steps[2].id}",))
    nights.morning()
    (dream,) = [job for job in nights.night.agenda.ask_for_night("test") if job.kind is JobKind.DREAM]
    assert dream.given == Span.EMOTIONAL
    nights.do()
    texts = [line.text for line in nights.night.results.lines(dream.ref)]
    assert texts[:2] == [
        "What stays with me: “Ruth died in March”",
        "What stays with me: “I held her hand all night”",
    ]
    nights.morning()
    assert JobKind.DREAM not in [job.kind for job in nights.night.agenda.ask_for_night("test")]


def test_memories_that_belong_together_are_linked_once_and_undone_with_the_run(nights):
    memory = nights.mind.memory
    first = memory.remember(NewNode(NodeKind.MOMENT, "We planted two apple trees behind the barn")).node
    nights.clock.advance(timedelta(days=3))
    second = memory.remember(NewNode(NodeKind.MOMENT, "Our apple trees by the barn carry fruit")).node
    memory.remember(NewNode(NodeKind.MOMENT, "The dentist found nothing"))
    memory.catch_up()
    nights.morning()
    (job,) = nights.do(JobKind.DISCOVERY)
    (link,) = memory.links([first.id])
    assert (link.origin, link.target, link.type) == (second.id, first.id, LinkType.CONTINUES)
    (again,) = nights.do(JobKind.DISCOVERY)
    assert nights.night.undoing.changes(again.ref) == []
    nights.night.undoing.take_back(job.ref)
    assert memory.links([first.id]) == []


def test_who_the_companion_becomes_is_looked_at_on_sundays(nights):
    def weekly():
        asked = nights.night.agenda.ask_for_night("test")
        return (JobKind.EMERGENCE, Span.WEEKLY) in [(job.kind, job.given) for job in asked]

    nights.morning()
    assert not weekly()
    nights.do()
    nights.morning(days=5)  # Sunday, 10 May
    assert weekly()
    jobs = nights.do()
    assert {one.outcome.value for job in jobs for one in job.rounds if job.kind is JobKind.EMERGENCE} == {
        "empty"
    }
