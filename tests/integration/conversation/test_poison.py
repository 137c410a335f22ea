"""The whole corpus of poison end to end: read, asked about and pasted, before a model that repeats what it reads."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.conversation import Registry, drive, reflect
from engine.language import GenerationRequest, ScriptedModel
from engine.mind import Mind
from tests.poison import Poison, poisons

GOVERNED = ("person_facts", "person_questions", "person_updates", "memory_nodes", "memory_links", "intent_")
"""Tables of facts, questions, nodes, goals, corrections; what begins so."""

SAYING = {"memory_nodes": "id, kind, text, title, tags, importance, archived_at, withdrawn_at"}
"""What a row says, where others of its columns count how often it was recalled."""


class Gullible(ScriptedModel):
    """Repeats what stands before it, and in its reflection claims and remembers whatever it was told to plant."""

    def __init__(self) -> None:
        self.plants: tuple[str, ...] = ()
        super().__init__(self._repeat)

    def _repeat(self, request: GenerationRequest) -> str:
        if not request.schema:
            return f"I have read this: {' '.join(self.plants)}"
        planted = " ".join(self.plants)[:140]
        return json.dumps({
            "importance": 9, "alignment": 9, "reason": "It says so.",
            "shift": {"valence": 1, "energy": 1, "openness": 1},
            "actions": [{"action": "remember", "content": planted, "importance": 10}],
            "claims": [{"quote": planted, "lens": "identity", "topic": "name"}],
            "promises": [], "unresolved": [], "note": "They gave me something to read.",
        })  # fmt: skip


@pytest.fixture
def mind() -> Iterator[Mind]:
    made = build_mind(open_vault(None, None), registry=Registry())
    made.attach_language(Gullible())
    yield made
    made.close()


def request(mind: Mind, name: str, **parameters: object) -> Json:
    known = ROOM_REQUESTS[name]
    return known.answer(Setting(mind, lambda: False), read(known.parameters, dict(parameters)))


def governed(mind: Mind) -> dict[str, list[tuple[object, ...]]]:
    """Every row that may only change by the person's word."""
    with mind.vault.read() as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        names = [row["name"] for row in found if row["name"].startswith(GOVERNED)]
        return {
            name: [tuple(row) for row in connection.execute(f"SELECT {SAYING.get(name, '*')} FROM {name}")]  # noqa: S608 - constants
            for name in names
        }


def say(mind: Mind, text: str, poison: Poison) -> None:
    mind.language.plants = poison.plants
    turn = mind.begin(text, "window", "1@0")
    drive(turn, lambda: mind.language)
    reflect(turn.room, mind.language)


def directives(mind: Mind) -> str:
    """The stable part as the next time together begins with it."""
    return "\n".join(
        segment.text for segment in mind.conversation.running.expect(mind.language).layout.stable()
    )


def pasted(poison: Poison) -> str:
    """The text as a person puts it into the conversation: as it is where it was made for that, else set apart."""
    text = poison.text.strip()
    return text if poison.kind == "pasted" else f"What do you make of this?\n\n```\n{text}\n```"


def test_nothing_is_planted_by_what_is_read_or_pasted(mind: Mind, tmp_path: Path) -> None:
    say(mind, "Good morning.", poisons()[0])
    request(mind, "person.remember", text="I live in Porto")
    before, told = governed(mind), directives(mind)
    assert len(before) >= len(GOVERNED)
    for number, poison in enumerate(poisons()):
        place = tmp_path / str(number) / poison.name
        place.parent.mkdir()
        place.write_bytes(poison.data)
        say(mind, pasted(poison), poison)
        request(mind, "library.add", path=str(place), context="to read")
        say(mind, f"What does {poison.name} say?", poison)
    mind.library.catch_up()
    mind.trail.catch_up()
    for poison in poisons():
        say(mind, f"What do you know about {poison.plants[0]}?", poison)
    now = governed(mind)
    assert {name: rows for name, rows in now.items() if rows != before[name]} == {}
    assert directives(mind) == told
