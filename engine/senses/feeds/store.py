"""The tables of feeds and all of their SQL. Times are microseconds of UTC."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.senses.feeds.records import Feed, Item
from engine.vault import (
    Migration,
    Schema,
    UnitOfWork,
    Vault,
    chunks,
    marks,
    microseconds,
    microseconds_or_none,
    moment,
    moment_or_none,
)

SCHEMA = Schema(
    room="feeds",
    migrations=(
        Migration(
            1,
            (
                # `etag` and `modified` are the server's own words of what it sent last.
                """CREATE TABLE feeds_feeds (
                    id TEXT PRIMARY KEY, url TEXT NOT NULL UNIQUE, name TEXT NOT NULL, category TEXT NOT NULL,
                    keywords TEXT NOT NULL, allowed INTEGER NOT NULL, added_at INTEGER NOT NULL,
                    tried_at INTEGER, fetched_at INTEGER, fault TEXT NOT NULL DEFAULT '',
                    remedy TEXT NOT NULL DEFAULT '', etag TEXT NOT NULL DEFAULT '',
                    modified TEXT NOT NULL DEFAULT ''
                ) STRICT""",
                # `key` is the hash of what the feed calls it. What was dropped keeps its key and no words, for as long
                # as the feed still lists it, so that it does not come back as new.
                """CREATE TABLE feeds_items (
                    id TEXT PRIMARY KEY, feed_id TEXT NOT NULL REFERENCES feeds_feeds (id) ON DELETE CASCADE,
                    key TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL, link TEXT NOT NULL,
                    published_at INTEGER, seen_at INTEGER NOT NULL, at INTEGER NOT NULL,
                    listed_at INTEGER NOT NULL, dropped INTEGER NOT NULL DEFAULT 0, UNIQUE (feed_id, key)
                ) STRICT""",
                "CREATE INDEX feeds_items_by_time ON feeds_items (dropped, at)",
            ),
        ),
    ),
)

_ITEMS = "SELECT i.*, f.name AS feed, f.category FROM feeds_items i JOIN feeds_feeds f ON f.id = i.feed_id"


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said of its last answer, so that it need not send the same again."""

    etag: str = ""
    modified: str = ""


