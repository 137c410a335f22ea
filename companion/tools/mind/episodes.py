"""A client's own times together, and what is going on ([E] §4.3)."""

from typing import Any, Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import told_by, with_proposed
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import waiting, weight

EpisodeType = Literal["work", "drift", "mixed"]


@tool(Module.EPISODES, "border.episode")
def episode_start(at: Border, session_type: EpisodeType | None = None, project: str | None = None) -> Json:
    """Begin a time together of this client's own, or say what the running one is for."""
    return at.ask("border.episode", client=at.client, do="start", type=session_type, project=project)


@tool(Module.EPISODES, "border.note")
def episode_note(
    at: Border,
    event: str,
    note_type: Literal["milestone", "decision"] = "milestone",
    importance: float = 0.5,
    project: str | None = None,
    why: str | None = None,
    confidence: Literal["low", "medium", "high"] = "medium",
) -> Json:
    """Note what was reached or decided in this client's time together."""
    noted = {"event": event, "kind": note_type, "importance": weight(importance), "confidence": confidence}
    return at.ask("border.note", client=at.client, project=project, why=why, **noted)


@tool(Module.EPISODES, "border.episode")
def episode_end(at: Border, summary: str | None = None, was_meaningful: bool = False) -> Json:
    """End this client's time together; a summary is kept as its milestone."""
    if summary:
        noted = {"event": summary[:500], "importance": 0.7 if was_meaningful else 0.5}
        at.ask("border.note", client=at.client, **noted)
    return at.ask("border.episode", client=at.client, do="end")


@tool(
    Module.EPISODES,
    "border.episode",
    record(told_by("episodes.projects"), stats=record(episodes=int, by_type=dict[str, int])),
    "episodes.milestones",
    "episodes.find",
)
def episode_query(
    at: Border,
    query: str | None = None,
    project: str | None = None,
    n: int = 5,
    session_type: EpisodeType | None = None,
    current: bool = False,
    stats: bool = False,
) -> Json:
    """Times together by what was reached in them, by project or type; or the running one of this client."""
    if current:
        return at.ask("border.episode", client=at.client)
    if stats:
        found = at.ask("episodes.find", limit=1000)["episodes"]
        by_type = {kind: sum(each["type"] == kind for each in found) for kind in ("work", "drift", "mixed")}
        return {"stats": {"episodes": len(found), "by_type": by_type}, **at.ask("episodes.projects")}
    if query:
        return at.ask("episodes.milestones", query=query, limit=n)
    return at.ask("episodes.find", project=project, type=session_type, limit=n)


@tool(Module.EPISODES, "intent.context", with_proposed("intent.context"))
def context(
    at: Border, topic: str | None = None, note: str | None = None, toggle: bool | None = None
) -> Json:
    """What is going on just now: read it, set it, or switch it off and on."""
    given: dict[str, Any] = {"topic": topic, "note": note, "enabled": toggle}
    if given == dict.fromkeys(given):
        return {**at.ask("intent.context"), **waiting(at, "intent.")}
    return at.ask("intent.context", **given)
