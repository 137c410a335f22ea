import logging
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.vault import Cache, DataKey, Vault, VaultClosedError

LIMIT = 100


class LeastRecentlyUsed(RuleBasedStateMachine):
    """The cache against a dictionary whose order is the order of use."""

    names = st.sampled_from(["a", "b", "b/c", "d"])

    @initialize()
    def open_cache(self) -> None:
        self.cache = Cache.in_memory(LIMIT)
        self.model: dict[str, bytes] = {}

    @rule(name=names, size=st.integers(0, 130))
    def put(self, name: str, size: int) -> None:
        blob = os.urandom(size)
        assert self.cache.put(name, blob) is (size <= LIMIT)
        if size > LIMIT:
            self.model = {each: kept for each, kept in self.model.items() if not each.startswith(name)}
            return
        self.model.pop(name, None)
        while sum(map(len, self.model.values())) + size > LIMIT:
            del self.model[next(iter(self.model))]
        self.model[name] = blob

    @rule(name=names)
    def get(self, name: str) -> None:
        assert self.cache.get(name) == self.model.get(name)
        if name in self.model:
            self.model[name] = self.model.pop(name)

    @rule(prefix=st.sampled_from(["", "b", "b/", "x"]))
    def remove(self, prefix: str) -> None:
        gone = [name for name in self.model if name.startswith(prefix)]
        assert self.cache.remove(prefix) == len(gone)
        for name in gone:
            del self.model[name]

    @invariant()
    def size_is_counted(self) -> None:
        if hasattr(self, "cache"):
            assert self.cache.size() == sum(map(len, self.model.values())) <= LIMIT

    def teardown(self) -> None:
        self.cache.close()


LeastRecentlyUsed.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestLeastRecentlyUsed = LeastRecentlyUsed.TestCase


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "cache.db"


def _filled(place: Path, key: bytes) -> bytes:
    cache = Cache.at(place, key)
    cache.put("state", b"A" * 50_000)
    cache.close()
    return place.read_bytes()


def test_it_outlives_its_process_and_is_encrypted(place: Path, key: DataKey) -> None:
    whole = _filled(place, key.derive("c"))
    assert b"AAAA" not in whole
    again = Cache.at(place, key.derive("c"))
    assert again.get("state") == b"A" * 50_000
    again.close()


def test_a_foreign_file_is_replaced_without_a_word(
    place: Path, key: DataKey, caplog: pytest.LogCaptureFixture
) -> None:
    _filled(place, DataKey.generate().derive("c"))
    cache = Cache.at(place, key.derive("c"))
    with caplog.at_level(logging.WARNING):
        assert cache.get("state") is None
        assert cache.put("state", b"new")
    assert cache.get("state") == b"new"
    cache.close()
    assert caplog.records == []


@settings(max_examples=25, deadline=None)
@given(share=st.floats(0, 0.999), change=st.integers(1, 255))
def test_a_damaged_file_gives_the_blob_or_nothing(
    tmp_path_factory: pytest.TempPathFactory, share: float, change: int
) -> None:
    place, key = tmp_path_factory.mktemp("cache") / "cache.db", DataKey.generate().derive("c")
    whole = bytearray(_filled(place, key))
    whole[int(share * len(whole))] ^= change
    place.write_bytes(whole)
    cache = Cache.at(place, key)
    assert cache.get("state") in {None, b"A" * 50_000}
    assert cache.put("state", b"new")
    assert cache.get("state") == b"new"
    cache.close()


@pytest.mark.parametrize("left", [0, 10, 4096, 5000])
def test_a_truncated_file_is_rebuilt(place: Path, key: DataKey, left: int) -> None:
    place.write_bytes(_filled(place, key.derive("c"))[:left])
    cache = Cache.at(place, key.derive("c"))
    assert cache.get("state") is None
    assert cache.put("other", b"x")
    cache.close()


def test_it_may_be_deleted_between_two_starts(path: Path, key: DataKey) -> None:
    for _ in range(2):
        vault = Vault.open(path, key, [])
        assert vault.cache.get("x") is None
        assert vault.cache.put("x", b"1")
        vault.close()
        (path.parent / "cache.db").unlink()


def test_nothing_is_asked_of_a_closed_one(place: Path, key: DataKey) -> None:
    cache = Cache.at(place, key.derive("c"))
    cache.close()
    with pytest.raises(VaultClosedError):
        cache.get("x")
    with pytest.raises(VaultClosedError):
        cache.put("x", b"")
