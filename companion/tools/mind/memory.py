"""Remembering and recalling ([E] §4)."""

from pathlib import Path
from typing import Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import asked_of, told_by
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import weight

MemoryType = Literal["conversation", "fact", "moment", "feeling", "decision"]
LANDMARK = 0.9
SESSIONS = ".claude/projects"
"""Where Claude Code keeps what was said in it, below the person's folder."""
INGESTED = record(ingested=int, sessions=int, turns=int)


@tool(
    Module.MEMORY,
    record(told_by("border.observe"), kept_as=str, waits_for_person=bool),
    record(told_by("memory.remember"), landmark=bool),
)
def remember(
    at: Border, content: str, memory_type: MemoryType = "conversation", importance: float = 0.5
) -> Json:
    """Keep something. What is a fact about the person waits for their yes and is theirs from then on."""
    if memory_type == "fact":
        change = at.ask("border.observe", text=content, client=at.client)
        return {"kept_as": "fact", "waits_for_person": change["outcome"] == "asked", **change}
    sure = weight(importance)
    kept = {"kind": memory_type, "text": content, "importance": sure, "tags": [f"mcp:{at.client}"]}
    return {**at.ask("memory.remember", **kept), "landmark": sure >= LANDMARK}


@tool(Module.MEMORY, "recall")
def recall(at: Border, query: str, n_results: int = 5, memory_type: MemoryType | None = None) -> Json:
    """Find what was said and what it came to mean, best first."""
    kinds = None if memory_type is None else [memory_type]
    return at.ask("recall", query=query, limit=n_results, kinds=kinds)


@tool(Module.MEMORY, "episodes.read", "episodes.find", "trail.search")
def recall_conversation(
    at: Border,
    query: str | None = None,
    n_results: int = 5,
    project: str | None = None,
    context_size: int = 0,
    episode_id: str | None = None,
) -> Json:
    """Find where something was said, with what was said around it; or read one time together."""
    if episode_id:
        return at.ask("episodes.read", episode=episode_id.removeprefix("episode:"))
    if not query:
        return at.ask("episodes.find", project=project, limit=n_results)
    around = {"before": context_size, "after": context_size}
    found = at.ask("trail.search", query=query, limit=n_results, **around)
    if project:
        of_project = {
            each["ref"] for each in at.ask("episodes.find", project=project, limit=1000)["episodes"]
        }
        found["evidence"] = [each for each in found["evidence"] if each["episode"] in of_project]
    return found


@tool(
    Module.MEMORY,
    record(episodes=int, latest=str | None),
    record(INGESTED, state=str, message=str),
    record(INGESTED, asked_of("import.talks")),
)
def conversations(at: Border, action: Literal["stats", "ingest"] = "stats", force: bool = False) -> Json:
    """How many times together there were; or what sessions kept on this machine would bring in.

    The person is asked whether they come in. With force what is here already is counted too; nothing comes in twice.
    """
    if action == "ingest":
        folder = str(Path.home() / SESSIONS)
        found = at.ask("border.transcripts", folder=folder)
        waiting = {"ingested": 0, "sessions": found["talks"], "turns": found["turns" if force else "new"]}
        if not found["new"]:
            return {**waiting, "state": "nothing_new", "message": "All of it is here already."}
        return waiting | at.ask("import.talks", path=folder)
    episodes = at.ask("episodes.find", limit=1000)["episodes"]
    return {"episodes": len(episodes), "latest": episodes[0]["started"] if episodes else None}
