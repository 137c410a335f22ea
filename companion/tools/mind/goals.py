"""Goals, corrections and what is handed on ([E] §7)."""

from typing import Literal

from companion.service import Json
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import needed, texts

KINDS = {
    "plans": "plan",
    "reminders": "reminder",
    "promises": "promise",
    "unfinished": "unfinished",
}


@tool(Module.GOALS)
def goal(
    at: Border,
    action: Literal["add", "update", "list"] = "list",
    title: str | None = None,
    goal_id: int | None = None,
    status: Literal["active", "stalled", "done", "dropped"] | None = None,
    project: str | None = None,
    notes: str | None = None,
    priority: Literal["high", "medium", "low"] = "medium",
    decision: str | None = None,
    build_order: int | None = None,
) -> Json:
    """What is wanted over more than one time together."""
    told = "\n".join(
        part
        for part in (
            notes,
            decision and f"Decided: {decision}",
            None if build_order is None else f"Build order: {build_order}",
        )
        if part
    )
    match action:
        case "add":
            given = {"priority": priority, "project": project, "notes": told or None}
            return at.ask("goals.add", title=needed("title", title), **given)
        case "update":
            # The protocol's default cannot be told from a wish, so a priority is changed only to another one.
            changed = {"status": status, "priority": None if priority == "medium" else priority}
            about = str(needed("goal_id", goal_id))
            return at.ask(
                "goals.update", goal=about, title=title, project=project, note=told or None, **changed
            )
        case _:
            found = at.ask("goals.list")["goals"]
            return {
                "goals": [
                    each
                    for each in found
                    if status in {None, each["status"]} and project in {None, each["project"]}
                ]
            }


@tool(Module.GOALS)
def goal_boot(at: Border) -> Json:
    """The goals that are still wanted, for the start of a time together."""
    return at.ask("goals.list", open=True)


@tool(Module.GOALS)
def correction(
    at: Border,
    action: Literal["add", "check", "list"] = "check",
    task: str | None = None,
    mistake: str | None = None,
    correction: str | None = None,
    context: str | None = None,
    correction_type: Literal["tendency", "technical"] = "tendency",
    fails_when: str | None = None,
    fine_when: str | None = None,
    n: int = 20,
) -> Json:
    """Mistakes not to be made again: what speaks up for a task, or a new one."""
    match action:
        case "add":
            said = {"mistake": needed("mistake", mistake), "correction": needed("correction", correction)}
            when = {"context": context, "fails_when": fails_when, "fine_when": fine_when}
            return at.ask("corrections.add", type=correction_type, **said, **when)
        case "check":
            return at.ask("corrections.match", task=needed("task", task), limit=n)
        case _:
            return {"corrections": at.ask("corrections.list")["corrections"][: max(0, n)]}


@tool(Module.GOALS)
def correction_boot(at: Border) -> Json:
    """Every correction, those most in use first."""
    return at.ask("corrections.list")


@tool(Module.GOALS)
def handoff(
    at: Border,
    action: Literal["save", "read", "carry"] = "save",
    session_number: int = 0,
    next_plans: str = "[]",
    reminders: str = "[]",
    promises: str = "[]",
    unfinished: str = "[]",
    mood_and_mode: str = "",
) -> Json:
    """What is carried to the next time: merged item by item, read, or what of it is still open."""
    given = {"plans": next_plans, "reminders": reminders, "promises": promises, "unfinished": unfinished}
    if action == "save":
        return _by_kind(
            at.ask("handoff.save", **{name: texts(name, row) for name, row in given.items()})["items"]
        )
    found = at.ask("handoff.read")
    left = {} if action == "carry" else {"handoffs": found["handoffs"]}
    return {**_by_kind(found["open"]), **left}


def _by_kind(items: list[Json]) -> Json:
    """Each item as `{text, carried, first_seen}`, under the names that the parameters have."""
    rows: Json = {name: [] for name in ("next_plans", "reminders", "promises", "unfinished")}
    names = {kind: "next_plans" if name == "plans" else name for name, kind in KINDS.items()}
    for one in items:
        row = {"text": one["text"], "carried": one["carried"], "first_seen": one["first_seen"]}
        rows[names[one["what"]]].append(row)
    return rows
