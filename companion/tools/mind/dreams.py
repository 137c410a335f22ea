"""Dreams: asked for, and what came of them. They are dreamt alone, once it is quiet ([E] §2.2)."""

from typing import Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import told_by
from companion.tools.border import Border
from companion.tools.declared import Module, tool

DreamType = Literal["weekly", "monthly", "emotional"]
DREAM = "dream.look_back"


@tool(Module.DREAMS, "night.want")
def dream(at: Border, dream_type: DreamType = "weekly") -> Json:
    """Look for patterns over a longer time; it is done once it is quiet."""
    return at.ask("night.want", kind=DREAM, given=dream_type)


@tool(Module.DREAMS, "night.journal", record(told_by("night.status"), without=("waits", "next_run")))
def dream_info(
    at: Border, action: Literal["status", "read"] = "status", dream_type: DreamType = "weekly"
) -> Json:
    """When it last dreamt and whether it will, or what it wrote down."""
    found = at.ask("night.status")

    def dreams(name: str) -> list[Json]:
        return [one for one in found[name] if (one["kind"], one["given"]) == (DREAM, dream_type)]

    if action == "read":
        runs = {one["id"] for one in dreams("recent")}
        return {"lines": [one for one in at.ask("night.journal")["lines"] if one["run"] in runs]}

    return {"open": dreams("open"), "recent": dreams("recent"), "paused": found["paused"]}
