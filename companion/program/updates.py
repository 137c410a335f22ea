"""Whether there is a newer version: off until it is switched on, then asked of the publisher alone, once a week.

* `updates` → {"named", "on", "version", "newest", "checked_at", "fresh"}: whether this build has a publisher, whether
  the person switched it on, this version, the newer one that was told last (a `Release`) or null, when that was, and
  whether it was just now
* `updates.look` (unasked) → the same, after asking; with `unasked` only once a week, and silently where that fails
"""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from companion import __version__
from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import Nothing, Request
from companion.service import Json
from engine.errors import CompanionError
from engine.updates import UpdateError, fetched, is_newer, publisher, read_statement

FILE: Final = "updates.json"
EVERY: Final = timedelta(days=7)


class Look(Request):
    """Whether the program asks of its own accord."""

    unasked: bool = False


def updates(asking: Asking, _: Nothing) -> Json:
    """Without asking anybody."""
    return _told(asking, _kept(asking.home))


def look(asking: Asking, asked: Look) -> Json:
    """Raises UpdateError and NetworkRefusedError where the person asked."""
    kept = _kept(asking.home)
    if asked.unasked and _lately(kept):
        return _told(asking, kept)
    try:
        return _told(asking, _asked(asking), fresh=True)
    except CompanionError:
        if not asked.unasked:
            raise
        return _told(asking, kept)


def _asked(asking: Asking) -> Json:
    if not publisher().named:
        raise UpdateError("This build names no publisher, so there is nobody to ask.")
    if not asking.preferences.load().preferences.updates:
        raise UpdateError("Looking for new versions is switched off.")
    now = datetime.now(UTC)
    release = read_statement(fetched(publisher().address), publisher().key, now.date())
    kept = {"checked_at": now.isoformat(timespec="seconds"), "newest": release.model_dump(mode="json")}
    asking.home.mkdir(parents=True, exist_ok=True)
    (asking.home / FILE).write_text(json.dumps(kept), "utf-8")
    return kept


def _told(asking: Asking, kept: Json, *, fresh: bool = False) -> Json:
    newest: Any = kept["newest"]
    newer = newest is not None and is_newer(newest["version"], __version__)
    return {
        "named": publisher().named,
        "on": asking.preferences.load().preferences.updates,
        "version": __version__,
        "newest": newest if newer else None,
        "checked_at": kept["checked_at"],
        "fresh": fresh,
    }


def _lately(kept: Json) -> bool:
    at = kept["checked_at"]
    return at is not None and datetime.now(UTC) - datetime.fromisoformat(at) < EVERY


def _kept(home: Path) -> Json:
    """What was told last; nothing where that is not there or cannot be read."""
    try:
        kept = json.loads((home / FILE).read_text("utf-8"))
        datetime.fromisoformat(kept["checked_at"])
        return {"checked_at": kept["checked_at"], "newest": kept["newest"]}
    except (OSError, ValueError, KeyError, TypeError):
        return {"checked_at": None, "newest": None}


REQUESTS = {"updates": ProgramRequest(Nothing, updates), "updates.look": ProgramRequest(Look, look)}
