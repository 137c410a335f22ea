"""The worker process: polite, supervised, and gone when nobody needs it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from engine.process import TaskFailedError, Worker, WorkerClosedError, WorkerDiedError

PARENT = """
import time
from engine.process import Worker
worker = Worker()
worker.ask("describe", {})
print(worker.process_id, flush=True)
time.sleep(60)
"""


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def eventually(true: Callable[[], bool], within_s: float = 15.0) -> bool:
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return true()


def test_nothing_is_started_before_it_is_asked(worker: Worker) -> None:
    assert worker.process_id is None


def test_it_computes_at_low_priority_and_knows_no_secret(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", "never to be seen")
    facts, _ = worker.ask("describe", {})
    assert facts["pid"] == worker.process_id != os.getpid()
    if sys.platform != "win32":
        assert facts["niceness"] >= 15
    assert "COMPANION_PASSPHRASE" not in psutil.Process(facts["pid"]).environ()


def test_a_killed_worker_is_started_anew(worker: Worker) -> None:
    first, _ = worker.ask("describe", {})
    os.kill(first["pid"], signal.SIGKILL)
    second, _ = worker.ask("describe", {})
    assert second["pid"] != first["pid"]


def test_an_idle_worker_ends_and_comes_back(worker: Worker) -> None:
    brief = Worker(idle_s=0.3)
    try:
        first, _ = brief.ask("describe", {})
        assert eventually(lambda: brief.process_id is None)
        second, _ = brief.ask("describe", {})
        assert second["pid"] != first["pid"]
    finally:
        brief.close()


def test_a_worker_that_dies_each_time_is_an_error(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.ask("describe", {})
    started: set[int] = set()
    done = threading.Event()

    def kill_all() -> None:
        while not done.wait(0.01):
            if (pid := worker.process_id) is not None and pid not in started:
                started.add(pid)
                os.kill(pid, signal.SIGSTOP)
                time.sleep(0.2)
                os.kill(pid, signal.SIGKILL)

    # A stopped process takes the question and never answers it.
    os.kill(worker.process_id or 0, signal.SIGSTOP)
    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        with pytest.raises(WorkerDiedError):
            worker.ask("describe", {})
    finally:
        done.set()
        killer.join()
    assert len(started) == 2


def test_a_worker_that_hangs_is_ended(worker: Worker) -> None:
    facts, _ = worker.ask("describe", {})
    os.kill(facts["pid"], signal.SIGSTOP)
    with pytest.raises(WorkerDiedError):
        worker.ask("describe", {}, timeout_s=0.3)
    again, _ = worker.ask("describe", {})
    assert again["pid"] != facts["pid"]


def test_an_unknown_task_is_told_and_costs_nothing_else(worker: Worker) -> None:
    with pytest.raises(TaskFailedError) as caught:
        worker.ask("no such task", {})
    assert caught.value.code == "KeyError"
    assert "no such" not in caught.value.message
    assert worker.ask("describe", {})[0]["tasks"] == ["describe"]


def test_several_threads_may_ask(worker: Worker) -> None:
    pids: list[int] = []
    threads = [
        threading.Thread(target=lambda: pids.append(worker.ask("describe", {})[0]["pid"])) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 8
    assert len(set(pids)) == 1


def test_a_closed_worker_refuses(worker: Worker) -> None:
    pid = worker.ask("describe", {})[0]["pid"]
    worker.close()
    worker.close()
    assert not psutil.pid_exists(pid)
    with pytest.raises(WorkerClosedError):
        worker.ask("describe", {})


def test_it_ends_with_its_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert psutil.pid_exists(pid)
        parent.kill()
        parent.wait()
    assert eventually(lambda: not psutil.pid_exists(pid))
