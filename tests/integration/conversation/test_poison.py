"""A seventh of `tests/benchmarks/poison.py`: texts of every kind, read, asked about and pasted, and moved in."""

import random
from pathlib import Path

from tests.benchmarks.poison import FORMATS, run, run_imports
from tests.poison import poisons, some_poisons


def test_nothing_is_planted_by_what_is_read_or_pasted(tmp_path: Path) -> None:
    assert run(some_poisons(), tmp_path) == []


def test_nothing_is_planted_by_what_moves_in(tmp_path: Path) -> None:
    some = random.Random(7).sample(poisons(), len(poisons()) // 7 // len(FORMATS) * len(FORMATS))
    assert run_imports(some, tmp_path) == []
