"""One queue: leased, taken up behind the last checkpoint, tried again, cancelled, never lost."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.language import Cancellation, ModelDiedError
from engine.night import JobKind, JobMoveError, JobState, LeaseLostError, run_next
from engine.night.night import PLANS
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
    assert queue.claim("b").id == job.id
    with pytest.raises(LeaseLostError):
        queue.finish(job, "a")


def test_what_a_dead_owner_held_is_free_at_once(nights):
    queue = nights.night.queue
    queue.add(JobKind.BRIEF, "test")
    queue.claim("dead")
    queue.release_dead(lambda owner: owner != "dead")
    assert queue.claim("b") is not None


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
    nights.night.queue.add(JobKind.BRAIN, "test")
    job = run_next(nights.night, None, owner=OWNER)
    assert [one.phase for one in job.rounds] == ["one", "two"]
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
    asked = [job.kind for job in nights.night.ask_for_due()]
    assert (asked[0], asked[-1]) == (JobKind.INTEGRATION, JobKind.BRIEF)
    nights.do()
    assert nights.night.ask_for_due() == []
    nights.clock.advance(timedelta(hours=3))
    assert nights.night.ask_for_due() == []  # nothing new was said
    nights.told("The move is put off to June")
    assert [job.kind for job in nights.night.ask_for_due()] == [JobKind.BRAIN]


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
