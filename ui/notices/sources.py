"""What may be worth a notification, a function a kind: each asks the mind, and finds one thing or nothing.

What was told of today is not found again. Nothing here says whether it may be told now.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.intent.records import ItemKind, ItemStatus
from engine.night.records import Brief
from engine.person.records import Effort, Question, QuestionStatus
from ui.doors import Door, Json, OnFailure
from ui.facts.operations import questions
from ui.notices import wording
from ui.notices.records import Found, Notice
from ui.reminders import operations
from ui.reminders.operations import Item

OnFound = Callable[[Found | None], None]
QUESTION = "question:"
NOON = 12
"""The hour from which a brief for the morning is no news."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a source goes by: the person's own time, what was told of today, and how willing the companion is to ask."""

    now: datetime
    told: frozenset[str]
    effort: str


Source = Callable[[Door, Look, OnFound, OnFailure], None]
"""Asks; exactly one of the two is called later."""


def due(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """Reminders and plans on their day, promises once they are late; all of them in one."""

    def read(items: Sequence[Item]) -> None:
        fresh = [one for one in items if is_due(one, look.now) and one.id not in look.told]
        if not fresh:
            found(None)
            return
        alone = fresh[0].ref if len(fresh) == 1 else ""
        notice = Notice(*wording.due(fresh), "reminders", wording.plain_due(), alone)
        found(Found(notice, frozenset(one.id for one in fresh)))

    operations.items(door, read, failed)


def brief(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """The brief of this morning, as soon as there is one that says anything."""
    known = f"brief:{look.now.date().isoformat()}"
    if known in look.told or look.now.hour >= NOON:
        found(None)
        return

    def read(answer: Json) -> None:
        written = None if answer["brief"] is None else Brief.model_validate(answer["brief"])
        if written is None or written.day != look.now.date() or not written.lines:
            found(None)
            return
        notice = Notice(*wording.brief(answer["summary"]), "today", wording.plain_brief())
        found(Found(notice, frozenset({known})))

    door.question("night.brief", {}, success=read, failure=failed)


def question(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """A question that came up today: none where the person wants quiet, one a day unless they want to be asked much."""
    enough = look.effort != Effort.ACTIVE and any(one.startswith(QUESTION) for one in look.told)
    if look.effort == Effort.QUIET or enough:
        found(None)
        return

    def read(known: list[Question]) -> None:
        new = (one for one in known if _is_new(one, look.now))
        fresh = next((one for one in new if f"{QUESTION}{one.id}" not in look.told), None)
        if fresh is None:
            found(None)
            return
        ref = f"{QUESTION}{fresh.id}"
        notice = Notice(*wording.question(fresh), "questions", wording.plain_question(), ref)
        found(Found(notice, frozenset({ref})))

    questions(door, read, failed)


def observation(door: Door, _: Look, found: OnFound, failed: OnFailure) -> None:
    """What the companion noticed and thinks worth a word. Asked last: what it offers counts as told."""

    def read(answer: Json) -> None:
        offer = answer["offer"]
        if offer is None:
            found(None)
            return
        words = wording.observation(offer["observation"]["words"])
        notice = Notice(*words, "today", wording.plain_observation())
        found(Found(notice, frozenset({f"observation:{offer['id']}"})))

    door.change("noticing.offer", {}, success=read, failure=failed)


DUE: Source = due
SOURCES: Sequence[Source] = (due, brief, question, observation)
"""In the order in which they go."""


def is_due(item: Item, now: datetime) -> bool:
    """A reminder on its day; what was promised, once it is late."""
    if item.status is not ItemStatus.OPEN:
        return False
    on_its_day = item.due is not None and item.due <= now.date()
    return on_its_day or (item.what is ItemKind.PROMISE and item.overdue)


def _is_new(asked: Question, now: datetime) -> bool:
    return (
        asked.status is QuestionStatus.OPEN and asked.created_at.astimezone(now.tzinfo).date() == now.date()
    )
