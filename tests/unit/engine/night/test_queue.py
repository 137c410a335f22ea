"""One queue: leased, taken up behind the last checkpoint, tried again, cancelled, never lost."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.language import Cancellation, ModelDiedError
from engine.night import JobKind, JobMoveError, JobState, LeaseLostError, Outcome, Round, run_next
from engine.night.night import PLANS
from engine.night.records import DIED
from engine.night.working import Draft
from tests.unit.engine.night.conftest import OWNER


def test_what_waits_already_is_asked_for_once(nights):
    first = nights.night.queue.add(JobKind.BRAIN, "interval")
    assert nights.night.queue.add(JobKind.BRAIN, "person").id == first.id
    assert nights.night.queue.add(JobKind.PROBLEM, "person", "the piano").id != first.id


def test_one_runner_has_a_job_and_another_only_when_its_lease_is_over(nights):
    queue = nights.night.queue
    queue.add(JobKind.BRIEF, "test")
    job = queue.claim("a")
    assert queue.claim("b") is None
    nights.clock.advance(timedelta(seconds=nights.night.settings.lease_s + 1))
    assert queue.claim("b") is None  # it may have ended its runner: not at once
    nights.clock.advance(timedelta(seconds=nights.night.settings.retry_s))
    assert queue.claim("b").id == job.id
    with pytest.raises(LeaseLostError):
        queue.finish(job, "a")


def test_what_a_dead_owner_held_is_free_and_dead_itself_once_it_ended_several(nights):
    queue = nights.night.queue
    job = queue.add(JobKind.BRIEF, "test")
    for tries in (1, 2, 3):
        assert queue.claim("dead") is not None
        queue.release_dead(lambda owner: owner != "dead")
        assert queue.job(job.id).tries == tries
        nights.clock.advance(timedelta(hours=1))
    assert (queue.job(job.id).state, queue.job(job.id).fault) == (JobState.DEAD, DIED)
    assert queue.claim("b") is None


def test_a_phase_that_was_done_lets_earlier_failures_count_no_more(nights):
    queue = nights.night.queue
    queue.add(JobKind.BRIEF, "test")
    for _ in range(5):
        job = queue.claim("dead")
        with nights.mind.vault.unit() as unit:
            done = Round(phase="today", outcome=Outcome.EMPTY, at=nights.clock.now())
            queue.checkpoint(unit, job, "dead", done)
            unit.commit()
        queue.release_dead(lambda _: False)
        assert queue.job(job.id).tries == 1
        nights.clock.advance(timedelta(hours=1))


def test_a_defect_counts_as_a_failure_and_does_not_keep_the_rest_of_the_night(nights, monkeypatch, caplog):
    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("breaks", lambda _: {}["nothing"]),))
    brain, brief = nights.do(JobKind.BRAIN, JobKind.BRIEF)
    assert (brain.state, brain.tries, brain.fault) == (JobState.WAITING, 1, "KeyError")
    assert brief.state is JobState.DONE
    (told,) = [record for record in caplog.records if record.name == "engine.night.running"]
    assert told.exc_info
    caplog.clear()


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (JobKind.REFLECT, ""),
        (JobKind.REFLECT, "episode_close"),
        (JobKind.REFLECT, "manual:dance"),
        (JobKind.PROBLEM, " "),
        (JobKind.SESSION, ""),
        (JobKind.DREAM, "daily"),
        (JobKind.INTEGRATION, "five"),
        (JobKind.BRIEF, "weekly"),
    ],
)
def test_what_no_such_job_can_be_done_with_is_refused_where_it_is_asked_for(nights, kind, given):
    with pytest.raises(InvalidInputError):
        nights.night.agenda.ask(kind, "test", given)
    assert nights.night.queue.open() == []


def test_a_failure_is_tried_again_later_and_is_dead_after_some(nights, monkeypatch):
    def failing(_work):
        raise ModelDiedError("The model is gone.")

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("fails", failing),))
    queue = nights.night.queue
    job = nights.do(JobKind.BRAIN)[-1]
    assert (job.state, job.tries, job.fault) == (JobState.WAITING, 1, "ModelDiedError")
    assert run_next(nights.night, None, owner=OWNER) is None  # not yet
    for _ in range(2):
        nights.clock.advance(timedelta(hours=1))
        job = run_next(nights.night, None, owner=OWNER)
    assert job.state is JobState.DEAD
    assert run_next(nights.night, None, owner=OWNER) is None
    assert queue.retry(job.ref).state is JobState.WAITING


def test_what_is_cancelled_stops_and_keeps_what_it_did(nights, monkeypatch):
    def cancelling(work):
        nights.night.cancel(work.job.id)
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", lambda _: Draft()), ("two", cancelling)))
    (job,) = nights.do(JobKind.BRAIN)
    assert job.state is JobState.CANCELLED
    assert [one.phase for one in job.rounds] == ["one"]
    with pytest.raises(JobMoveError):
        nights.night.queue.cancel(job.id)


def test_cancelling_what_waits_lets_what_runs_go_on(nights, monkeypatch):
    def cancelling(_work):
        (waiting,) = [one for one in nights.night.queue.open() if one.kind is JobKind.PROBLEM]
        nights.night.cancel(waiting.id)
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", cancelling), ("two", lambda _: Draft())))
    nights.night.queue.add(JobKind.BRAIN, "test")
    nights.night.queue.add(JobKind.PROBLEM, "test", "the piano")
    assert run_next(nights.night, None, owner=OWNER).state is JobState.DONE


def test_a_pause_stops_what_runs_and_begins_nothing(nights, monkeypatch):
    def pausing(_work):
        nights.night.pause()
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", pausing),))
    nights.night.queue.add(JobKind.BRAIN, "test")
    job = run_next(nights.night, None, owner=OWNER)
    assert nights.night.paused
    assert (job.state, job.rounds) == (JobState.WAITING, ())


def test_the_hours_that_a_run_may_take_end_it_for_another_time(nights, monkeypatch):
    def slow(_work):
        nights.clock.advance(timedelta(hours=4))
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", slow), ("two", slow), ("three", slow)))
    nights.morning()
    nights.night.queue.add(JobKind.BRAIN, "test")
    job = run_next(nights.night, None, owner=OWNER)
    assert [one.phase for one in job.rounds] == ["one", "two"]
    assert run_next(nights.night, None, owner=OWNER) is None
    nights.clock.advance(timedelta(hours=10))
    assert run_next(nights.night, None, owner=OWNER) is None  # an hour before the next night
    nights.clock.advance(timedelta(hours=1))
    assert run_next(nights.night, None, owner=OWNER).state is JobState.DONE


def test_who_asks_for_it_now_begins_the_hours_anew(nights, monkeypatch):
    def slow(_work):
        nights.clock.advance(timedelta(hours=7))
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", slow), ("two", slow)))
    nights.morning()
    nights.night.queue.add(JobKind.BRAIN, "test")
    run_next(nights.night, None, owner=OWNER)
    assert run_next(nights.night, None, owner=OWNER) is None
    nights.night.agenda.begin_anew()
    assert run_next(nights.night, None, owner=OWNER).state is JobState.DONE


def test_what_was_taken_back_meanwhile_is_thought_of_anew(nights, monkeypatch):
    (said,) = nights.told("Lotte moves to Oslo on Friday")
    tries = []

    def thinking(_work):
        tries.append(1)
        if len(tries) == 1:
            nights.mind.conversation.withdraw([f"step:{said.id}"])
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", thinking),))
    nights.night.queue.add(JobKind.BRAIN, "test")
    assert run_next(nights.night, None, owner=OWNER).rounds == ()
    assert len(run_next(nights.night, None, owner=OWNER).rounds) == 1


def test_the_chain_is_asked_for_once_a_night_and_a_run_only_with_news(nights):
    nights.told("Lotte moves to Oslo on Friday")
    nights.morning()
    asked = [job.kind for job in nights.night.agenda.ask_for_due()]
    assert (asked[0], asked[-1]) == (JobKind.INTEGRATION, JobKind.BRIEF)
    nights.do()
    assert nights.night.agenda.ask_for_due() == []
    nights.clock.advance(timedelta(hours=3))
    assert nights.night.agenda.ask_for_due() == []  # nothing new was said
    nights.told("The move is put off to June")
    assert [job.kind for job in nights.night.agenda.ask_for_due()] == [JobKind.BRAIN]


MOVES = st.lists(st.sampled_from(["claim", "release", "fail", "finish", "wait", "cancel"]), max_size=12)


@given(MOVES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_job_is_ever_lost(nights, moves):
    queue = nights.night.queue
    job = queue.add(JobKind.PROBLEM, "test", repr(moves))
    held = False
    for move in moves:
        if move == "claim" and not held:
            held = queue.claim(OWNER) is not None
        elif move == "wait":
            nights.clock.advance(timedelta(seconds=61))
        elif move == "cancel" and not queue.job(job.id).state.is_over:
            queue.cancel(job.id)
            held = False
        elif held and move in {"fail", "release", "finish"}:
            known = queue.job(job.id)
            queue.fail(known, OWNER, "x") if move == "fail" else getattr(queue, move)(known, OWNER)
            held = False
    state = queue.job(job.id).state
    assert (state is JobState.RUNNING) == held
    if not state.is_over:
        queue.cancel(job.id)


def test_a_cancellation_that_came_before_it_began_does_nothing(nights):
    nights.night.queue.add(JobKind.BRIEF, "test")
    stopped = Cancellation()
    stopped.cancel()
    job = run_next(nights.night, None, owner=OWNER, cancellation=stopped)
    assert (job.state, job.rounds) == (JobState.WAITING, ())


def test_what_failed_keeps_its_place_in_its_night_and_only_there(nights, monkeypatch, caplog):
    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("breaks", lambda _: {}["nothing"]),))
    queue = nights.night.queue
    for kind, night in ((JobKind.BRAIN, "one"), (JobKind.BRIEF, "one"), (JobKind.CONSOLIDATION, "")):
        queue.add(kind, "test", night=night)
    done = nights.do()
    assert [job.kind for job in done] == [JobKind.BRAIN, JobKind.CONSOLIDATION]
    assert nights.night.retry_in_s == nights.night.settings.retry_s
    for _ in range(2):
        nights.clock.advance(timedelta(hours=1))
        done = nights.do()
    assert [(job.kind, job.state) for job in done] == [
        (JobKind.BRAIN, JobState.DEAD),
        (JobKind.BRIEF, JobState.DONE),
    ]
    assert nights.night.retry_in_s is None
    caplog.clear()


def test_what_waits_is_of_the_night_that_asks_for_it_and_done_in_its_turn(nights):
    nights.told("Lotte moves to Oslo on Friday")
    left = [nights.night.queue.add(kind, "test") for kind in (JobKind.BRIEF, JobKind.BRAIN)]
    asked = nights.night.agenda.ask_for_night("night")
    night = asked[0].night
    assert {job.night for job in asked} == {night}
    assert {job.id for job in left} <= {job.id for job in nights.night.queue.of_night(night)}
    assert nights.do()[-1].kind is JobKind.BRIEF


def test_the_brief_is_written_however_long_the_night_was(nights, monkeypatch):
    def slow(_work):
        nights.clock.advance(timedelta(hours=7))
        return Draft()

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("one", slow), ("two", slow)))
    nights.morning()
    for kind in (JobKind.BRAIN, JobKind.DRIFT, JobKind.BRIEF):
        nights.night.queue.add(kind, "test", night="one")
    brain, brief = nights.do()
    assert (brain.kind, brain.state) == (JobKind.BRAIN, JobState.WAITING)
    assert (brief.kind, brief.state) == (JobKind.BRIEF, JobState.DONE)
    assert not nights.night.may_begin
