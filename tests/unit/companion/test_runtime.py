"""Workers and threads."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import OwnerLeavingError
from companion.runtime import Threads, Worker


@pytest.fixture
def threads():
    made = Threads("test")
    yield made
    assert made.join(timeout_s=5) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=20))
def test_jobs_run_by_priority_then_in_order(priorities: list[int]) -> None:
    threads = Threads("test")
    worker, gate, done = Worker(threads, "worker"), threading.Event(), []
    first = worker.submit(gate.wait)
    jobs = list(enumerate(priorities))
    for job in jobs:
        worker.submit(lambda job=job: done.append(job), job[1])
    gate.set()
    assert first.result(5)
    assert worker.close(timeout_s=5)
    assert done == sorted(jobs, key=lambda job: job[1])
    assert threads.join(timeout_s=5) == []


def test_a_call_from_its_own_thread_runs_at_once(threads: Threads) -> None:
    worker = Worker(threads, "worker")
    assert worker.call(lambda: worker.call(threading.get_ident)) != threading.get_ident()
    worker.close(timeout_s=5)


def test_an_error_reaches_the_caller_and_not_the_next_job(threads: Threads) -> None:
    worker = Worker(threads, "worker")
    with pytest.raises(ZeroDivisionError):
        worker.call(lambda: 1 // 0)
    assert worker.call(lambda: "alive") == "alive"
    worker.close(timeout_s=5)


def test_a_closing_worker_takes_nothing_more(threads: Threads) -> None:
    worker = Worker(threads, "worker")
    assert worker.close(timeout_s=5)
    with pytest.raises(OwnerLeavingError):
        worker.call(lambda: None)


def test_threads_carry_owner_and_name(threads: Threads) -> None:
    names: list[str] = []
    threads.start("here", lambda: names.append(threading.current_thread().name)).join()
    assert names == ["test/here"]


def test_a_thread_that_does_not_end_is_named() -> None:
    threads, end = Threads("test"), threading.Event()
    threads.start("stuck", lambda: end.wait() and None)
    assert threads.join(timeout_s=0.01) == ["test/stuck"]
    end.set()
    assert threads.join(timeout_s=5) == []
