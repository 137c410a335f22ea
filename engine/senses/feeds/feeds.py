"""The front of feeds: which there are, what stood in them in the last thirty days, and reading them anew."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from engine.calling import Stop, never
from engine.clock import Clock
from engine.embedding import Embedder
from engine.errors import CompanionError, InvalidInputError, NotFoundError
from engine.ids import new_id
from engine.library.quoting import seen
from engine.process import Worker
from engine.search import stems
from engine.senses.feeds.address import checked, led_to
from engine.senses.feeds.fetching import Came, fetched
from engine.senses.feeds.finding import Finder
from engine.senses.feeds.reading import FeedReader, ReadFeed, ReadItem
from engine.senses.feeds.records import ITEM_REF, REF, Feed, FeedUnreadableError, Item, Outcome, Stats
from engine.senses.feeds.store import FeedStore, Validators
from engine.settings import FeedSettings
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs

LONGEST_NAME, LONGEST_KEYWORD, MOST_KEYWORDS = 120, 60, 20
MOST_ITEMS = 5000
NONE: Refs = frozenset()


class Feeds:
    """The feeds of one vault. Callable from any thread; implements `Personal` (an item cites nothing).

    A feed is read only where the person allowed it. What comes out of it is data: nothing here writes facts, goals or
    anything else. `every_hours` is how often they are read by themselves, read each time; without it the settings say.
    """

    def __init__(
        self,
        vault: Vault,
        embedder: Embedder | None,
        clock: Clock,
        settings: FeedSettings,
        *,
        person: str,
        every_hours: Callable[[], int] | None = None,
        worker_factory: Callable[[], Worker] = Worker,
    ) -> None:
        self._vault, self._clock, self.settings, self._person = vault, clock, settings, person
        self._every_hours = every_hours or (lambda: settings.every_hours)
        self._store = FeedStore(vault)
        self._reader = FeedReader(worker_factory, settings)
        self._finder = Finder(vault, embedder, settings.floor)
        self._leaving = threading.Event()

    # Which there are

    def all(self) -> list[Feed]:
        """In the order of adding."""
        return self._store.feeds()

    def feed(self, named: str) -> Feed:
        """The feed of that id, address or name. Raises NotFoundError, InvalidInputError where several are called so."""
        asked = named.strip().removeprefix(REF)
        feeds = self.all()
        found = [one for one in feeds if asked in {one.id, one.url}]
        found = found or [one for one in feeds if one.name.casefold() == asked.casefold()]
        if not found:
            raise NotFoundError("There is no such feed.", "See which there are: `companion feeds list`.")
        if len(found) > 1:
            raise InvalidInputError("feed", "several are called so", "Give its address.")
        return found[0]

    def add(
        self,
        url: str,
        *,
        name: str = "",
        category: str = "",
        keywords: Iterable[str] = (),
        allowed: bool = True,
    ) -> Feed:
        """Keep a feed, not yet read; one that is here already gets the new words, and stays allowed where it was.

        What another program proposes is not `allowed`, and changes nothing that the person chose. Raises
        FeedAddressError, InvalidInputError.
        """
        address = checked(url)
        known = next((one for one in self.all() if one.url == address), None)
        if known is not None and not allowed:
            return known
        if known is None and len(self.all()) >= self.settings.most_feeds:
            raise InvalidInputError("url", "is one feed too many", "Remove one that you do not read.")
        now = self._clock.now()
        feed = known or Feed(id=new_id("feed"), url=address, name="", allowed=allowed, added_at=now)
        changes = {
            "name": _line(name) or feed.name or urlsplit(address).hostname or address,
            "category": _line(category) or feed.category,
            "keywords": _keywords(keywords) or feed.keywords,
            "allowed": allowed or feed.allowed,
        }
        return self._put(feed.model_copy(update=changes))

    def allow(self, named: str) -> Feed:
        """The person wants it read. Raises NotFoundError."""
        return self._put(self.feed(named).model_copy(update={"allowed": True}))

    def remove(self, named: str) -> tuple[Feed, Refs]:
        """Delete a feed with its items; returns it, and the refs that went. Raises NotFoundError."""
        feed = self.feed(named)
        with self._vault.unit() as unit:
            gone = self._remove(unit, feed)
            unit.commit()
        self._finder.forget()
        return feed, gone

    # What stood in them

    def items(self, limit: int = 50, *, feed: str = "", days: float | None = None) -> list[Item]:
        """The newest first, of one feed or of all, of so many days or of all that are kept. Raises NotFoundError."""
        wanted = self.feed(feed).id if feed else None
        since = (
            self._since() if days is None else max(self._since(), self._clock.now() - timedelta(days=days))
        )
        return self._store.items(since, limit, wanted)

    def search(self, query: str, limit: int = 10, *, feed: str = "", days: float | None = None) -> list[Item]:
        """By meaning and by word, best first; narrowed like `items`. Raises NotFoundError."""
        allowed = {one.id for one in self.items(MOST_ITEMS, feed=feed, days=days)}
        asked = seen(query).strip()
        if not asked or not allowed:
            return []
        standing = self._store.items(self._since(), MOST_ITEMS)
        return [one for one in self._finder.search(asked, standing) if one.id in allowed][:limit]

    def stats(self) -> Stats:
        """Counts, and when anything was read last."""
        feeds, items = self.all(), self._store.items(self._since(), MOST_ITEMS)
        return Stats(
            feeds=len(feeds),
            waiting=sum(not one.allowed for one in feeds),
            failing=sum(bool(one.fault) for one in feeds),
            items=len(items),
            categories=dict(Counter(one.category for one in items)),
            fetched_at=max((one.fetched_at for one in feeds if one.fetched_at), default=None),
            oldest=items[-1].at if items else None,
        )

    # Reading them

    def due(self) -> list[Feed]:
        """What is to be read by itself now; nothing where the person wants that never."""
        hours = self._every_hours()
        return [one for one in self.all() if hours and one.allowed and self._is_due(one, hours)]

    def read(self, feeds: Sequence[Feed], should_stop: Stop = never) -> list[Outcome]:
        """Read these, one after another; one that cannot be read keeps its items, and the others from nothing.

        What another program proposed is left out. Each outcome is kept with its feed.
        """
        self.decay()
        outcomes = []
        for feed in feeds:
            if should_stop() or self._leaving.is_set():
                break
            if feed.allowed:
                outcomes.append(self._read(feed))
        return outcomes

    def decay(self) -> int:
        """Drop the words of what is older than thirty days; returns of how many items."""
        stale = self._store.stale(self._since())
        if stale:
            with self._vault.unit() as unit:
                self._store.drop(unit, stale)
                self._forget_meaning(unit, stale)
                unit.commit()
            self._finder.forget()
        return len(stale)

    def close(self) -> None:
        """Begin nothing more, and end the reading process. Idempotent."""
        self.give_up()
        self._reader.close()

    def give_up(self) -> None:
        """What is being fetched is left; nothing is lost by it. Callable from any thread."""
        self._leaving.set()

    # Personal

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Nothing here rests on anything."""
        return NONE

    restore = erase = withdraw

    def citing(self, refs: Refs) -> Refs:
        """Nothing here rests on anything."""
        return NONE

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete every feed and item, which are the owner's; another person has none."""
        feeds = self.all() if (person or self._person) == self._person else []
        self._finder.forget()
        return NONE.union(*(self._remove(unit, feed) for feed in feeds))

    def holdings(self, person: str | None = None) -> Refs:
        """Every feed, where `person` is the owner."""
        mine = (person or self._person) == self._person
        return frozenset(one.ref for one in self.all()) if mine else NONE

    # Inside

    def _read(self, feed: Feed) -> Outcome:
        try:
            return self._kept(feed, *self._come(feed))
        except CompanionError as error:
            tried = {"tried_at": self._clock.now(), "fault": error.message, "remedy": error.remedy}
            known = self._store.feed(feed.id)
            failed = (
                feed.model_copy(update=tried) if known is None else self._put(known.model_copy(update=tried))
            )
            return Outcome(feed=failed, fault=error.message, remedy=error.remedy)

    def _come(self, feed: Feed) -> tuple[Came, ReadFeed | None]:
        """What came, and what was read in it; a page leads to the feed that it names, once."""
        known = self._store.validators(feed.id)
        came = fetched(feed.url, known, self.settings, self._leaving.is_set)
        if came.unchanged:
            return came, None
        read = self._reader.read(came)
        if read.elsewhere:
            address = led_to(came.address, read.elsewhere)
            came = fetched(address, Validators(), self.settings, self._leaving.is_set, named=feed.url)
            read = self._reader.read(came)
            if read.elsewhere:
                raise FeedUnreadableError("What lies at this address is a page and no feed.")
        return came, read

    def _kept(self, feed: Feed, came: Came, read: ReadFeed | None) -> Outcome:
        """Write what was read; a feed that was removed meanwhile stays removed."""
        now, known = self._clock.now(), self._store.feed(feed.id)
        if known is None:
            return Outcome(feed=feed)
        standing = known.model_copy(update={"tried_at": now, "fetched_at": now, "fault": "", "remedy": ""})
        fresh: list[Item] = []
        with self._vault.unit() as unit:
            if read is not None:
                standing = self._named(standing, read.name)
                fresh = self._take(unit, standing, read.items, now)
                self._store.note(unit, feed.id, came.validators if came.address == feed.url else Validators())
            self._store.put(unit, standing)
            unit.commit()
        self._finder.embed(fresh, self._leaving.is_set)
        return Outcome(feed=standing, new=len(fresh))

    def _take(self, unit: UnitOfWork, feed: Feed, items: Sequence[ReadItem], now: datetime) -> list[Item]:
        known, since, fresh = self._store.known(feed.id), self._since(), []
        self._store.list_again(unit, [known[one.key] for one in items if one.key in known], now)
        for one in items:
            published = min(one.published, now) if one.published else None
            item = Item(
                id=new_id("item"),
                feed_id=feed.id,
                feed=feed.name,
                category=feed.category,
                title=one.title,
                summary=one.summary,
                link=one.link,
                published=published,
                seen_at=now,
            )
            if one.key not in known and item.at >= since and _is_wanted(item, feed.keywords):
                known[one.key] = item.id
                self._store.add(unit, one.key, item)
                fresh.append(item)
        self._store.forget_unlisted(unit, feed.id, now)
        return fresh

    def _named(self, feed: Feed, name: str) -> Feed:
        """A feed that nobody named is called as it calls itself."""
        unnamed = feed.name == urlsplit(feed.url).hostname
        return feed.model_copy(update={"name": _line(name)}) if unnamed and _line(name) else feed

    def _is_due(self, feed: Feed, hours: int) -> bool:
        if feed.tried_at is None:
            return True
        wait = timedelta(hours=hours)
        if feed.fault:
            wait = min(wait, timedelta(minutes=self.settings.again_minutes))
        # A clock that was set back must not keep anything from being read for years.
        return abs(self._clock.now() - feed.tried_at) >= wait

    def _since(self) -> datetime:
        return self._clock.now() - timedelta(days=self.settings.kept_days)

    def _put(self, feed: Feed) -> Feed:
        with self._vault.unit() as unit:
            self._store.put(unit, feed)
            unit.commit()
        return feed

    def _remove(self, unit: UnitOfWork, feed: Feed) -> Refs:
        items = self._store.item_ids(feed.id)
        self._forget_meaning(unit, items)
        self._store.remove(unit, feed.id)
        return frozenset({feed.ref, *(f"{ITEM_REF}{one}" for one in items)})

    def _forget_meaning(self, unit: UnitOfWork, item_ids: Iterable[str]) -> None:
        for each in item_ids:
            self._vault.vectors.remove(unit, each)


def _line(text: str) -> str:
    return " ".join(seen(text).split())[:LONGEST_NAME]


def _keywords(words: Iterable[str]) -> tuple[str, ...]:
    kept = [_line(word)[:LONGEST_KEYWORD] for word in words]
    return tuple(dict.fromkeys(word for word in kept if word))[:MOST_KEYWORDS]


def _is_wanted(item: Item, keywords: Sequence[str]) -> bool:
    """Whether it holds one of the keywords, all words of it; everything is wanted where there are none."""
    held = set(stems(f"{item.title} {item.summary}"))
    return not keywords or any((wanted := set(stems(word))) and wanted <= held for word in keywords)
