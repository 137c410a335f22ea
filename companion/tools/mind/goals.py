"""Goals, corrections and what is handed on ([E] §7)."""

from typing import Literal

from companion.requests.room import record, several
from companion.service import Json
from companion.tools.answers import field_of, with_proposed
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import needed, texts, waiting

KINDS = {
    "plans": ("plan", "next_plans"),
    "reminders": ("reminder", "reminders"),
    "promises": ("promise", "promises"),
    "unfinished": ("unfinished", "unfinished"),
}
"""A kind of item: in a request, in a record, and among the parameters of the tool."""
ITEM = record(text=str, carried=int, first_seen=str)
BY_KIND = record(**{shown: several(ITEM) for _, shown in KINDS.values()})
SAVED = record(BY_KIND, session_number=int, mood_and_mode=str, saved_at=str | None)


@tool(Module.GOALS, "goals.add", "goals.update", with_proposed("goals.list"))
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
    *,
    said: frozenset[str] = frozenset(),
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
            given = {"priority": priority, "project": project, "notes": told or None, "status": status}
            return at.ask("goals.add", title=needed("title", title), **given)
        case "update":
            changed = {"status": status, "priority": priority if "priority" in said else None}
            about = str(needed("goal_id", goal_id))
            return at.ask(
                "goals.update", goal=about, title=title, project=project, note=told or None, **changed
            )
        case _:
            found = at.ask("goals.list")["goals"]
            wanted = [
                each
                for each in found
                if status in {None, each["status"]} and project in {None, each["project"]}
            ]
            return {"goals": wanted, **waiting(at, "goals.")}


@tool(Module.GOALS, with_proposed("goals.list"))
def goal_boot(at: Border) -> Json:
    """The goals that are still wanted, for the start of a time together."""
    return {**at.ask("goals.list", open=True), **waiting(at, "goals.")}


@tool(Module.GOALS, "corrections.add", "corrections.match", with_proposed("corrections.list"))
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
            found = at.ask("corrections.list")["corrections"][: max(0, n)]
            return {"corrections": found, **waiting(at, "corrections.")}


@tool(Module.GOALS, "corrections.list")
def correction_boot(at: Border) -> Json:
    """Every correction, those most in use first."""
    return at.ask("corrections.list")


@tool(
    Module.GOALS,
    record(SAVED, archived=int, proposed=field_of("offers.list", "offers")),
    BY_KIND,
    record(SAVED, handoffs=several(SAVED), proposed=field_of("offers.list", "offers")),
)
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
    """What is carried to the next time: saved as this client's own, read with earlier ones, or what of it is open.

    What is new to the person is put to them before the companion carries it too.
    """
    given = {"plans": next_plans, "reminders": reminders, "promises": promises, "unfinished": unfinished}
    lists = {name: texts(name, row) for name, row in given.items()}
    save = {**lists, "session_number": session_number, "mood_and_mode": mood_and_mode}
    found = at.ask("border.handoff", client=at.client, save=save if action == "save" else None)
    saved = [_told(each) for each in found["saved"]]
    match action:
        case "save":
            return {**saved[0], "archived": len(saved) - 1, **waiting(at, "handoff.")}
        case "carry":
            return _open(found)
        case _:
            latest = saved[0] if saved else {"session_number": 0, "mood_and_mode": "", "saved_at": None}
            return {**latest, **_open(found), "handoffs": saved, **waiting(at, "handoff.")}


def _told(saved: Json) -> Json:
    """A handoff as it was saved."""
    told = {"session_number": saved["session"], "mood_and_mode": saved.get("mood_and_mode", "")}
    return {**told, "saved_at": saved["created_at"], **_by_kind(saved["items"])}


def _open(found: Json) -> Json:
    """What the client left last and nobody settled, and what the companion itself carries."""
    settled = {(one["what"], one["text"]) for one in found["items"] if one["status"] != "open"}
    left = found["saved"][0]["items"] if found["saved"] else []
    own = {(one["what"], one["text"]) for one in left}
    carried = [one for one in found["items"] if one["status"] == "open"]
    rows = [one for one in left if (one["what"], one["text"]) not in settled]
    return _by_kind([*rows, *(one for one in carried if (one["what"], one["text"]) not in own)])


def _by_kind(items: list[Json]) -> Json:
    """Each item as `{text, carried, first_seen}`, under the names that the parameters have."""
    rows: Json = {shown: [] for _, shown in KINDS.values()}
    names = dict(KINDS.values())
    for one in items:
        row = {"text": one["text"], "carried": one["carried"], "first_seen": one["first_seen"]}
        rows[names[one["what"]]].append(row)
    return rows
