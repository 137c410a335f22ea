"""What the Conversation place asks of the mind, typed."""

import os
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import TypeAdapter

from engine.conversation.records import Exchange, Recalled, Searched, TurnResult
from ui.doors import Door, Json, OnFailure

SURFACE = "window"
ASIDE = f"{SURFACE} {os.getpid()}"
"""The surface of what is said off the record: no other process shares it."""

LONGEST_DRAFT = 2000
_exchanges = TypeAdapter(list[Exchange])
_recalled = TypeAdapter(tuple[Recalled, ...])


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears how a turn goes on: kept under its id, things looked for and recalled, text (a further piece each)."""

    heard: Callable[[str], None]
    searched: Callable[[Searched], None]
    recalled: Callable[[tuple[Recalled, ...]], None]
    text: Callable[[str], None]

    def report(self, progress: Json) -> None:
        """Hand on one progress report; stages nobody shows are passed over."""
        match progress:
            case {"stage": "text", "text": str(text)}:
                self.text(text)
            case {"stage": "heard", "loop_id": str(loop_id)}:
                self.heard(loop_id)
            case {"stage": "searching", "tool": str(tool), "query": str(query)}:
                self.searched(Searched(tool=tool, query=query))
            case {"stage": "recalled", "recalled": list() | tuple() as recalled}:
                self.recalled(_recalled.validate_python(recalled))
            case _:
                pass


def say(
    door: Door,
    text: str,
    listener: Listener,
    success: Callable[[TurnResult], None],
    failure: OnFailure,
    *,
    off_record: bool = False,
    harder: bool = False,
    surface: str = "",
) -> None:
    """Say `text`; the answer comes piece by piece, then as a whole. Off the record nothing of it is kept.

    With `harder` more is remembered for it, which takes longer. `surface` is where it was said, if not written here.
    """
    asked = {"text": text, "surface": _surface(off_record, surface), "off_record": off_record}
    door.change(
        "say",
        asked | ({"harder": True} if harder else {}),
        success=lambda result: success(TurnResult.model_validate(result)),
        failure=failure,
        progress=listener.report,
    )


def draft(door: Door, text: str, *, off_record: bool = False, surface: str = "") -> None:
    """Tell what is being typed or said, so that the answer can be prepared; nobody waits for it, nobody misses it."""
    door.question(
        "draft",
        {"text": text[:LONGEST_DRAFT], "surface": _surface(off_record, surface), "off_record": off_record},
        success=lambda _: None,
        failure=lambda _: None,
    )


def leave_aside(door: Door) -> None:
    """Forget what was said off the record here."""
    door.change(
        "goodbye",
        {"off_record": True, "surface": ASIDE},
        success=lambda _: None,
        failure=lambda _: None,
    )


def watch_reflected(door: Door, listener: Callable[[str], None]) -> Callable[[], None]:
    """Hear of every turn that was thought back on, by its loop; returns the unsubscription."""

    def hear(event: Json) -> None:
        match event:
            case {"event": "turn", "stage": "reflected", "loop_id": str(loop_id)}:
                listener(loop_id)
            case _:
                pass

    return door.listen(hear)


def stop(door: Door, failure: OnFailure) -> None:
    """Stop the running answer at its next token; the turn itself then ends as stopped."""
    door.change("stop", {}, success=lambda _: None, failure=failure)


def take_back(door: Door, loop_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """What was said in a turn shapes nothing any more, nor does its answer."""
    asked = {"refs": [f"loop:{loop_id}"]}
    door.change("forget.withdraw", asked, success=lambda _: success(), failure=failure)


def read_document(door: Door, path: str, success: Callable[[bool], None], failure: OnFailure) -> None:
    """Read a file of this machine into the library; told with whether it is a new one."""
    door.change(
        "library.add", {"path": path}, success=lambda result: success(bool(result["new"])), failure=failure
    )


def history(
    door: Door, limit: int, before: str | None, success: Callable[[list[Exchange]], None], failure: OnFailure
) -> None:
    """The last `limit` exchanges before the loop `before` (None: before now), oldest first."""
    door.question(
        "history",
        {"limit": limit, "before": before},
        success=lambda result: success(_exchanges.validate_python(result["exchanges"])),
        failure=failure,
    )


def _surface(off_record: bool, surface: str) -> str:
    return ASIDE if off_record else surface or SURFACE
