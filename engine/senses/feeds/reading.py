"""The application's side of reading a feed: bytes out over the wire, plain items back."""

import json
import threading
from collections.abc import Callable
from datetime import datetime

from pydantic import BaseModel, ValidationError

from engine.process import TaskFailedError, Worker, WorkerDiedError, WorkerError
from engine.senses.feeds.fetching import Came
from engine.senses.feeds.records import FeedError, FeedUnreadableError
from engine.settings import FeedSettings

TASK = "read_feed"


class ReadItem(BaseModel):
    """An item as it was read; `key` is the hash of what the feed calls it."""

    key: str
    title: str
    summary: str
    link: str
    published: datetime | None


class ReadFeed(BaseModel):
    """What a feed calls itself, and its newest items; for a page, `elsewhere` is the feed that it names."""

    name: str
    items: list[ReadItem]
    elsewhere: str


class FeedReader:
    """Reads in a process of its own, which is made when it is first needed. Feeds are read one after another."""

    def __init__(self, make_worker: Callable[[], Worker], settings: FeedSettings) -> None:
        self._make_worker, self._settings = make_worker, settings
        self._worker: Worker | None = None
        self._making = threading.Lock()

    def read(self, came: Came) -> ReadFeed:
        """Raises FeedUnreadableError, FeedError where there is no worker."""
        chosen = self._settings
        request = {
            "address": came.address,
            "content_type": came.content_type,
            "items": chosen.items,
            "memory": chosen.reading_bytes,
        }
        with self._making:
            worker = self._worker = self._worker or self._make_worker()
        try:
            _, payload = worker.ask(TASK, request, came.data, timeout_s=chosen.reading_s)
            return ReadFeed.model_validate(json.loads(payload))
        except TaskFailedError as error:
            raise FeedUnreadableError(error.message) from error
        except WorkerDiedError as error:
            raise FeedUnreadableError("The feed broke its reader, or took too long to read.") from error
        except WorkerError as error:
            raise FeedError(error.message, error.remedy) from error
        except (ValidationError, ValueError) as error:
            raise FeedUnreadableError("What was read of the feed makes no sense.") from error

    def close(self) -> None:
        """End the process. Idempotent."""
        if self._worker is not None:
            self._worker.close()
