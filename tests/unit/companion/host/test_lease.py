"""One holder at a time, whoever comes and goes."""

import os
import tempfile
from pathlib import Path

import psutil
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.host.lease import Lease, describe_self, is_alive, name_owner, read, take

CONTENDERS = st.integers(0, 2)


class Contention(RuleBasedStateMachine):
    """Three contenders for one home; the model is simply who holds it."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "owner.json"
        self._held: dict[int, Lease] = {}

    @rule(who=CONTENDERS)
    def take(self, who: int) -> None:
        lease = take(self._path)
        assert (lease is None) == bool(self._held)
        if lease is not None:
            self._held[who] = lease

    @precondition(lambda self: self._held)
    @rule(address=st.text(max_size=20))
    def announce(self, address: str) -> None:
        next(iter(self._held.values())).announce(address)
        found = read(self._path)
        assert found is not None
        assert found.address == address

    @precondition(lambda self: self._held)
    @rule()
    def release(self) -> None:
        _, lease = self._held.popitem()
        lease.release()
        lease.release()
        lease.beat()

    @invariant()
    def what_is_told_is_true(self) -> None:
        found = read(self._path)
        assert (found is not None) == bool(self._held)
        assert found is None or is_alive(found.owner)

    def teardown(self) -> None:
        for lease in self._held.values():
            lease.release()
        self._folder.cleanup()


TestContention = Contention.TestCase
TestContention.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)


def test_this_process_is_alive() -> None:
    assert is_alive(describe_self().owner)


def test_a_recycled_process_id_is_not_believed() -> None:
    started = psutil.Process().create_time()
    assert not is_alive(name_owner(os.getpid(), started - 60))


@given(st.text(max_size=30))
def test_nothing_else_is_a_living_owner(text: str) -> None:
    assert not is_alive(text)


@given(st.binary(max_size=200))
def test_garbage_in_the_lease_tells_nothing(garbage: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "owner.json"
        path.write_bytes(garbage)
        assert read(path) is None


def test_a_lease_over_garbage_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "owner.json"
    path.write_text("{")
    lease = take(path)
    assert lease is not None
    found = read(path)
    assert found is not None
    assert found.owner == lease.owner
    lease.release()
