"""The mind's tools, called by the protocol's own client in front of a server in a process of its own."""

import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema.validators import validator_for
from mcp import Client, StdioServerParameters

from companion.cli import main
from companion.reach import ReachedService
from companion.tools.declared import CORE, FEELING, TOOLS, Module
from companion.tools.server import Modules
from engine.language import GenerationRequest
from tests.exports import claude_code_session
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE, SlowModel

EXAMPLES: dict[str, dict[str, Any]] = {
    "episode_note": {"event": "The mast is up"},
    "remember": {"content": "The sea was calm that day", "memory_type": "moment", "importance": 8},
    "recall": {"query": "the sea"},
    "mode": {"mode": "dev"},
    "outcome": {"action": "record", "decision": "Sail west", "predicted": "Wind"},
    "model": {"action": "create", "statement": "Rope wears out", "domain": "technical"},
    "prediction": {"action": "predict", "statement": "It will rain", "deadline": "2036-01-01"},
    "principle": {"action": "create", "statement": "Check the rope twice"},
    "reasoning": {"action": "start", "context": "The pump fails"},
    "synthesis": {"action": "create", "concept": "A floating garden"},
    "business": {"action": "idea", "name": "Boat rental"},
    "goal": {"action": "add", "title": "Ship the boat"},
    "correction": {"action": "add", "mistake": "Wrote long letters", "correction": "Keep letters short"},
    "handoff": {
        "next_plans": '["paint the hull"]',
        "promises": '[{"text": "call Ana"}]',
        "session_number": 7,
        "mood_and_mode": "calm, dev",
    },
    "intention": {"what": "Listen longer"},
    "imprint": {"feeling": "calm after the storm"},
    "context": {"topic": "the boat"},
}
Given = Callable[..., StdioServerParameters]


@pytest.fixture
def given(home: Path, tmp_path: Path) -> Given:
    """How a client starts the server."""

    def parameters(*options: str, passphrase: str = PASSPHRASE) -> StdioServerParameters:
        surroundings = {
            **os.environ,
            "HOME": str(tmp_path),
            "COMPANION_PASSPHRASE": passphrase,
            "COMPANION_MODELS": str(tmp_path / "models"),
        }
        command = ["-m", "companion", "--home", str(home), "mcp", *options]
        return StdioServerParameters(command=sys.executable, args=command, env=surroundings)

    return parameters


@asynccontextmanager
async def speaking(parameters: StdioServerParameters) -> AsyncIterator[Client]:
    async with Client(parameters) as client:
        yield client


async def told(client: Client, name: str, /, **arguments: Any) -> Any:
    done = await client.call_tool(name, arguments)
    assert not done.is_error, done.structured_content
    return done.structured_content


@pytest.mark.parametrize("modules", list(Modules))
def test_all_tools_in_both_listings_without_an_owner(given: Given, modules: Modules) -> None:
    wanted = [
        each for each in TOOLS.values() if modules is Modules.FULL_PRESENCE or each.module not in FEELING
    ]

    async def play() -> None:
        async with speaking(given("--profile", "full", "--modules", modules.value)) as client:
            tools = (await client.list_tools()).tools
            assert {one.name for one in tools} == {f"elara_{one.name}" for one in wanted} | {"elara_do"}
            for listed_one in tools:
                schema = listed_one.output_schema
                assert schema is not None
                assert schema["type"] == "object"
                validator_for(schema).check_schema(schema)
            # The client holds each answer against what was listed.
            for one in wanted:
                found = await told(client, f"elara_{one.name}", **_example(one.name))
                assert isinstance(found, dict)
        async with speaking(given("--profile", "lean", "--modules", modules.value)) as client:
            listed = {one.name for one in (await client.list_tools()).tools}
            assert listed == {f"elara_{one.name}" for one in wanted if one.name in CORE} | {"elara_do"}
            for one in wanted:
                await told(client, "elara_do", tool=one.name, params=json.dumps(_example(one.name)))

    anyio.run(play)


