from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.size_budget import breaches, functions

BUDGET: dict[str, Any] = {
    "body_median": 3,
    "body_p90": 5,
    "body_long": 6,
    "body_long_share": 0.1,
    "file_lines": 20,
    "file_never": 30,
    "folder_files": 2,
    "long_files": {"engine/long.py": "a table"},
}


def function(lines: int) -> str:
    return "def f():\n" + "    x = 1\n" * lines


@given(st.lists(st.sampled_from(["    x = 1", "    # why", "", "    y = (\n        1,\n    )"]), min_size=1))
def test_only_code_counts(parts: list[str]) -> None:
    source = 'def f():\n    """Says\n\n    much."""\n' + "\n".join(parts) + "\n    return 1\n"
    expected = 1 + sum({"    x = 1": 1, "": 0, "    # why": 0}.get(part, 3) for part in parts)
    assert [one.body_lines for one in functions(source)] == [expected]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.py": function(2) * 3}, []),
        ({"a.py": function(4) * 3}, ["median"]),
        ({"a.py": function(1) * 4 + function(7)}, ["tenth", "a.py:9 f"]),
        ({"b.py": "x = 1\n" * 21}, ["b.py has 21"]),
        ({"long.py": "x = 1\n" * 30}, []),
        ({"long.py": "x = 1\n" * 31}, ["long.py has 31"]),
        ({"a.py": "", "b.py": "", "__init__.py": ""}, []),
        ({"a.py": "", "b.py": "", "c.py": ""}, ["holds 3 files"]),
    ],
)
def test_each_breach_is_named(tmp_path: Path, files: dict[str, str], words: list[str]) -> None:
    (tmp_path / "engine").mkdir()
    for name, content in files.items():
        (tmp_path / "engine" / name).write_text(content)
    found = breaches(tmp_path, BUDGET)
    assert len(found) == len(words)
    assert all(word in breach for word, breach in zip(words, found, strict=True))
