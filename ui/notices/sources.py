"""What may be worth a notification, a function a kind: each asks the mind, and finds one thing or nothing.

What was told of today is not found again. Nothing here says whether it may be told now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.intent.records import ItemKind, ItemStatus
from engine.night.records import Brief
from engine.person.records import Effort, Question, QuestionStatus
from ui.doors import Door, Json, OnFailure
from ui.facts.operations import questions
from ui.notices import wording
from ui.notices.records import Found, Notice, Unasked, Wishes
from ui.reminders import operations
from ui.reminders.operations import Item

OnFound = Callable[[Found | None], None]
QUESTION, PREDICTION, LINE = "question:", "prediction:", "line:"
DAY = timedelta(days=1)
LATEST = 6 * DAY
"""After its hour a reminder still comes where the machine was off; what was told is known for a week."""
NOON = 12
"""The hour from which a brief for the morning is no news."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a source goes by: the person's own time, what was told of today and in the last week, what is wished.

    With `hours_only` nothing may come now but what was asked for at an hour.
    """

    now: datetime
    told: frozenset[str]
    lately: frozenset[str]
    wishes: Wishes
    hours_only: bool = False


Source = Callable[[Door, Look, OnFound, OnFailure], None]
"""Asks; exactly one of the two is called later."""


def due(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """What has an hour then, and once; reminders and plans on their day, promises once they are late. All in one."""

    def read(items: Sequence[Item]) -> None:
        due = [one for one in items if is_due(one, look.now)]
        timed = {hour_key(one): one for one in due if one.due_time is not None}
        came = {key: one for key, one in timed.items() if key not in look.lately}
        if came:
            words = wording.at_hour(list(came.values()), look.now.date())
            found(Found(_notice(words, list(came.values())), frozenset(came), at_hour=True))
            return
        fresh = [one for one in due if one.due_time is None and one.id not in look.told]
        if not fresh or look.hours_only:
            found(None)
            return
        found(Found(_notice(wording.due(fresh), fresh), frozenset(one.id for one in fresh)))

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
        found(Found(notice, frozenset({known, *_told_by(written)})))

    door.question("night.brief", {}, success=read, failure=failed)


def question(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """A question that came up today: none where the person wants quiet, one a day unless they want to be asked much."""
    effort = look.wishes.effort
    enough = effort != Effort.ACTIVE and any(one.startswith(QUESTION) for one in look.told)
    if effort == Effort.QUIET or enough:
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


def prediction(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """What the companion foresaw and nobody settled, once its day has come; all of it in one."""

    def read(answer: Json) -> None:
        known = {f"{PREDICTION}{one['id']}": str(one["statement"]) for one in answer["predictions"]}
        fresh = {ref: words for ref, words in known.items() if ref not in look.lately}
        if not fresh:
            found(None)
            return
        alone = next(iter(fresh)) if len(fresh) == 1 else ""
        told = wording.prediction(list(fresh.values()))
        found(Found(Notice(*told, "mind", wording.plain_prediction(), alone), frozenset(fresh)))

    door.question("predictions.list", {"show": "due"}, success=read, failure=failed)


def finding(door: Door, look: Look, found: OnFound, failed: OnFailure) -> None:
    """The newest thing that thinking alone found, within a day, where no brief told of it."""

    def read(answer: Json) -> None:
        fresh = next((one for one in answer["lines"] if _is_fresh(one, look)), None)
        if fresh is None:
            found(None)
            return
        ref = f"{LINE}{fresh['id']}"
        notice = Notice(*wording.finding(fresh["text"]), "night", wording.plain_finding(), ref)
        found(Found(notice, frozenset({ref})))

    door.question("night.findings", {"limit": 1}, success=read, failure=failed)


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
UNASKED: Mapping[Unasked, Source] = {
    Unasked.BRIEF: brief,
    Unasked.PREDICTIONS: prediction,
    Unasked.QUESTIONS: question,
    Unasked.FINDINGS: finding,
    Unasked.OBSERVATIONS: observation,
}
"""Of everything else, in the order in which they go."""


def is_due(item: Item, now: datetime) -> bool:
    """A reminder at its hour, or on its day where it has none; what was promised, once it is late."""
    if item.status is not ItemStatus.OPEN:
        return False
    if item.remind_at is not None:
        return timedelta(0) <= now.replace(tzinfo=None) - item.remind_at < LATEST
    on_its_day = item.due is not None and item.due <= now.date()
    return on_its_day or (item.what is ItemKind.PROMISE and item.overdue)


def _notice(words: tuple[str, str], items: Sequence[Item]) -> Notice:
    if len(items) > 1:
        return Notice(*words, "reminders", wording.plain_due())
    (alone,) = items
    return Notice(*words, "reminders", wording.plain_due(), alone.ref, wording.due_actions(alone))


def hour_key(item: Item) -> str:
    """What is told of an item that has an hour: put off, it is another thing to tell."""
    return f"{item.id}@{item.remind_at:%Y-%m-%dT%H:%M}"


def _is_new(asked: Question, now: datetime) -> bool:
    return (
        asked.status is QuestionStatus.OPEN and asked.created_at.astimezone(now.tzinfo).date() == now.date()
    )


def _told_by(brief: Brief) -> frozenset[str]:
    """What a brief tells of that would be told alone otherwise."""
    cites = [ref for line in brief.lines for ref in line.cites]
    return frozenset(ref for ref in cites if ref.startswith((LINE, PREDICTION)))


def _is_fresh(line: Json, look: Look) -> bool:
    found = datetime.fromisoformat(line["at"])
    return look.now - found < DAY and f"{LINE}{line['id']}" not in look.lately