ACTIONS = [
    (name, {each: value})
    for name, one in TOOLS.items()
    for each, about in one.schema["properties"].items()
    for value in next((kind["enum"] for kind in (about, *about.get("anyOf", ())) if "enum" in kind), ())
]
"""Each tool with each of what can be chosen in it."""
NEEDED: dict[str, Any] = {
    "query": "the sea", "text": "The mast stands.", "prompt": "Say it.", "content": "The sea is calm",
    "event": "The mast is up", "mode": "dev", "title": "Ship the boat", "statement": "Rope wears out",
    "context": "The pump fails", "decision": "Sail west", "predicted": "Wind", "concept": "A garden",
    "name": "Boat rental", "task": "Write a letter", "mistake": "Long letters", "correction": "Short ones",
    "evidence_text": "It tore", "evidence": "It tore", "deadline": "2036-01-01", "hypothesis": "A leak",
    "quote": "Gardens float", "solution": "A valve", "approach": "Hammer", "what": "Listen", "url": "https://a.example",
    "competitor_name": "Row Inc", "problem": 3, "market": 3, "effort": 3, "monetization": 3, "fit": 3,
    "feeling": "calm", "resolve_ids": "c1", "categories": "bill, letter", "actual": "Wind",
    "actual_outcome": "It rained",
}  # fmt: skip
MADE = {
    "model": "model_id", "prediction": "prediction_id", "principle": "principle_id", "goal": "goal_id",
    "reasoning": "trail_id", "outcome": "outcome_id", "synthesis": "synthesis_id", "business": "idea_id",
}  # fmt: skip
"""Where a tool names what it made before."""
BECAME = {"prediction": {"status": "correct"}, "outcome": {"assessment": "win"}}
"""What became of it."""


def test_every_choice_of_every_tool_answers_as_it_is_listed(given: Given, reaching: Reacher) -> None:
    owner = reaching(SlowModel(errands))
    ids = {
        "model": made(owner, "models.create", "model", statement="Rope wears out"),
        "prediction": made(
            owner, "predictions.predict", "prediction", statement="Rain", deadline="2036-01-01"
        ),
        "principle": made(owner, "principles.create", "principle", statement="Check the rope"),
        "reasoning": made(owner, "reasoning.start", "trail", context="The pump fails"),
        "outcome": made(owner, "outcomes.record", "outcome", decision="Sail west"),
        "synthesis": made(owner, "ideas.create", "idea", concept="A garden"),
        "business": made(owner, "business.add", "idea", name="Boat rental"),
    }
    owner.submit("goals.add", {"title": "Mend the sail"}).result()
    owner.submit("mood.nudge", {"valence": 0.4, "reason": "wind"}).result()
    owner.submit("person.remember", {"text": "I like tea"}).result()

    async def play() -> list[tuple[str, Any]]:
        refused = []
        async with speaking(given("--profile", "full")) as client:
            for name, choice in ACTIONS:
                fields = TOOLS[name].schema["properties"]
                needs = {each: value for each, value in NEEDED.items() if each in fields}
                needs |= {MADE[name]: ids.get(name, 1)} if name in MADE else {}
                needs |= BECAME.get(name, {}) if choice.get("action") == "check" else {}
                done = await client.call_tool(f"elara_{name}", needs | choice)
                if done.is_error:
                    refused.append((name, choice))
        return refused

    refused = anyio.run(play)
    assert refused == []


def made(owner: ReachedService, request: str, what: str, **given: Any) -> str:
    return str(owner.submit(request, given).result()[what]["id"])


def _example(name: str) -> dict[str, Any]:
    if name in EXAMPLES:
        return EXAMPLES[name]
    actions = TOOLS[name].schema["properties"].get("action", {}).get("enum", [])
    return {"action": "list"} if "list" in actions else {}


def test_what_a_client_writes_is_found_by_it(given: Given) -> None:
    async def play() -> None:
        async with speaking(given("--profile", "full")) as client:
            kept = await told(client, "elara_remember", **EXAMPLES["remember"])
            assert kept["kind"] == "moment"
            assert not kept["landmark"]
            found = await told(client, "elara_recall", query="sea calm day")
            assert kept["ref"] in {one["ref"] for one in found["results"]}
            handed = await told(client, "elara_handoff", **EXAMPLES["handoff"])
            assert [one["text"] for one in handed["next_plans"]] == ["paint the hull"]
            assert set(handed["promises"][0]) == {"text", "carried", "first_seen"}
            assert (handed["session_number"], handed["mood_and_mode"]) == (7, "calm, dev")
            assert await told(client, "elara_handoff", action="carry") == {
                name: handed[name] for name in ("next_plans", "reminders", "promises", "unfinished")
            }
            saved = await told(client, "elara_handoff", **EXAMPLES["handoff"])
            assert saved["next_plans"][0]["carried"] == 1
            assert saved["next_plans"][0]["first_seen"] == handed["next_plans"][0]["first_seen"]
            read = await told(client, "elara_handoff", action="read")
            assert [one["next_plans"][0]["carried"] for one in read["handoffs"]] == [1, 0]
            assert read["proposed"][0]["given"] == {"plans": ["paint the hull"], "promises": ["call Ana"]}
            began = await told(client, "elara_episode_start", session_type="work", project="boat")
            assert began["episode"]["origin"].startswith("mcp:")
            await told(client, "elara_episode_note", **EXAMPLES["episode_note"])
            running = await told(client, "elara_episode_query", current=True)
            assert [one["event"] for one in running["episode"]["milestones"]] == ["The mast is up"]
            ended = await told(client, "elara_episode_end")
            assert ended["episode"]["ended"]

    anyio.run(play)


