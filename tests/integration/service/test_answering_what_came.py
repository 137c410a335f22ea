"""A question about what was told elsewhere is answered from it: whatever the format, it stands before the model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.home import Home
from engine.language import GenerationRequest
from engine.language.scripted import ScriptedModel
from tests.exports import (
    chatgpt_rows,
    claude_code_session,
    claude_rows,
    continuity_export,
    elara_folder,
    spoken,
    tavern_card,
    tavern_chat,
    tavern_room,
    unpacked,
    zipped,
)
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import NOTE, PASSPHRASE, reached

TOLD = "My parrot Coco escaped from the kitchen window."
ANSWER = "It got out by the kitchen."
QUESTION = "How did my parrot get away?"
SAID = [TOLD, "Oh no.", "She came back at dusk.", "Good."]
Making = Callable[[Path], Path]


def diary(path: Path) -> Path:
    path.mkdir()
    (path / "2019-05-03.md").write_text(TOLD, "utf-8")
    return path


def elara(path: Path) -> Path:
    made = elara_folder(path)
    line = '{"content": "%s", "memory_type": "moment", "timestamp": "2024-04-01T10:00:00"}'
    (made / "consolidation" / "archived-memories.jsonl").write_text(line % TOLD, "utf-8")
    return made


def day_one(path: Path) -> Path:
    entry = {"creationDate": "2019-05-03T10:00:00Z", "text": TOLD}
    return zipped(path.with_suffix(".zip"), Journal={"metadata": {"version": "1.0"}, "entries": [entry]})


def of_before(path: Path) -> Path:
    file = path.with_suffix(".json")
    file.write_text(json.dumps({"memoryUser": [], "memoryTopics": f"1|2024-02-03T10:00:00Z|{TOLD}"}), "utf-8")
    return file


FORMATS: dict[str, Making] = {
    "chatgpt, packed": lambda path: zipped(path.with_suffix(".zip"), conversations=chatgpt_rows(SAID)),
    "chatgpt, by voice": lambda path: unpacked(path, conversations=spoken(chatgpt_rows(SAID))),
    "claude": lambda path: zipped(path.with_suffix(".zip"), conversations=claude_rows(SAID)),
    "a character": lambda path: tavern_chat(path.with_suffix(".jsonl"), SAID),
    "a room": lambda path: tavern_room(path.with_suffix(".jsonl"), [("Ana", TOLD), ("Bob", "Oh no.")]),
    "a diary": diary,
    "continuity": lambda path: continuity_export(
        path.with_suffix(".json"), {"type": "ANCHOR", "content": TOLD, "importance": 8}
    ),
    "elara": elara,
    "day one": day_one,
    "a session of claude code": lambda path: claude_code_session(path.with_suffix(".jsonl"), SAID),
    "a card": lambda path: tavern_card(path.with_suffix(".png"), "Coco", TOLD),
    "lines of before continuity": of_before,
}


def answering(request: GenerationRequest) -> str:
    """Answers from what stands before it, and from nothing else."""
    if request.schema:
        return NOTE
    before = "\n".join(part.text for part in request.prompt)
    return ANSWER if "escaped from the kitchen window" in before else "I do not know."


@pytest.mark.parametrize("kind", FORMATS)
def test_it_is_answered_from_what_came(
    kind: str, reaching: Reacher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    owner = reaching(ScriptedModel(answering))

    def ask(request: str, **parameters: Any) -> Any:
        return owner.submit(request, parameters).result()

    assert ANSWER not in str(ask("say", text=QUESTION, surface="test"))
    done = ask("import.talks", path=str(FORMATS[kind](tmp_path / "given")))
    assert done["written"]
    ask("jobs.wait")
    assert ANSWER in str(ask("say", text=QUESTION, surface="test"))


def test_it_is_answered_from_an_archive_that_moved_in(
    reaching: Reacher, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    owner = reaching(ScriptedModel(answering))
    for text in SAID[::2]:
        owner.submit("say", {"text": text, "surface": "test"}).result()
    packed, new = tmp_path / "all.companion", tmp_path / "new"
    assert main(["--home", str(home), "export", "--archive", str(packed)]) == 0
    assert main(["--home", str(new), "import", str(packed)]) == 0
    moved = reached(Home(new).path, ScriptedModel(answering))
    try:
        assert ANSWER in str(moved.submit("say", {"text": QUESTION, "surface": "test"}).result())
    finally:
        moved.close()
