"""`companion handoff`: what is carried from one time together to the next."""

from datetime import time
from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import marked, shown_day
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json


def _show_context(found: Json) -> None:
    kept = found["context"]
    if kept is None:
        warn("Nothing is noted: companion handoff now --topic TOPIC.")
        return
    words = ": ".join(part for part in (kept["topic"], kept["note"]) if part)
    typer.echo(marked(words, "" if kept["enabled"] else "off"))


def _show_all(found: Json) -> None:
    for item in sorted((*found["open"], *found["proposed"]), key=_due):
        _say(item)
    if not found["open"] and not found["proposed"]:
        warn("Nothing is open.")
    for each in found["handoffs"]:
        felt = f", {each['mood_and_mode']}" if each["mood_and_mode"] else ""
        typer.echo(
            f"\nHandoff {each['number']} of {shown_day(each['at'])}{felt}: {len(each['items'])} carried"
        )


def _say(item: dict[str, Any]) -> None:
    status = item["status"]
    marks = (
        "overdue" if item["overdue"] else "",
        f"carried {item['carried']}×" if item["carried"] else "",
        _for(item),
        "done, it seems: undo or done" if status == "proposed" else "",
        status if status in {"fulfilled", "dropped"} else "",
    )
    typer.echo(
        marked(f"{item['id']}  {item['what']:<10}  {shown_day(item['first_seen'])}  {item['text']}", *marks)
    )


def _for(item: dict[str, Any]) -> str:
    if not item["due"]:
        return ""
    at = time.fromisoformat(item["due_time"]).strftime(" %H:%M") if item["due_time"] else ""
    lead = f", told {item['lead_minutes']} minutes before" if item["lead_minutes"] else ""
    again = f", every {item['every']}" if item["every"] else ""
    return f"for {item['due']}{at}{again}{lead}"


def _due(item: dict[str, Any]) -> tuple[bool, str, str]:
    """What has a day first, by its day and hour."""
    return not item["due"], item["due"] or "", item["due_time"] or ""


app = group(
    Verb("read", "handoff.read", _show_all),
    Verb("done", "handoff.fulfil"),
    Verb("change", "handoff.change", hidden=("anchor",)),
    Verb("now", "intent.context", _show_context, said={"enabled": Said("--on/--off")}),
    first=Verb("", "handoff.read", _show_all, hidden=("limit",)),
    room=Room("handoff", {"item": _say}, without=("handoff.save",)),
)