def test_what_is_done_alone_is_asked_for_and_the_model_runs_errands(given: Given, reaching: Reacher) -> None:
    owner = reaching(SlowModel(errands))
    assert owner.is_owner

    async def play() -> None:
        async with speaking(given("--profile", "full")) as client:
            dreamt = await told(client, "elara_dream", dream_type="monthly")
            assert (dreamt["job"]["kind"], dreamt["job"]["given"]) == ("dream.look_back", "monthly")
            info = await told(client, "elara_dream_info", dream_type="monthly")
            assert [one["id"] for one in info["open"]] == [dreamt["job"]["id"]]
            assert (await told(client, "elara_dream_info"))["open"] == []
            assert (await told(client, "elara_dream_info", action="read"))["lines"] == []
            asleep = await told(client, "elara_memory_consolidation", action="consolidate")
            assert asleep["job"]["kind"] == "sleep.consolidation"
            for action in ("sweep", "duplicates", "at_risk"):
                assert (await told(client, "elara_memory_consolidation", action=action))["changes"] == []
            assert (await told(client, "elara_llm"))["language"]["name"] == "language"
            short = await told(client, "elara_llm", action="summarize", text="A long letter.")
            assert short == {"text": "In short."}
            sort = {"action": "classify", "text": "Pay!", "categories": "bill, letter"}
            assert await told(client, "elara_llm", **sort) == {"text": "bill"}
            assert (await told(client, "elara_llm", action="triage", text="Pay!"))["state"] == "not_available"
            wrong = await client.call_tool("elara_llm", {"action": "classify", "text": "Pay!"})
            assert wrong.is_error

    anyio.run(play)


def errands(request: GenerationRequest) -> str:
    return '{"category": "bill"}' if request.schema else "In short."


def test_a_claim_about_the_person_waits_for_their_yes(given: Given, home: Path, reaching: Reacher) -> None:
    owner = reaching()
    assert owner.is_owner

    async def play() -> Any:
        async with speaking(given("--profile", "full")) as client:
            return await told(
                client, "elara_remember", content="The user's name is Mallory", memory_type="fact"
            )

    answer = anyio.run(play)
    assert answer["waits_for_person"]
    assert owner.submit("person.facts", {}).result()["facts"] == []
    waiting = owner.submit("person.questions", {}).result()["questions"]
    assert any("Mallory" in json.dumps(one) for one in waiting)


def test_sessions_come_in_once_the_person_says_so(given: Given, tmp_path: Path, reaching: Reacher) -> None:
    owner = reaching()
    sessions = tmp_path / ".claude" / "projects"  # below the home that the server is started with
    claude_code_session(sessions / "boat" / "a.jsonl", ["Where does the pump stand?", "Behind the mast."])

    async def play() -> list[Any]:
        async with speaking(given("--profile", "full")) as client:
            return [await told(client, "elara_conversations", action="ingest") for _ in range(2)]

    first, again = anyio.run(play)
    assert (first["state"], first["ingested"], first["turns"]) == ("waits_for_person", 0, 2)
    assert first["offer"]["id"] == again["offer"]["id"]
    assert owner.submit("episodes.find", {}).result()["episodes"] == []
    (asked,) = owner.submit("person.questions", {}).result()["questions"]
    assert str(sessions) in asked["text"]
    owner.submit("person.answer", {"question": asked["id"], "answer": {"accept": True}}).result()
    found = owner.submit("trail.search", {"query": "where the pump stands"}).result()["evidence"]
    assert found[0]["text"] == "Where does the pump stand?"
    assert owner.submit("person.questions", {}).result()["questions"] == []
    (after, _) = anyio.run(play)
    assert (after["state"], after["turns"]) == ("nothing_new", 0)


