"""What Today asks of the mind, typed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from engine.conversation.records import Exchange
from engine.intent.records import Greeting
from engine.night.records import Brief
from engine.senses.feeds.records import Item as Headline
from ui.doors import Door, Json, OnFailure

LATEST = 20
HEADLINE_DAYS, MOST_HEADLINES = 2, 4
WAITING = "told"
"""The fate of what was told and not settled."""


def greeting(door: Door, success: Callable[[Greeting], None], failure: OnFailure) -> None:
    """What a greeting fits."""

    def read(found: Json) -> None:
        success(Greeting.model_validate(found["greeting"]))

    door.question("intent.greeting", {}, success=read, failure=failure)


def last_said(door: Door, success: Callable[[Exchange | None], None], failure: OnFailure) -> None:
    """What was last talked of; None where nothing was."""

    def read(found: Json) -> None:
        said = [Exchange.model_validate(one) for one in found["exchanges"]]
        success(said[-1] if said else None)

    door.question("history", {"limit": 1, "before": None}, success=read, failure=failure)


@dataclass(frozen=True, slots=True)
class Morning:
    """The brief of a morning: what it comes down to, its lines, the headings of its sections in their order, and by
    section how much more there is.
    """

    brief: Brief
    summary: str
    headings: dict[str, str]
    more: dict[str, str]


def morning(door: Door, success: Callable[[Morning | None], None], failure: OnFailure) -> None:
    """The latest brief; None before the first."""

    def read(found: Json) -> None:
        brief = found["brief"]
        told = None if brief is None else Brief.model_validate(brief)
        parts = found["summary"], found["sections"], found["more"]
        success(None if told is None else Morning(told, *parts))

    door.question("night.brief", {}, success=read, failure=failure)


def headlines(door: Door, success: Callable[[list[Headline]], None], failure: OnFailure) -> None:
    """The newest of what feeds said lately; none where there are no feeds."""

    def read(found: Json) -> None:
        success([Headline.model_validate(one) for one in found["items"]])

    asked = {"days": HEADLINE_DAYS, "limit": MOST_HEADLINES}
    door.question("feeds.items", asked, success=read, failure=failure)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the companion noticed and told; its `words` are those of now, empty where it no longer holds."""

    id: str
    kind: str
    at: datetime
    words: str


def remarks(door: Door, success: Callable[[list[Remark]], None], failure: OnFailure) -> None:
    """What was told and neither answered nor dismissed, the newest first and of each subject the last.

    What was told is kept without its words: they are found by what is worth a word now.
    """

    def told(answer: Json) -> None:
        latest: dict[tuple[str, str], Json] = {}
        for one in answer["told"]:
            latest.setdefault(_about(one), one)
        waiting = [one for one in latest.values() if one["fate"] == WAITING]
        if not waiting:
            success([])
            return

        def read(found: Json) -> None:
            now = {_about(one): one["words"] for one in found["observations"]}
            success([_remark(one, now.get(_about(one), "")) for one in waiting])

        door.question("noticing.observations", {}, success=read, failure=failure)

    door.question("noticing.told", {"limit": LATEST}, success=told, failure=failure)


def settle(door: Door, verb: str, remark_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """`verb` is answer, dismiss, or reopen to take either back."""
    asked = {"observation": remark_id}
    door.change(f"noticing.{verb}", asked, success=lambda _: success(), failure=failure)


def _about(one: Json) -> tuple[str, str]:
    return one["kind"], one["subject"]


def _remark(told: Json, words: str) -> Remark:
    return Remark(told["id"], told["kind"], datetime.fromisoformat(told["at"]), words)
