"""What Settings asks the mind for, in memory, as the real requests answer: the name of the place, and feeds."""

from datetime import UTC, datetime
from typing import Any

from companion.service import Json

READ_AT = datetime(2026, 5, 3, 8, 0, tzinfo=UTC)


class PlaceBook:
    """Answers `place` and `place.set`."""

    def __init__(self, label: str = "") -> None:
        self.label = label

    def answer(self, _: str, parameters: Json) -> Json:
        self.label = parameters.get("label", self.label)
        return {"place": self.label or "mira-desk", "label": self.label, "machine": "mira-desk"}


def feed(key: str, name: str, **changes: Any) -> Json:
    """A feed that was read this morning."""
    return {
        "ref": f"feed:{key}",
        "id": key,
        "url": f"https://{key}.example/feed",
        "name": name,
        "category": "",
        "keywords": [],
        "allowed": True,
        "added_at": READ_AT.isoformat(),
        "tried_at": READ_AT.isoformat(),
        "fetched_at": READ_AT.isoformat(),
        "fault": "",
        "remedy": "",
        **changes,
    }


def headline(key: str, title: str, **changes: Any) -> Json:
    """What stood in a feed."""
    return {
        "ref": f"headline:{key}",
        "id": key,
        "feed_id": "bees",
        "feed": "Bee news",
        "category": "",
        "title": title,
        "summary": "",
        "link": f"https://bees.example/{key}",
        "published": READ_AT.isoformat(),
        "seen_at": READ_AT.isoformat(),
        "at": READ_AT.isoformat(),
        **changes,
    }


class FeedBook:
    """Answers `feeds.` requests; `fault` is what each reading of a feed says that failed."""

    def __init__(self) -> None:
        self.feeds: list[Json] = []
        self.items: list[Json] = []
        self.fault = ""
        self.changed: list[tuple[str, Json]] = []

    def answer(self, request: str, parameters: Json) -> Json:
        if request in {"feeds.list", "feeds.items"}:
            return {"feeds": self.feeds} if request == "feeds.list" else {"items": self.items}
        self.changed.append((request, parameters))
        if request == "feeds.add":
            self.feeds.append(feed("bees", "Bee news") | parameters)
            return self._outcome(self.feeds[-1])
        named = [one for one in self.feeds if parameters["feed"] in {"", one["id"]}]
        if request == "feeds.fetch":
            return {"outcomes": [self._outcome(one) for one in named if one["allowed"]]}
        if request == "feeds.allow":
            named[0]["allowed"] = True
            return {"feed": named[0]}
        self.feeds.remove(named[0])
        return {"removed": named[0]}

    def _outcome(self, one: Json) -> Json:
        one |= {"fault": self.fault, "remedy": "Look whether you are online." if self.fault else ""}
        return {"feed": one, "new": 0 if self.fault else 3, "fault": one["fault"], "remedy": one["remedy"]}
