"""Moving out: what each export says of itself while it is written, and where a part of it cannot be."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.cli.rooms import markdown
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.imports import read_arrival
from engine.imports.elara import UNINDEXED
from engine.memory import NewNode, NodeKind
from engine.mind import Mind
from engine.person import Action, Proposal

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def lived(mind: Mind) -> None:
    for text in ("The keel was laid on a Friday.", "We saw the comet."):
        mind.memory.remember(NewNode(NodeKind.MOMENT, text))
    mind.person.apply(Proposal(Action.REMEMBER, "I sail", reason="by hand"))
    mind.cognition.models.create("Paint lasts.")


@pytest.mark.parametrize(
    ("name", "named"),
    [("export.markdown", "folder"), ("export.continuity", "path"), ("export.elara", "folder")],
)
def test_it_says_how_far_it_has_come(mind: Mind, tmp_path: Path, name: str, named: str) -> None:
    told: list[dict[str, Any]] = []
    request = ROOM_REQUESTS[name]
    setting = Setting(mind, lambda: False, report=told.append)
    request.answer(setting, read(request.parameters, {named: str(tmp_path / "out")}))
    assert {one["stage"] for one in told} == {"writing"}
    assert all(0 <= one["done"] < one["of"] for one in told)


@pytest.mark.parametrize("dry_run", [True, False])
def test_without_chroma_the_rest_of_elaras_folder_is_written(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dry_run: bool
) -> None:
    whole = ask("export.elara", folder=str(tmp_path / "whole"))
    monkeypatch.setitem(sys.modules, "chromadb", None)  # as in the packaged program
    folder = tmp_path / "out"
    done = ask("export.elara", folder=str(folder), dry_run=dry_run)
    assert (whole["left_out"], done["memories"], done["left_out"]) == (0, *[whole["memories"]] * 2)
    assert done["by_part"] == {**whole["by_part"], UNINDEXED: 1}
    assert folder.exists() is not dry_run
    if not dry_run:
        assert not (folder / "chromadb").exists()
        assert len(list((folder / "models").iterdir())) == 1
        assert ask("import.talks", path=str(folder), dry_run=True)["memories"] == 0
        found = read_arrival(folder, datetime(2036, 1, 1, tzinfo=UTC))
        kept = {(one.kind, one.text, one.importance) for one in found.memories}
        assert kept >= {
            ("moment", "We saw the comet.", 0.5),
            ("moment", "The keel was laid on a Friday.", 0.5),
        }
        assert len(found.memories) == done["memories"]
        assert UNINDEXED not in {one.name for one in found.skipped}


def test_the_command_line_names_the_file_that_holds_them() -> None:
    assert markdown.UNINDEXED == UNINDEXED
