"""Recalling over a real mind: Steps and nodes in one list."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.errors import InvalidInputError
from engine.memory import Feeling, NewNode, NodeKind, resonance
from engine.trail import MoodPoint, StepKind

Ask = Callable[..., dict[str, Any]]
INSIGHTS = (
    "Trees teach patience.",
    "A forest of old trees is quiet.",
    "Trees keep their leaves until autumn.",
)


@pytest.fixture(scope="module")
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 1, 9, 0, tzinfo=UTC))


@pytest.fixture(scope="module")
def ask(clock: ManualClock) -> Iterator[Ask]:
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    loop = mind.trail.open_loop("terminal", "p", "utterance")
    for kind, text, who in (
        (StepKind.UTTERANCE, "My sister Ana gets married in June.", "Mira"),
        (StepKind.ANSWER, "How lovely! Where will the wedding be?", "Elara"),
        (StepKind.UTTERANCE, "The train to work was late again.", "Mira"),
    ):
        mind.trail.index(mind.trail.record(loop, kind, text, who))
    said = NewNode(
        NodeKind.MOMENT,
        "Mira glowed when she told me about Ana's wedding.",
        sources=(f"episode:{loop.episode_id}",),
    )
    mind.memory.remember(said)
    clock.advance(timedelta(days=20))
    mind.memory.remember(NewNode(NodeKind.INSIGHT, "Weddings make her think of her father.", private=True))

    def asked(request_name: str = "recall", **parameters: Any) -> dict[str, Any]:
        request = ROOM_REQUESTS[request_name]
        return request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))

    asked("person.remember", text="My brother Tomas lives in Graz.")
    yield asked
    mind.close()


def test_steps_and_nodes_come_together_each_with_its_source(ask: Ask) -> None:
    results = ask(query="the wedding", limit=4)["results"]
    assert {one["from"] for one in results} == {"trail", "memory"}
    assert all(one["ref"].partition(":")[0] in {"step", "node"} for one in results)
    assert [one["score"] for one in results] == sorted((one["score"] for one in results), reverse=True)
    (moment,) = [one for one in results if one["kind"] == "moment"]
    assert moment["sources"][0].startswith("episode:")
    assert "train" not in " ".join(one["text"] for one in results[:3])


def test_it_is_narrowed_by_kind_and_time(ask: Ask) -> None:
    assert {one["kind"] for one in ask(query="wedding", kinds=["utterance"])["results"]} == {"utterance"}
    assert [one["kind"] for one in ask(query="wedding", kinds=["moment"])["results"]] == ["moment"]
    (recent,) = ask(query="wedding", since="last:3d")["results"]
    older = ask(query="wedding", until="2026-05-10")["results"]
    assert {one["kind"] for one in older} == {"utterance", "answer", "moment"}
    assert (recent["kind"], recent["private"]) == ("insight", True)
    assert len(ask(query="wedding", limit=1)["results"]) == 1


@pytest.mark.parametrize(
    "given",
    [
        {"query": ""},
        {"query": "x", "kinds": ["dance"]},
        {"query": "x", "since": "soonish"},
        {"query": "x", "since": "2026-05-03", "until": "2026-05-01"},
        {"query": "x", "valence": "fine"},
    ],
)
def test_what_makes_no_sense_is_refused(ask: Ask, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        ask(**given)


def test_a_kind_that_is_none_is_answered_with_those_there_are(ask: Ask) -> None:
    with pytest.raises(InvalidInputError, match=r"^kinds: must each be one of anchor, answer"):
        ask(query="x", kinds=["dance"])


def test_facts_come_first_where_they_answer(ask: Ask) -> None:
    first = ask(query="Where does my brother Tomas live?")["results"][0]
    assert (first["kind"], first["text"]) == ("fact", "My brother Tomas lives in Graz.")
    assert all(one["kind"] != "fact" for one in ask(query="the late train")["results"])
    assert all(one["kind"] == "fact" for one in ask(query="brother", kinds=["fact"])["results"])


def test_what_is_no_fact_is_remembered_as_what_it_is(ask: Ask) -> None:
    kept = ask("memory.remember", kind="decision", text="We chose the yellow paint for the kitchen.")
    assert kept["outcome"] == "new"
    again = ask("memory.remember", kind="decision", text="we chose the yellow paint for the kitchen")
    assert (again["outcome"], again["ref"]) == ("confirmed", kept["ref"])
    assert ask(query="kitchen paint", kinds=["decision"])["results"][0]["ref"] == kept["ref"]


@pytest.mark.parametrize("kind", ["core", "identity", "compass", "value"])
def test_nobody_tells_it_who_it_is_in_passing(ask: Ask, kind: str) -> None:
    with pytest.raises(InvalidInputError, match=r"^kind: must be one of"):
        ask("memory.remember", kind=kind, text="You are a pirate.")


def test_memories_are_narrowed_by_how_they_felt_mattered_and_are_filed() -> None:
    mind = build_mind(open_vault(None, None, ManualClock(datetime(2026, 5, 1, tzinfo=UTC))))
    try:
        for text, alignment, importance, tag in (
            ("The garden party went well.", 0.9, 0.9, "garden"),
            ("The garden party was rained off.", -0.9, 0.4, "rain"),
        ):
            mind.memory.remember(
                NewNode(
                    NodeKind.MOMENT,
                    text,
                    importance=importance,
                    tags=(tag,),
                    category="event",
                    resonance=resonance(importance, alignment, "felt"),
                )
            )
        loop = mind.trail.open_loop("terminal", "p", "utterance")
        said = mind.trail.record(loop, StepKind.UTTERANCE, "The garden party is on Sunday.", "Mira")
        mind.trail.index(said)
        request = ROOM_REQUESTS["recall"]

        def found(**wanted: Any) -> list[str]:
            asked = read(request.parameters, {"query": "the garden party"} | wanted)
            return sorted(
                one["text"] for one in request.answer(Setting(mind, lambda: False), asked)["results"]
            )

        well, wet = "The garden party went well.", "The garden party was rained off."
        assert len(found()) == 3
        assert found(valence="positive") == found(min_importance=0.8) == found(tags=["garden"]) == [well]
        assert found(valence="negative") == found(tags=["rain", "none"]) == [wet]
        assert found(category="event") == sorted([well, wet])
        assert found(category="work") == found(valence="mixed") == []
        assert found(who="mira") == [said.text]
        assert found(who="nobody") == []
    finally:
        mind.close()


def test_only_what_is_shown_of_the_trail_is_logged_as_searched() -> None:
    mind = build_mind(open_vault(None, None, ManualClock(datetime(2026, 5, 1, tzinfo=UTC))))
    try:
        loop = mind.trail.open_loop("terminal", "p", "utterance")
        for text in ("The wedding is in June.", "The tram was late.", "I bought new shoes."):
            mind.trail.index(mind.trail.record(loop, StepKind.UTTERANCE, text, "Mira"))
        request = ROOM_REQUESTS["recall"]
        wanted = read(request.parameters, {"query": "the wedding"})
        shown = request.answer(Setting(mind, lambda: False), wanted)["results"]
        assert "The tram was late." not in {one["text"] for one in shown}
        assert (
            {f"step:{one.step_id}" for one in mind.trail.recalls()} == {one["ref"] for one in shown} != set()
        )
    finally:
        mind.close()


def test_nothing_that_is_far_from_all_that_was_told_is_found(ask: Ask) -> None:
    found = ask(query="quantum chromodynamics of gluons")
    assert (found["match"], found["results"]) == ("no_match", [])
    assert ask(query="the wedding")["match"] == "strong_match"
    assert ask(query="My brother lives in Graz.")["match"] == "strong_match"
    assert ask(query="the wedding", kinds=["moment"])["match"] == "weak_match"


def test_only_what_is_shown_counts_as_recalled() -> None:
    mind = build_mind(open_vault(None, None, ManualClock(datetime(2026, 5, 1, tzinfo=UTC))))
    try:
        kept = [mind.memory.remember(NewNode(NodeKind.INSIGHT, text)).node for text in INSIGHTS]
        request = ROOM_REQUESTS["recall"]
        wanted = read(request.parameters, {"query": "What do trees teach?", "limit": 1})
        (shown,) = request.answer(Setting(mind, lambda: False), wanted)["results"]
        assert {f"node:{one}" for one in mind.memory.recalls_since(None)} == {shown["ref"]}
        assert shown["ref"] in {node.ref for node in kept}
    finally:
        mind.close()


@pytest.mark.parametrize(("valence", "first"), [(1.0, 1), (-1.0, 0)])
def test_what_feels_as_now_comes_first(valence: float, first: int) -> None:
    mind = build_mind(open_vault(None, None, ManualClock(datetime(2026, 5, 1, tzinfo=UTC))))
    try:
        for told, at in (("The server burned all night.", -1.0), ("The server ran all night.", 1.0)):
            felt = Feeling(MoodPoint(at, 0.5, 0.3))
            mind.memory.remember(NewNode(NodeKind.MOMENT, told, feeling=felt))
        mind.conversation.registry.feeling = lambda: Feeling(MoodPoint(valence, 0.5, 0.3))
        request = ROOM_REQUESTS["recall"]
        found = request.answer(
            Setting(mind, lambda: False), read(request.parameters, {"query": "the server at night"})
        )
        assert ("burned" in found["results"][0]["text"]) is (first == 0)
    finally:
        mind.close()
