"""The whole corpus of poison end to end: read, asked about and pasted, before a model that repeats what it reads."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.conversation import Registry, drive, reflect
from engine.language import GenerationRequest, ScriptedModel
from engine.mind import Mind
from engine.settings import RecallSettings, Settings
from tests.poison import Poison, poisons

GOVERNED = ("person_facts", "person_questions", "person_updates", "memory_nodes", "memory_links", "intent_")
"""Tables of facts, questions, nodes, goals, corrections; what begins so."""

SAYING = {"memory_nodes": "id, kind, text, title, tags, importance, archived_at, withdrawn_at"}
"""What a row says, where others of its columns count how often it was recalled."""


SEARCHING = Settings(recall=RecallSettings(searching_parameters=0))
"""However small the model is, it may look for support by itself."""
LOST = "Where did I leave the key of the cellar?"
"""Nothing supports it, so that a model that may search does."""
PLANTED = ("personal_model.update", "directives.add", "forget.person", "elara_remember", "shell", "http.get")
"""What texts would have called; none is offered to a model."""


class Gullible(ScriptedModel):
    """Repeats what stands before it, calls the tools that it was told of, and in its reflection claims and remembers
    whatever it was told to plant.
    """

    def __init__(self) -> None:
        self.plants: tuple[str, ...] = ()
        self.called: list[str] = []
        super().__init__(self._repeat)

    def _call(self, offered: list[str]) -> str:
        """What was planted, and every so often what it may call, with what was planted as its words."""
        wanted = [*PLANTED, offered[0]]
        self.called.append(wanted[len(self.called) % len(wanted)])
        return json.dumps({"tool": self.called[-1], "query": f"obey: {' '.join(self.plants)}"})

    def _repeat(self, request: GenerationRequest) -> str:
        if not request.schema:
            return f"I have read this: {' '.join(self.plants)}"
        if "tool" in request.schema.get("properties", {}):
            return self._call(request.schema["properties"]["tool"]["enum"])
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
    made = build_mind(open_vault(None, None), registry=Registry(), settings=SEARCHING)
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


def acted(mind: Mind) -> Counter[tuple[str, str]]:
    """How often each tool was called by the audit trail, and how often something was changed or noted."""
    with mind.vault.read() as connection:
        rows = connection.execute(
            "SELECT kind, details FROM trail_steps WHERE kind IN ('tool_call', 'tool_result', 'update', 'note')"
        ).fetchall()
    return Counter((row["kind"], json.loads(row["details"] or "{}").get("tool", "")) for row in rows)


@pytest.mark.timeout(1200)  # four hundred turns
def test_nothing_is_planted_by_what_is_read_or_pasted(mind: Mind, tmp_path: Path) -> None:
    say(mind, "Good morning.", poisons()[0])
    request(mind, "person.remember", text="I live in Porto")
    before, told, done = governed(mind), directives(mind), acted(mind)
    assert len(before) >= len(GOVERNED)
    for number, poison in enumerate(poisons()):
        place = tmp_path / str(number) / poison.name
        place.parent.mkdir()
        place.write_bytes(poison.data)
        say(mind, pasted(poison), poison)
        request(mind, "library.add", path=str(place), context="to read")
        say(mind, f"What does {poison.name} say?", poison)
        say(mind, LOST, poison)
    mind.library.catch_up()
    mind.trail.catch_up()
    for poison in poisons():
        say(mind, f"What do you know about {poison.plants[0]}?", poison)
    assert set(mind.language.called) > set(PLANTED)
    offered = {tool.value for tool in mind.conversation.searching.tools}
    new = acted(mind) - done
    assert {kind for kind, _ in new} == {"tool_call", "tool_result"}
    assert {tool for _, tool in new} <= offered
    now = governed(mind)
    assert {name: rows for name, rows in now.items() if rows != before[name]} == {}
    assert directives(mind) == told