def test_nothing_private_leaves(given: Given, reaching: Reacher) -> None:
    owner = reaching()
    kept = owner.submit(
        "memory.remember", {"kind": "moment", "text": "The secret harbour at night", "private": True}
    ).result()
    owner.submit("person.remember", {"text": "I live in Grimsby", "private": True}).result()
    owner.submit("memory.remember", {"kind": "moment", "text": "The open harbour by day"}).result()

    async def play() -> str:
        asked: list[tuple[str, dict[str, Any]]] = [
            ("recall", {"query": "harbour"}),
            ("recall", {"query": "where do I live"}),
            ("recall_conversation", {"query": "where I live"}),
            ("snapshot", {}),
            ("status", {}),
            ("episode_query", {}),
        ]
        async with speaking(given("--profile", "full")) as client:
            called = [json.dumps(await told(client, f"elara_{name}", **given_)) for name, given_ in asked]
            uris = ("companion://brief", "companion://handoff", "companion://mood")
            read = [(await client.read_resource(uri)).model_dump_json() for uri in uris]
            prompts = [(await client.get_prompt(name)).model_dump_json() for name in ("boot", "wake-up")]
        said = [*called, *read, *prompts]
        return "\n".join(said)

    told_all = anyio.run(play)
    assert "open harbour" in told_all
    for secret in ("secret harbour", "Grimsby", kept["ref"]):
        assert secret not in told_all


def test_without_feelings_no_row_tells_of_them(given: Given) -> None:
    async def play() -> None:
        async with speaking(given("--profile", "full", "--modules", "cognitive")) as client:
            await told(client, "elara_episode_start", session_type="work")
            await told(client, "elara_episode_note", **EXAMPLES["episode_note"])
            asked = (
                ("episode_query", {}),
                ("episode_query", {"current": True}),
                ("snapshot", {}),
                ("briefing", {}),
            )
            for name, arguments in asked:
                assert "mood" not in json.dumps(await told(client, f"elara_{name}", **arguments))
            assert "mood" not in (await client.get_prompt("wake-up")).model_dump_json()

    anyio.run(play)


def test_a_brief_comes_with_whether_its_day_is_over(given: Given) -> None:
    async def play() -> None:
        async with speaking(given("--profile", "full")) as client:
            found = await told(client, "elara_briefing")
            assert (found["brief"], found["brief_is_old"]) == (None, False)

    anyio.run(play)


def test_the_one_tool_for_all_says_what_each_of_them_takes(given: Given) -> None:
    async def play() -> None:
        async with speaking(given()) as client:
            listed = {one.name: one.description or "" for one in (await client.list_tools()).tools}
            lines = listed["elara_do"].splitlines()
            goals = next(line for line in lines if line.startswith("goals: "))
            assert "goal(action=list|add|update, title, goal_id, status=" in goals
            assert len(lines) == 1 + len(Module)

    anyio.run(play)


def test_a_home_that_cannot_be_opened_tells_nothing(given: Given) -> None:
    async def play() -> None:
        async with speaking(given(passphrase="another one")) as client:
            done = await client.call_tool("elara_recall", {"query": "anything"})
            assert done.is_error
            assert done.structured_content["state"] == "locked"
            read = await client.read_resource("companion://brief")
            assert json.loads(read.contents[0].text)["state"] == "locked"  # type: ignore[union-attr]

    anyio.run(play)


def test_wrong_calls_are_told_what_is_wrong(given: Given) -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("elara_goal", {"action": "burn"}),
        ("elara_goal", {"action": "add"}),
        ("elara_recall", {}),
        ("elara_recall", {"query": "x", "n_results": -3}),
        ("elara_handoff", {"next_plans": "{"}),
        ("elara_do", {"tool": "nothing"}),
        ("elara_do", {"tool": "recall", "params": "[1]"}),
        ("elara_mood_adjust", {"valence": 99}),
        ("elara_business", {"action": "score", "idea_id": "none", "problem": 9}),
    ]

    async def play() -> None:
        async with speaking(given("--profile", "full")) as client:
            for name, arguments in wrong:
                done = await client.call_tool(name, arguments)
                assert done.is_error, (name, arguments)
                assert done.structured_content["error"]
                assert "kind" in done.structured_content, done.structured_content

    anyio.run(play)


def test_a_client_is_told_how_to_start_it_and_keeps_what_it_had(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text('{"mcpServers": {"other": {"command": "x"}}, "theme": 1}', "utf-8")
    assert main(["--home", str(home), "mcp", "install", "--client", "cursor", "--write"]) == 0
    assert "companion vault passphrase --keyring" in capsys.readouterr().err
    written = json.loads(file.read_text("utf-8"))
    assert written["theme"] == 1
    assert set(written["mcpServers"]) == {"other", "companion"}
    assert written["mcpServers"]["companion"]["env"]["COMPANION_HOME"] == str(home)
    file.write_text("no json", "utf-8")
    assert main(["--home", str(home), "mcp", "install", "--client", "cursor", "--write"]) != 0
    assert file.read_text("utf-8") == "no json"
    assert main(["mcp", "install", "--client", "nobody"]) == 2
