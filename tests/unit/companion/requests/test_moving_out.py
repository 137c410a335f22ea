"""Moving out: what each export says of itself while it is written, and where a part of it cannot be."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.requests import ROOM_REQUESTS, Setting, read
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
    assert (whole["left_out"], done["memories"], done["left_out"]) == (0, 0, whole["memories"])
    assert done["by_part"] == whole["by_part"]
    assert folder.exists() is not dry_run
    if not dry_run:
        assert not (folder / "chromadb").exists()
        assert len(list((folder / "models").iterdir())) == 1
        assert ask("import.talks", path=str(folder), dry_run=True)["memories"] == 0
