"""When something is due, as it is asked for by hand: a day, an hour, or a while from now."""

import re
from dataclasses import replace
from datetime import date, datetime

from engine.dates import HourSpan, find_hours, moment_of
from engine.errors import InvalidInputError
from engine.intent.records import When

_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_SPOKEN = ("en",)


def when_of(now: datetime, day: date | None, at: str | None, lead_minutes: int = 0) -> When | None:
    """What `day` and `at` mean at the person's own time `now`; None where neither is said.

    Without a day an hour is the next of its name. Raises InvalidInputError where `at` is none, or is over.
    """
    if at is None:
        return None if day is None else When(day=day)
    if day is not None and _CLOCK.fullmatch(at):
        # Said in full it is meant as it stands, also where it is over: what was changed can be changed back.
        return When(day=day, at=_hour(at).at, lead_minutes=lead_minutes)
    moment = moment_of(_hour(at), day, now)
    if moment is None:
        raise InvalidInputError("at", "is over already", "Say a later hour, or another day.")
    return When(day=moment.date(), at=moment.time(), lead_minutes=lead_minutes)


def _hour(at: str) -> HourSpan:
    """As on a clock of 24 hours where it is written so, else as it would be said."""
    said = at.strip()
    for text in (said, f"at {said}", f"in {said}"):
        found = find_hours(text, _SPOKEN)
        if len(found) == 1 and (found[0].start, found[0].end) == (0, len(text)):
            return replace(found[0], either=False) if _CLOCK.fullmatch(said) else found[0]
    raise InvalidInputError("at", "is no hour that I understand", "Say it as 18:00, 5pm or “in 20 minutes”.")
