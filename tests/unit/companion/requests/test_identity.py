"""Who the companion is, as surfaces ask for it: over a real mind, each answer plain JSON."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.errors import CompanionError, InvalidInputError
from engine.memory import NewNode, NodeKind
from engine.mind import Mind
from engine.models import standard_store
from engine.trail import LoopStatus, Step, StepKind

Ask = Callable[..., dict[str, Any]]
NAMES = [name for name in ROOM_REQUESTS if name.split(".")[0] in {"self", "compass", "directives"}]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 2, 9, 9, 0, tzinfo=UTC))


@pytest.fixture
def mind(clock: ManualClock, tmp_path: Path) -> Iterator[Mind]:
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    made = build_mind(open_vault(None, None, clock), models=models, clock=clock)
    yield made
    made.close()


@pytest.fixture
def ask(mind: Mind) -> Ask:
    def asked(name: str, **parameters: Any) -> dict[str, Any]:
        request = ROOM_REQUESTS[name]
        found = request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))
        assert json.loads(json.dumps(found)) == found
        return found

    return asked


def said(mind: Mind, text: str) -> Step:
    loop = mind.trail.open_loop("window", "p", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
    mind.trail.record(loop, StepKind.ANSWER, "I see.", "Companion")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    return step


def test_directives(ask: Ask) -> None:
    first = ask("directives.add", text="No emoji.")["directive"]
    ask("directives.add", text="Be brief.", place=1)
    ask("directives.change", directive=first["id"], text="No emoji, ever.")
    assert len(ask("directives.versions", directive=first["id"])["versions"]) == 2
    assert ask("directives.move", directive=first["id"], place=1)["directive"]["place"] == 1
    ask("directives.withdraw", directive=first["id"])
    found = ask("directives.list")
    assert [one["text"] for one in found["directives"]] == ["Be brief."]
    assert [one["text"] for one in found["withdrawn"]] == ["No emoji, ever."]


def test_nothing_emerged_yet(ask: Ask) -> None:
    assert len(ask("self.components")["missing"]) == 10
    outcomes = {one["outcome"] for one in ask("self.extract")["extractions"]}
    assert outcomes == {"deferred"}
    assert ask("self.extract", component="values")["extractions"][0]["reason"] == "0 of 5 notes say the same"
    assert ask("self.history", component="values") == {"versions": []}
    assert ask("self.values") == {"values": []}
    assert ask("compass.read") == {"compass": None, "note": "", "loops": []}
    assert ask("self.state")["state"]["display_name"] == "Companion"


def test_growth(ask: Ask, mind: Mind, clock: ManualClock) -> None:
    step = said(mind, "You stayed with my question.")
    asked = {"text": "I stay with a question.", "sources": [f"step:{step.id}"]}
    nomination = ask("self.nominate", **asked)["nomination"]
    assert nomination["counted"]
    assert not ask("self.nominate", **asked)["nomination"]["counted"]
    clock.advance(timedelta(days=2))
    assert ask("self.review")["candidates"][0]["verdict"]["reason"] == "1 of 3 votes"
    assert ask("self.veto", node=nomination["node"])["vetoed"] == [f"node:{nomination['node']}"]
    assert ask("self.candidates") == {"candidates": [], "extensions": []}
    with pytest.raises(CompanionError, match="vetoed"):
        ask("self.nominate", **asked | {"run": "another"})
    refs = [f"node:{nomination['node']}"]
    assert ask("self.unveto", nodes=refs) == {"restored": refs}
    assert [one["node"] for one in ask("self.candidates")["candidates"]] == [nomination["node"]]


def test_manner(ask: Ask) -> None:
    assert ask("self.express", base="Dry.", adjustment="Shorter.")["expression"]["adjustments"] == [
        "Shorter."
    ]
    assert ask("self.express")["expression"]["base"] == "Dry."
    assert ask("self.express", reset=True)["expression"]["adjustments"] == []
    shared = ask("self.share", term="Terron", meaning="the toy", macros=["warmth"])["shorthand"]
    assert ask("self.shorthands")["shorthands"] == [shared]
    ask("self.unshare", term="terron")
    assert ask("self.shorthands") == {"shorthands": []}


def test_the_compass_without_a_model(ask: Ask, mind: Mind) -> None:
    for text in ("The garden is wet.", "The garden is cold."):
        said(mind, text)
    made = ask("compass.make")
    assert made["compass"]["body"]["worded_by"] == "quotes"
    assert made["note"] == ""
    mind.say_goodbye()
    assert "The garden is cold." in ask("compass.read")["note"]
    packet = ask("self.wake", query="")["packet"]
    assert packet["left_off"]["note"] == ask("self.state")["state"]["current_context_note"]


def test_what_works(ask: Ask, mind: Mind) -> None:
    found = {one["name"]: one["can"] for one in ask("self.capabilities")["capabilities"]}
    assert found["read documents that are given to me"]
    assert not found["answer in words of my own"]
    mind.memory.remember(NewNode(NodeKind.MOMENT, "I can fly."))
    assert {one["name"]: one["can"] for one in ask("self.capabilities")["capabilities"]} == found


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_known_is_refused(ask: Ask, name: str) -> None:
    with pytest.raises(InvalidInputError):
        ask(name, nonsense=1)


def test_what_is_not_there_is_said(ask: Ask) -> None:
    for name, given in (
        ("directives.withdraw", {"directive": "d_none"}),
        ("self.veto", {"node": "n_none"}),
        ("self.unshare", {"term": "none"}),
    ):
        with pytest.raises(CompanionError):
            ask(name, **given)
