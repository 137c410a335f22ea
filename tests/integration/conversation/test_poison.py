"""A seventh of `tests/benchmarks/poison.py`: texts of every kind, read, asked about and pasted."""

from pathlib import Path

from tests.benchmarks.poison import run
from tests.poison import some_poisons


def test_nothing_is_planted_by_what_is_read_or_pasted(tmp_path: Path) -> None:
    assert run(some_poisons(), tmp_path) == []