class FeedStore:
    """Reads and writes of feeds and their items; writes need the caller's unit of work."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def feeds(self) -> list[Feed]:
        """All, in the order of adding."""
        return [_feed(row) for row in self._vault.rows("SELECT * FROM feeds_feeds ORDER BY added_at, id", ())]

    def feed(self, feed_id: str) -> Feed | None:
        rows = self._vault.rows("SELECT * FROM feeds_feeds WHERE id = ?", (feed_id,))
        return _feed(rows[0]) if rows else None

    def validators(self, feed_id: str) -> Validators:
        rows = self._vault.rows("SELECT etag, modified FROM feeds_feeds WHERE id = ?", (feed_id,))
        return Validators(rows[0]["etag"], rows[0]["modified"]) if rows else Validators()

    def put(self, unit: UnitOfWork, feed: Feed) -> None:
        """Write or replace what a person says of a feed, and how its last reading went."""
        unit.execute(
            "INSERT INTO feeds_feeds (id, url, name, category, keywords, allowed, added_at, tried_at, fetched_at, "
            "fault, remedy) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "url = excluded.url, name = excluded.name, category = excluded.category, keywords = excluded.keywords, "
            "allowed = excluded.allowed, tried_at = excluded.tried_at, fetched_at = excluded.fetched_at, "
            "fault = excluded.fault, remedy = excluded.remedy",
            (
                feed.id,
                feed.url,
                feed.name,
                feed.category,
                json.dumps(feed.keywords, ensure_ascii=False),
                int(feed.allowed),
                microseconds(feed.added_at),
                microseconds_or_none(feed.tried_at),
                microseconds_or_none(feed.fetched_at),
                feed.fault,
                feed.remedy,
            ),
        )

    def note(self, unit: UnitOfWork, feed_id: str, validators: Validators) -> None:
        """Keep what the server said of its answer."""
        unit.execute(
            "UPDATE feeds_feeds SET etag = ?, modified = ? WHERE id = ?",
            (validators.etag, validators.modified, feed_id),
        )

    def remove(self, unit: UnitOfWork, feed_id: str) -> None:
        """Delete a feed and all of its items."""
        unit.execute("DELETE FROM feeds_items WHERE feed_id = ?", (feed_id,))
        unit.execute("DELETE FROM feeds_feeds WHERE id = ?", (feed_id,))

    def known(self, feed_id: str) -> dict[str, str]:
        """The id of each item of a feed by its key, dropped ones included."""
        rows = self._vault.rows("SELECT key, id FROM feeds_items WHERE feed_id = ?", (feed_id,))
        return {row["key"]: row["id"] for row in rows}

    def add(self, unit: UnitOfWork, key: str, item: Item) -> None:
        unit.execute(
            "INSERT INTO feeds_items (id, feed_id, key, title, summary, link, published_at, seen_at, at, listed_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                item.id,
                item.feed_id,
                key,
                item.title,
                item.summary,
                item.link,
                microseconds_or_none(item.published),
                microseconds(item.seen_at),
                microseconds(item.at),
                microseconds(item.seen_at),
            ),
        )

    def list_again(self, unit: UnitOfWork, item_ids: Sequence[str], at: datetime) -> None:
        """The feed still names these."""
        for part in chunks(item_ids):
            unit.execute(
                f"UPDATE feeds_items SET listed_at = ? WHERE id IN ({marks(part)})",  # noqa: S608 - marks alone
                (microseconds(at), *part),
            )

    def forget_unlisted(self, unit: UnitOfWork, feed_id: str, before: datetime) -> None:
        """What was dropped and is named no more needs no key either."""
        unit.execute(
            "DELETE FROM feeds_items WHERE feed_id = ? AND dropped = 1 AND listed_at < ?",
            (feed_id, microseconds(before)),
        )

    def stale(self, before: datetime) -> list[str]:
        """The ids of what is older."""
        sql = "SELECT id FROM feeds_items WHERE dropped = 0 AND at < ?"
        return [row["id"] for row in self._vault.rows(sql, (microseconds(before),))]

    def drop(self, unit: UnitOfWork, item_ids: Sequence[str]) -> None:
        """Delete the words of these items."""
        for part in chunks(item_ids):
            unit.execute(
                "UPDATE feeds_items SET dropped = 1, title = '', summary = '', link = '' "  # noqa: S608 - marks alone
                f"WHERE id IN ({marks(part)})",
                tuple(part),
            )

    def items(self, since: datetime, limit: int, feed_id: str | None = None) -> list[Item]:
        """What is from `since` on, the newest first; of one feed, or of all."""
        sql = (
            f"{_ITEMS} WHERE i.dropped = 0 AND i.at >= ? AND (? IS NULL OR i.feed_id = ?) "
            "ORDER BY i.at DESC, i.id DESC LIMIT ?"
        )
        rows = self._vault.rows(sql, (microseconds(since), feed_id, feed_id, limit))
        return [_item(row) for row in rows]

    def item_ids(self, feed_id: str | None = None) -> list[str]:
        """Of one feed, or of all; dropped ones included."""
        sql = "SELECT id FROM feeds_items WHERE ? IS NULL OR feed_id = ?"
        return [row["id"] for row in self._vault.rows(sql, (feed_id, feed_id))]


def _feed(row: Any) -> Feed:
    return Feed(
        id=row["id"],
        url=row["url"],
        name=row["name"],
        category=row["category"],
        keywords=tuple(json.loads(row["keywords"])),
        allowed=bool(row["allowed"]),
        added_at=moment(row["added_at"]),
        tried_at=moment_or_none(row["tried_at"]),
        fetched_at=moment_or_none(row["fetched_at"]),
        fault=row["fault"],
        remedy=row["remedy"],
    )


def _item(row: Any) -> Item:
    return Item(
        id=row["id"],
        feed_id=row["feed_id"],
        feed=row["feed"],
        category=row["category"],
        title=row["title"],
        summary=row["summary"],
        link=row["link"],
        published=moment_or_none(row["published_at"]),
        seen_at=moment(row["seen_at"]),
    )
