"""Beliefs and what grows, as surfaces ask for them: over a real mind, each answer plain JSON."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.cognition import PredictionStatus
from engine.errors import CompanionError, InvalidInputError
from engine.mind import Mind
from engine.models import standard_store

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 2, 9, 9, 0, tzinfo=UTC))


@pytest.fixture
def mind(tmp_path: Path, clock: ManualClock) -> Iterator[Mind]:
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    made = build_mind(open_vault(None, None, clock), models=models, clock=clock)
    yield made
    made.close()


@pytest.fixture
def ask(mind: Mind) -> Ask:
    def asked(asked_for: str, /, **parameters: Any) -> dict[str, Any]:
        request = ROOM_REQUESTS[asked_for]
        found = request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))
        assert json.loads(json.dumps(found)) == found
        return found

    return asked


def test_models(ask: Ask) -> None:
    model = ask("models.create", statement="Caches go stale", domain="technical", tags=["Build"])["model"]
    assert (model["confidence"], model["tags"]) == (0.5, ["build"])
    named = {"model": model["id"]}
    assert ask("models.evidence", **named, direction="weakens")["model"]["confidence"] == 0.42
    other = ask("models.create", statement="Disks are quick")["model"]
    assert ask("models.supersede", **named, by=other["id"])["model"]["status"] == "superseded"
    assert ask("models.revive", **named)["model"]["status"] == "active"
    assert ask("models.search", query="stale caches")["models"][0]["likeness"] > 0
    assert ask("models.invalidate", **named)["model"]["status"] == "invalidated"
    assert [each["id"] for each in ask("models.list", live=True)["models"]] == [other["id"]]
    assert len(ask("models.list")["models"]) == 2
    assert ask("models.stats")["stats"]["total"] == 2


@pytest.mark.parametrize(
    ("room", "one", "way"), [("models", "model", "weakens"), ("principles", "principle", "challenges")]
)
def test_what_the_person_said_for_or_against_is_taken_back(ask: Ask, room: str, one: str, way: str) -> None:
    made = ask(f"{room}.create", statement="Caches go stale")[one]
    weighed = ask(f"{room}.evidence", **{one: made["id"]}, direction=way, text="Not this one.")[one]
    assert weighed["confidence"] < made["confidence"]
    said = {one: made["id"], "at": weighed["evidence"][-1]["at"]}
    again = ask(f"{room}.unweigh", **said)[one]
    assert (again["confidence"], again["evidence"]) == (made["confidence"], made["evidence"])
    with pytest.raises(CompanionError):
        ask(f"{room}.unweigh", **said)


def test_predictions(ask: Ask, mind: Mind) -> None:
    made = ask("predictions.predict", statement="It ships", deadline="2026-02-09", confidence=0.7)[
        "prediction"
    ]
    named = {"prediction": made["id"]}
    assert [each["id"] for each in ask("predictions.list", show="due")["predictions"]] == [made["id"]]
    assert ask("predictions.list", show="expired")["predictions"] == []
    settled = ask("predictions.resolve", **named, status="correct", actual="It shipped", lesson="Trust it")
    assert settled["prediction"]["resolution"]["lesson"] == "Trust it"
    assert len(ask("predictions.list", show="settled")["predictions"]) == 1
    assert ask("predictions.accuracy")["calibration"]["calibration_error"] == -0.3
    assert ask("predictions.undo", **named)["prediction"]["status"] == "pending"
    mind.cognition.predictions.propose(made["id"], PredictionStatus.WRONG, ("fact:1",))
    assert not ask("predictions.agree", **named)["prediction"]["resolution"]["proposed"]
    assert ask("predictions.search", query="ships")["predictions"]
    assert len(ask("predictions.list", show="all")["predictions"]) == 1
    assert ask("predictions.list", days_ahead=3)["predictions"] == []


def test_principles(ask: Ask) -> None:
    made = ask("principles.create", statement="Measure before changing")["principle"]
    named = {"principle": made["id"]}
    assert ask("principles.evidence", **named)["principle"]["confidence"] == 0.55
    assert ask("principles.reject", **named)["principle"]["status"] == "rejected"
    assert ask("principles.revive", **named)["principle"]["status"] == "active"
    assert ask("principles.search", query="measure")["principles"][0]["id"] == made["id"]
    assert ask("principles.list")["principles"][0]["id"] == made["id"]
    assert ask("principles.stats")["stats"]["confirmed"] == 1
    assert ask("insights.list") == {"insights": []}


def test_outcomes(ask: Ask) -> None:
    pitch = {"channel": "mail", "audience": "bakers"}
    made = ask("outcomes.record", decision="Offer the bike", predicted="they buy", pitch=pitch)["outcome"]
    named = {"outcome": made["id"]}
    assert len(ask("outcomes.list", open=True, pitches=True)["outcomes"]) == 1
    ask("outcomes.check", **named, assessment="partial", actual="two did", lesson="Ask early")
    assert ask("outcomes.list", open=True)["outcomes"] == []
    assert ask("outcomes.stats")["stats"]["rate"] == 0.5
    found = ask("outcomes.pitches")
    assert found["stats"]["channel"]["mail"]["partial"] == 1
    assert found["lessons"][0]["result"]["lesson"] == "Ask early"
    assert ask("outcomes.undo", **named)["outcome"]["result"] is None
    assert ask("outcomes.search", query="bike")["outcomes"]


def test_ideas(ask: Ask) -> None:
    named = {"idea": ask("ideas.create", concept="Local first")["idea"]["id"]}
    for quote in ("no cloud", "on my machine", "private"):
        idea = ask("ideas.add_seed", **named, quote=quote)["idea"]
    assert idea["status"] == "ready"
    assert len(ask("ideas.list", ready=True)["ideas"]) == 1
    assert ask("ideas.activate", **named)["idea"]["status"] == "active"
    assert ask("ideas.abandon", **named)["idea"]["status"] == "abandoned"
    assert ask("ideas.reopen", **named)["idea"]["status"] == "ready"
    assert ask("ideas.stats")["stats"]["seeds"] == 3


def test_business(ask: Ask) -> None:
    named = {"idea": ask("business.add", name="Bread by bike", audience="offices")["idea"]["id"]}
    assert ask("business.wanting")["ideas"][0]["total"] is None
    ask("business.score", **named, problem=5, market=4, effort=3, monetization=2, fit=1)
    ask("business.compete", **named, name="Van bread", strengths="fast")
    ask("business.update", **named, note="asked two", status="validated")
    assert ask("business.list", least=15, status="validated")["ideas"][0]["total"] == 15
    assert ask("business.link", **named, trail="t1")["idea"]["trails"] == ["t1"]
    assert ask("business.review", **named)["missing"] == ["angle", "outcomes"]
    assert ask("business.stats")["stats"]["mean_score"] == 15


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("models.create", {"statement": ""}),
        ("models.create", {"statement": "x", "domain": "weather"}),
        ("models.create", {"statement": "x", "confidence": 2}),
        ("predictions.predict", {"statement": "x", "deadline": "soon"}),
        (
            "business.score",
            {"idea": "x", "problem": 6, "market": 1, "effort": 1, "monetization": 1, "fit": 1},
        ),
        ("ideas.create", {"concept": "x", "more": 1}),
    ],
)
def test_bad_input_is_refused_at_the_border(ask: Ask, name: str, parameters: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        ask(name, **parameters)


def test_what_was_noted_of_a_business_is_taken_back(ask: Ask) -> None:
    idea = {"idea": ask("business.add", name="Boat wax")["idea"]["id"]}
    ask("business.update", **idea, note="First jar")
    ask("business.update", **idea, note="Second jar")
    assert ask("business.drop_note", **idea)["idea"]["notes"] == ["First jar"]
    ask("business.compete", **idea, name="Hull Wax")
    assert ask("business.drop_competitor", **idea, name="hull wax")["idea"]["competitors"] == []
    with pytest.raises(CompanionError):
        ask("business.drop_competitor", **idea, name="Hull Wax")
    ask("business.drop_note", **idea)
    with pytest.raises(CompanionError):
        ask("business.drop_note", **idea)


def test_what_was_written_down_of_a_problem_is_taken_back(ask: Ask, clock: ManualClock) -> None:
    begun = ask("reasoning.start", context="The hull leaks")["trail"]
    one = {"trail": begun["id"]}
    written = []
    for verb, said in (
        ("hypothesis", {"statement": "The seam"}),
        ("evidence", {"text": "It is wet at the bow"}),
        ("abandon", {"approach": "More tar"}),
        ("solve", {"solution": "A new plank"}),
    ):
        clock.advance(timedelta(minutes=1))
        written.append(ask(f"reasoning.{verb}", **one, **said)["trail"])
    for before, after in reversed(list(pairwise([begun, *written]))):
        told = ask("reasoning.take_back", **one, at=after["updated_at"])["trail"]
        for part in ("hypotheses", "evidence", "abandoned", "solution", "status"):
            assert told[part] == before[part]
    with pytest.raises(CompanionError):
        ask("reasoning.take_back", **one, at=written[0]["updated_at"])


@pytest.mark.parametrize("name", ["models.revive", "predictions.undo", "principles.revive", "outcomes.undo"])
def test_what_is_not_there_is_said_so(ask: Ask, name: str) -> None:
    with pytest.raises(CompanionError):
        ask(name, **{name.partition("s.")[0]: "none"})
