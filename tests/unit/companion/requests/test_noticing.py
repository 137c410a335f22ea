"""Reflection, blind spots, observations, reasoning and episodes, as surfaces ask for them: over a real mind."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.errors import CompanionError, InvalidInputError, NotFoundError
from engine.memory import Profile
from engine.mind import Mind
from engine.models import standard_store
from engine.mood import Mode, Seeming
from engine.trail import EpisodeType, LoopStatus, Step, StepKind

Ask = Callable[..., dict[str, Any]]
START = datetime(2026, 2, 9, 9, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def make(clock: ManualClock, tmp_path: Path) -> Iterator[Callable[[Profile], Mind]]:
    made: list[Mind] = []

    def build(profile: Profile) -> Mind:
        models = standard_store({"COMPANION_MODELS": str(tmp_path)})
        vault = open_vault(None, None, clock)
        made.append(build_mind(vault, models=models, clock=clock, profile=profile))
        return made[-1]

    yield build
    for mind in made:
        mind.close()


@pytest.fixture
def mind(make: Callable[[Profile], Mind]) -> Mind:
    return make(Profile.FULL)


@pytest.fixture
def ask(mind: Mind) -> Ask:
    return lambda name, **parameters: asked(mind, name, **parameters)


def asked(mind: Mind, name: str, **parameters: Any) -> dict[str, Any]:
    request = ROOM_REQUESTS[name]
    found = request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))
    assert json.loads(json.dumps(found)) == found
    return found


def say(mind: Mind, text: str) -> Step:
    loop = mind.trail.open_loop("terminal", "p", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    return step


def test_a_reflection_over_the_real_rooms(ask: Ask, mind: Mind, clock: ManualClock) -> None:
    assert mind.mood is not None
    say(mind, "Hello.")
    for number in range(6):
        mind.mood.nudge(valence=-0.1, reason=f"day {number}")
        clock.advance(timedelta(minutes=10))
    kept = mind.mood.imprint("The quiet evening")
    gone = mind.mood.imprint("The old grudge")
    mind.mood.let_go(gone.id)
    item = ask("handoff.add", what="promise", text="ask about the interview")["item"]
    dropped = ask("handoff.add", what="plan", text="paint the attic")["item"]
    ask("handoff.drop", item=dropped["id"])
    found = ask("reflection.report")["report"]
    assert found["felt"]
    assert found["trend"]["direction"] == "falling"
    assert {one["ref"] for one in found["carried"]} == {f"imprint:{kept.id}", f"handoff:{item['id']}"}
    assert {one["ref"] for one in found["lost"]} == {f"imprint:{gone.id}", f"handoff:{dropped['id']}"}
    assert "The quiet evening" in found["words"]
    assert ask("reflection.portrait")["portrait"] is None
    painted = ask("reflection.paint")["portrait"]
    assert ask("reflection.portrait")["portrait"] == painted
    assert "quiet" not in json.dumps(painted)
    with pytest.raises(InvalidInputError):
        ask("reflection.report", days=0)


def test_without_a_mood_it_says_so(make: Callable[[Profile], Mind]) -> None:
    mind = make(Profile.COGNITIVE)
    say(mind, "Hello.")
    found = asked(mind, "reflection.report")["report"]
    assert (found["felt"], found["trend"]["direction"]) == (False, "unknown")
    assert "I keep no mood" in found["words"]
    assert asked(mind, "noticing.observations")["observations"] == []


def test_blind_spots_of_the_real_rooms(ask: Ask, mind: Mind, clock: ManualClock) -> None:
    ask("goals.add", title="Ship the boat", project="boat")
    say(mind, "We worked on the Boat all day.")
    for _ in range(3):
        ask("corrections.add", mistake="Wrote too much", correction="Be brief")
    ask("models.create", statement="Mornings are best")
    ask("predictions.predict", statement="The boat floats", confidence=0.6, deadline="2026-03-20")
    assert [one["kind"] for one in ask("noticing.blind_spots")["blind_spots"]] == [
        "repeating_correction",
        "untested_belief",
    ]
    mind.say_goodbye()
    clock.advance(timedelta(days=38))
    kinds = [one["kind"] for one in ask("noticing.blind_spots")["blind_spots"]]
    assert kinds == [
        "stale_goal",
        "repeating_correction",
        "dormant_correction",
        "approaching_deadline",
    ]  # what was believed and never tested has faded meanwhile
    ask("goals.update", goal="1", status="done")
    clock.advance(timedelta(days=15))
    abandoned = [
        one for one in ask("noticing.blind_spots")["blind_spots"] if one["kind"] == "abandoned_project"
    ]
    assert len(abandoned) == 1
    assert "talk about boat" in abandoned[0]["words"]


def test_an_observation_is_offered_answered_and_silent(ask: Ask, mind: Mind, clock: ManualClock) -> None:
    goal = ask("goals.add", title="Send the letter", deadline="2026-02-10")["goal"]
    say(mind, "Hello.")
    assert len(ask("noticing.observations")["observations"]) == 1
    offered = ask("noticing.offer")["offer"]
    assert offered["observation"]["evidence"] == [f"goal:{goal['id']}"]
    assert ask("noticing.answer", observation=offered["id"])["told"]["fate"] == "answered"
    clock.advance(timedelta(hours=1))
    assert ask("noticing.offer")["offer"] is None
    assert [one["id"] for one in ask("noticing.told")["told"]] == [offered["id"]]
    back = ask("noticing.reopen", observation=offered["id"])["told"]
    assert (back["fate"], back["settled_at"]) == ("told", None)
    with pytest.raises(CompanionError):
        ask("noticing.dismiss", observation="o_none")
    mind.conversation.erase([f"goal:{goal['id']}"])
    assert ask("noticing.told")["told"] == []


def test_who_has_it_hard_is_told_nothing(ask: Ask, mind: Mind) -> None:
    assert mind.mood is not None
    ask("goals.add", title="Send the letter", deadline="2026-02-10")
    for text in ("I have not slept.", "And the baby is ill."):
        step = say(mind, text)
        mind.mood.notice(Seeming.TIRED, episode_id=step.episode_id, source=f"step:{step.id}")
    assert ask("noticing.observations")["observations"]
    assert ask("noticing.offer")["offer"] is None


def test_reasoning(ask: Ask) -> None:
    trail = ask("reasoning.start", context="The boat leaks at the keel", tags=["boat"])["trail"]["id"]
    first = ask("reasoning.hypothesis", trail=trail, statement="A seam is open", confidence=0.7)
    assert first["dead_ends"] == []
    ask("reasoning.evidence", trail=trail, text="The seam is dry", supports=False, hypothesis=1)
    ask("reasoning.abandon", trail=trail, approach="Caulk the seam again", why="it was never open")
    again = ask("reasoning.start", context="The dinghy leaks")["trail"]["id"]
    (dead_end,) = ask("reasoning.hypothesis", trail=again, statement="Caulk the seam again")["dead_ends"]
    assert dead_end["why"] == "it was never open"
    solved = ask("reasoning.solve", trail=trail, solution="Replace the bolt", breakthrough="Rust on it")
    assert solved["trail"]["status"] == "solved"
    assert [one["id"] for one in ask("reasoning.list", open=True)["trails"]] == [again]
    assert len(ask("reasoning.list")["trails"]) == 2
    assert ask("reasoning.search", query="boat leaks keel")["found"][0]["trail"]["id"] == trail
    assert ask("reasoning.search_evidence", query="dry seam")["found"][0]["evidence"]["supports"] is False
    assert ask("reasoning.show", trail=trail)["trail"]["solution"]["breakthrough"] == "Rust on it"


def test_episodes_by_date_project_and_type(ask: Ask, mind: Mind, clock: ManualClock) -> None:
    assert mind.mood is not None
    ask("goals.add", title="Ship the boat", project="boat")
    first = say(mind, "Today the BOAT.").episode_id
    note = ask("episodes.note", event="The keel is laid", importance=0.9)["note"]
    made = {"event": "Build it of oak", "kind": "decision", "why": "It lasts", "confidence": "high"}
    decision = ask("episodes.note", **made, project="Boat")["note"]
    assert (decision["why"], decision["confidence"], decision["project"]) == ("It lasts", "high", "boat")
    mind.say_goodbye()
    clock.advance(timedelta(days=2))
    second = say(mind, "Let us dream a little.").episode_id
    mind.mood.switch_mode(Mode.DRIFT)
    mind.say_goodbye()
    clock.advance(timedelta(days=1))
    third = say(mind, "Boathouses are nice.").episode_id
    clock.advance(timedelta(minutes=1))
    found = ask("episodes.find")["episodes"]
    assert [(one["id"], one["type"], one["projects"]) for one in found] == [
        (third, "mixed", []),
        (second, "drift", []),
        (first, "work", ["boat"]),
    ]
    assert [one["ref"] for one in found[2]["milestones"]] == [note["ref"]]
    assert [one["event"] for one in found[2]["decisions"]] == ["Build it of oak"]
    assert found[2]["mood_arc"]["pattern"] == "flat"
    assert found[2]["ended"] is not None

    def ids(**narrowed: Any) -> list[str]:
        return [one["id"] for one in ask("episodes.find", **narrowed)["episodes"]]

    assert ids(on="2026-02-09") == [first]
    (step,) = mind.trail.recent_steps(1, second)
    assert ask("episodes.of", step=f"step:{step.id}")["episode"]["id"] == second
    with pytest.raises(NotFoundError):
        ask("episodes.of", step="step:none")
    assert ids(on="last:2d") == [third, second]
    assert ids(only=[first, "none", third], limit=1) == [third, first]
    assert ids(project="BOAT") == [first]
    assert ids(type="drift") == [second]
    assert ids(project="boat", type="drift") == []
    with pytest.raises(InvalidInputError):
        ids(on="purple")
    assert [one["project"] for one in ask("episodes.projects")["projects"]] == ["boat"]
    described = ask("episodes.describe", type="drift", projects=["sleep"])["episode"]
    assert (described["id"], described["type"], described["projects"]) == (third, "drift", ["sleep"])
    mind.say_goodbye()
    # What somebody said of it is not settled otherwise.
    assert mind.trail.book.episode(third).type is EpisodeType.DRIFT
    with pytest.raises(NotFoundError):
        ask("episodes.describe", type="work")


def test_milestones_are_searched_and_go_with_their_episode(ask: Ask, mind: Mind) -> None:
    episode = say(mind, "Today the boat.").episode_id
    ask("episodes.note", event="The keel of the boat is laid")
    ask("episodes.note", event="The cellar is dry", kind="decision", why="the pump works")
    found = ask("episodes.milestones", query="keel boat")["found"]
    assert found[0]["event"] == "The keel of the boat is laid"
    assert 0 < found[0]["similarity"] <= 1
    mind.conversation.withdraw([f"episode:{episode}"])
    assert ask("episodes.milestones", query="keel boat")["found"] == []
    assert ask("episodes.find")["episodes"][0]["milestones"] == []


def test_forgetting_the_person_leaves_nothing_of_it(ask: Ask, mind: Mind) -> None:
    say(mind, "Hello.")
    ask("goals.add", title="Send Rosalind's letter", deadline="2026-02-10")
    ask("noticing.offer")
    ask("reflection.paint")
    ask("episodes.note", event="Rosalind wrote", project="Rosalind")
    ask("reasoning.start", context="Why Rosalind is angry")
    assert {"observation", "trail", "episode", "node"} <= mind.forgetting.holdings().keys()
    mind.forgetting.forget_person()
    assert ask("noticing.told")["told"] == []
    assert ask("reflection.portrait")["portrait"] is None
    assert ask("reasoning.list")["trails"] == []
    assert ask("episodes.find")["episodes"] == []
    with mind.vault.read() as connection:
        names = [
            row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        select = "SELECT * FROM {}"
        rows = [tuple(row) for name in names for row in connection.execute(select.format(name)).fetchall()]
    assert "rosalind" not in repr(rows).casefold()
