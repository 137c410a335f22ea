"""What the chapter about feeds asks of the mind, typed."""

from collections.abc import Callable, Sequence

from engine.senses.feeds.records import Feed, Outcome
from ui.doors import Door, Json, OnFailure

OnOutcomes = Callable[[Sequence[Outcome]], None]


def feeds(door: Door, success: Callable[[Sequence[Feed]], None], failure: OnFailure) -> None:
    """Every feed, in the order of adding."""

    def read(found: Json) -> None:
        success([Feed.model_validate(one) for one in found["feeds"]])

    door.question("feeds.list", {}, success=read, failure=failure)


def add(door: Door, address: str, success: OnOutcomes, failure: OnFailure) -> None:
    """Read a feed from now on, and at once."""
    _add(door, {"url": address}, success, failure)


def add_back(door: Door, feed: Feed, success: OnOutcomes, failure: OnFailure) -> None:
    """The same feed as it was before it was removed; what stood in it is read anew."""
    asked = {"url": feed.url, "name": feed.name, "category": feed.category, "keywords": list(feed.keywords)}
    _add(door, asked, success, failure)


def fetch(door: Door, success: OnOutcomes, failure: OnFailure, feed: str = "") -> None:
    """Read one now, or all."""

    def read(found: Json) -> None:
        success([Outcome.model_validate(one) for one in found["outcomes"]])

    door.change("feeds.fetch", {"feed": feed}, success=read, failure=failure)


def allow(door: Door, feed: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Read what another program proposed."""
    door.change("feeds.allow", {"feed": feed}, success=lambda _: success(), failure=failure)


def remove(door: Door, feed: str, success: Callable[[Feed], None], failure: OnFailure) -> None:
    """Read it no more, and delete what was read of it."""

    def read(found: Json) -> None:
        success(Feed.model_validate(found["removed"]))

    door.change("feeds.remove", {"feed": feed}, success=read, failure=failure)


def _add(door: Door, asked: Json, success: OnOutcomes, failure: OnFailure) -> None:
    door.change(
        "feeds.add", asked, success=lambda found: success([Outcome.model_validate(found)]), failure=failure
    )
