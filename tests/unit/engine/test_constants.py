"""Every constant of a document against ours: the tables are in `constants/`, a file a branch of the settings.

A row says what the document has (`document`), and where one mind decided otherwise what it has (`ours`) and why
(`reason`). A number that no document gives is marked `ours` in the settings and stands in no table.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.settings import Branch, Settings

TABLES = {path.stem: path for path in sorted((Path(__file__).parent / "constants").glob("*.toml"))}
COLUMNS = {"document", "ours", "source", "reason"}
OWN = "ours"


def rows(table: dict[str, Any], place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each row with the dotted name of its setting."""
    for name, row in table.items():
        if COLUMNS & row.keys():
            yield place + name, row
        else:
            yield from rows(row, f"{place}{name}.")


def sources(branch: Branch, place: str = "") -> Iterator[tuple[str, str]]:
    """Each setting's dotted name with its source."""
    for name, field in type(branch).model_fields.items():
        value = getattr(branch, name)
        if isinstance(value, Branch):
            yield from sources(value, f"{place}{name}.")
        else:
            extra = field.json_schema_extra
            assert isinstance(extra, dict)
            yield place + name, str(extra["source"])


def value_of(branch: Any, name: str) -> Any:
    for part in name.split("."):
        branch = getattr(branch, part)
    return list(branch) if isinstance(branch, tuple) else branch


TABLE_ROWS = [
    (branch, name, row)
    for branch, path in TABLES.items()
    for name, row in rows(tomllib.loads(path.read_text("utf-8")))
]


@pytest.mark.parametrize(
    ("branch", "name", "row"), TABLE_ROWS, ids=[f"{one[0]}.{one[1]}" for one in TABLE_ROWS]
)
def test_a_constant_is_the_documents_or_has_its_reason(branch: str, name: str, row: dict[str, Any]) -> None:
    settings = getattr(Settings(), branch)
    assert value_of(settings, name) == row.get("ours", row.get("document"))
    assert dict(sources(settings))[name].startswith(row["source"])
    assert row.keys() <= COLUMNS
    assert bool(row.get("reason")) == ("ours" in row)
    assert "ours" not in row or row["ours"] != row.get("document")


@pytest.mark.parametrize("branch", TABLES)
def test_no_constant_of_a_document_is_missing(branch: str) -> None:
    given = {name for name, source in sources(getattr(Settings(), branch)) if source != OWN}
    assert given == {name for place, name, _ in TABLE_ROWS if place == branch}
